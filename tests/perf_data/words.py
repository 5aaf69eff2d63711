# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers of perf.data, and how one byte order or the other packs them.

Layouts: <linux/perf_event.h> for records and attributes, the file format page of perf
(tools/perf/Documentation/perf.data-file-format.txt) for headers and features.
"""
import struct

# PERF_SAMPLE_*
IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU, PERIOD, STREAM, RAW, BRANCH, REGS_USER, STACK_USER, WEIGHT, DATA_SRC, \
    IDENTIFIER, TRANSACTION, REGS_INTR, PHYS_ADDR, AUX, CGROUP, DATA_PAGE, CODE_PAGE, WEIGHT_STRUCT = (1 << i for i in range(25))

# PERF_FORMAT_*
TOTAL_TIME_ENABLED, TOTAL_TIME_RUNNING, FORMAT_ID, FORMAT_GROUP, FORMAT_LOST = (1 << i for i in range(5))

# PERF_SAMPLE_BRANCH_*
BRANCH_USER, BRANCH_ANY, BRANCH_HW_INDEX, BRANCH_COUNTERS = 1 << 0, 1 << 3, 1 << 17, 1 << 19

# PERF_CONTEXT_*
M64 = (1 << 64) - 1
HV, KERNEL, USER, USER_DEFERRED, GUEST, GUEST_KERNEL, GUEST_USER = \
    (M64 + 1 - n for n in (32, 128, 512, 640, 2048, 2176, 2560))

# PERF_RECORD_*
MMAP, LOST, COMM, EXIT, THROTTLE, UNTHROTTLE, FORK, READ_RECORD, SAMPLE, MMAP2, AUX_RECORD, ITRACE_START, LOST_SAMPLES, \
    SWITCH, SWITCH_CPU_WIDE, NAMESPACES, KSYMBOL, BPF_EVENT, CGROUP_RECORD, TEXT_POKE, AUX_OUTPUT_HW_ID, \
    CALLCHAIN_DEFERRED = range(1, 23)
HEADER_ATTR, TRACING_DATA, BUILD_ID_RECORD, FINISHED_ROUND, ID_INDEX, AUXTRACE_INFO, AUXTRACE = 64, 66, 67, 68, 69, 70, 71
EVENT_UPDATE, TIME_CONV, FEATURE, COMPRESSED, FINISHED_INIT, COMPRESSED2 = range(78, 84)

# misc of records
CPU_KERNEL, CPU_USER, CPU_HV, CPU_GUEST_KERNEL, CPU_GUEST_USER = 1, 2, 3, 4, 5
MISC_DATA, MISC_BUILD_ID = 1 << 13, 1 << 14
MISC_EXEC, MISC_EXACT_IP, MISC_FORK_EXEC = 1 << 13, 1 << 14, 1 << 13
MISC_FILTERED = 1 << 15  # of LOST_SAMPLES: PERF_RECORD_MISC_LOST_SAMPLES_BPF

# PERF_ATTR_SIZE_VER0 to VER9
ATTR_SIZES = (64, 72, 80, 96, 104, 112, 120, 128, 136, 144)

# Flags of an attribute, by the number of their bit
FLAG_FREQ, FLAG_MMAP, FLAG_COMM, FLAG_TASK, FLAG_PRECISE, FLAG_MMAP_DATA, FLAG_ID_ALL, FLAG_MMAP2, FLAG_COMM_EXEC = \
    10, 8, 9, 13, 15, 17, 18, 23, 24


class Words:
    """Packs for one byte order: "<" or ">"."""

    def __init__(self, order="<"):
        self.order = order

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def u64(self, *values):
        return self.pack(f"{len(values)}Q", *values)

    def bits(self, *fields):
        """(value, width) from the first field of a C bit-field on: big-endian compilers begin at the top."""
        word, at = 0, 0
        for value, width in fields:
            word |= value << (at if self.order == "<" else 64 - at - width)
            at += width
        return word

    def padded(self, text):
        """A name in a record: with its NUL, up to the next multiple of 8 bytes."""
        raw = text.encode() + b"\0"
        return raw.ljust(len(raw) + 7 & ~7, b"\0")

    def string(self, text):
        """A string of a feature: its length, then itself in multiples of 64 bytes."""
        raw = text.encode() + b"\0"
        size = len(raw) + 63 & ~63
        return self.pack("I", size) + raw.ljust(size, b"\0")

    def record(self, kind, misc, body):
        body = body.ljust(len(body) + 7 & ~7, b"\0")
        return self.pack("IHH", kind, misc, len(body) + 8) + body

    def attr(self, event):
        """struct perf_event_attr of event.size bytes; those no version knows are 0xee."""
        flags = {FLAG_MMAP, FLAG_COMM, FLAG_TASK, FLAG_ID_ALL, FLAG_MMAP2, FLAG_COMM_EXEC} | set(event.flags)
        if event.freq:
            flags.add(FLAG_FREQ)
        fields = [(i in flags, 1) for i in range(FLAG_PRECISE)] + [(event.precise, 2)]
        fields += [(i in flags, 1) for i in range(FLAG_PRECISE + 2, 64)]
        raw = self.pack("IIQQQQQ", event.type, event.size, event.config, event.freq or event.period, event.fields,
                        event.read_format, self.bits(*fields))
        raw += self.pack("IIQQQQ", 0, 0, event.config1, event.config2, event.branch, event.regs_user)
        raw += self.pack("IiQIHHIIQQQ", event.stack_user, 0, event.regs_intr, 0, 0, 0, event.aux_size, 0, 0, 0, 0)
        return raw.ljust(event.size, b"\xee")[:event.size]

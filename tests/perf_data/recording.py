# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording that is written, not recorded: records in the order they are said, and what they mean.

    r = Recording()
    cycles = r.event("cycles", [11, 12], IP | TID | TIME | PERIOD)
    r.comm(100, 100, "server", time=1)
    r.sample(cycles, ip=0x401000, pid=100, tid=100, time=2, period=5)
    r.tells("cycles", "server", [("[unknown]", "[unknown]")], 5)

What a reader must find is said by tells() and written beside the recording; nothing here reads.
"""
from words import *  # noqa: F403


class Event:
    def __init__(self, name, ids, fields, **more):
        self.name, self.ids, self.fields = name, ids, fields
        self.type, self.config, self.config1, self.config2 = 1, 0, 0, 0
        self.period, self.freq, self.precise, self.flags, self.size = 1, 0, 0, (), 128
        self.read_format = self.branch = self.regs_user = self.regs_intr = self.stack_user = self.aux_size = 0
        self.__dict__.update(more)


MACHINE = dict(hostname="testbox", osrelease="6.4.0-test", version="6.1.test", arch="x86_64", cpus=4,
               cpudesc="AMD EPYC 9654 96-Core Processor", cpuid="AuthenticAMD,25,17,1", memory=32 << 20,
               cmdline=["/usr/bin/perf", "record", "-a", "./a program"])


class Recording:
    def __init__(self, order="<", **machine):
        self.words, self.order = Words(order), order
        self.machine = {**MACHINE, **machine}
        self.events, self.records, self.hits, self.samples = [], [], [], []
        self.lost, self.build_ids, self.pmus, self.pmu_caps = {}, [], [(4, "cpu"), (1, "software"), (2, "tracepoint")], []

    def event(self, name, ids, fields, **more):
        self.events.append(Event(name, ids, fields, **more))
        return self.events[-1]

    # ---- records

    def add(self, kind, misc, body, **trailer):
        """A record of the kernel: ends with what says whose it is."""
        self.records.append(self.words.record(kind, misc, body + self.trailer(**trailer)))

    def user(self, kind, body=b"", after=b""):
        """A record of perf itself; bytes may follow that its size does not count."""
        self.records.append(self.words.record(kind, 0, body) + after)

    def trailer(self, event=None, pid=0, tid=0, time=0, cpu=0, id=None):
        event = event or self.events[0]
        w, fields, id = self.words, event.fields, event.ids[0] if id is None and event.ids else id or 0
        raw = w.pack("II", pid, tid) if fields & TID else b""
        raw += w.u64(time) if fields & TIME else b""
        raw += w.u64(id) if fields & ID else b""
        raw += w.u64(id + 7000) if fields & STREAM else b""
        raw += w.pack("II", cpu, 0) if fields & CPU else b""
        return raw + (w.u64(id) if fields & IDENTIFIER else b"")

    def comm(self, pid, tid, name, time=0, exec=False):
        body = self.words.pack("II", pid, tid) + self.words.padded(name)
        self.add(COMM, MISC_EXEC if exec else 0, body, pid=pid, tid=tid, time=time)

    def fork(self, pid, parent, tid, parent_tid, time, exit=False):
        body = self.words.pack("IIIIQ", pid, parent, tid, parent_tid, time)
        self.add(EXIT if exit else FORK, 0, body, pid=parent, tid=parent_tid, time=time)

    def mmap(self, pid, start, length, offset, path, time=0, misc=CPU_USER):
        body = self.words.pack("IIQQQ", pid & 0xffffffff, max(pid, 0), start, length, offset) + self.words.padded(path)
        self.add(MMAP, misc, body, pid=pid & 0xffffffff, tid=max(pid, 0), time=time)

    def mmap2(self, pid, start, length, offset, path, time=0, prot=5, build_id=b"", misc=CPU_USER):
        w = self.words
        middle = w.pack("IIQQ", 8, 1, 4711, 1)
        if build_id:
            misc |= MISC_BUILD_ID
            middle = w.pack("BBH", len(build_id), 0, 0) + build_id.ljust(20, b"\0")
        body = w.pack("IIQQQ", pid, pid, start, length, offset) + middle + w.pack("II", prot, 2) + w.padded(path)
        self.add(MMAP2, misc, body, pid=pid, tid=pid, time=time)

    def kernel(self, start, length, time=0):
        self.mmap(-1, start, length, start, "[kernel.kallsyms]_text", time, CPU_KERNEL)

    def lose(self, event, n, time=0):
        self.add(LOST, 0, self.words.u64(event.ids[0], n), event=event, time=time)
        self.lost[event.name] = self.lost.get(event.name, 0) + n

    # ---- samples

    def sample(self, event, misc=None, id=None, read=None, **s):
        """One sample with all fields its event asks for, in the order of the kernel; 0 where none is given."""
        w, fields, get = self.words, event.fields, s.get
        cpu, ip = get("cpu", 0), get("ip", 0)
        id = id if id is not None else event.ids[min(cpu, len(event.ids) - 1)] if event.ids else 0
        parts = [(IDENTIFIER, lambda: w.u64(id)), (IP, lambda: w.u64(ip)),
                 (TID, lambda: w.pack("II", get("pid", 0), get("tid", get("pid", 0)))),
                 (TIME, lambda: w.u64(get("time", 0))), (ADDR, lambda: w.u64(get("addr", 0))), (ID, lambda: w.u64(id)),
                 (STREAM, lambda: w.u64(id + 7000)), (CPU, lambda: w.pack("II", cpu, 0)),
                 (PERIOD, lambda: w.u64(get("period", 1))), (READ, lambda: self.read_values(event, read)),
                 (CALLCHAIN, lambda: w.u64(len(get("chain", ())), *get("chain", ()))),
                 (RAW, lambda: self.raw(get("raw", b""))), (BRANCH, lambda: self.branches(event, get("branches", ()), s)),
                 (REGS_USER, lambda: w.u64(*get("regs_user", (0,)))), (STACK_USER, lambda: self.stack(get("stack", b""))),
                 (WEIGHT, lambda: w.u64(get("weight", 0))), (WEIGHT_STRUCT, lambda: w.u64(self.weights(get("weights")))),
                 (DATA_SRC, lambda: w.u64(get("data_src", 0))), (TRANSACTION, lambda: w.u64(get("transaction", 0))),
                 (REGS_INTR, lambda: w.u64(*get("regs_intr", (0,)))), (PHYS_ADDR, lambda: w.u64(get("phys", 0))),
                 (CGROUP, lambda: w.u64(get("cgroup", 0))), (DATA_PAGE, lambda: w.u64(get("data_page", 0))),
                 (CODE_PAGE, lambda: w.u64(get("code_page", 0))),
                 (AUX, lambda: w.u64(len(get("aux", b""))) + get("aux", b""))]
        body = b"".join(pack() for bit, pack in parts if fields & bit)
        self.records.append(w.record(SAMPLE, misc if misc is not None else 1 if ip >> 63 else 2, body))
        self.samples.append({"event": event.name, "id": id, **{k: shown(v) for k, v in s.items()}})

    def read_values(self, event, read):
        """[(value, id, lost)] with times enabled 900 and running 800."""
        w, form, raw = self.words, event.read_format, b""
        times = w.u64(900) if form & TOTAL_TIME_ENABLED else b""
        times += w.u64(800) if form & TOTAL_TIME_RUNNING else b""
        values = [w.u64(value) + (b"" if form & FORMAT_GROUP else times) +
                  (w.u64(id) if form & FORMAT_ID else b"") + (w.u64(lost) if form & FORMAT_LOST else b"")
                  for value, id, lost in read or [(0, 0, 0)]]
        if form & FORMAT_GROUP:
            raw = w.u64(len(values)) + times
        return raw + b"".join(values)

    def raw(self, raw):
        padded = raw.ljust((len(raw) + 4 + 7 & ~7) - 4, b"\0")
        return self.words.pack("I", len(padded)) + padded

    def branches(self, event, branches, s):
        """(from, to, mispredicted, cycles)"""
        w = self.words
        raw = w.u64(len(branches)) + (w.u64(s.get("hw_index", 0)) if event.branch & BRANCH_HW_INDEX else b"")
        for source, target, missed, cycles in branches:
            raw += w.u64(source, target, w.bits((missed, 1), (not missed, 1), (0, 2), (cycles, 16), (0, 44)))
        return raw + (w.u64(*range(len(branches))) if event.branch & BRANCH_COUNTERS and branches else b"")

    def stack(self, stack):
        return self.words.u64(len(stack)) + (stack + self.words.u64(len(stack)) if stack else b"")

    def weights(self, weights):
        weight, instruction, stage = weights or (0, 0, 0)
        return weight | instruction << 32 | stage << 48

    # ---- what it means

    def tells(self, event, comm, frames, weight, data=None, hits=1):
        """A hit of `event`: frames leaf first as (symbol, dso), data as (symbol, source)."""
        hit = {"event": event if isinstance(event, str) else event.name, "comm": comm, "frames": [list(f) for f in frames],
               "weight": weight}
        if data:
            hit["data"] = list(data)
        self.hits += [hit] * hits


def shown(value):
    """As JSON has it: bytes in hex, and 64-bit numbers in hex, for they fit no double."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (tuple, list)):
        return [shown(v) for v in value]
    return hex(value) if isinstance(value, int) and value >> 53 else value

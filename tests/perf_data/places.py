# SPDX-License-Identifier: GPL-3.0-or-later
"""Where things lie in the samples: one kernel, one module, one program, one library without a file."""
import elf

KERNEL_DSO = "[kernel.kallsyms]"
KERNEL_TEXT, KERNEL_SIZE = 0xffffffff81000000, 0x880000  # perf maps it up to _edata
MODULE_DSO, MODULE, MODULE_SIZE = "[ext_mod]", 0xffffffffc0000000, 0x4000
MODULE_PATH = "/lib/modules/6.4.0-test/kernel/fs/ext_mod.ko"
PROGRAM, PROGRAM_AT = "/opt/testbox/bin/server", 0x555500000000
LIBRARY, LIBRARY_AT = "/opt/testbox/lib/libnowhere.so.1", 0x7f0000000000
KERNEL_SYMBOLS = [
    (KERNEL_TEXT, "T", "_text"), (KERNEL_TEXT, "T", "_stext"), (KERNEL_TEXT + 0x1000, "T", "do_syscall_64"),
    (KERNEL_TEXT + 0x2000, "T", "copy_page"), (KERNEL_TEXT + 0x2100, "t", "helper.isra.0"),
    (KERNEL_TEXT + 0x3000, "T", "_raw_spin_lock"), (KERNEL_TEXT + 0x4000, "T", "queued_spin_lock_slowpath"),
    (KERNEL_TEXT + 0x5000, "t", "idle_loop"), (KERNEL_TEXT + 0x6000, "T", "__x64_sys_read"),
    (KERNEL_TEXT + 0x6000, "T", "__se_sys_read"), (KERNEL_TEXT + 0x7000, "t", "rest_of_text"),
    (KERNEL_TEXT + 0x100000, "T", "_etext"), (KERNEL_TEXT + 0x800000, "D", "tasklist_lock"),
    (KERNEL_TEXT + 0x800040, "D", "init_task"), (KERNEL_TEXT + KERNEL_SIZE, "D", "_edata"), (KERNEL_TEXT + 0x890000, "B", "runqueues"),
    (KERNEL_TEXT + 0x900000, "B", "_end"),
]
# Kernels without KALLSYMS_ALL list next to no objects, and what is listed then names its neighbours as well.
KERNEL_SYMBOLS += [(KERNEL_TEXT + 0x810000 + 64 * i, "d", f"object_{i}") for i in range(1001)]
KERNEL_SYMBOLS.sort()
MODULE_SYMBOLS = [(MODULE + 0x100, "t", "ext_read"), (MODULE + 0x200, "t", "ext_write")]


def kallsyms():
    lines = [f"{at:016x} {kind} {name}\n" for at, kind, name in KERNEL_SYMBOLS]
    return "".join(lines + [f"{at:016x} {kind} {name}\t[ext_mod]\n" for at, kind, name in MODULE_SYMBOLS])


def kernel(name, offset=4):
    """An address in a function of the kernel or its module."""
    return next(at for at, _, symbol in KERNEL_SYMBOLS + MODULE_SYMBOLS if symbol == name) + offset


def program(name, offset=4):
    """An address in a function or object of the program as it is mapped."""
    return PROGRAM_AT + next(s[1] for s in elf.SYMBOLS if s[0] == name) - elf.TEXT + offset


def in_kernel(*names):
    return [(name, MODULE_DSO if name.startswith("ext_") else KERNEL_DSO) for name in names]


def in_program(*names):
    return [(name, PROGRAM) for name in names]


def map_all(r, pid=100, comm="server", time=1, build_id=True):
    """The kernel, its module, and a process that runs the program."""
    r.kernel(KERNEL_TEXT, KERNEL_SIZE)
    r.mmap(-1, MODULE, MODULE_SIZE, 0, MODULE_PATH, 0, 1)
    r.comm(pid, pid, comm, time)
    map_program(r, pid, time, build_id)


def map_program(r, pid, time, build_id=True):
    r.mmap2(pid, PROGRAM_AT, 0x1000, elf.TEXT_AT, PROGRAM, time, build_id=elf.BUILD_ID if build_id else b"")
    r.mmap2(pid, PROGRAM_AT + 0x1000, 0x1000, elf.TEXT_AT, PROGRAM, time, prot=3,
            build_id=elf.BUILD_ID if build_id else b"", misc=2 | 1 << 13)
    r.mmap2(pid, LIBRARY_AT, 0x10000, 0, LIBRARY, time)

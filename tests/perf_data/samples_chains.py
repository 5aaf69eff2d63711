# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings about chains, and about what an address meant when it was sampled."""
from functools import partial

from layout import *  # noqa: F403
from places import *  # noqa: F403
from recording import Recording
from words import *  # noqa: F403

FIELDS = IDENTIFIER | IP | TID | TIME | CPU | PERIOD
LIBRARY_FRAME = [("[unknown]", LIBRARY)]


def contexts(order):
    """Markers say what the addresses after them are, and are none themselves; return addresses point behind the call"""
    r = Recording(order)
    e = r.event("cycles", [11], FIELDS | CALLCHAIN, type=0)
    map_all(r)

    def sample(ip, chain, frames, misc=None):
        r.sample(e, ip=ip, pid=100, time=100 + len(r.samples), period=10, chain=chain, misc=misc)
        r.tells(e, "server", frames, 10)

    sample(kernel("copy_page"), [KERNEL, kernel("copy_page"), kernel("ext_read"), kernel("do_syscall_64"), USER, program("beta"),
                                 program("alpha")],
           in_kernel("copy_page", "ext_read", "do_syscall_64") + in_program("beta", "alpha"))
    # The return address of a call at the end of alpha is the first byte of beta.
    sample(program("last"), [USER, program("last"), program("beta", 0)], in_program("last", "alpha"))
    # The first address is where the processor was: the first byte of beta is beta.
    sample(program("beta", 0), [USER, program("beta", 0), program("last")], in_program("beta", "last"))
    sample(program("alpha"), [], in_program("alpha"))
    sample(program("alpha"), [USER], in_program("alpha"))
    sample(program("alpha"), [USER, program("alpha"), LIBRARY_AT + 0x500], in_program("alpha") + LIBRARY_FRAME)
    sample(program("alpha"), [USER, program("alpha"), 0x1234], in_program("alpha") + [("[unknown]", "[unknown]")])
    # deeper than frames that are kept elsewhere: one function that calls itself
    sample(program("beta"), [USER] + [program("beta")] * 200, in_program(*["beta"] * 200))
    return r, file(r)


def deferred(order):
    """Chains of user space that come later, to be put behind those of the kernel with the same cookie"""
    r = Recording(order)
    e = r.event("cycles", [11], FIELDS | CALLCHAIN, type=0)
    map_all(r)
    for tid in (101, 102):
        r.fork(100, 100, tid, 100, 2)
    w, kernel_chain = r.words, [KERNEL, kernel("copy_page"), kernel("do_syscall_64")]
    for time, tid, cookie in ((100, 100, 0x1001), (101, 100, 0x1001), (102, 101, 0x2001), (103, 102, 0x3001)):
        r.sample(e, ip=kernel("copy_page"), pid=100, tid=tid, time=time, period=10,
                 chain=[*kernel_chain, USER_DEFERRED, cookie])
    r.add(CALLCHAIN_DEFERRED, 2, w.u64(0x1001, 3, USER, program("beta"), program("alpha")), pid=100, tid=100, time=110)
    r.add(CALLCHAIN_DEFERRED, 2, w.u64(0x2001, 2, USER, program("last")), pid=100, tid=101, time=111)
    kernel_frames = in_kernel("copy_page", "do_syscall_64")
    r.tells(e, "server", kernel_frames + in_program("beta", "alpha"), 10, hits=2)
    r.tells(e, "server", kernel_frames + in_program("last"), 10)
    r.tells(e, "server", kernel_frames, 10)
    return r, file(r)


def guests():
    """Addresses of guests and hypervisors are not looked up in the host's symbols"""
    r = Recording()
    e = r.event("cycles", [11], FIELDS, type=0)
    map_all(r)
    r.sample(e, ip=kernel("copy_page"), pid=100, time=100, period=10, misc=CPU_GUEST_KERNEL)
    r.sample(e, ip=program("alpha"), pid=100, time=101, period=10, misc=CPU_GUEST_USER)
    r.sample(e, ip=kernel("copy_page"), pid=100, time=102, period=10, misc=CPU_HV)
    r.tells(e, "server", [("[unknown]", "[unknown]")], 10, hits=3)
    return r, file(r)


def times():
    """Buffers behind each other: what is first in the file was not first in time"""
    r = Recording()
    e = r.event("cycles", [11], FIELDS, type=0)
    at = PROGRAM_AT + elf.TEXT_SIZE

    def sample(time, ip, comm, frames, pid=200):
        r.sample(e, ip=ip, pid=pid, time=time, period=10)
        r.tells(e, comm, frames, 10)

    # Buffer of the second processor: all of it happened after time 50.
    sample(60, program("alpha"), "server", in_program("alpha"), 100)
    sample(110, program("alpha"), "server", in_program("alpha"))       # what 100 had mapped, in its child
    sample(125, program("alpha"), "worker", LIBRARY_FRAME)             # mapped over since 120
    sample(126, at - 0x400 + 0x900, "worker", in_program_range())      # behind what was mapped over
    sample(145, program("alpha"), "server", in_program("alpha"), 100)  # the parent keeps its own
    sample(165, program("alpha"), "other", in_program("alpha"))
    # Buffer of the first processor.
    map_all(r, time=50)
    r.fork(200, 100, 200, 100, 100)
    r.comm(200, 200, "worker", 115)
    r.mmap2(200, PROGRAM_AT, 0x800, 0, LIBRARY, 120)
    r.comm(200, 200, "other", 150, exec=True)
    map_program(r, 200, 160)
    r.fork(200, 100, 200, 100, 170, exit=True)
    return r, file(r)


def in_program_range():
    return [("[unknown]", PROGRAM)]


def threads():
    """Names of threads, in any bytes; a thread is of its process until it is named; numbers come back"""
    r = Recording()
    e = r.event("cycles", [11], FIELDS, type=0)
    map_all(r)
    names = ["my worker 1", "a:b 12 [003]", " lead", "12345", "x 7/8 1.5: y", "tab\there", "fünf", "a;b", "fifteen bytes l"]
    for i, name in enumerate(names):
        r.fork(100, 100, 101 + i, 100, 10)
        r.sample(e, ip=program("alpha"), pid=100, tid=101 + i, time=11, period=10)
        r.tells(e, "server", in_program("alpha"), 10)
        r.comm(100, 101 + i, name, 20)
        r.sample(e, ip=program("alpha"), pid=100, tid=101 + i, time=21, period=10)
        r.tells(e, name, in_program("alpha"), 10)
    r.sample(e, ip=kernel("idle_loop"), pid=0, time=30, period=10)
    r.tells(e, "swapper", in_kernel("idle_loop"), 10)
    r.fork(100, 100, 105, 100, 40, exit=True)
    r.comm(300, 300, "second", 50)
    r.fork(300, 300, 105, 300, 51)
    map_program(r, 300, 52)
    r.sample(e, ip=program("beta"), pid=300, tid=105, time=60, period=10)
    r.tells(e, "second", in_program("beta"), 10)
    return r, file(r)


def ksymbols():
    """Programs of BPF: named from when they were loaded to when they were not"""
    r = Recording()
    e = r.event("cycles", [11], FIELDS, type=0)
    map_all(r)
    w, at = r.words, 0xffffffffd0000000
    name = "bpf_prog_0123456789abcdef_count"
    for time, flags in ((20, 0), (40, 1)):
        r.add(KSYMBOL, 0, w.pack("QIHH", at, 0x80, 1, flags) + w.padded(name), time=time)
    for time, known in ((10, False), (30, True), (50, False)):
        r.sample(e, ip=at + 0x10, pid=100, time=time, period=10)
        r.tells(e, "server", [(name, name if known else "")] if known else [("[unknown]", "[unknown]")], 10)
    return r, file(r)


def symbols():
    """Every kind of symbol: aliases, parts, resolvers, mangled names, holes between them, and other build ids"""
    r = Recording()
    e = r.event("cycles", [11], FIELDS, type=0)
    map_all(r)
    r.comm(150, 150, "old", 2)
    r.mmap2(150, PROGRAM_AT, 0x1000, elf.TEXT_AT, PROGRAM, 2, build_id=bytes([0xee]) * 20)  # another build of it
    rows = [("alpha", "alpha"), ("beta", "beta"), ("gamma", "gamma"), ("delta.part.0", "delta.part.0"), ("chosen", "chosen"),
            ("_ZN5queue4pushEi", "queue::push"), ("last", "last")]
    time = 100
    for name, want in rows:
        r.sample(e, ip=program(name, 8), pid=100, time=time, period=10)
        r.tells(e, "server", in_program(want), 10)
        r.sample(e, ip=program(name, 8), pid=150, time=time, period=10)
        r.tells(e, "old", [("[unknown]", PROGRAM)], 10)
        time += 1
    for hole in (0x110, 0x170, 0x300):
        r.sample(e, ip=PROGRAM_AT + hole, pid=100, time=time, period=10)
        r.tells(e, "server", [("[unknown]", PROGRAM)], 10)
    return r, file(r)


RECORDINGS = {
    "contexts": partial(contexts, "<"), "contexts-be": partial(contexts, ">"), "deferred": partial(deferred, "<"),
    "guests": guests, "times": times, "threads": threads, "ksymbols": ksymbols, "symbols": symbols,
}

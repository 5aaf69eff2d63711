# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings about the fields of samples: which are there, in which order, whose sample it is."""
from functools import partial

from layout import *  # noqa: F403
from places import *  # noqa: F403
from recording import Recording
from words import *  # noqa: F403

UNKNOWN = [("[unknown]", "[unknown]")]
EVERYTHING = (1 << 24) - 1


def everything(r, more, **event):
    """Each field has a value of its own, so that one read as another is seen."""
    e = r.event("cpu-clock", [11, 12, 13, 14], more, period=4000, regs_user=0b1101, regs_intr=0b11, stack_user=64, aux_size=16,
                branch=BRANCH_USER | BRANCH_ANY, **event)
    map_all(r)
    for i in range(3):
        r.fork(100, 100, 101 + i, 100, 2)
        chain = [KERNEL, kernel("copy_page"), kernel("do_syscall_64", 8), USER, program("beta"), program("alpha", 9)]
        r.sample(e, ip=kernel("copy_page"), pid=100, tid=101 + i, time=1000 + i, addr=program("table", 16), cpu=i, period=4001 + i,
                 chain=chain, raw=b"raw bytes" * (i + 1), branches=[(program("beta"), program("alpha"), 1, 20 + i)] * i,
                 regs_user=(2, 0xaaa, 0xbbb, 0xccc) if i else (0,), stack=b"stack***" * i, weight=77 + i,
                 weights=(77 + i, 31, 15), data_src=0x68100142, transaction=1 << 33, regs_intr=(2, 5, 6) if i else (0,),
                 phys=0x12345000 + i, cgroup=99, data_page=4096, code_page=2 << 20, aux=b"auxiliary bytes " * (i & 1),
                 read=[(5000 * (i + 1), 11 + i, 0)], hw_index=3)
    return e


def fields(order):
    """Every field perf knows, READ but for which samples are told as they are"""
    r = Recording(order)
    everything(r, EVERYTHING & ~READ)
    frames = in_kernel("copy_page", "do_syscall_64") + in_program("beta", "alpha")
    for i in range(3):
        r.tells("cpu-clock", "server", frames, 4001 + i, ("table+0x10", "L1 hit"))
        r.tells("cpu-clock/weight", "server", frames, 77 + i, ("table+0x10", "L1 hit"))
    return r, file(r)


def weight_struct(order):
    """Latency in three parts, of which the first is the weight; a hardware index before branches"""
    r = Recording(order)
    e = r.event("cpu/mem-loads/", [21], IDENTIFIER | IP | TID | TIME | ADDR | PERIOD | WEIGHT_STRUCT | DATA_SRC | BRANCH |
                PHYS_ADDR, type=4, branch=BRANCH_USER | BRANCH_ANY | BRANCH_HW_INDEX)
    map_all(r)
    for i in range(4):
        r.sample(e, ip=program("gamma"), pid=100, time=10 + i, addr=program("hot_counter"), period=100, weights=(200 + i, 30, 7),
                 data_src=0x68100142, branches=[(1, 2, 0, 3)] * i, hw_index=i, phys=0x4000 + i)
        data = ("hot_counter+0x4", "L1 hit")
        r.tells("cpu/mem-loads/", "server", in_program("gamma"), 100, data)
        r.tells("cpu/mem-loads/weight", "server", in_program("gamma"), 200 + i, data)
    return r, file(r)


def branch_counters():
    """Counters behind the branches, as kernels since 6.8 write them"""
    r = Recording()
    e = r.event("cycles", [21], IP | TID | TIME | BRANCH | WEIGHT | DATA_PAGE, type=0,
                branch=BRANCH_USER | BRANCH_ANY | BRANCH_COUNTERS, period=1000)
    map_all(r)
    for i in range(4):
        r.sample(e, ip=program("beta"), pid=100, time=10 + i, branches=[(1, 2, 1, 3)] * i, weight=5 + i, data_page=4096)
        r.tells(e, "server", in_program("beta"), 1000)
        r.tells("cycles/weight", "server", in_program("beta"), 5 + i)
    return r, file(r)


def few_fields():
    """No time, no id, no period: one event, whose period is that of its attribute"""
    r = Recording()
    e = r.event("cycles", [], IP | TID, type=0, period=12345)
    map_all(r)
    for name in ("alpha", "beta", "alpha"):
        r.sample(e, ip=program(name), pid=100)
        r.tells(e, "server", in_program(name), 12345)
    return r, file(r)


def ids(identifier, order="<"):
    """Two events told apart by an id that stands first, or behind the address; one sample is nobody's"""
    r = Recording(order)
    more = (IDENTIFIER if identifier else ID) | IP | TID | TIME | ADDR | CPU | PERIOD
    a = r.event("cycles:u", [11, 12], more, type=0, config=0)
    b = r.event("instructions:u", [21, 22], more, type=0, config=1)
    map_all(r)
    for i in range(6):
        e = (a, b)[i % 3 == 2]
        r.sample(e, ip=program("alpha"), pid=100, time=10 + i, cpu=i & 1, period=100 + i)
        r.tells(e, "server", in_program("alpha"), 100 + i)
    r.sample(a, id=4242, ip=program("beta"), pid=100, time=20, period=999)
    r.lose(b, 7, time=21)
    return r, file(r)


def attr_size(size):
    """An attribute of this many bytes"""
    r = Recording()
    e = r.event("cycles", [11], IDENTIFIER | IP | TID | TIME | PERIOD, type=0, size=size)
    map_all(r)
    for i in range(2):
        r.sample(e, ip=program("alpha"), pid=100, time=10 + i, period=300)
        r.tells(e, "server", in_program("alpha"), 300)
    return r, file(r)


def read_one(order="<"):
    """READ of single values: a sample weighs what its counter grew by"""
    r = Recording(order)
    e = r.event("cycles", [11, 12], IDENTIFIER | IP | TID | TIME | CPU | READ | PERIOD | CALLCHAIN, type=0,
                read_format=FORMAT_ID | TOTAL_TIME_ENABLED | TOTAL_TIME_RUNNING | FORMAT_LOST)
    map_all(r)
    last = {11: 0, 12: 0}
    for i, (cpu, value) in enumerate([(0, 1000), (1, 500), (0, 2500), (0, 2500), (1, 501)]):
        r.sample(e, ip=program("alpha"), pid=100, time=10 + i, cpu=cpu, period=3333, read=[(value, 11 + cpu, 0)],
                 chain=[USER, program("alpha"), program("beta")])
        if value > last[11 + cpu]:
            r.tells(e, "server", in_program("alpha", "beta"), value - last[11 + cpu])
        last[11 + cpu] = value
    return r, file(r)


def read_group(order="<"):
    """READ of a group: each sample of its leader is one of every member that grew since"""
    r = Recording(order)
    form = FORMAT_ID | FORMAT_GROUP | FORMAT_LOST | TOTAL_TIME_ENABLED
    more = IDENTIFIER | IP | TID | TIME | CPU | READ | CALLCHAIN
    a = r.event("cycles", [11], more, type=0, read_format=form)
    b = r.event("instructions", [21], more, type=0, config=1, read_format=form)
    map_all(r)
    before = (0, 0)
    for i, values in enumerate([(100, 250), (220, 250), (230, 900)]):
        r.sample(a, ip=program("alpha"), pid=100, time=10 + i, read=[(values[0], 11, 0), (values[1], 21, 0)],
                 chain=[USER, program("alpha"), program("beta")])
        for e, value, last in zip((a, b), values, before):
            if value > last:
                r.tells(e, "server", in_program("alpha", "beta"), value - last)
        before = values
    return r, file(r)


def lost_by_all(ending):
    """What one buffer lost is told at once under one event, and at the end by each event that counts its own losses"""
    r = Recording()
    form = FORMAT_ID | FORMAT_LOST
    more = IDENTIFIER | IP | TID | TIME | READ | PERIOD
    a = r.event("cycles", [11, 12], more, type=0, read_format=form)
    b = r.event("instructions", [21, 22], more, type=0, config=1, read_format=form)
    map_all(r)
    for i, lost in enumerate((0, 4, 6)):  # what the counter itself says it lost is neither a value nor a loss of its own
        r.sample(a, ip=program("alpha"), pid=100, time=10 + 2 * i, period=7, read=[(100 * (i + 1), 11, lost)])
        r.tells(a, "server", in_program("alpha"), 100)
        if lost:
            r.lose(b, 4 if i == 1 else 5, time=11 + 2 * i)
    if ending:
        r.lost.clear()
        for event, id, n in (a, 11, 4), (a, 12, 2), (b, 21, 3):
            r.add(LOST_SAMPLES, 0, r.words.u64(n), event=event, time=30, id=id)
            r.lost[event.name] = r.lost.get(event.name, 0) + n
        r.add(LOST_SAMPLES, MISC_FILTERED, r.words.u64(1000), event=a, time=30)
    r.sample(b, ip=program("beta"), pid=100, time=40, period=7, read=[(50, 21, 3)])
    r.tells(b, "server", in_program("beta"), 50)
    return r, file(r)


def lost_in_the_processor():
    """LOST_SAMPLES of an event that does not count its losses are the processor's, and come on top"""
    r = Recording()
    a = r.event("cycles", [11], IDENTIFIER | IP | TID | TIME | PERIOD, type=0)
    map_all(r)
    r.sample(a, ip=program("alpha"), pid=100, time=10, period=7)
    r.tells(a, "server", in_program("alpha"), 7)
    r.lose(a, 5, time=11)
    r.add(LOST_SAMPLES, 0, r.words.u64(3), event=a, time=12)
    r.lost[a.name] += 3
    return r, file(r)


def never():
    """An event that never happened is one that was recorded, but for the dummy of perf"""
    r = Recording()
    more = IDENTIFIER | IP | TID | TIME | PERIOD
    a = r.event("cycles", [11], more, type=0)
    r.event("instructions", [21], more, type=0, config=1)
    r.event("dummy:u", [31], more, type=1, config=9)
    map_all(r)
    for i in range(3):
        r.sample(a, ip=program("alpha"), pid=100, time=10 + i, period=100)
        r.tells(a, "server", in_program("alpha"), 100)
    return r, file(r)


RECORDINGS = {
    "fields-le": partial(fields, "<"), "fields-be": partial(fields, ">"),
    "weight-struct-le": partial(weight_struct, "<"), "weight-struct-be": partial(weight_struct, ">"),
    "branch-counters": branch_counters, "few-fields": few_fields,
    "identifier": partial(ids, True), "id-be": partial(ids, False, ">"), "id": partial(ids, False),
    "read-one": read_one, "read-group": read_group, "read-group-be": partial(read_group, ">"),
    "never": never,
    "lost": partial(lost_by_all, True), "lost-unfinished": partial(lost_by_all, False), "lost-in-processor": lost_in_the_processor,
    **{f"attr-{size}": partial(attr_size, size) for size in (*ATTR_SIZES, 152)},
}

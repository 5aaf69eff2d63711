# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings of AMD's IBS, and of addresses of data.

The registers are put together from named fields by the tables of the Processor Programming Reference for
family 19h (55898, 55901), the words of data sources by union perf_mem_data_src of <linux/perf_event.h>.
"""
from functools import partial

from layout import *  # noqa: F403
from places import *  # noqa: F403
from recording import Recording
from words import *  # noqa: F403

OP_CTL = {"max": (0, 16), "l3_miss_only": (16, 1), "en": (17, 1), "val": (18, 1), "ops": (19, 1), "max_high": (20, 7),
          "current": (32, 27)}
OP_DATA = {"comp_to_ret": (0, 16), "tag_to_ret": (16, 16), "return": (34, 1), "taken": (35, 1), "misp": (36, 1), "brn_ret": (37, 1),
           "rip_invalid": (38, 1), "fuse": (39, 1), "microcode": (40, 1)}
OP_DATA2 = {"src": (0, 3), "remote": (4, 1), "hit_st": (5, 1), "src_high": (6, 2)}
OP_DATA3 = {"ld": (0, 1), "st": (1, 1), "l1tlb_miss": (2, 1), "l2tlb_miss": (3, 1), "dc_miss": (7, 1), "mis": (8, 1), "wc": (13, 1),
            "uc": (14, 1), "locked": (15, 1), "no_mab": (16, 1), "lin": (17, 1), "phy": (18, 1), "l2_miss": (20, 1),
            "sw_pf": (21, 1), "width": (22, 4), "open": (26, 6), "dc_lat": (32, 16), "tlb_lat": (48, 16)}
FETCH_CTL = {"max": (0, 16), "count": (16, 16), "lat": (32, 16), "en": (48, 1), "val": (49, 1), "comp": (50, 1), "ic_miss": (51, 1),
             "phy": (52, 1), "page": (53, 2), "l1tlb_miss": (55, 1), "l2tlb_miss": (56, 1), "rand": (57, 1), "l2_miss": (58, 1),
             "oc_miss": (60, 1), "l3_miss": (61, 1)}
ZEN4_CAPS, ZEN3_CAPS = 0x1bff, 0x3ff


def register(table, fields):
    assert all(value >> table[name][1] == 0 for name, value in fields.items())
    return sum(value << table[name][0] for name, value in fields.items())


def op_raw(w, caps, ip, addr, phys, data, data2, data3, target=0):
    control = register(OP_CTL, dict(max=6250, en=1, val=1, ops=1, current=77))
    words = [control, ip, register(OP_DATA, data), register(OP_DATA2, data2), register(OP_DATA3, data3), addr, phys, target]
    return w.pack("I", caps) + w.u64(*words)


# What an op did -> what is told of it. A fact is (event, weight); "source" stands with facts about the data.
LINEAR = dict(lin=1, phy=1, width=4)
OPS = [
    # an op that touches no memory
    (dict(tag_to_ret=40, comp_to_ret=3), {}, {}, [("tag_to_ret", 40), ("comp_to_ret", 3)], "", ""),
    # branches: only those that retired say whether they were taken or mispredicted
    (dict(tag_to_ret=41, comp_to_ret=1, brn_ret=1, taken=1, misp=1), {}, {},
     [("tag_to_ret", 41), ("comp_to_ret", 1), ("brn_ret", 1), ("brn_taken", 1), ("brn_misp", 1)], "", ""),
    (dict(tag_to_ret=42, brn_ret=1, **{"return": 1}, taken=1, fuse=1), {}, {},
     [("tag_to_ret", 42), ("brn_ret", 1), ("brn_taken", 1), ("return", 1)], "", ""),
    (dict(tag_to_ret=43, taken=1, misp=1, microcode=1), {}, {}, [("tag_to_ret", 43), ("microcode", 1)], "", ""),
    # a load that hit the first cache: its latency field is not one
    (dict(tag_to_ret=44), {}, dict(ld=1, dc_lat=999, **LINEAR), [("tag_to_ret", 44), ("ld_op", 1)], "", ""),
    # loads that missed: from this complex, from memory of this node and another's, from an extension
    (dict(tag_to_ret=300, comp_to_ret=200), dict(src=1), dict(ld=1, dc_miss=1, l2_miss=1, dc_lat=180, **LINEAR),
     [("tag_to_ret", 300), ("comp_to_ret", 200), ("ld_op", 1), ("dc_miss", 1), ("l2_miss", 1), ("dc_miss_lat", 180)],
     "L3 or another L1/L2 of its CCX", ""),
    (dict(tag_to_ret=500), dict(src=3), dict(ld=1, dc_miss=1, l2_miss=1, dc_lat=400, l1tlb_miss=1, l2tlb_miss=1, tlb_lat=90, **LINEAR),
     [("tag_to_ret", 500), ("ld_op", 1), ("dc_miss", 1), ("l2_miss", 1), ("dc_miss_lat", 400), ("dc_l1tlb_miss", 1),
      ("dc_l2tlb_miss", 1), ("tlb_refill_lat", 90)], "DRAM", "DRAM"),
    (dict(tag_to_ret=800), dict(src=5, remote=1), dict(ld=1, dc_miss=1, l2_miss=1, dc_lat=700, locked=1, **LINEAR),
     [("tag_to_ret", 800), ("ld_op", 1), ("locked_op", 1), ("dc_miss", 1), ("l2_miss", 1), ("dc_miss_lat", 700)],
     "CCX of another node", ""),
    (dict(tag_to_ret=900), dict(src=0, src_high=1), dict(ld=1, dc_miss=1, l2_miss=1, dc_lat=1500, **LINEAR),
     [("tag_to_ret", 900), ("ld_op", 1), ("dc_miss", 1), ("l2_miss", 1), ("dc_miss_lat", 1500)], "extension memory", ""),
    # a store has no latency; one that missed the TLB, one across a line
    (dict(tag_to_ret=50), {}, dict(st=1, dc_miss=1, dc_lat=123, l1tlb_miss=1, tlb_lat=20, mis=1, **LINEAR),
     [("tag_to_ret", 50), ("st_op", 1), ("mis_acc", 1), ("dc_miss", 1), ("dc_l1tlb_miss", 1), ("tlb_refill_lat", 20)], "", ""),
    # a prefetch of software: told as a load, without latency; on Zen 3 what is behind L1 is wrong (erratum 1293)
    (dict(tag_to_ret=60), dict(src=3), dict(ld=1, sw_pf=1, dc_miss=1, l2_miss=1, dc_lat=333, **LINEAR),
     [("tag_to_ret", 60), ("ld_op", 1), ("sw_pf", 1), ("dc_miss", 1), ("l2_miss", 1)], "DRAM", None),
    # no linear address: the TLB was not asked
    (dict(tag_to_ret=61), {}, dict(ld=1, l1tlb_miss=1, tlb_lat=50), [("tag_to_ret", 61), ("ld_op", 1)], "", ""),
]
FETCHES = [
    (dict(comp=1, lat=12), 0, [("lat", 12)]),
    (dict(lat=5), 0, [("lat", 5), ("aborted", 1)]),
    (dict(comp=1, lat=80, ic_miss=1, l2_miss=1, l3_miss=1, oc_miss=1), 0,
     [("lat", 80), ("ic_miss", 1), ("oc_miss", 1), ("l2_miss", 1), ("l3_miss", 1)]),
    (dict(comp=1, lat=30, phy=1, page=1, l1tlb_miss=1, l2tlb_miss=1), 25,
     [("lat", 30), ("l1tlb_miss", 1), ("l2tlb_miss", 1), ("itlb_refill_lat", 25)]),
]
ZEN3_LACKS = {"ibs_fetch/ic_miss", "ibs_fetch/oc_miss", "ibs_fetch/l3_miss"}
OF_DATA = ("dc_miss", "l2_miss")


def ibs(zen):
    """Registers of ops and fetches"""
    r = Recording(cpuid=f"AuthenticAMD,25,{17 if zen == 4 else 1},1")
    caps = ZEN4_CAPS if zen == 4 else ZEN3_CAPS
    r.pmus += [(10, "ibs_fetch"), (11, "ibs_op")]
    r.pmu_caps = [("ibs_op", [("zen4_ibs_extensions", "1")])] if zen == 4 else []
    more = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | RAW
    op = r.event("ibs_op/cnt_ctl=1/", [11, 12], more, type=11, config=1 << 19, period=100000)
    fetch = r.event("ibs_fetch//", [21, 22], more, type=10, config=1 << 57, period=100000)
    map_all(r)
    frames = in_kernel("copy_page")
    for i, (data, data2, data3, facts, source4, source3) in enumerate(OPS):
        memory = data3.get("ld") or data3.get("st")
        raw = op_raw(r.words, caps, kernel("copy_page"), kernel("tasklist_lock", 0) if memory else 0, 0x5000 if memory else 0,
                     data, data2, data3)
        r.sample(op, ip=kernel("copy_page"), pid=100, time=100 + i, cpu=i & 1, period=100000, raw=raw)
        r.tells(op, "server", frames, 100000)
        if zen == 3 and source3 is None:  # spoilt by the erratum
            facts, source3 = [f for f in facts if f[0] != "l2_miss"], ""
        source = source4 if zen == 4 else source3
        for name, weight in facts:
            of_data = name.startswith(OF_DATA) and source
            r.tells("ibs_op/" + name, "server", frames, weight, ("", source) if of_data else None)
    for i, (fields, extended, facts) in enumerate(FETCHES):
        control = register(FETCH_CTL, dict(max=6250, en=1, val=1, rand=1, **fields))
        raw = r.words.pack("I", caps) + r.words.u64(control, program("alpha"), 0x7000, extended)
        r.sample(fetch, ip=program("alpha"), pid=100, time=200 + i, period=100000, raw=raw)
        r.tells(fetch, "server", in_program("alpha"), 100000)
        for name, weight in facts:
            if zen == 4 or "ibs_fetch/" + name not in ZEN3_LACKS:
                r.tells("ibs_fetch/" + name, "server", in_program("alpha"), weight)
    return r, file(r)


def data_src(level, op=1, snoop=1, lock=0, tlb=1):
    """Levels and the rest as sets of bits: 1 is N/A, 2 a hit."""
    return op | level << 5 | snoop << 19 | lock << 24 | tlb << 26


LEVELS = [(2 | 8, "L1 hit"), (2 | 64, "L3 hit"), (2 | 128, "Local RAM hit"), (2 | 1024, "Remote Cache (1 hop) hit"), (1, "")]


def data_symbols(order):
    """Addresses of data in objects of the program, its zeroed part, and the kernel; in none"""
    r = Recording(order)
    e = r.event("cpu/mem-loads,ldlat=30/P", [11], IDENTIFIER | IP | TID | TIME | ADDR | PERIOD | WEIGHT | DATA_SRC, type=4,
                config=0x1cd, period=1000)
    map_all(r)
    places = [("hot_counter", 0), ("hot_counter", 4), ("table", 0), ("table", 0xff), ("buffer", 8), (None, 0), ("tasklist_lock", 0),
              ("init_task", 0x10)]
    time = 100
    for name, offset in places:
        level, source = LEVELS[time % len(LEVELS)]
        if name is None:
            addr, data = 0x7ffd12345678, None
        elif name in ("tasklist_lock", "init_task"):
            addr, data = kernel(name, offset), f"{name}+{offset:#x}"
        else:
            addr, data = program(name, offset), f"{name}+{offset:#x}"
        r.sample(e, ip=program("alpha"), pid=100, time=time, addr=addr, period=1000, weight=30 + time, data_src=data_src(level, 2))
        for event, weight in (("cpu/mem-loads,ldlat=30/P", 1000), ("cpu/mem-loads,ldlat=30/P/weight", 30 + time)):
            r.tells(event, "server", in_program("alpha"), weight, (data, source))
        time += 1
    return r, file(r)


RECORDINGS = {
    "ibs-zen4": partial(ibs, 4), "ibs-zen3": partial(ibs, 3),
    "data-symbols": partial(data_symbols, "<"), "data-symbols-be": partial(data_symbols, ">"),
}

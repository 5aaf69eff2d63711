# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings about the file around the records: pipes, streams, directories, files that were never finished."""
from functools import partial

from layout import *  # noqa: F403
from places import *  # noqa: F403
from recording import Recording
from words import *  # noqa: F403

FIELDS = IDENTIFIER | IP | TID | TIME | CPU | PERIOD


NOT_SAID = dict(hostname="", osrelease="", arch="", cpudesc="", cmdline=[])


def two_events(order="<", n=6, name="cpu-clock:u", **machine):
    """A few samples of two events; the records all layouts hold."""
    r = Recording(order, **machine)
    events = [r.event(name, [11, 12], FIELDS), r.event("page-faults", [21, 22], FIELDS, config=2)]
    map_all(r)
    names = ("alpha", "beta", "last")
    for i in range(n):
        e, name = events[i % 3 == 2], names[i * i % 3]
        r.sample(e, ip=program(name), pid=100, time=100 + i, cpu=i & 1, period=1000 + i)
        r.tells(e, "server", in_program(name), 1000 + i)
    return r


def pipe_mode(order):
    """Pipe mode: attributes, features, names and build ids are records; bytes follow one of them"""
    r = two_events(order)
    r.build_ids = [(100, elf.BUILD_ID, PROGRAM)]
    r.user(FINISHED_INIT)
    r.user(FINISHED_ROUND)
    return r, pipe(r, tracing=b"\x17\x08\x44tracing, not a record")


def pipe_without_names():
    """Pipe mode of perf 3.x: no features, no names; events are known by type and number alone"""
    r = Recording(**NOT_SAID)
    e = r.event("cpu-clock", [11], FIELDS)
    map_all(r)
    r.sample(e, ip=program("alpha"), pid=100, time=100, period=1000)
    r.tells(e, "server", in_program("alpha"), 1000)
    w = r.words
    return r, w.u64(MAGIC, 16) + w.record(HEADER_ATTR, 0, w.attr(e) + w.u64(11)) + b"".join(r.records)


def stream(kind, piece, block, order="<"):
    """A stream of zstd in records that end anywhere, also inside the records in it"""
    r = two_events(order, n=40)
    return r, file(r, data=compressed(r, kind, piece, block), more_features=compressed_feature(r))


def two_frames():
    """Two frames of zstd behind each other, with records that are not compressed between them"""
    r = two_events(n=4)
    first = compressed(r, COMPRESSED, 4096, 100)
    r.records = []
    r.user(FINISHED_ROUND)
    plain = b"".join(r.records)
    r.records = []
    r.sample(r.events[0], ip=program("alpha"), pid=100, time=900, period=5)
    r.tells(r.events[0], "server", in_program("alpha"), 5)
    return r, file(r, data=first + plain + compressed(r, COMPRESSED, 50, 64), more_features=compressed_feature(r))


def directory():
    """perf record --threads: records of the kernel in files of their own beside the one with the header"""
    r = two_events(n=8)
    side, samples = r.records[:-8], r.records[-8:]
    header = file(r, data=b"".join(side), more_features={F_DIR: r.words.u64(1)})
    return r, {"data": header, "data.0": b"".join(samples[::2]), "data.1": b"".join(samples[1::2])}


def directory_compressed():
    """perf record --threads -z: each file has a stream of zstd of its own, which perf never ends"""
    r = two_events(n=8)
    side, samples = r.records[:-8], r.records[-8:]
    header = file(r, data=b"".join(side), more_features={F_DIR: r.words.u64(1), **compressed_feature(r)})
    parts = [stream_records(r, COMPRESSED, zstd(b"".join(samples[i::2]), 100, ends=False), 60) for i in (0, 1)]
    return r, {"data": header, "data.0": parts[0], "data.1": parts[1]}


def killed(cut):
    """perf was killed: no size, no features, and perhaps half a record at the end"""
    r = two_events(name="cpu-clock", **NOT_SAID)
    records = b"".join(r.records)
    if cut:
        del r.hits[-1]
    return r, file(r, data=records[:len(records) - cut], data_size=0)


def version_1():
    """The magic of kernels before 2.6.37: not read"""
    r = two_events()
    r.hits.clear()
    return r, file(r, magic=MAGIC_V1)


def strangers():
    """Records of AUX areas, of other programs and of times to come between those that count"""
    r = two_events(n=3)
    w = r.words
    r.user(AUXTRACE, w.pack("QQQIIII", 40, 0, 0, 0, 1, 0, 0), after=bytes(range(200, 240)))
    r.add(AUX_RECORD, 0, w.u64(0, 40, 1), time=200)
    r.add(ITRACE_START, 0, w.pack("II", 100, 100), pid=100, tid=100, time=200)
    r.add(THROTTLE, 0, w.u64(200, 11, 7011), time=200)
    r.add(UNTHROTTLE, 0, w.u64(201, 11, 7011), time=201)
    r.add(READ_RECORD, 0, w.pack("IIQ", 100, 100, 5), time=201)
    r.add(SWITCH, 1 << 13, b"", pid=100, tid=100, time=202)
    r.add(SWITCH_CPU_WIDE, 0, w.pack("II", 0, 0), pid=100, tid=100, time=202)
    r.add(NAMESPACES, 0, w.pack("IIQ", 100, 100, 2) + w.u64(3, 4026531835, 3, 4026531836), pid=100, tid=100, time=202)
    r.add(CGROUP_RECORD, 0, w.u64(77) + w.padded("/system.slice"), time=203)
    r.add(BPF_EVENT, 0, w.pack("HHI", 1, 0, 6) + bytes(8), time=203)
    r.add(AUX_OUTPUT_HW_ID, 0, w.u64(1), time=203)
    r.user(ID_INDEX, w.u64(2, *[11, 0, 0, 100], *[12, 1, 1, 100]))
    r.user(TIME_CONV, w.u64(0, 1, 0))
    r.add(LOST_SAMPLES, 0, w.u64(13), time=204, id=21)
    r.user(32768 + 5, b"simpleperf keeps its own here")
    r.user(999, b"nobody knows")
    r.sample(r.events[0], ip=program("last"), pid=100, time=300, period=77)
    r.tells(r.events[0], "server", in_program("last"), 77)
    r.lost["page-faults"] = 13
    return r, file(r)


def unfinished():
    """A stream of zstd that was never ended, inside a record: what stands before that counts"""
    r = two_events(n=40)
    whole = len(b"".join(two_events(n=30).records))
    r.records = [b"".join(r.records)[:whole + 20]]
    del r.hits[30:]
    stream = zstd(r.records[0], 500, ends=False)
    return r, file(r, data=stream_records(r, COMPRESSED, stream, 333), more_features=compressed_feature(r))


def old_header(order):
    """A header of 72 bytes has no features: events are known by their numbers"""
    r = two_events(order, name="cpu-clock", **NOT_SAID)
    return r, file(r, header=72)


def features_of_32_bits():
    """A big-endian recorder of 32 bits: the set of features is of shorter words"""
    r = two_events(">")
    return r, file(r, word=32)


RECORDINGS = {
    "pipe-le": partial(pipe_mode, "<"), "pipe-be": partial(pipe_mode, ">"), "pipe-without-names": pipe_without_names,
    "compressed": partial(stream, COMPRESSED, 333, 1000), "compressed2": partial(stream, COMPRESSED2, 333, 1000),
    "compressed2-be": partial(stream, COMPRESSED2, 111, 10000, ">"), "compressed-frames": two_frames,
    "compressed-unfinished": unfinished, "header-72": partial(old_header, "<"), "features-32-be": features_of_32_bits,
    "directory": directory, "directory-compressed": directory_compressed, "killed": partial(killed, 0), "killed-cut": partial(killed, 20), "version-1": version_1,
    "strangers": strangers,
}

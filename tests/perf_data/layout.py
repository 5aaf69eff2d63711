# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings as bytes: files, pipes, directories, compressed streams."""
from words import *  # noqa: F403

MAGIC, MAGIC_V1 = 0x32454c4946524550, 0x454c494646524550
F_TRACING, F_BUILD_ID, F_HOSTNAME, F_OSRELEASE, F_VERSION, F_ARCH, F_NRCPUS, F_CPUDESC, F_CPUID, F_TOTAL_MEM, F_CMDLINE, \
    F_EVENT_DESC, F_CPU_TOPOLOGY, F_NUMA, F_BRANCH, F_PMUS, F_GROUPS, F_AUXTRACE, F_STAT, F_CACHE, F_SAMPLE_TIME = range(1, 22)
F_DIR, F_COMPRESSED, F_PMU_CAPS = 24, 27, 31


def features(r):
    """{number: bytes} of the header features, without those a layout adds."""
    w, m = r.words, r.machine
    out = {F_HOSTNAME: w.string(m["hostname"]), F_OSRELEASE: w.string(m["osrelease"]), F_VERSION: w.string(m["version"]),
           F_ARCH: w.string(m["arch"]), F_NRCPUS: w.pack("II", m["cpus"], m["cpus"]), F_CPUDESC: w.string(m["cpudesc"]),
           F_CPUID: w.string(m["cpuid"]), F_TOTAL_MEM: w.u64(m["memory"]),
           F_CMDLINE: w.pack("I", len(m["cmdline"])) + b"".join(w.string(word) for word in m["cmdline"]),
           F_EVENT_DESC: event_desc(r),
           F_PMUS: w.pack("I", len(r.pmus)) + b"".join(w.pack("I", n) + w.string(name) for n, name in r.pmus)}
    if r.build_ids:
        out[F_BUILD_ID] = b"".join(build_id_record(w, *row) for row in r.build_ids)
    if r.pmu_caps:
        out[F_PMU_CAPS] = w.pack("I", len(r.pmu_caps)) + b"".join(
            w.pack("I", len(caps)) + b"".join(w.string(k) + w.string(v) for k, v in caps) + w.string(pmu)
            for pmu, caps in r.pmu_caps)
    if any(e.fields & BRANCH for e in r.events):
        out[F_BRANCH] = b""
    return out


def event_desc(r):
    w, size = r.words, r.events[0].size
    raw = w.pack("II", len(r.events), size)
    for e in r.events:
        raw += w.attr(e) + w.pack("I", len(e.ids)) + w.string(e.name) + w.u64(*e.ids)
    return raw


def build_id_record(w, pid, build_id, path, misc=2):
    """struct perf_record_header_build_id: the id in 20 bytes, then its size where that is not 20."""
    name = path.encode().ljust(len(path) + 1 + 7 & ~7, b"\0")
    body = w.pack("i", pid) + build_id.ljust(20, b"\0") + w.pack("BBH", len(build_id), 0, 0) + name
    return w.pack("IHH", BUILD_ID_RECORD, misc | 1 << 15, len(body) + 8) + body


def bitmap(w, said, word):
    """The set of features in words of a long of the recorder, which has 32 or 64 bits."""
    return w.pack(f"{256 // word}{'I' if word == 32 else 'Q'}",
                  *(sum(1 << n - at for n in said if at <= n < at + word) for at in range(0, 256, word)))


def file(r, data=None, data_size=None, more_features=None, magic=MAGIC, word=64, header=104):
    """File mode: header, ids, attributes, data, table of features, features. A header of 72 bytes has no features."""
    w, data = r.words, b"".join(r.records) if data is None else data
    out = bytearray(header)
    sections = []
    for e in r.events:
        sections.append((len(out), 8 * len(e.ids)))
        out += w.u64(*e.ids)
    attrs = len(out)
    for e, section in zip(r.events, sections):
        out += w.attr(e) + w.u64(*section)
    n_attrs, data_at = len(out) - attrs, len(out)
    out += data
    said = {**features(r), **(more_features or {})}
    table = len(out)
    if data_size != 0 and header == 104:  # a recorder that was killed wrote none
        out += bytes(16 * len(said))
        for i, number in enumerate(sorted(said)):
            out[table + 16 * i:table + 16 * i + 16] = w.u64(len(out), len(said[number]))
            out += said[number]
    else:
        said = {}
    out[:header] = (w.u64(magic, header, r.events[0].size + 16, attrs, n_attrs, data_at,
                          len(data) if data_size is None else data_size, 0, 0) + bitmap(w, said, word))[:header]
    return bytes(out)


def pipe(r, tracing=b""):
    """Pipe mode: 16 bytes, then attributes, features and the rest as records."""
    w = r.words
    out = w.u64(MAGIC, 16)
    for e in r.events:
        out += w.record(HEADER_ATTR, 0, w.attr(e) + w.u64(*e.ids))
    for number, raw in sorted(features(r).items()):
        if number not in (F_BUILD_ID, F_BRANCH):
            out += w.record(FEATURE, 0, w.u64(number) + raw)
    for e in r.events:
        out += w.record(EVENT_UPDATE, 0, w.u64(2, e.ids[0]) + w.padded(e.name))
    if tracing:
        out += w.record(TRACING_DATA, 0, w.pack("I", len(tracing))) + tracing.ljust(len(tracing) + 7 & ~7, b"\0")
    for row in r.build_ids:
        out += build_id_record(w, *row)
    return out + b"".join(r.records)


# ---- zstd, without its library: frames whose blocks are stored as they are (RFC 8878, 3.1.1)

def block_head(size, last):
    return (size << 3 | last).to_bytes(3, "little")


def zstd(raw, block, ends=True):
    """One frame of stored blocks of `block` bytes, with a window of 1 MiB and neither size nor checksum."""
    out = (0xfd2fb528).to_bytes(4, "little") + b"\x00" + bytes([(20 - 10) << 3])
    for at in range(0, len(raw), block):
        piece = raw[at:at + block]
        out += block_head(len(piece), ends and at + block >= len(raw)) + piece
    return out


def compressed(r, kind, piece, block):
    """Records of all but attributes as one stream of zstd, cut into records of `piece` bytes wherever that falls."""
    return stream_records(r, kind, zstd(b"".join(r.records), block), piece)


def stream_records(r, kind, stream, piece):
    w, out = r.words, b""
    for at in range(0, len(stream), piece):
        part = stream[at:at + piece]
        if kind == COMPRESSED2:
            out += w.record(kind, 0, w.u64(len(part)) + part)
        else:  # not in multiples of 8
            out += w.pack("IHH", kind, 0, 8 + len(part)) + part
    return out


def compressed_feature(r):
    """version, type (1: zstd), level, ratio, size of a buffer"""
    return {F_COMPRESSED: r.words.pack("5I", 1, 1, 1, 2, 528384)}

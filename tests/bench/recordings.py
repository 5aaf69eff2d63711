# SPDX-License-Identifier: GPL-3.0-or-later
"""Large recordings of perf, made on the spot: a few seconds of perf bench, lived through again and again."""
import pathlib
import struct
import subprocess

SAMPLE, TIMED = 9, range(1, 22)
IP, TID, TIME, IDENTIFIER = 1 << 0, 1 << 1, 1 << 2, 1 << 16
BEHIND_TIME = (1 << 6, 1 << 9, 1 << 7, 1 << 16)  # ID, STREAM_ID, CPU, IDENTIFIER


def record(perf, path, *options):
    """Two or three seconds of processes that write to each other; None if perf may not."""
    command = [perf, "record", "-q", "-F", "20000", "-e", "cpu-clock", *options, "-o", str(path), "--",
               perf, "bench", "sched", "messaging", "-l", "300"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return str(path) if done.returncode == 0 else None


def time_places(data, fields):
    """Where the 8 bytes of the time stand in each record that has one, and how many samples there are."""
    front = 8 + 8 * sum(bool(fields & bit) for bit in (IDENTIFIER, IP, TID))
    back = 8 + 8 * sum(bool(fields & bit) for bit in BEHIND_TIME)
    places, samples, at = [], 0, 0
    while at + 8 <= len(data):
        kind, _, size = struct.unpack_from("<IHH", data, at)
        if kind == SAMPLE:
            places.append(at + front)
            samples += 1
        elif kind in TIMED:
            places.append(at + size - back)
        at += size
    return places, samples


def repeated(source, path, samples):
    """The recording again and again, each time later, until it has so many samples; how many those are.

    What was there before it began, at time 0, stays there.
    """
    raw = pathlib.Path(source).read_bytes()
    attrs, data_at, data_size = struct.unpack_from("<Q8xQQ", raw, 24)
    fields, = struct.unpack_from("<Q", raw, attrs + 24)
    data = bytearray(raw[data_at:data_at + data_size])
    places, once = time_places(data, fields)
    u64 = struct.Struct("<Q")
    times = [u64.unpack_from(data, place)[0] for place in places]
    span = max(times) - min(t for t in times if t) + 1000
    rounds = -(-samples // once)
    features = raw[data_at + data_size:]
    with open(path, "wb") as out:
        out.write(raw[:data_at])
        for i in range(rounds):
            for place, time in zip(places, times):
                if time:
                    u64.pack_into(data, place, time + i * span)
            out.write(data)
        out.write(moved(features, raw, data_size * (rounds - 1)))
        out.seek(48)
        out.write(u64.pack(data_size * rounds))
    return rounds * once


def moved(features, raw, by):
    """The table of features and what it points to, further behind in the file."""
    out = bytearray(features)
    for i in range(sum(word.bit_count() for word in struct.unpack_from("<4Q", raw, 72))):
        offset, = struct.unpack_from("<Q", out, 16 * i)
        struct.pack_into("<Q", out, 16 * i, offset + by)
    return bytes(out)

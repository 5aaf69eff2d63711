# SPDX-License-Identifier: GPL-3.0-or-later
"""What the bench scripts share: fair timing of whole processes, and data made on the spot."""
import os
import pathlib
import random
import shutil
import statistics
import tempfile
import time


def spawn(command):
    """Seconds, and peak memory in bytes, of one run of `command` with its output thrown away."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)}: exit {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss * 1024


def in_turn(commands, rounds):
    """Seconds of every round, and peak bytes, of each command; A B A B, so that drift hits all alike."""
    seconds = [[] for _ in commands]
    memory = [0] * len(commands)
    for command in commands:
        spawn(command)
    for _ in range(rounds):
        for i, command in enumerate(commands):
            taken, bytes_used = spawn(command)
            seconds[i].append(taken)
            memory[i] = max(memory[i], bytes_used)
    return seconds, memory


def row(name, ours, peer, gate, unit="ms", scale=1e3, note=""):
    """One line of the table: two medians, and a gate on the median ratio of runs side by side."""
    ratio = statistics.median(a / b for a, b in zip(ours, peer))
    ours, peer = statistics.median(ours), statistics.median(peer)
    verdict = "pass" if ratio <= gate else "FAIL"
    peer_text = f"{peer * scale:.2f} {unit}{note}"
    print(f"{name} | {ours * scale:.2f} {unit} | {peer_text} | {ratio:.2f} | <= {gate} | {verdict}")


def not_run(name, peer, gate):
    print(f"{name} | | {peer}: not installed | | <= {gate} | not run")


def peer_program(name):
    return shutil.which(name)


def perfdelta(build):
    return str(pathlib.Path(build).resolve() / "src/perfdelta")


def floor(build):
    """Reads a CSV file with bare libcsv and does nothing with it."""
    return str(pathlib.Path(build).resolve() / "tests/bench_csv_floor")


def reader(build):
    """Reads files into a ledger and stops there."""
    return str(pathlib.Path(build).resolve() / "tests/bench_read")


def numbers(path, values):
    path.write_text("".join(f"{v:.6g}\n" for v in values))
    return str(path)


def long_csv(path, cells, runs, seed=1):
    """`cells` pairs of series of `runs` values, 2 % noise, about 31 bytes a row."""
    rng = random.Random(seed)
    with open(path, "w") as out:
        out.write("benchmark,side,run,value\n")
        for cell in range(cells):
            middle = rng.uniform(1, 1000)
            for side in ("base", "head"):
                for run in range(runs):
                    out.write(f"benchmark-{cell:05d},{side},{run},{middle * rng.gauss(1, 0.02):.6g}\n")
    return str(path)


def tied_csv(path, benchmarks, runs, seed=1):
    """Two metrics with two digits each: heavy ties, as coarse timers and counters give."""
    rng = random.Random(seed)
    with open(path, "w") as out:
        out.write("benchmark,metric,unit,side,value\n")
        for i in range(benchmarks):
            for metric, unit in (("time", "ns/op"), ("memory", "B/op")):
                middle = rng.uniform(10, 99)
                for side in ("base", "head"):
                    for _ in range(runs):
                        out.write(f"Benchmark{i},{metric},{unit},{side},{middle * rng.gauss(1, 0.05):.2g}\n")
    return str(path)


def scratch():
    return tempfile.TemporaryDirectory(prefix="perfdelta-bench-")

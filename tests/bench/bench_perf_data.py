# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings of 1.2 M samples, read by us and by the perf that made them."""
import os
import pathlib
import shlex
import subprocess
import sys

from bench_profile import memory_row
from recordings import record, repeated
from timing import in_turn, not_run, peer_program, perfdelta, row, scratch

SAMPLES = 1_200_000
# name: the least by which we are faster, as a bound on ours / theirs
FLAT, CHAINS, SCRIPT, DIFF = 1 / 1.5, 1 / 4, 1 / 8, 1.0
MEMORY = 1.5  # of the file


def made(perf, folder, name, *options):
    """By a process of its own, as in bench_profile.py: None if perf may not record."""
    path = folder / name
    done = subprocess.run([sys.executable, __file__, "--make", perf, str(path), *options])
    return str(path) if done.returncode == 0 else None


def whole(*command):
    """A command line of a shell, for pipes."""
    return ["/bin/sh", "-c", " ".join(command)]


def rounded(bound):
    return round(bound, 3)


def against_report(build, perf, flat, chains):
    ours = perfdelta(build)
    (mine, theirs), _ = in_turn([[ours, "summary", flat], [perf, "report", "-i", flat, "--no-children", "-g", "none", "--stdio"]], 5)
    row("1.2 M samples", mine, theirs, rounded(FLAT), note=" (perf report -g none)")
    commands = [[ours, "summary", chains], [perf, "report", "-i", chains, "--no-children", "-g", "none", "--stdio"]]
    (mine, theirs), memory = in_turn(commands, 3)
    print(f"1.2 M samples with chains: {min(mine) / min(theirs):.2f} of perf report -g none, which reads none")
    memory_row("1.2 M samples with chains, memory", memory[0], MEMORY * os.path.getsize(chains))
    (mine, theirs), _ = in_turn([[ours, "summary", chains], [perf, "report", "-i", chains, "--stdio"]], 1)
    row("1.2 M samples with chains", mine, theirs, rounded(CHAINS), note=" (perf report --stdio)")
    script = whole(shlex.quote(perf), "script", "-i", shlex.quote(chains), "2>/dev/null", "|", shlex.quote(ours), "summary", "-")
    (mine, theirs), _ = in_turn([[ours, "summary", chains], script], 1)
    row("1.2 M samples with chains, as text", mine, theirs, rounded(SCRIPT), note=" (perf script | perfdelta)")


def two_recordings(build, perf, chains, other):
    ours = perfdelta(build)
    sides = [f"base={chains}", f"head={other}"]
    commands = [[ours, "profile", "-j", "2", *sides], [perf, "diff", chains, other], [ours, "profile", "-j", "1", *sides]]
    (mine, theirs, alone), _ = in_turn(commands, 3)
    row("two recordings compared", mine, theirs, DIFF, note=" (perf diff)")
    print(f"two recordings on two of {os.cpu_count()} processors: {min(alone) / min(mine):.2f} times as fast")


def main():
    build, perf = pathlib.Path(sys.argv[1]).resolve(), peer_program("perf")
    with scratch() as name:
        folder = pathlib.Path(name)
        files = perf and [made(perf, folder, "flat.data"), made(perf, folder, "chains.data", "-g"),
                          made(perf, folder, "other.data", "-g")]
        if not files or not all(files):
            not_run("1.2 M samples", "perf record", rounded(FLAT))
            return
        flat, chains, other = files
        against_report(build, perf, flat, chains)
        two_recordings(build, perf, chains, other)


if __name__ == "__main__":
    if sys.argv[1] == "--make":
        perf, path, *options = sys.argv[2:]
        source = record(perf, path + ".once", *options)
        sys.exit(source is None or repeated(source, path, SAMPLES) < SAMPLES)
    main()

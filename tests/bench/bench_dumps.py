# SPDX-License-Identifier: GPL-3.0-or-later
"""Twenty perf report dumps compared and printed, small ones of a program and large ones of a whole machine."""
import pathlib
import random
import statistics
import sys

from timing import in_turn, perfdelta, scratch

# What a command that one waits for may take; cat of the same files says what the machine was doing.
BOUND, LARGE = 0.050, 1500


def dump(path, rng, rows):
    """As perf report -n --show-total-period prints them; a cost differs from run to run by 3 %."""
    counts = [max(1, int(rng.gauss(1, 0.03) * 200000 / (i + 3))) for i in range(rows)]
    total = sum(counts)
    lines = ["#", f"# Samples: {total // 1000}K of event 'cycles'", f"# Event count (approx.): {total * 1000}", "#",
             "# Overhead       Samples        Period  Command          Shared Object      Symbol",
             "# ........  ............  ............  ...............  .................  ..........................", "#"]
    for i, n in enumerate(counts):
        lines.append(f"{100 * n / total:9.2f}%  {n:12d}  {n * 1000:12d}  sched-messaging  [kernel.kallsyms]  [k] function_{i}")
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def measured(command, files):
    (ours, cat), _ = in_turn([command, ["/bin/cat", *files]], 20)
    return statistics.median(ours), statistics.median(cat)


def command_of(build, base, head):
    return [perfdelta(build), "profile", "base=" + ",".join(base), "head=" + ",".join(head)]


def main():
    build = pathlib.Path(sys.argv[1])
    data = pathlib.Path(__file__).parents[2] / "data/profile"
    small = [[str(p) for v in pair for p in sorted((data / v).glob("run-*.txt"))]
             for pair in (("base", "base2"), ("slow", "faster"))]
    with scratch() as folder:
        rng = random.Random(7)
        large = [[dump(pathlib.Path(folder) / f"{side}{i}.txt", rng, LARGE) for i in range(10)] for side in "ab"]
        seconds, cat = measured(command_of(build, *small), small[0] + small[1])
        print(f"20 perf report dumps | {seconds * 1e3:.2f} ms | {BOUND * 1e3:.0f} ms (cat: {cat * 1e3:.2f} ms) | "
              f"{seconds / BOUND:.2f} | <= 1 | {'pass' if seconds <= BOUND else 'FAIL'}")
        seconds, cat = measured(command_of(build, *large), large[0] + large[1])
        print(f"20 perf report dumps of {LARGE} rows: {seconds * 1e3:.0f} ms (cat: {cat * 1e3:.0f} ms)")


if __name__ == "__main__":
    main()

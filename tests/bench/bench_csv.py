# SPDX-License-Identifier: GPL-3.0-or-later
"""A million values in 50 000 cells: read, tested and printed, beside bare libcsv on the same file."""
import pathlib
import sys

from timing import floor, in_turn, long_csv, perfdelta, reader, row, scratch

# 1.1 s where bare libcsv takes 0.12 s; reading alone may take twice libcsv's time.
GATE_ALL, GATE_READ, GATE_GROWTH, MEMORY = 9, 2.0, 1.15, 200e6
CELLS, RUNS = 25000, 20

with scratch() as folder:
    path = pathlib.Path(folder)
    big = long_csv(path / "big.csv", CELLS, RUNS)
    half = long_csv(path / "half.csv", CELLS // 2, RUNS)
    ours = perfdelta(sys.argv[1])
    commands = [
        [ours, "compare", "-s", "csv", big],
        [reader(sys.argv[1]), big],
        [floor(sys.argv[1]), big],
        [ours, "compare", "-s", "csv", half],
    ]
    (whole, read, bare, of_half), memory = in_turn(commands, 7)
    row("1 000 000 values read", read, bare, GATE_READ, note=" (bare libcsv)")
    row("1 000 000 values to csv", whole, bare, GATE_ALL, note=" (bare libcsv)")
    row("the same, per cell, beside half as many", [t / 2 for t in whole], of_half, GATE_GROWTH, note=" (half)")
    print(f"1 000 000 values, memory | {memory[0] / 1e6:.0f} MB | {MEMORY / 1e6:.0f} MB | "
          f"{memory[0] / MEMORY:.2f} | <= 1 | {'pass' if memory[0] <= MEMORY else 'FAIL'}")

# SPDX-License-Identifier: GPL-3.0-or-later
"""2000 benchmarks x 2 metrics x 20 runs a side with ties, beside bare libcsv on the same file."""
import pathlib
import sys

from timing import floor, in_turn, perfdelta, row, scratch, tied_csv

# 0.19 s where bare libcsv takes 0.017 s; 7 to 8 times libcsv is what is seen.
GATE = 11
with scratch() as folder:
    path = tied_csv(pathlib.Path(folder) / "tied.csv", 2000, 20)
    (ours, bare), _ = in_turn([[perfdelta(sys.argv[1]), "compare", path], [floor(sys.argv[1]), path]], 7)
    row("2000 benchmarks x 20 runs x 2 metrics, tied", ours, bare, GATE, note=" (bare libcsv)")

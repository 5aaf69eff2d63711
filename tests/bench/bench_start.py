# SPDX-License-Identifier: GPL-3.0-or-later
"""From start to verdict on two files of ten values, beside ministat."""
import pathlib
import random
import sys

from timing import in_turn, not_run, numbers, peer_program, perfdelta, row, scratch

GATE = 1.5
rng = random.Random(1)
with scratch() as folder:
    base = numbers(pathlib.Path(folder) / "base", [rng.gauss(100, 1) for _ in range(10)])
    head = numbers(pathlib.Path(folder) / "head", [rng.gauss(103, 1) for _ in range(10)])
    ministat = peer_program("ministat")
    if ministat:
        (ours, peer), _ = in_turn([[perfdelta(sys.argv[1]), "compare", base, head], [ministat, base, head]], 300)
        row("start to verdict, 10 v 10", ours, peer, GATE, note=" (ministat)")
    else:
        not_run("start to verdict, 10 v 10", "ministat", GATE)

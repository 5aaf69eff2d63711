#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layouts of lkp-tests and mmtests, against what those programs printed.

Their outputs for the same hackbench logs, and a line of a robot's mail with the
raw values behind it, lie in ../shared if at all; without them this is skipped.
Marks of significance are not compared: theirs follow other rules.
usage: incumbents.py PERFDELTA SOURCE_ROOT
"""
import difflib
import pathlib
import re
import subprocess
import sys

SKIP = 77
EXE, ROOT = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
KERNEL = ROOT.parent / "shared/data/kernel"
NEEDED = ["lkp-output-on-hackbench.txt", "lkp-raw/expected-lkp-table.txt", "mmtests-output/compare-hackbench.txt",
          "mmtests-output/compare-hackbench-n1.txt", "mmtests-output/compare-hackbench-ms-without-R.txt",
          "mmtests-output/compare-hackbench-ratio.txt"]


def perfdelta(style, *operands, stdin=None):
    done = subprocess.run([EXE, "compare", "-s", style, *operands], input=stdin, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{style} {' '.join(operands)}: status {done.returncode}\n{done.stderr}")
    return [line.rstrip() for line in done.stdout.splitlines()]


def posted(name):
    return [line.rstrip() for line in (KERNEL / name).read_text().splitlines()]


def contained(what, want, got):
    """Whether the lines @want stand in @got, one after the other; prints a diff if not."""
    for start in range(len(got) - len(want) + 1):
        if got[start:start + len(want)] == want:
            print(f"{what}: {len(want)} lines, equal")
            return True
    print(*difflib.unified_diff(want, got, what, "perfdelta", lineterm=""), sep="\n")
    return False


def without_stars(lines):
    """Stars are blanks and parentheses again; all else stays as it is."""
    return [re.sub(r" \*( *-?\d+\.\d\d%)\*", r" (\1)", line) for line in lines]


def hackbench(*names):
    folders = {"pin": "patched", "base": "base", "rerun": "rerun", "batch": "batch"}
    return [f"5.0-{name}={KERNEL / 'hackbench' / folders[name]}" for name in names]


def milliseconds():
    """The hackbench logs in ms, a unit that perfdelta would turn into seconds, hence another name."""
    rows = ["metric,unit,better,groups,side,value"]
    for operand in hackbench("base", "rerun", "batch", "pin"):
        side, folder = operand.split("=")
        for path in sorted(pathlib.Path(folder).iterdir()):
            for groups, time in re.findall(r"with (\d+) groups.*?^Time: (\d+\.\d+)$", path.read_text(), re.M | re.S):
                rows.append(f"time,thousandths,lower,{groups},{side},{time.replace('.', '').lstrip('0')}")
    return "\n".join(rows) + "\n"


def percentages(lines):
    """Names and percentages alone: mmtests was told to print four decimals of these, perfdelta prints two."""
    return [" ".join(line.split()[:2] + re.findall(r"-?\d+\.\d\d%", line)) for line in lines if "%)" in line]


def main():
    missing = [name for name in NEEDED if not (KERNEL / name).exists()]
    if missing:
        print(f"skipped, there is no {KERNEL / missing[0]}")
        return SKIP
    four = hackbench("base", "rerun", "batch", "pin")
    raw = KERNEL / "lkp-raw"
    commits = {"v6.12-rc4": "v6.12-rc4", "a3396b9999": "a3396b99990d8b4e5797e7b16fd",
               "e70c301fae": "e70c301faece15b618e54b613b1"}
    n1 = [f"6.0-{name}1={KERNEL / 'hackbench' / name / 'run-01.txt'}" for name in ("base", "batch")]
    ok = [
        contained("lkp", posted("lkp-output-on-hackbench.txt")[:5], perfdelta("lkp", *four)),
        contained("lkp, posted", posted("lkp-raw/expected-lkp-table.txt"),
                  perfdelta("lkp", *(f"{name}={raw / f'{file}.matrix.json'}" for file, name in commits.items()))),
        contained("mmtests", posted("mmtests-output/compare-hackbench.txt"), without_stars(perfdelta("mmtests", *four))),
        contained("mmtests, n=1", posted("mmtests-output/compare-hackbench-n1.txt"), perfdelta("mmtests", *n1)),
        contained("mmtests --print-ratio", posted("mmtests-output/compare-hackbench-ratio.txt"),
                  without_stars(perfdelta("mmtests-ratio", *hackbench("base", "pin")))),
        contained("mmtests, ms", percentages(without_stars(posted("mmtests-output/compare-hackbench-ms-without-R.txt"))),
                  percentages(without_stars(perfdelta("mmtests", "-", stdin=milliseconds())))),
    ]
    return not all(ok)


sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run every tests/bench/bench_*.py and print one table; fail if a gate fails.

A script gets the build directory as its argument and prints, for each thing measured,
one line `name | ours | peer | ratio | gate | verdict`. The gate is a bound on the ratio of
two times taken in the same run, because a ratio survives a slow or busy machine; the
verdict is pass, FAIL or not run (the peer is not installed). Other lines are passed on.
usage: run.py BUILD_DIR [NAME...]
"""
import os
import pathlib
import platform
import subprocess
import sys

HEAD = ["what", "ours", "peer", "ratio", "gate", "verdict"]
VERDICTS = {"pass", "FAIL", "not run"}


def rows_of(script, build):
    """The rows that one script prints; a row for the script itself if it breaks."""
    done = subprocess.run([sys.executable, script, build], stdout=subprocess.PIPE, text=True)
    rows = []
    for line in done.stdout.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == len(HEAD) and cells[-1] in VERDICTS:
            rows.append(cells)
        else:
            print(line)
    if done.returncode or not rows:
        rows.append([script.stem, "", "", "", "", "FAIL"])
    return rows


def main():
    here, build, names = pathlib.Path(__file__).parent, sys.argv[1], sys.argv[2:]
    scripts = [s for s in sorted(here.glob("bench_*.py")) if not names or s.stem.removeprefix("bench_") in names]
    if not scripts:
        sys.exit("bench: nothing to run")
    load = " ".join(f"{x:.1f}" for x in os.getloadavg())
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {load} at the start")
    rows = [row for script in scripts for row in rows_of(script, build)]
    widths = [max(len(row[i]) for row in [HEAD, *rows]) for i in range(len(HEAD))]
    for row in [HEAD, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    failed = [row[0] for row in rows if row[-1] == "FAIL"]
    print(f"{len(rows)} measured, {len(failed)} failed" + (": " + ", ".join(failed) if failed else ""))
    return bool(failed)


sys.exit(main())

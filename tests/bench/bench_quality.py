# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks of single series, beside the comparison without them, both by one thread in memory."""
import pathlib
import subprocess
import sys

MOST = 1.3  # of a comparison without them
program = pathlib.Path(sys.argv[1]).resolve() / "tests/bench_quality"
for rows, runs in (50000, 10), (20000, 30), (5000, 100):
    done = subprocess.run([program, str(rows), str(runs)], check=True, capture_output=True, text=True)
    whole, checks = map(float, done.stdout.split())
    ratio = whole / (whole - checks)
    print(f"checks in {rows} rows x {runs} runs a side | {1e3 * whole:.0f} ms | {1e3 * (whole - checks):.0f} ms (without) | "
          f"{ratio:.2f} | <= {MOST} | {'pass' if ratio <= MOST else 'FAIL'}")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Single statistics, beside a plain sum over 1000 + 1000 values in the same run.

The wanted times are those of a processor on which that sum takes 0.78 us; as
ratios to the sum they hold on any other.
"""
import pathlib
import subprocess
import sys

SUM_US = 0.78
WANTED_US = {
    "ranktest-100v100-cold": 600,
    "ranktest-1000v1000-cold": 300_000,
    "ranktest-ties-50v50": 5_000,
    "ranktest-ties-100v100": 50_000,
    "test-and-interval-10v10-cold": 10,
    "pairs-10-cold": 10,
    "pairs-200-cold": 5_000,
    "pairs-ties-200-cold": 5_000,
    "profiles-10v10-of-5000": 100_000,
    "bca-mean-30": 5_000,
    "bca-median-30": 10_000,
    "permutation-10v10": 20_000,
}
# A resampled mean beside drawing alone what its resamples take, 32 bits for each value.
WANTED_DRAWS = {"bca-mean-30": 2, "bca-mean-change-30v30": 4}

program = pathlib.Path(sys.argv[1]).resolve() / "tests/bench_stat"
lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
took = {name: float(us) for name, us, _ in map(str.split, lines)}
peer = took["plain-sum-1000"]
for name, wanted in WANTED_US.items():
    ratio, gate = took[name] / peer, wanted / SUM_US
    verdict = "pass" if ratio <= gate else "FAIL"
    print(f"{name} | {took[name]:.4g} us | {peer:.3g} us (plain sum) | {ratio:.4g} | <= {gate:.4g} | {verdict}")
draws = took["plain-draws-30"]
for name, gate in WANTED_DRAWS.items():
    ratio = took[name] / draws
    verdict = "pass" if ratio <= gate else "FAIL"
    print(f"{name} | {took[name]:.4g} us | {draws:.4g} us (plain draws) | {ratio:.2f} | <= {gate} | {verdict}")

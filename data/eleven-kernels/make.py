#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Three runs of each kernel that could stand behind the table of mail 001 (data/seeds/001_amazon_default.csv).

The mail has percentages only. Here each kernel gets three values whose mean gives the printed one, with
normal noise of 2 % (of latency 3 %) a run. The base is made up: 1 200 000 new orders a minute, 24 ms.
Nobody measured these numbers. usage: make.py < 001_amazon_default.csv > runs.csv
"""
import csv
import sys

# metric, column of the mail, unit, better, mean of the base, noise of a run, decimals
METRICS = [
    ("throughput", "throughput_nopm_vs_6.5.13", "NOPM", "higher", 1200000, 0.02, 0),
    ("p50-latency", "p50_latency_vs_6.5.13", "ms", "lower", 24, 0.03, 3),
    # the first kernel has no number of it: a percentage of what stands in no column
    ("nopl+nortp", "nopl_nortp_nopm_vs_6.5.13", "index", "higher", 100, 0.02, 2),
]
state = 6513


def uniform():
    """A linear congruential generator (Knuth's MMIX), so that any Python gives the same runs."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 11) / 2**53


def normal():
    return sum(uniform() for _ in range(12)) - 6


def runs(mean, noise, decimals):
    """Three values around @mean, moved so that the mean of the rounded ones is what was asked for."""
    z = [normal() for _ in range(3)]
    middle = sum(z) / 3
    values = [round(mean * (1 + noise * (x - middle)), decimals) for x in z[:2]]
    return values + [round(3 * mean - sum(values), decimals)]


def main():
    rows = list(csv.DictReader(sys.stdin))
    print("benchmark,metric,unit,better,side,run,value")
    for name, column, unit, better, base, noise, decimals in METRICS:
        for row in rows:
            printed = row[column]
            if printed in ("", "N/A"):
                continue
            change = 0 if printed == "baseline" else float(printed.rstrip("%")) / 100
            for i, value in enumerate(runs(base * (1 + change), noise, decimals)):
                print(f"mysql,{name},{unit},{better},{row['kernel']},{i + 1},{value:.{decimals}f}")


main()

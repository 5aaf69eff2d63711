#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recompute what perfdelta prints about the profiles in data/, from their texts.

The dumps are read by a regular expression, costs are summed in whole
nanoseconds, the t test is written out, its distribution integrated. What the
versions of the profiled program cost is known by construction, so the verdicts
are known as well. The bounds of the mail follow from its printed percentages.
usage: check_profiles.py PERFDELTA SOURCE_ROOT
"""
import csv
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys

from distributions import adjusted, t_tail

exe, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
bad = checked = 0


def check(what, got, want, rel=1e-10):
    global bad, checked
    checked += 1
    same = got == want
    if isinstance(got, (int, float)) and isinstance(want, (int, float)) and not isinstance(want, bool):
        same = math.isclose(got, want, rel_tol=rel, abs_tol=1e-13)
    if not same:
        print(f"{what}: printed {got!r}, recomputed {want!r}")
        bad += 1


def perfdelta(*args):
    done = subprocess.run([exe, *args], cwd=root, capture_output=True, text=True, env={"LC_ALL": "C"})
    return done.returncode, done.stdout


def profile(head, *args):
    status, text = perfdelta("profile", "-s", "json", *args, "base=data/profile/base", f"head=data/profile/{head}")
    check(f"{head}: exit status", status, 0)
    return json.loads(text)


# ---- five runs against five

ROW = re.compile(r"^ +[\d.]+% +(\d+) +(\d+)  (\S+) +(\S+) +\[.\] (.*)$", re.M)


def read(version):
    """[{symbol: [hits, nanoseconds]}], one per run; clones of a function are that function."""
    runs = []
    for dump in sorted((root / "data/profile" / version).glob("run-*.txt")):
        rows = {}
        for hits, period, _, _, symbol in ROW.findall(dump.read_text()):
            row = rows.setdefault(re.sub(r"\.(isra|constprop|part)\.\d+$", "", symbol), [0, 0])
            row[0] += int(hits)
            row[1] += int(period)
        runs.append(rows)
    return runs


def log_cost(run, symbol):
    """With half a hit more, so that there is a logarithm of none."""
    total, hits = (sum(row[i] for row in run.values()) for i in (1, 0))
    return math.log(run.get(symbol, (0, 0))[1] + total / (2 * hits)) - math.log1p(1 / hits)


def welch(x, y):
    m, n = len(x), len(y)
    vx, vy = statistics.variance(x) / m, statistics.variance(y) / n
    df = (vx + vy) ** 2 / (vx ** 2 / (m - 1) + vy ** 2 / (n - 1))
    diff = statistics.fmean(y) - statistics.fmean(x)
    return diff, 2 * t_tail(abs(diff) / math.sqrt(vx + vy), df)


def check_against(head):
    """Costs by run, as they are: --work=1."""
    sides = read("base"), read(head)
    printed = profile(head, "--work=1")
    totals = [sum(row[1] for run in side for row in run.values()) / 1e9 / len(side) for side in sides]
    for side, total, got in zip(sides, totals, printed["total"]):
        check(f"{head}: total", got["cost"], total)
        check(f"{head}: hits", got["hits"], sum(row[0] for run in side for row in run.values()))
        check(f"{head}: runs", got["runs"], len(side))
    rows = [row for row in printed["rows"] if row["kind"] == "row"]
    symbols = {s for side in sides for run in side for s in run
               if sum(r.get(s, (0, 0))[0] for part in sides for r in part) >= 5 * sum(map(len, sides))}
    check(f"{head}: rows of five hits a run or more", {row["symbol"] for row in rows}, symbols)
    ps = []
    for row in rows:
        what, symbol = f"{head}: {row['symbol']}", row["symbol"]
        costs = [sum(run.get(symbol, (0, 0))[1] for run in side) / 1e9 / len(side) for side in sides]
        for name, side, cost, total in zip(("base", "head"), sides, costs, totals):
            check(f"{what} {name} cost", row[name]["cost"], cost)
            check(f"{what} {name} share", row[name]["share"], cost / total)
            check(f"{what} {name} hits", row[name]["hits"], sum(run.get(symbol, (0, 0))[0] for run in side))
        check(f"{what} change", row["delta"]["cost"], costs[1] - costs[0])
        check(f"{what} of the total", row["delta"]["of_total"], (costs[1] - costs[0]) / totals[0])
        diff, p = welch(*([log_cost(run, symbol) for run in side] for side in sides))
        check(f"{what} relative", row["delta"]["rel"], math.expm1(diff))
        check(f"{what} p", row["p"], p, 1e-7)
        ps.append(p)
    for row, p in zip(rows, adjusted(ps)):
        check(f"{head}: {row['symbol']} adjusted p", row["p_adjusted"], p, 1e-7)
    changes = sum(row["delta"]["cost"] for row in printed["rows"])
    check(f"{head}: all changes together", changes, totals[1] - totals[0], 1e-9)


def check_truth(head, flagged=(), moved=()):
    """What was changed on purpose, and nothing else, differs relative to the typical function."""
    printed = profile(head)
    found = {row["symbol"]: row["verdict"] for row in printed["rows"]
             if row["verdict"] in ("regression", "improvement", "changed")}
    check(f"{head}: flagged", found, dict(flagged))
    check(f"{head}: moved code", {hint["canonical"] for hint in printed["moved"]}, set(moved))


# ---- a mail with one list of each kernel

def check_mail():
    rows = list(csv.DictReader((root / "data/seeds/004_amd_ibs_profiles.csv").open()))
    kernels = list(dict.fromkeys(row["kernel"] for row in rows))
    lists = [[row for row in rows if row["kernel"] == kernel] for kernel in kernels]
    times = [float(part[0]["total_time_s"]) for part in lists]
    least = [min(float(row["overhead_pct"]) for row in part) for part in lists]
    _, text = perfdelta("profile", "-s", "json", "data/mails/ibs-three-kernels.txt")
    printed = json.loads(text)
    check("mail: sides", [side["name"] for side in printed["sides"]], kernels)
    check("mail: totals", [round(total["cost"], 9) for total in printed["total"]], times)
    found = {(row["symbol"], row["side"]): row for row in printed["rows"] if row["kind"] == "row"}
    for (symbol, name), row in found.items():
        for side, which in ((0, "base"), (kernels.index(name), "head")):
            listed = [float(r["overhead_pct"]) for r in lists[side]
                      if re.sub(r"\.isra\.0$", "", r["symbol"]) == symbol]
            threads = {r["comm"] for r in rows if re.sub(r"\.isra\.0$", "", r["symbol"]) == symbol}
            lo = sum(listed) * times[side] / 100
            hi = lo + (len(threads) - len(listed)) * least[side] * times[side] / 100
            got = row[which]
            ends = [got["cost_lo"] if got["cost_lo"] is not None else got["cost"],
                    got["cost_hi"] if got["cost_hi"] is not None else got["cost"]]
            check(f"mail: {symbol} on {which} of {name}", got["cost"], lo)
            # each printed percentage is off by up to 0.005 points, and so is the limit
            slack = 0.0051 * len(threads) * times[side] / 100
            check(f"mail: {symbol} on {which} of {name} within [{lo:.3f}, {hi:.3f}]: {ends}",
                  abs(ends[0] - lo) <= slack and abs(ends[1] - hi) <= slack, True)
    third = found["native_queued_spin_lock_slowpath", kernels[2]]
    check("mail: the spin lock, in milliseconds", [round(1000 * third["base"]["cost"]), round(1000 * third["head"]["cost"])], [493, 1648])
    rest = next(row for row in printed["rows"] if row["kind"] == "below-limit" and row["side"] == kernels[2])
    unlisted = [times[i] * (1 - sum(float(r["overhead_pct"]) for r in lists[i]) / 100) for i in (0, 2)]
    check("mail: what base does not list, at most", abs(rest["base"]["cost_hi"] - unlisted[0]) < 0.015, True)
    check("mail: what head does not list, at most", abs(rest["head"]["cost_hi"] - unlisted[1]) < 0.015, True)
    check("mail: no verdict from single profiles", {row["verdict"] for row in found.values()}, {"inconclusive"})


for version in ("base2", "slow", "faster", "renamed"):
    check_against(version)
check_truth("base2")
check_truth("renamed", moved=("hash_insert", "tokenise", "key_compare"))
check_truth("faster", [("checksum", "improvement")])
check_truth("slow", [("key_compare", "regression")])
check_mail()
print(f"profiles: {checked} numbers recomputed, {bad} differ")
sys.exit(bool(bad or checked < 500))

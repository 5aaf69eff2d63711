#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold between two whole commands, whatever the numbers are.

Ledgers are drawn from a seed that every failure prints.
usage: properties.py PERFDELTA SOURCE_ROOT [SEED...]
"""
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

exe = pathlib.Path(sys.argv[1]).resolve()
SEEDS = [int(arg) for arg in sys.argv[3:]] or range(1, 13)
MIRROR = {"regression": "improvement", "improvement": "regression"}
failures, n_checks = [], 0
folder = tempfile.TemporaryDirectory()
where = pathlib.Path(folder.name)


def run(*args):
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"} | {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
    done = subprocess.run([exe, *map(str, args)], cwd=where, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise RuntimeError(f"{args}: status {done.returncode}: {done.stderr}")
    return done.stdout


def compare(*args):
    report = json.loads(run("compare", "-s", "json", *args))
    return {(c["benchmark"], json.dumps(c["labels"]), c["metric"], c["side"]): c for c in report["comparisons"]}


class Ledger:
    """Values in units of 1e-6, so that each unit writes them exactly."""

    def __init__(self, seed, positive=True):
        draw = random.Random(seed)
        self.draw, self.rows = draw, []
        for bench in "abcdefg"[:draw.randint(2, 7)]:
            for size in ("1", "2")[:draw.randint(1, 2)]:
                for metric, better in (("time", "lower"), ("rate", "higher"), ("count", "none"))[:draw.randint(1, 3)]:
                    self.add_cell(bench, size, metric, better, positive)

    def add_cell(self, bench, size, metric, better, positive):
        draw = self.draw
        spread, change = draw.choice([0, 0.001, 0.01, 0.05]), draw.choice([1, 1, 1.01, 1.05, 0.9])
        step = draw.choice([1, 1000, 10**5])  # coarse steps tie
        for side, factor in (("base", 1), ("head", change)):
            for _ in range(draw.randint(8, 11)):
                value = round(10**7 * factor * draw.lognormvariate(0, spread) / step) * step
                self.rows.append((bench, size, metric, better, side, value if positive else value - 10**7))

    def write(self, name, rows=None, unit="s", shift=6, renamed=()):
        lines = ["benchmark,size,metric,unit,better,side,value"]
        for bench, size, metric, better, side, value in self.rows if rows is None else rows:
            digits = f"{abs(value):0{shift + 1}d}"
            literal = ("-" if value < 0 else "") + (f"{digits[:-shift]}.{digits[-shift:]}" if shift else digits)
            lines.append(f"{bench},{size},{metric},{unit},{better},{dict(renamed).get(side, side)},{literal}")
        (where / name).write_text("\n".join(lines) + "\n")
        return name


def check(what, seed, holds, detail=""):
    global n_checks
    n_checks += 1
    if not holds:
        failures.append(f"seed {seed}: {what} {detail}")


def near(a, b, tolerance=1e-9):
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-12)


def alike(c, d):
    """Equal but for the last digits of sums taken in another order."""
    return (c["verdict"] == d["verdict"] and c["caveats"] == d["caveats"] and c["delta"]["method"] == d["delta"]["method"]
            and all(near(c[k], d[k]) for k in ("p", "p_adjusted", "cliffs_delta", "a12", "min_p"))
            and all(near(c["delta"][k], d["delta"][k]) for k in ("rel", "abs", "lo", "hi", "level"))
            and all(near(c[s][k], d[s][k]) for s in ("base", "head") for k in ("n", "median", "mean", "sd", "min", "max")))


def all_alike(what, seed, one, other):
    check(f"{what}: the same rows", seed, one.keys() == other.keys())
    for key in one.keys() & other.keys():
        check(f"{what}: {key}", seed, alike(one[key], other[key]), f"\n  {one[key]}\n  {other[key]}")


def order_within_a_side_does_not_matter(seed, ledger, report):
    rows = ledger.rows[:]
    for key in {row[:5] for row in rows}:
        places = [i for i, row in enumerate(rows) if row[:5] == key]
        for i, j in zip(places, random.Random(seed).sample(places, len(places))):
            rows[i] = ledger.rows[j]
    all_alike("runs in another order", seed, report, compare(ledger.write("shuffled.csv", rows)))


def order_of_rows_does_not_matter(seed, ledger, report):
    rows = sorted(ledger.rows, key=lambda row: (row[4], row[2::-1]))
    all_alike("benchmarks in another order", seed, report, compare(ledger.write("sorted.csv", rows)))


def sides_mirror(seed, ledger, report):
    rows = sorted(ledger.rows, key=lambda row: row[4], reverse=True)
    mirror = compare(ledger.write("mirror.csv", rows, renamed={"base": "head", "head": "base"}.items()))
    for key, c in report.items():
        d = mirror[key]
        detail = f"\n  {c}\n  {d}"
        check(f"mirrored verdict of {key}", seed, d["verdict"] == MIRROR.get(c["verdict"], c["verdict"]), detail)
        check(f"mirrored p of {key}", seed, near(c["p"], d["p"]) and near(c["p_adjusted"], d["p_adjusted"]), detail)
        check(f"mirrored effect of {key}", seed, near(c["cliffs_delta"], -d["cliffs_delta"]), detail)
        check(f"mirrored change of {key}", seed, near((1 + c["delta"]["rel"]) * (1 + d["delta"]["rel"]), 1)
              and near((1 + c["delta"]["lo"]) * (1 + d["delta"]["hi"]), 1), detail)


def units_do_not_matter(seed, ledger, _):
    same = [run("compare", "-s", "json", f"--{option}", ledger.write("unit.csv", unit=unit, shift=shift))
            for option in ("no-shift", "shift") for unit, shift in (("s", 6), ("ms", 3), ("us", 0))]
    check("seconds, milliseconds and microseconds give the same bytes", seed, len(set(same[:3])) == 1 == len(set(same[3:])))


def strangers_do_not_matter(seed, ledger, report):
    more = Ledger(seed)
    more.add_cell("stranger", "1", "time", "lower", True)
    more.add_cell("stranger", "2", "rate", "higher", True)
    for key, d in compare(more.write("more.csv")).items():
        if key[0] == "stranger":
            continue
        c = report[key]
        check(f"another benchmark beside {key}", seed,
              (c["delta"], c["p"], c["base"], c["head"]) == (d["delta"], d["p"], d["base"], d["head"]), f"\n  {c}\n  {d}")


def files_are_runs(seed, ledger, report):
    ledger_files = {}
    for side in ("base", "head"):
        (where / side).mkdir(exist_ok=True)
        for old in (where / side).iterdir():
            old.unlink()
        cells = {}
        for row in ledger.rows:
            if row[4] == side:
                cells.setdefault(row[:5], []).append(row)
        ledger_files[side] = max(map(len, cells.values()))
        for i in range(ledger_files[side]):
            ledger.write(f"{side}/run-{i}.csv", [rows[i] for rows in cells.values() if i < len(rows)])
    all_alike("one file for each run", seed, report, compare("base=base", "head=head"))
    check("threads do not matter", seed,
          len({run("compare", "-s", style, "-j", jobs, "base=base", "head=head") for jobs in (1, 3, 8) for style in ("json", "plain")}) == 2)


def conversion_keeps_everything(seed, ledger, report):
    source = ledger.write("source.csv")
    for name, to, of in (("a.json", "json", source), ("a.csv", "csv", source), ("b.json", "json", "a.csv"), ("b.csv", "csv", "a.json")):
        (where / name).write_text(run("convert", f"--to={to}", of))
    check("CSV and JSON hold the same", seed, (where / "a.json").read_text() == (where / "b.json").read_text()
          and (where / "a.csv").read_text() == (where / "b.csv").read_text())
    for name in ("a.json", "a.csv"):
        check(f"{name} compares as its source", seed, compare(name) == report)


def pairs_of(ledger):
    """The same with as many runs on either side of a cell."""
    counts = {}
    for row in ledger.rows:
        counts.setdefault(row[:4], {"base": 0, "head": 0})[row[4]] += 1
    seen, rows = {}, []
    for row in ledger.rows:
        seen[row[:5]] = seen.get(row[:5], 0) + 1
        if seen[row[:5]] <= min(counts[row[:4]].values()):
            rows.append(row)
    return rows


def pairs_mirror(seed, ledger, _):
    rows = pairs_of(ledger)
    report = compare("--paired", ledger.write("pairs.csv", rows))
    mirrored = sorted(rows, key=lambda row: row[4], reverse=True)
    mirror = compare("--paired", ledger.write("mirror.csv", mirrored, renamed={"base": "head", "head": "base"}.items()))
    for key, c in report.items():
        d = mirror[key]
        detail = f"\n  {c}\n  {d}"
        check(f"mirrored verdict of pairs of {key}", seed, d["verdict"] == MIRROR.get(c["verdict"], c["verdict"]), detail)
        check(f"mirrored p of pairs of {key}", seed, c["p"] == d["p"], detail)
        if c["relative"] and c["delta"]["lo"] is not None:
            check(f"mirrored change of pairs of {key}", seed, near((1 + c["delta"]["rel"]) * (1 + d["delta"]["rel"]), 1)
                  and near((1 + c["delta"]["lo"]) * (1 + d["delta"]["hi"]), 1), detail)


def order_of_pairs_does_not_matter(seed, ledger, _):
    rows = pairs_of(ledger)
    report = compare("--paired", ledger.write("pairs.csv", rows))
    by_cell = {}
    for i, row in enumerate(rows):
        by_cell.setdefault(row[:4], {}).setdefault(row[4], []).append(i)
    shuffled = rows[:]
    for sides in by_cell.values():
        order = random.Random(seed).sample(range(len(sides["base"])), len(sides["base"]))
        for places in sides.values():
            for to, of in zip(places, order):
                shuffled[to] = rows[places[of]]
    all_alike("pairs in another order", seed, report, compare("--paired", ledger.write("shuffled.csv", shuffled)))


def units_of_pairs_do_not_matter(seed, ledger, _):
    rows = pairs_of(ledger)
    same = {run("compare", "--paired", "-s", "json", ledger.write("unit.csv", rows, unit=unit, shift=shift))
            for unit, shift in (("s", 6), ("ms", 3), ("us", 0))}
    check("pairs in seconds, milliseconds and microseconds give the same bytes", seed, len(same) == 1)


def figures_agree(seed, ledger, report):
    whole = json.loads(run("compare", "-s", "json", ledger.write("whole.csv")))
    verdicts = [c["verdict"] for c in whole["comparisons"]]
    check("the summary counts the verdicts", seed, all(whole["summary"][v] == verdicts.count(v) for v in set(verdicts)))
    for c in report.values():
        check("0 < p <= adjusted p <= 1", seed, 0 < c["p"] <= c["p_adjusted"] * (1 + 1e-12) and c["p_adjusted"] <= 1, c)
        check("the interval holds the estimate", seed, c["delta"]["lo"] <= c["delta"]["rel"] <= c["delta"]["hi"], c)
        check("a change is significant, large enough and excludes zero", seed, c["verdict"] in ("same", "inconclusive")
              or (c["p_adjusted"] <= 0.05 * (1 + 1e-12) and not c["delta"]["lo"] < 0 < c["delta"]["hi"]
                  and abs(math.log1p(c["delta"]["rel"])) >= math.log1p(0.02) * (1 - 1e-12)), c)
        check("same is proved", seed, c["verdict"] != "same" or "ALL_EQUAL" in c["caveats"]
              or -0.02 / 1.02 < c["delta"]["rel"] < 0.02, c)


PROPERTIES = [order_within_a_side_does_not_matter, order_of_rows_does_not_matter, sides_mirror, units_do_not_matter,
              strangers_do_not_matter, files_are_runs, conversion_keeps_everything, figures_agree,
              pairs_mirror, order_of_pairs_does_not_matter, units_of_pairs_do_not_matter]
for seed in SEEDS:
    ledger = Ledger(seed)
    report = compare(ledger.write("ledger.csv"))
    for holds in PROPERTIES:
        try:
            holds(seed, ledger, report)
        except (RuntimeError, KeyError, TypeError) as e:
            check(f"{holds.__name__}: {e!r}", seed, False)
    # Zeros and negatives: the sides' order within and the unit are all that a difference promises.
    ledger = Ledger(seed, positive=False)
    report = compare(ledger.write("ledger.csv"))
    for holds in (order_within_a_side_does_not_matter, units_do_not_matter, conversion_keeps_everything,
                  pairs_mirror, order_of_pairs_does_not_matter, units_of_pairs_do_not_matter):
        holds(seed, ledger, report)
print(*failures[:20], f"properties: {n_checks} checks over {len(SEEDS)} seeds, {len(failures)} failed", sep="\n")
sys.exit(bool(failures))

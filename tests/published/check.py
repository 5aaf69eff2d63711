#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every number of the published tables, cell by cell.

data/seeds has the numbers as they were posted, data/mails the same as input.
The tables rendered from data/mails must give back what was posted; those from
data/hackbench what Python's statistics module makes of the logs.
usage: check.py PERFDELTA SOURCE_ROOT
"""
import csv
import json
import pathlib
import re
import statistics
import subprocess
import sys
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

EXE, ROOT = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
HUNDREDTH = Decimal("0.01")
failures = []
n_checks = 0


def same(what, got, want):
    global n_checks
    n_checks += 1
    if got != want:
        failures.append(f"{what}: got {got!r}, expected {want!r}")


def perfdelta(*args, stdin=None):
    done = subprocess.run([EXE, *args], cwd=ROOT, input=stdin, capture_output=True, text=True)
    same(" ".join(args) + ": status and stderr", (done.returncode, done.stderr), (0, ""))
    return done.stdout


def table(path):
    with open(ROOT / path, newline="") as f:
        return list(csv.DictReader(f))


def seeds(name):
    return table(f"data/seeds/{name}.csv")


def single_runs(output, n_comparisons):
    """With one value per side nothing can be tested, and the report says so."""
    same("counts", re.search(r"^\d+ regressions, .* changed", output, re.M)[0],
         f"0 regressions, 0 improvements, 0 same, {n_comparisons} inconclusive, 0 changed")
    same("n=1", "n=1: no test possible" in output.splitlines(), True)


# ---- mail 004: hackbench, AMD

CELL = r"(\d+\.\d\d) +\((-?\d+\.\d\d) pct\)"


def amd(name, path, *match):
    posted = [row for row in seeds("004_amd_hackbench") if row["table"] == name]
    by_row = {}
    for row in posted:
        by_row.setdefault(row["groups"], []).append(row)
    for options, column in ((), "printed_pct"), (("--pct-rounding=round",), "rounded_half_up"):
        output = perfdelta("compare", "-s", "pct", *options, *match, path)
        lines = {m[1]: re.findall(CELL, m[2]) for m in re.finditer(r"^ *(\d+)-groups:(.*)$", output, re.M)}
        same(f"{name}: rows", list(lines), list(by_row))
        for groups, cells in by_row.items():
            same(f"{name} {groups} {column}", lines[groups], [(c["time_s"], c[column]) for c in cells])
        single_runs(output, 10)
        same(f"{name}: caption", [word in output for word in
             ("hackbench time in s, lower is better", "+ = improvement")], [True, True])


def cut(base, head, rounding):
    """By the definition, in decimal arithmetic."""
    q = ((Decimal(base) - Decimal(head)) * 100 / Decimal(base)).quantize(HUNDREDTH, rounding)
    return str(q + 0)


def mail_004():
    for name, path, match in (("threads", "data/mails/004-amd-hackbench.csv", ["--match=mode=threads"]),
                              ("processes", "data/mails/004-amd-hackbench.csv", ["--match=mode=processes"]),
                              ("apparmor_disabled", "data/mails/004-amd-apparmor.csv", [])):
        amd(name, path, *match)
    posted = seeds("004_amd_hackbench")
    same("cells of mail 004", len(posted), 45)
    base = {(row["table"], row["groups"]): row["time_s"] for row in posted if row["column"] == "0"}
    for row in posted:
        b = base[row["table"], row["groups"]]
        same("truncated", cut(b, row["time_s"], ROUND_DOWN), row["printed_pct"])


# ---- mails 000, 001 and 002: grids and pairs

def grid(output):
    """Rows of a ruled grid as lists of cells, headings left out."""
    rows = [[cell.strip() for cell in line.split("|")] for line in output.splitlines() if "|" in line]
    return {row[0]: row[1:] for row in rows if row[0]}


def mail_000():
    output = perfdelta("compare", "-s", "grid", "--remark", "data/mails/000-amazon-fork.csv")
    cells = grid(output)
    posted = seeds("000_amazon_fork")
    for without, with_it in zip(posted[::2], posted[1::2]):
        same("fork", cells[f"{without['arch']} {without['autogroup']}"],
             [without["fork_lps"], f"{with_it['fork_lps']} ({with_it['printed_remark']})"])
    single_runs(output, 4)


def mail_001():
    for name in "default", "batch":
        posted = seeds(f"001_amazon_{name}")
        cells = grid(perfdelta("compare", "-s", "grid", f"data/mails/001-amazon-{name}.csv"))
        columns = [c for c in posted[0] if c != "kernel" and any(row[c] for row in posted)]
        for row in posted:
            same(f"{name} {row['kernel']}", cells[row["kernel"]], [row[c] for c in columns])


def mail_002():
    output = perfdelta("compare", "-s", "before-after", "data/mails/002-arm-spawn.csv")
    lines = [line.split() for line in output.splitlines()]
    for row, name in zip(seeds("002_arm_spawn"), ("arm64-vm", "x86-desktop")):
        same("spawn", [line for line in lines if line[:1] == [name]],
             [[name, row["without_patch_lps"], row["with_patch_lps"], f"+{row['pct_gain_of_patch']}%"]])
    single_runs(output, 2)


# ---- mail 003: the kernel test robot

def mail_003():
    output = perfdelta("compare", "-s", "lkp", "data/mails/003-lkp.csv")
    lines = {line.split()[-1]: line.split() for line in output.splitlines() if re.search(r"\d  +\S+$", line)}
    for row in seeds("003_lkp"):
        if row["metric"] == "sched_debug.cpu.nr_running.stddev":
            continue
        unit = "%" if row["change_kind"] == "relative%" else ""
        same(row["metric"], lines[row["metric"]], [row["base"], row["change"] + unit, row["patched"], row["metric"]])
    single_runs(output, 6)
    report = json.loads(perfdelta("compare", "-s", "json", "data/mails/003-lkp.csv"))
    first = report["comparisons"][0]
    same("mail 003, first row", (first["p"], first["verdict"], first["base"]["n"]), (None, "inconclusive", 1))


def inputs():
    """data/mails holds the numbers of data/seeds, no more and no less."""
    values = {}
    for path in sorted((ROOT / "data/mails").glob("*.csv")):
        values.setdefault(path.name[:3], []).extend(row["value"] for row in table(f"data/mails/{path.name}"))
    index = [str(100 + Decimal(cell[:-1])) if cell.endswith("%") else "100"
             for name in ("batch", "default") for row in seeds(f"001_amazon_{name}")
             for key, cell in row.items() if key != "kernel" and cell not in ("", "N/A")]
    lkp = [row for row in seeds("003_lkp") if not row["metric"].endswith("stddev")]
    want = {
        "000": [row["fork_lps"] for row in seeds("000_amazon_fork")],
        "001": index,
        "002": [row[f"{side}_patch_lps"] for row in seeds("002_arm_spawn") for side in ("without", "with")],
        "003": [row[side] for row in lkp for side in ("base", "patched")],
        "004": [row["time_s"] for row in seeds("004_amd_hackbench")],
    }
    for mail, numbers in want.items():
        same(f"values of mail {mail}", sorted(values[mail]), sorted(numbers))


# ---- hackbench, from our own logs

def hackbench():
    times = {}
    for side in "base", "rerun", "patched":
        for path in sorted((ROOT / "data/hackbench" / side).iterdir()):
            for groups, time in re.findall(r"with (\d+) groups.*?^Time: (\S+)$", path.read_text(), re.M | re.S):
                times.setdefault((int(groups), side), []).append(float(time))
    return times


SIDES = "base", "rerun", "patched"
OPERANDS = [f"{side}=data/hackbench/{side}" for side in SIDES]


def lkp_cell(values):
    mean, spread = statistics.fmean(values), 100 * statistics.pstdev(values) / statistics.fmean(values)
    return f"{mean:10.2f}" + (f" \u00b1{int(spread):3d}%" if spread > 2 else " " * 6)


def own_lkp(times):
    output = perfdelta("compare", "-s", "lkp", *OPERANDS).splitlines()
    for groups in 1, 2, 4:
        base = statistics.fmean(times[groups, "base"])
        line = lkp_cell(times[groups, "base"])
        for side in SIDES[1:]:
            values = times[groups, side]
            line += f"{100 * (statistics.fmean(values) / base - 1):+10.1f}% " + lkp_cell(values)
        same("lkp line", f"{line}  hackbench.time.{groups}-groups" in output, True)
    ascii_only = perfdelta("compare", "-s", "lkp", "--ascii", *OPERANDS).splitlines()
    same("lkp --ascii", [line.replace(" \u00b1", "+-") for line in output], ascii_only)


def figures(values):
    mean, sd = statistics.fmean(values), statistics.stdev(values)
    best = sorted(values)[:int(len(values) * 0.95)]
    return {"Min": min(values), "Amean": mean, "Stddev": sd, "CoeffVar": 100 * sd / mean, "Max": max(values),
            "BAmean.95": statistics.fmean(best)}


def own_mmtests(times):
    output = perfdelta("compare", "-s", "mmtests", *OPERANDS)
    for op in figures([1, 2]):
        for groups in 1, 2, 4:
            base = figures(times[groups, "base"])[op]
            want = f"{op:<9} time-{groups}"
            for side in SIDES:
                value = figures(times[groups, side])[op]
                gain = 0 if side == "base" else 100 - 100 * value / base
                want += f"{value:18.4f} ({gain:7.2f}%)"
            lines = [line for line in output.splitlines() if line.startswith(f"{op:<9} time-{groups} ")]
            same("mmtests line", [re.sub(r"\*(.{8})\*", r"(\1)", line) for line in lines], [want])
    # The verdicts decide about stars: patched regresses, rerun is the same program.
    starred = re.findall(r"^(\S+) +(\S+) .*\* *(-\d+\.\d+)%\*$", output, re.M)
    same("mmtests stars", [(op, row) for op, row, _ in starred], [("Amean", f"time-{g}") for g in (1, 2, 4)])


HALF_WIDTH = statistics.NormalDist().inv_cdf(0.975)


def distance(base, head, mean=statistics.fmean):
    return (mean(head) - mean(base)) / (HALF_WIDTH * (statistics.stdev(base) + statistics.stdev(head)))


def ratio_cells(line):
    """(ratio, percentage, distance) of each side, whatever the marks."""
    return re.findall(r"(\d+\.\d{4}) [(*](-?\d+\.\d\d)%[)*] \((\S+)s\)", line)


def mean_lines(output):
    return {m[1]: m[3].split() for m in re.finditer(r"^([DG]\w+) +(Lower|Higher|) +(\S.*)$", output, re.M)}


def own_mmtests_ratio(times):
    output = perfdelta("compare", "-s", "mmtests-ratio", *OPERANDS)
    ratios, distances = {side: [] for side in SIDES}, {side: [] for side in SIDES}
    for groups in 1, 2, 4:
        base, want = times[groups, "base"], []
        for side in SIDES:
            head = times[groups, side]
            ratios[side].append(statistics.fmean(head) / statistics.fmean(base))
            distances[side].append(distance(base, head))
            want.append((f"{ratios[side][-1]:.4f}", f"{100 - 100 * ratios[side][-1]:.2f}", f"{distances[side][-1]:+.2f}"))
        line = re.search(rf"^Ratio time-{groups} .*$", output, re.M)[0]
        same("ratio line", ratio_cells(line), want)
    want = {word: [f"{of(values[side]):.4f}" for side in SIDES] for word, of, values in (
        ("Dmean", statistics.fmean, distances), ("Dmin", min, distances), ("Dmax", max, distances),
        ("Gmean", statistics.geometric_mean, ratios))}
    same("means of ratios", mean_lines(output), want)
    same("Lower", re.findall(r"^[DG]\w+ +Lower ", output, re.M), ["Dmean Lower ", "Dmin  Lower ", "Dmax  Lower ",
                                                                "Gmean Lower "])
    # As for style mmtests: patched regresses, rerun is the same program.
    same("ratio stars", re.findall(r"\*(\S+)%\* \(\S+\)$", output, re.M), ["-27.65", "-74.39", "-75.00"])
    same("ratio stars of rerun", output.count("%*"), 3)


def ratio_layout():
    """Cells of a column start alike, and every name ends where its values do or to the right of it."""
    operands = [f"5.0-{name}=data/hackbench/{side}" for name, side in
                (("base", "base"), ("a", "patched"), ("b", "rerun"), ("c", "patched"), ("a-long-name" * 4, "rerun"))]
    lines = perfdelta("compare", "-s", "mmtests-ratio", *operands).splitlines()
    rows = [line for line in lines if re.match(r"(Ratio|D\w+|Gmean) ", line)]
    ends = {tuple(m.end() for m in re.finditer(r" \d\.\d{4}", line)) for line in rows}
    same("ratio columns", (len(rows), len(ends)), (7, 1))
    head = lines[lines.index(rows[0]) - 1]
    names = [m.end() for m in re.finditer(r"\S+", head)]
    same("ratio names", [head.split(), [n >= v for n, v in zip(names, *ends)]],
         [["base", "a", "b", "c", "a-long-name" * 4], [True] * 5])
    starts = [m.start() for m in re.finditer(r"\S+", head)][1:]
    same("ratio names and the column after", [n > v for n, v in zip(starts, *ends)], [True] * 4)


def ratio_edges():
    """A rate, a metric without direction, single runs, 0, what is missing."""
    base, head = [100.0, 110.0, 120.0, 130.0], [150.0, 160.0, 170.0, 180.0]
    rows = {
        "rate,ops/s,higher,x": (base, head), "level,1,,x": (base, head), "single,s,lower,x": ([2], [3]), "one,s,lower,x": ([1, 2, 3], [4]),
        "flat,s,lower,x": ([2] * 4, [2] * 4), "mixed,s,lower,gone": ([5] * 4, [0] * 4),
        "mixed,s,lower,new": ([0] * 4, [5] * 4), "mixed,s,lower,same": ([1, 2, 3, 4], [1, 2, 3, 4]),
        "missing,s,lower,some": ([1, 2, 3, 4], [2, 4, 6, 8]), "missing,s,lower,none": ([1, 2, 3, 4], []),
    }
    text = "metric,unit,better,case,side,value\n" + "".join(
        f"{key},{side},{value}\n" for key, sides in rows.items()
        for side, values in zip("ab", sides) for value in values)
    # A third side has what the second lacks, so that the row is in the table.
    text += "".join(f"missing,s,lower,none,c,{value}\n" for value in (1, 2, 3, 4))
    output = perfdelta("compare", "-s", "mmtests-ratio", "-", stdin=text)
    tables = {re.search(r"^Ratio ([a-z]+)", part, re.M)[1]: part for part in output.split("\n\n") if "\nRatio " in part}
    hmean = [statistics.harmonic_mean(v) for v in (base, head)]
    ratio = hmean[1] / hmean[0]
    same("ratio of rates", ratio_cells(tables["rate"])[1],
         (f"{ratio:.4f}", f"{100 * ratio - 100:.2f}", f"{distance(base, head, statistics.harmonic_mean):+.2f}"))
    same("Gmean Higher", re.search(r"^Gmean Higher +1.0000 +(\S+)", tables["rate"], re.M)[1], f"{ratio:.4f}")
    same("no direction", (mean_lines(tables["level"])["Gmean"][1], ratio_cells(tables["level"])[1][1],
                          "Lower" in tables["level"], "Higher" in tables["level"]),
         (f"{165 / 115:.4f}", f"{100 * 165 / 115 - 100:.2f}", False, False))
    same("single runs", re.search(r"1\.5000.*", tables["single"])[0].split(), ["1.5000", "(-50.00%)", "(n/a)", "N/A"])
    same("single runs, means", [values[1] for values in mean_lines(tables["single"]).values()],
         ["n/a", "n/a", "n/a", "1.5000"])
    same("a single run on one side", re.search(r"2\.0000.*", tables["one"])[0].split()[:3], ["2.0000", "(-100.00%)", "(n/a)"])
    same("no spread, no change", ratio_cells(tables["flat"])[1], ("1.0000", "0.00", "+0.00"))
    cells = {m[1]: m[2].split()[3:6] for m in re.finditer(r"^Ratio mixed-(\w+) +(.*)$", tables["mixed"], re.M)}
    same("ratios and 0", cells, {"gone": ["0.0000", "(100.00%)", "(n/a)"], "new": ["n/a", "(n/a)", "(n/a)"],
                                 "same": ["1.0000", "(0.00%)", "(+0.00s)"]})
    same("Gmean with a ratio of 0", mean_lines(tables["mixed"])["Gmean"][1], "0.0000")
    same("not measured", re.search(r"^Ratio missing-none .*$", tables["missing"], re.M)[0].split()[2:],
         ["1.0000", "(0.00%)", "(+0.00s)", "N/A", "1.0000", "(0.00%)", "(+0.00s)"])
    same("not measured is in no mean", [mean_lines(tables["missing"])["Gmean"]], [["1.0000", "2.0000", "1.0000"]])


def ratio_brief():
    """Rows that `check` does not show still count in the means: a ratio of 1 beside one of 2 has the mean root 2."""
    text = "metric,unit,better,case,side,value\n" + "".join(
        f"t,s,lower,{case},{side},{factor * (100 + 7 * i % 10)}\n"
        for case, factors in (("same", (1, 1)), ("twice", (1, 2))) for side, factor in zip("ab", factors)
        for i in range(10))
    for command, rows in ("compare", ["t-same", "t-twice"]), ("check", ["t-twice"]):
        output = perfdelta(command, "-s", "mmtests-ratio", "--min-effect=5%", "--fail-on=improvement", "-", stdin=text)
        same("brief rows", re.findall(r"^Ratio (\S+)", output, re.M), rows)
        same("brief Gmean", mean_lines(output)["Gmean"], ["1.0000", "1.4142"])


def own_pct_cv(times):
    output = perfdelta("compare", "-s", "pct-cv", *OPERANDS)
    for groups in 1, 2, 4:
        base = statistics.fmean(times[groups, "base"])
        want = []
        for side in SIDES:
            values = times[groups, side]
            mean = statistics.fmean(values)
            want.append((f"{mean:.4f}", f"{statistics.stdev(values) / mean:.2f}", cut(f"{base:.4f}", f"{mean:.4f}",
                                                                                  ROUND_HALF_UP)))
        line = re.search(rf"^{groups}-groups:.*$", output, re.M)[0]
        same("pct-cv line", re.findall(r"(\d+\.\d+) \[(.*?)\] +\((.*?) pct\)", line), want)


def own_before_after(times):
    output = perfdelta("compare", "-s", "before-after", *OPERANDS)
    for groups in 1, 2, 4:
        base, want = statistics.fmean(times[groups, "base"]), []
        for side in SIDES[1:]:
            cells = []
            for values in times[groups, "base"], times[groups, side]:
                mean = statistics.fmean(values)
                cells += [f"{mean:.4f}", f"+/-{100 * statistics.stdev(values) / mean:.2f}%"]
            gain = cut(f"{base:.4f}", f"{statistics.fmean(times[groups, side]):.4f}", ROUND_HALF_UP)
            want.append(cells + [f"{gain}%"])
        got = [re.sub(r"\*$", "", line).split()[1:] for line in output.splitlines() if
               line.startswith(f"{groups}-groups")]
        same("before-after line", got, want)


def rates():
    """Higher is better: harmonic means, the best 95 % from above, + where the number grows."""
    base, head = [100.0, 110.0, 120.0, 130.0], [150.0, 160.0, 170.0, 180.0]
    text = "metric,unit,better,side,value\n" + "".join(
        f"rate,ops/s,higher,{side},{value}\n" for side, values in (("a", base), ("b", head)) for value in values)
    output = perfdelta("compare", "-s", "mmtests", "-", stdin=text)
    hmean = [statistics.harmonic_mean(v) for v in (base, head)]
    best = [statistics.harmonic_mean(sorted(v)[1:]) for v in (base, head)]
    for op, (b, h) in ("Hmean", hmean), ("BHmean.95", best), ("Min", (100, 150)), ("Max", (130, 180)):
        line = re.search(rf"^{re.escape(op)} .*$", output, re.M)[0]
        same(op, re.findall(r"-?\d+\.\d\d+", line), [f"{b:.2f}", "0.00", f"{h:.2f}", f"{100 * h / b - 100:.2f}"])


def zeros():
    """What falls to 0 has changed by 100 %; nothing is a share of 0."""
    text = "metric,better,side,value\n" + "".join(
        f"{metric},lower,{side},{value}\n" for metric, side, values in (
            ("gone", "a", [5] * 5), ("gone", "b", [0] * 5), ("new", "a", [0] * 5), ("new", "b", [5] * 5))
        for value in values)
    output = perfdelta("compare", "-s", "mmtests", "-", stdin=text)
    same("falls to 0", re.search(r"^Max +gone.*\((.*?)\)$", output, re.M)[1], " 100.00%")
    same("rises from 0", re.search(r"^Max +new.*\((.*?)\)$", output, re.M)[1].strip(), "n/a")
    same("pct of 0", re.search(r"^new:.*\((.*?)\)\*?$", perfdelta("compare", "-s", "pct", "-", stdin=text), re.M)[1],
         "n/a")


WIDE = "lkp", "mmtests", "mmtests-ratio"


def gaps():
    """Sides stand one blank apart where that makes the table fit, else two."""
    # "Test:" and two cells of 31, 32 and 33 columns: 71, 73 and 75 with two blanks each, 69, 71 and 73 with one.
    for digits, gap in (10, 2), (11, 1), (12, 2):
        value = 10 ** (digits - 1)
        text = "metric,unit,better,side,value\n" + "".join(f"m,k,lower,{side},{value}\n" * 2 for side in "ab")
        output = perfdelta("compare", "-s", "pct-cv", "-", stdin=text)
        cell = " " * gap + f"{value}.00 [0.00] (0.00 pct)"
        same(f"gaps, {digits} digits", re.search(r"^m: .*$", output, re.M)[0], "m:   " + cell * 2)


def shape():
    """ASCII but for lkp's plus-minus, no tabs, no trailing blanks, 72 columns where the layout is ours."""
    fits = [("pct", *OPERANDS), ("pct-cv", *OPERANDS[:2]), ("grid", *OPERANDS), ("before-after", *OPERANDS),
            ("pct", "--match=mode=threads", "data/mails/004-amd-hackbench.csv"),
            ("pct", "data/mails/004-amd-apparmor.csv"), ("grid", "data/mails/001-amazon-default.csv")]
    for style, *operands in fits + [(style, *OPERANDS) for style in WIDE]:
        for line in perfdelta("compare", "-s", style, *operands).splitlines():
            plain = line.replace("\u00b1", "+") if style == "lkp" else line
            same(f"{style}: {line!r}", plain.isascii() and "\t" not in line and line == line.rstrip(), True)
            if style not in WIDE:
                same(f"{style} width: {line!r}", len(line) <= 72, True)


def wide():
    """A table too wide for the width breaks names of sides at a blank; where there is none, nothing changes."""
    blanks = perfdelta("compare", "-s", "pct-cv", *(f"the {operand}" for operand in OPERANDS))
    joined = perfdelta("compare", "-s", "pct-cv", *OPERANDS)
    same("broken names", [line.split() for line in blanks.splitlines() if line.split()[:1] in (["the"], ["Test:"])],
         [["the"] * len(SIDES), ["Test:", *SIDES]])
    same("an empty line of names", "\n\n\n" in joined, False)


def main():
    inputs()
    for check in mail_000, mail_001, mail_002, mail_003, mail_004:
        check()
    for check in rates, zeros, ratio_layout, ratio_edges, ratio_brief, shape, gaps, wide:
        check()
    times = hackbench()
    same("times", {key: len(v) for key, v in times.items()}, {(g, s): 10 for s in SIDES for g in (1, 2, 4)})
    for check in own_lkp, own_mmtests, own_mmtests_ratio, own_pct_cv, own_before_after:
        check(times)
    print(*failures, f"{n_checks} checks, {len(failures)} failed", sep="\n")
    return bool(failures)


sys.exit(main())

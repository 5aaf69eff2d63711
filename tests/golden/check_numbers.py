#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recompute every number that perfdelta prints about our hackbench logs, from the raw logs.

Nothing here knows how perfdelta works: logs are read by a regular expression,
ratios are sorted in full, the rank test enumerates its permutations in exact
integers, and the t distribution is integrated numerically. What is compared:
the fields of the JSON style (to 1e-10), and each cell of the tables of the
plain style, printed from the numbers found here.
usage: check_numbers.py PERFDELTA SOURCE_ROOT
"""
import itertools
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys

import dependence
from distributions import adjusted, t_quantile, t_tail

ALPHA, LEVEL, D = 0.05, 0.95, math.log(1.02)
Z_975, Z_80 = 1.959963984540054, 0.8416212335729143
DEPENDENT = {"AUTOCORR", "DRIFT", "STEP"}
found_beside = {}  # (values of base, values of head): codes that allow for dependence
bad = checked = 0


def check(what, got, want, rel=1e-10):
    global bad, checked
    checked += 1
    same = got == want
    if isinstance(got, (int, float)) and isinstance(want, (int, float)):
        same = math.isclose(got, want, rel_tol=rel, abs_tol=1e-13)
    if not same:
        print(f"{what}: printed {got!r}, recomputed {want!r}")
        bad += 1


def read_logs(folder):
    """{groups: [seconds, one per run]}; a log holds one block per number of groups."""
    values = {}
    for log in sorted(folder.glob("run-*.txt")):
        for groups, tasks, time in re.findall(r"with (\d+) groups .*\(== (\d+) tasks\)\n.*\nTime: ([\d.]+)",
                                              log.read_text()):
            values.setdefault((groups, tasks), []).append(float(time))
    return values


# ---- one side

def median_interval(v):
    """Hettmansperger and Sheather 1986: between the two exact coverages that enclose the level."""
    x, n = sorted(v), len(v)

    def coverage(j):
        return 1 - 2 * sum(math.comb(n, i) for i in range(j)) / 2 ** n

    k = max(j for j in range(1, n // 2 + 1) if coverage(j) >= LEVEL)
    part = (coverage(k) - LEVEL) / (coverage(k) - coverage(k + 1))
    w = (n - k) * part / (k + (n - 2 * k) * part)
    return (1 - w) * x[k - 1] + w * x[k], (1 - w) * x[n - k] + w * x[n - k - 1]


def check_side(what, got, v):
    mean, sd = statistics.fmean(v), statistics.stdev(v)
    lo, hi = median_interval(v)
    check(what + " n", got["n"], len(v))
    check(what + " iterations", got["iterations"], len(v))
    check(what + " median", got["median"], statistics.median(v))
    check(what + " mean", got["mean"], mean)
    check(what + " sd", got["sd"], sd)
    check(what + " cv", got["cv"], sd / mean)
    check(what + " min", got["min"], min(v))
    check(what + " max", got["max"], max(v))
    check(what + " ci lo", got["ci"][0], lo)
    check(what + " ci hi", got["ci"][1], hi)
    check(what + " ci_level", got["ci_level"], LEVEL)
    found = dependence.findings(v)
    if found is not None:
        check(what + " findings", set(got["findings"]) & {"AUTOCORR", "DRIFT"}, found)
        check(what + " lag1", got["lag1"], dependence.rank_lag(v))


# ---- two sides

def midranks(pooled):
    """Twice the midrank of each value, integers."""
    order = sorted(pooled)
    return [2 * order.index(v) + order.count(v) + 1 for v in pooled]


def rank_test(x, y):
    """Exact p of the rank sum of @x over all ways to choose it, ties kept: the doubled smaller tail."""
    ranks = midranks(x + y)
    ways = [{0: 1}] + [{} for _ in x]
    for r in ranks:
        for j in range(len(x), 0, -1):
            for s, n in ways[j - 1].items():
                ways[j][s + r] = ways[j].get(s + r, 0) + n
    seen = sum(ranks[:len(x)])
    total = math.comb(len(ranks), len(x))
    below = sum(n for s, n in ways[-1].items() if s <= seen)
    above = sum(n for s, n in ways[-1].items() if s >= seen)
    return min(1.0, 2 * min(below, above) / total)


def tail_without_ties(m, n):
    """[P(U <= u)], U the Mann-Whitney statistic when no values are equal."""
    ways = [{0: 1}] + [{} for _ in range(m)]
    for r in range(m + n):
        for j in range(m, 0, -1):
            for s, c in ways[j - 1].items():
                ways[j][s + r] = ways[j].get(s + r, 0) + c
    least, total = m * (m - 1) // 2, math.comb(m + n, m)
    return list(itertools.accumulate(ways[m].get(u + least, 0) / total for u in range(m * n + 1)))


def ratio_interval(x, y, alpha):
    """The test's own, as wide as what allows for dependence."""
    lo, hi, level = tested_interval(x, y, alpha)
    found = found_beside.get((tuple(x), tuple(y)))
    wider = dependence.allow(x, y, found, ratio(x, y), alpha)[1] if found else None
    return (min(lo, wider[0]), max(hi, wider[1]), level) if wider else (lo, hi, level)


def tested_interval(x, y, alpha):
    ratios = sorted(b / a for a in x for b in y)
    tail = tail_without_ties(len(x), len(y))
    k = max(k for k in range(1, len(ratios) // 2) if 2 * tail[k - 1] <= alpha * (1 + 1e-12))
    return ratios[k - 1] - 1, ratios[-k] - 1, 1 - 2 * tail[k - 1]


def ratio(x, y):
    logs = sorted(math.log(b) - math.log(a) for a in x for b in y)
    return math.expm1(statistics.median(logs))


def mad_of_logs(v):
    logs = [math.log(a) for a in v]
    middle = statistics.median(logs)
    return statistics.median(abs(a - middle) for a in logs)


def brunner_munzel(x, y):
    m, n = len(x), len(y)
    pooled = [r / 2 for r in midranks(x + y)]
    inner = [r / 2 for r in midranks(x)], [r / 2 for r in midranks(y)]
    place = [[p - i for p, i in zip(part, own)] for part, own in zip((pooled[:m], pooled[m:]), inner)]
    mx, my = statistics.fmean(pooled[:m]), statistics.fmean(pooled[m:])
    vx = sum((p - statistics.fmean(place[0])) ** 2 for p in place[0]) / (m - 1)
    vy = sum((p - statistics.fmean(place[1])) ** 2 for p in place[1]) / (n - 1)
    if vx + vy == 0:
        return 0.0
    t = m * n * (my - mx) / ((m + n) * math.sqrt(m * vx + n * vy))
    df = (m * vx + n * vy) ** 2 / ((m * vx) ** 2 / (m - 1) + (n * vy) ** 2 / (n - 1))
    return 2 * t_tail(abs(t), df)


def p_of(x, y):
    """The rank test; where spreads differ twofold, not smaller than a test that allows for it."""
    p, a, b = rank_test(x, y), mad_of_logs(x), mad_of_logs(y)
    found = found_beside.get((tuple(x), tuple(y)))
    if a > 2 * b or b > 2 * a:
        p = max(p, brunner_munzel(x, y))
    return max(p, dependence.allow(x, y, found, ratio(x, y), ALPHA)[0]) if found else p


def verdict_of(x, y, p):
    rel, (lo, hi, _) = ratio(x, y), ratio_interval(x, y, ALPHA)
    lo90, hi90, _ = ratio_interval(x, y, 2 * ALPHA)
    if p <= ALPHA and (lo >= 0 or hi <= 0):
        if math.log1p(rel) >= D:
            return "regression"
        if math.log1p(rel) <= -D:
            return "improvement"
    return "same" if -D < math.log1p(lo90) and math.log1p(hi90) < D else "inconclusive"


def runs_needed(x, y):
    lo, hi, _ = ratio_interval(x, y, ALPHA)
    half = (math.log1p(hi) - math.log1p(lo)) / 2
    return math.ceil(len(x) * ((1 + Z_80 / Z_975) * half / D) ** 2)


def check_comparison(what, c, x, y, p, p_adjusted):
    lo, hi, level = ratio_interval(x, y, ALPHA)
    a12 = statistics.fmean((b > a) + (b == a) / 2 for a in x for b in y)
    verdict = verdict_of(x, y, p_adjusted)
    check_side(what + " base", c["base"], x)
    check_side(what + " head", c["head"], y)
    check(what + " rel", c["delta"]["rel"], ratio(x, y))
    check(what + " lo", c["delta"]["lo"], lo)
    check(what + " hi", c["delta"]["hi"], hi)
    check(what + " level", c["delta"]["level"], level)
    check(what + " p", c["p"], p, 1e-8)
    check(what + " p_adjusted", c["p_adjusted"], p_adjusted, 1e-8)
    check(what + " a12", c["a12"], a12)
    check(what + " cliffs_delta", c["cliffs_delta"], 2 * a12 - 1)
    check(what + " verdict", c["verdict"], verdict)
    if verdict == "inconclusive":
        check(what + " runs_needed", c["runs_needed"], runs_needed(x, y))


def check_geomean(what, g, base, head):
    logs = [math.log1p(ratio(base[k], head[k])) for k in base]
    middle, half = statistics.fmean(logs), t_quantile(0.025, len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs))
    check(what + " n", g["n"], len(logs))
    check(what + " rel", g["rel"], math.expm1(middle))
    check(what + " lo", g["lo"], math.expm1(middle - half), 1e-8)
    check(what + " hi", g["hi"], math.expm1(middle + half), 1e-8)
    return f"{g['n']} rows", math.expm1(middle), math.expm1(middle - half), math.expm1(middle + half)


# ---- the tables

def four(v):
    """Four significant digits, as many decimals as that takes."""
    return f"{v:.{max(0, 3 - math.floor(math.log10(float(f'{v:.3e}'))))}f}"


def percent(v):
    text = f"{100 * v:+.2f}%"
    return text[1:] if text[1:] == "0.00%" else text


def rounded_up(n):
    """To two digits, as the reports print counts of many runs."""
    step = 10 ** max(0, len(str(n)) - 2) if n > 100 else 1
    return -(-n // step) * step


def line_of(key, x, y, p, verdict):
    lo, hi, _ = ratio_interval(x, y, ALPHA)
    cells = [*key, four(statistics.median(x)), four(statistics.median(y)), percent(ratio(x, y)),
             f"[{percent(lo)}, {percent(hi)}]", "<1e-4" if p < 1e-4 else f"{p:.4f}", f"{len(x)}+{len(y)}", verdict]
    if verdict == "inconclusive":
        n = runs_needed(x, y)
        half = 100 * (hi - lo) / 2
        cells.append(f"±{half:.2g}% now, needs about {rounded_up(n)} runs per side" + (": reduce the noise instead" if n > 100 else ""))
    return " ".join(cells)


def squeezed(text):
    """Lines with single blanks, without marks of footnotes: layout does not count here."""
    lines = (re.sub(r" \[[\d,]+\](?= |$)", "", line) for line in text.split("\n"))
    return [re.sub(r"\[ ", "[", re.sub(r" +", " ", line.strip())) for line in lines]


def run(exe, root, style, *operands):
    command = [exe, "compare", f"--style={style}", "--width=0", *operands]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"}, check=False)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def check_rows(what, report, names, pairs):
    """@pairs: (key, head side, values of the base, values of the head), in the order of the report."""
    for (_, _, x, y), c in zip(pairs, report["comparisons"]):
        found = {*c["base"]["findings"], *c["head"]["findings"]} & DEPENDENT
        check(what + " dependence", "DEPENDENT" in c["caveats"], bool(found))
        found_beside[tuple(x), tuple(y)] = found
    ps = [p_of(x, y) for _, _, x, y in pairs]
    counts = dict.fromkeys(["regression", "improvement", "same", "inconclusive", "changed"], 0)
    check(what + " family", report["policy"]["family"], len(pairs))
    check(what + " comparisons", len(report["comparisons"]), len(pairs))
    for (key, head, x, y), c, p, p_adjusted in zip(pairs, report["comparisons"], ps, adjusted(ps)):
        row = f"{what} {' '.join(key)} {head}"
        counts[verdict_of(x, y, p_adjusted)] += 1
        check(row + " key", (tuple(c["labels"][name] for name in names), c["side"]), (key, head))
        check_comparison(row, c, x, y, p, p_adjusted)
    for word, n in counts.items():
        check(f"{what} count of {word}", report["summary"][word], n)


def check_table(what, lines, pairs):
    ps = [p_of(x, y) for _, _, x, y in pairs]
    for (key, head, x, y), p in zip(pairs, adjusted(ps)):
        line = line_of(key, x, y, p, verdict_of(x, y, p))
        check(f"{what} {' '.join(key)} {head} line", line if line in lines else None, line)


def check_hackbench(exe, root, data, *sides):
    logs = {s: read_logs(root / data / s) for s in sides}
    base, heads, what = logs[sides[0]], sides[1:], f"{data} {' '.join(sides)}:"
    operands = ["--ignore=loops", *(f"{s}={data}/{s}" for s in sides)]
    report = json.loads(run(exe, root, "json", *operands))
    lines = squeezed(run(exe, root, "plain", *operands))
    pairs = [(key, head, base[key], logs[head][key]) for key in base for head in heads]
    check_rows(what, report, ("groups", "tasks"), pairs)
    check_table(what, lines, pairs)
    check(what + " geomeans", len(report["geomeans"]), len(heads))
    for head, g in zip(heads, report["geomeans"]):
        rows, rel, lo, hi = check_geomean(f"{what} geomean {head}", g, base, logs[head])
        line = f"geomean {percent(rel)} [{percent(lo)}, {percent(hi)}] {rows}"
        check(f"{what} geomean {head} line", line if line in lines else None, line)


def check_hyperfine(exe, root, base, head):
    """Times with nine decimals, far apart: here the spreads differ enough for the second test."""
    x, y = ({(r["command"],): r["times"] for r in json.loads((root / f).read_text())["results"]} for f in (base, head))
    report = json.loads(run(exe, root, "json", f"base={base}", f"head={head}"))
    check_rows(f"{base} {head}:", report, ("command",), [(key, "head", x[key], y[key]) for key in x])


def main():
    exe, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    check_hackbench(exe, root, "data/hackbench", "base", "patched")
    check_hackbench(exe, root, "data/hackbench", "base", "rerun")
    check_hackbench(exe, root, "data/hackbench", "base", "rerun", "patched")
    check_hackbench(exe, root, "data/known-effect-hackbench", "base", "rerun", "plus3", "plus10")
    check_hackbench(exe, root, "data/known-effect-hackbench", "base", "plus10")
    for i in range(1, 8):
        check_hyperfine(exe, root, f"data/hyperfine/AA_{i}.json", f"data/hyperfine/AA_{i + 1}.json")
    print(f"numbers: {checked} compared, {bad} wrong")
    return bad > 0 or checked < 1200


sys.exit(main())

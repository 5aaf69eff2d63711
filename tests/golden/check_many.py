#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What many sides of few runs say, found again by other means: data/eleven-kernels.

The runs are those of their generator, their means give the published table, and method moderated-log is computed
here from its definition: series for the polygamma functions, bisection, tanh-sinh quadrature of Student's density.
usage: check_many.py PERFDELTA SOURCE_ROOT
"""
import csv
import json
import math
import pathlib
import subprocess
import sys
from decimal import ROUND_HALF_UP, Decimal

EXE, ROOT = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
DATA = ROOT / "data/eleven-kernels"
failures = []
n_checks = 0


def same(what, got, want):
    global n_checks
    n_checks += 1
    if got != want:
        failures.append(f"{what}: got {got!r}, expected {want!r}")


def close(what, got, want, tolerance):
    global n_checks
    n_checks += 1
    if not abs(got - want) <= tolerance * abs(want):
        failures.append(f"{what}: got {got!r}, expected {want!r}")


# ---- functions

def asymptotic(x, term, tail):
    """A sum of term(x), term(x + 1) ... up to 30, then its expansion there."""
    total = 0
    while x < 30:
        total += term(x)
        x += 1
    return total + tail(x)


def digamma(x):
    return asymptotic(x, lambda x: -1 / x, lambda x: math.log(x) - 1 / (2 * x) - 1 / (12 * x**2)
                      + 1 / (120 * x**4) - 1 / (252 * x**6) + 1 / (240 * x**8))


def trigamma(x):
    return asymptotic(x, lambda x: 1 / x**2, lambda x: 1 / x + 1 / (2 * x**2) + 1 / (6 * x**3)
                      - 1 / (30 * x**5) + 1 / (42 * x**7) - 1 / (30 * x**9))


def falling_root(f, want, lo, hi):
    """The x with f(x) = want, f falling."""
    for _ in range(100):
        middle = math.sqrt(lo * hi)
        lo, hi = (middle, hi) if f(middle) > want else (lo, middle)
    return lo


def integral(f, a, b, n=400):
    """Tanh-sinh quadrature: ends may be singular."""
    total = 0
    for k in range(-n // 2, n // 2 + 1):
        u = math.pi / 2 * math.sinh(8 * k / n)
        if abs(u) > 350:
            continue
        x = (a + b) / 2 + (b - a) / 2 * math.tanh(u)
        if a < x < b:
            total += math.pi / 2 * math.cosh(8 * k / n) / math.cosh(u)**2 * f(x)
    return total * 8 / n * (b - a) / 2


def student(x, df):
    return math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - math.log(df * math.pi) / 2
                    - (df + 1) / 2 * math.log1p(x * x / df))


def upper(t, df):
    return integral(lambda u: student(t + u / (1 - u), df) / (1 - u)**2, 0, 1)


# ---- the runs

def read():
    """{metric: {kernel: values}}, both in order."""
    table = {}
    with open(DATA / "runs.csv", newline="") as f:
        for row in csv.DictReader(f):
            table.setdefault(row["metric"], {}).setdefault(row["side"], []).append(row["value"])
    return table


def check_runs(table):
    with open(ROOT / "data/seeds/001_amazon_default.csv", encoding="ascii") as posted:
        made = subprocess.run([sys.executable, DATA / "make.py"], stdin=posted, capture_output=True, text=True, check=True)
    same("runs.csv", (DATA / "runs.csv").read_text(), made.stdout)
    columns = {"throughput": "throughput_nopm_vs_6.5.13", "p50-latency": "p50_latency_vs_6.5.13",
               "nopl+nortp": "nopl_nortp_nopm_vs_6.5.13"}
    with open(ROOT / "data/seeds/001_amazon_default.csv", newline="") as f:
        for row in csv.DictReader(f):
            for metric, column in columns.items():
                runs = table[metric].get(row["kernel"])
                if runs is None:
                    same("blank", row[column] in ("", "N/A"), True)
                    continue
                base = table[metric].get("6.5.13", ["100"] * 3)
                change = (sum(map(Decimal, runs)) / sum(map(Decimal, base)) - 1) * 100
                printed = row[column] if row[column] != "baseline" else "+0.0%"
                same(f"{metric} {row['kernel']}", f"{change.quantize(Decimal('0.1'), ROUND_HALF_UP):+}%", printed)


# ---- moderated-log

def mean(v):
    return sum(v) / len(v)


def variance(v):
    return sum((x - mean(v))**2 for x in v) / (len(v) - 1)


def prior_df(cells, d):
    e = [math.log(z) - digamma(d / 2) + math.log(d / 2) for z in cells]
    excess = variance(e) - trigamma(d / 2)
    return 2 * falling_root(trigamma, excess, 1e-6, 1e6) if excess > 0 else math.inf


def check_moderated(table):
    report = json.loads(subprocess.run([EXE, "compare", "-s", "json", DATA / "runs.csv"], capture_output=True,
                                       text=True, check=True).stdout)
    logs = {m: {k: [math.log(float(v)) for v in runs] for k, runs in kernels.items()} for m, kernels in table.items()
            if "6.5.13" in kernels}
    var = {m: {k: variance(v) for k, v in kernels.items()} for m, kernels in logs.items()}
    row_var = {m: mean(list(v.values())) for m, v in var.items()}
    d, sides = 2, 11
    d0 = min(prior_df([s2 / row_var[m] for m, v in var.items() for s2 in v.values()], d), (sides - 1) * d)
    same("comparisons", len(report["comparisons"]), 20)
    p = {}
    for c in report["comparisons"]:
        what = f"{c['metric']} {c['side']}"
        metric = logs[c["metric"]]
        moved = [(d0 * row_var[c["metric"]] + d * var[c["metric"]][k]) / (d0 + d) for k in ("6.5.13", c["side"])]
        df = min(d0 + 2 * d, sides * d)
        diff = mean(metric[c["side"]]) - mean(metric["6.5.13"])
        se = math.sqrt(sum(moved) / 3)
        quantile = {q: falling_root(lambda t: upper(t, df), q, 1e-3, 1e3) for q in (0.025, 0.05)}
        same(what, (c["delta"]["method"], c["verdict"]), ("moderated-log", "regression"))
        p[what] = 2 * upper(abs(diff) / se, df)
        close(what, c["p"], p[what], 1e-8)
        close(what, c["delta"]["rel"], math.expm1(diff), 1e-9)
        close(what, c["delta"]["lo"], math.expm1(diff - quantile[0.025] * se), 1e-8)
        close(what, c["delta"]["hi"], math.expm1(diff + quantile[0.025] * se), 1e-8)
        close(what, c["delta"]["equivalence"][0], math.expm1(diff - quantile[0.05] * se), 1e-8)
        close(what, c["delta"]["equivalence"][1], math.expm1(diff + quantile[0.05] * se), 1e-8)
    ordered = sorted(p.values())
    for c in report["comparisons"]:
        rank = ordered.index(p[f"{c['metric']} {c['side']}"])
        close("adjusted", c["p_adjusted"], min(ordered[i] * 20 / (i + 1) for i in range(rank, 20)), 1e-8)


# ---- Dunnett

def normal_tail(z):
    return math.erfc(z / math.sqrt(2)) / 2


def simpson(f, a, b, n):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + 4 * sum(f(a + (2 * i + 1) * h) for i in range(n // 2))
                    + 2 * sum(f(a + 2 * i * h) for i in range(1, n // 2)))


def dunnett(t, k, df):
    """P(max |T_i| > t) for k heads of as many runs as the base: correlation 1/2."""
    half = math.sqrt(0.5)

    def beyond(u):
        def given(z):
            q = normal_tail((u - half * z) / half) + normal_tail((u + half * z) / half)
            return -2 * math.expm1(k * math.log1p(-min(q, 1 - 1e-16))) * math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        return simpson(given, 0, 9 + u, 100)

    def density(s):
        return math.exp(math.log(2) + df / 2 * math.log(df / 2) - math.lgamma(df / 2)
                        + (df - 1) * math.log(s) - df * s * s / 2) if s > 0 else 0
    return simpson(lambda s: density(s) * beyond(t * s), 0, 2.5, 120)


def check_dunnett(table):
    report = json.loads(subprocess.run([EXE, "compare", "-s", "json", "--adjust=dunnett", DATA / "runs.csv"],
                                       capture_output=True, text=True, check=True).stdout)
    logs = {m: {k: [math.log(float(v)) for v in runs] for k, runs in kernels.items()} for m, kernels in table.items()}
    same("comparisons", len(report["comparisons"]), 20)
    p = {"throughput": {}, "p50-latency": {}}
    df = 11 * 2
    quantile = falling_root(lambda t: upper(t, df), 0.025, 1e-3, 1e3)
    for c in report["comparisons"]:
        what = f"dunnett {c['metric']} {c['side']}"
        metric = logs[c["metric"]]
        diff = mean(metric[c["side"]]) - mean(metric["6.5.13"])
        se = math.sqrt(mean([variance(v) for v in metric.values()]) * 2 / 3)
        p[c["metric"]][c["side"]] = dunnett(abs(diff) / se, 10, df)
        same(what, c["delta"]["method"], "pooled-log")
        close(what, c["p"], 2 * upper(abs(diff) / se, df), 1e-8)
        close(what, c["delta"]["rel"], math.expm1(diff), 1e-9)
        close(what, c["delta"]["lo"], math.expm1(diff - quantile * se), 1e-8)
    # Both metrics are selected from the level of the larger of their smallest p on.
    smallest = sorted(min(v.values()) for v in p.values())
    levels = [min(smallest[0] * 2, smallest[1]), smallest[1]]
    for c in report["comparisons"]:
        own = p[c["metric"]][c["side"]]
        close("dunnett adjusted", c["p_adjusted"], min(max(levels[0], own * 2), max(levels[1], own)), 1e-6)


runs_by_metric = read()
check_runs(runs_by_metric)
check_moderated(runs_by_metric)
check_dunnett(runs_by_metric)
for failure in failures:
    print(failure)
print(f"{n_checks} checks, {len(failures)} failed")
sys.exit(bool(failures))

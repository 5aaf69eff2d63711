# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that depend on each other, found and allowed for once more, from the definitions alone."""
import math
import statistics

from distributions import t_quantile, t_tail

LAG_Z = 2.326


def rank_lag(v):
    order = sorted(v)
    ranks = [order.index(a) + (order.count(a) + 1) / 2 - (len(v) + 1) / 2 for a in v]
    return sum(a * b for a, b in zip(ranks, ranks[1:])) / sum(a * a for a in ranks)


def kendall_p(v):
    """Exact for values that are all different: permutations by their number of inversions."""
    n = len(v)
    ways = [1]
    for i in range(2, n + 1):
        longer = [0] * (len(ways) + i - 1)
        for k, count in enumerate(ways):
            for more in range(i):
                longer[k + more] += count
        ways = longer
    falls = sum(a > b for i, a in enumerate(v) for b in v[i + 1:])
    fewer = min(falls, len(ways) - 1 - falls)
    return min(1.0, 2 * sum(ways[:fewer + 1]) / math.factorial(n))


def findings(v):
    """AUTOCORR and DRIFT, as far as they can be told: None where there are ties."""
    n, found = len(v), set()
    if len(set(v)) < n or n > 60:
        return None
    if n >= 8 and v in (sorted(v), sorted(v, reverse=True)):
        return found
    if n >= 10 and (rank_lag(v) + 1 / n) * math.sqrt(n) > LAG_Z:
        found.add("AUTOCORR")
    if n >= 8 and kendall_p(v) < 0.01:
        found.add("DRIFT")
    return found


def by_worth(x, y, alpha):
    """Welch on logs with as many values as they are worth: p, lo, hi."""
    lag = sum(len(v) * (len(v) * rank_lag(v) + 1) / (len(v) - 4) for v in (x, y)) / (len(x) + len(y))
    lag = min(max(lag, 0), 0.99)
    worth = [min(max(len(v) * (1 - lag) / (1 + lag), 2), len(v)) for v in (x, y)]
    logs = [[math.log(a) for a in v] for v in (x, y)]
    means = [statistics.fmean(v) for v in logs]
    var = [statistics.variance(v) * (len(v) - 1) / (len(v) * (w - 1)) for v, w in zip(logs, worth)]
    se, diff = math.sqrt(sum(var)), means[1] - means[0]
    df = sum(var) ** 2 / sum(u * u / (w - 1) for u, w in zip(var, worth))
    half = t_quantile(alpha / 2, df) * se
    return 2 * t_tail(abs(diff) / se, df), math.expm1(diff - half), math.expm1(diff + half), diff


def beside_drift(x, y, head_first):
    """Least squares for log v = a + b head + c place: p of b, b, and whether the rest is like the one before."""
    first, second = (y, x) if head_first else (x, y)
    logs = [[math.log(a) for a in v] for v in (first, second)]
    places = [list(range(len(first))), [len(first) + i for i in range(len(second))]]
    means = [statistics.fmean(v) for v in logs]
    middles = [statistics.fmean(p) for p in places]
    spread = sum((p - m) ** 2 for part, m in zip(places, middles) for p in part)
    slope = sum((p - pm) * (v - vm) for part, values, pm, vm in zip(places, logs, middles, means)
                for p, v in zip(part, values)) / spread
    rest = [[v - vm - slope * (p - pm) for p, v in zip(part, values)]
            for part, values, pm, vm in zip(places, logs, middles, means)]
    squares = sum(r * r for part in rest for r in part)
    n, apart = len(x) + len(y), middles[1] - middles[0]
    se = math.sqrt(squares / (n - 3) * (1 / len(first) + 1 / len(second) + apart ** 2 / spread))
    b = means[1] - means[0] - slope * apart
    z = (sum(a * c for part in rest for a, c in zip(part, part[1:])) / squares + 2 / n) * math.sqrt(n)
    return 2 * t_tail(abs(b) / se, n - 3), -b if head_first else b, z > LAG_Z


def allow(x, y, found, change, alpha):
    """p that allows for @found (codes of either side), and the interval that goes with it, or None."""
    ps, alike = [], True
    if found & {"DRIFT", "STEP"}:
        fits = [beside_drift(x, y, head_first) for head_first in (False, True)]
        ps = [p if b * change > 0 else 1 for p, b, _ in fits]
        alike = any(left for _, _, left in fits)
    if not alike:
        return max(ps), None
    p, lo, hi, diff = by_worth(x, y, alpha)
    return max([*ps, p if diff * change > 0 else 1]), (lo, hi)

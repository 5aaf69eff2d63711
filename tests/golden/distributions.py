# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of printed numbers share: Student's t by numerical integration, adjusted p."""
import math


def t_density(t, df):
    return math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)
                    - (df + 1) / 2 * math.log1p(t * t / df)) / math.sqrt(df * math.pi)


def t_tail(t, df):
    """P(T > t), t >= 0: half less the integral from 0, by Simpson's rule in atan(t / sqrt(df))."""
    steps, end = 2000, math.atan(t / math.sqrt(df))
    h = end / steps
    total = 0.0
    for i in range(steps + 1):
        x = math.tan(i * h) * math.sqrt(df)
        f = t_density(x, df) * math.sqrt(df) / math.cos(i * h) ** 2
        total += f * (1 if i in (0, steps) else 4 if i % 2 else 2)
    return 0.5 - total * h / 3


def t_quantile(p, df):
    lo, hi = 0.0, 1e4
    while hi - lo > 1e-13 * hi:
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if t_tail(mid, df) > p else (lo, mid)
    return (lo + hi) / 2


def adjusted(ps):
    """Benjamini and Hochberg 1995."""
    order = sorted(range(len(ps)), key=lambda i: ps[i], reverse=True)
    found, least = [0.0] * len(ps), 1.0
    for rank, i in zip(range(len(ps), 0, -1), order):
        least = min(least, ps[i] * len(ps) / rank)
        found[i] = least
    return found

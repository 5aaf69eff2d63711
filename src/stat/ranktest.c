/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/alpha.h"
#include "stat/edgeworth.h"
#include "stat/midrank.h"
#include "stat/scratch.h"
#include "stat/udist.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* Where two ascending series stand to each other. */
struct standing {
	size_t m, n;
	uint64_t twice_u;    /* 2 #(x > y) + #(x = y) */
	double tied_triples; /* sum over groups of t equal values of t^3 - t */
};

/* The tie groups of the pooled values, one after the other. */
struct group {
	size_t i, j;       /* values of x and of y below the group */
	size_t in_x, in_y; /* and inside it */
};

static size_t equal_run(const double *sorted, size_t n, size_t from, double v)
{
	size_t i = from;

	while (i < n && sorted[i] == v)
		i++;
	return i - from;
}

static bool next_group(const double *x, size_t m, const double *y, size_t n, struct group *g)
{
	double v;

	g->i += g->in_x;
	g->j += g->in_y;
	if (g->i == m && g->j == n)
		return false;
	v = g->j == n || (g->i < m && x[g->i] < y[g->j]) ? x[g->i] : y[g->j];
	g->in_x = equal_run(x, m, g->i, v);
	g->in_y = equal_run(y, n, g->j, v);
	return true;
}

static struct standing stand(const double *x, size_t m, const double *y, size_t n)
{
	struct standing st = {.m = m, .n = n};
	struct group g = {0};

	while (next_group(x, m, y, n, &g)) {
		double t = (double)(g.in_x + g.in_y);

		st.twice_u += (uint64_t)g.in_x * (2 * g.j + g.in_y);
		st.tied_triples += t * t * t - t;
	}
	return st;
}

static void fill_scores(const double *x, size_t m, const double *y, size_t n, int64_t *score)
{
	struct group g = {0};

	while (next_group(x, m, y, n, &g)) {
		size_t below = g.i + g.j, in = g.in_x + g.in_y;

		for (size_t r = below; r < below + in; r++)
			score[r] = (int64_t)(2 * below + in + 1);
	}
}

static void test_tie_free(const struct standing *st, struct pd_scratch *s, struct pd_ranktest *ret)
{
	size_t u = (size_t)(st->twice_u / 2);

	ret->p_less = pd_udist_less(st->m, st->n, u, s);
	ret->p_greater = pd_udist_less(st->m, st->n, st->m * st->n - u, s);
	ret->p_absdev = fmin(2 * fmin(ret->p_less, ret->p_greater), 1);
	ret->kind = PD_P_EXACT;
}

static bool test_tied(const struct standing *st, const double *x, const double *y,
		      struct pd_scratch *s, struct pd_ranktest *ret)
{
	size_t total = st->m + st->n;
	uint64_t from_y = 2 * (uint64_t)st->m * st->n - st->twice_u;
	/* the smaller sample is the cheaper one; of equal ones the one with the smaller sum */
	bool of_x = st->m < st->n || (st->m == st->n && st->twice_u <= from_y);
	size_t k = of_x ? st->m : st->n;
	uint64_t w = (of_x ? st->twice_u : from_y) + (uint64_t)k * (k + 1);
	int64_t *score = pd_scratch_array(s, PD_SCRATCH_SCORES, int64_t, total);
	struct pd_midrank t;

	fill_scores(x, st->m, y, st->n, score);
	if (!pd_midrank_exact(score, total, k, (int64_t)w, s, &t))
		return false;
	ret->p_less = of_x ? t.less : t.greater;
	ret->p_greater = of_x ? t.greater : t.less;
	ret->p_absdev = t.absdev;
	ret->kind = PD_P_EXACT;
	return true;
}

/* The excess kurtosis of U. Source: Fix & Hodges (1955), Ann. Math. Stat. 26:301. */
static double kurtosis(double m, double n)
{
	return -1.2 * (m * m + n * n + m * n + m + n) / (m * n * (m + n + 1));
}

static void test_large(const struct standing *st, struct pd_ranktest *ret)
{
	double m = (double)st->m, n = (double)st->n, total = m + n;
	double spread = total + 1 - st->tied_triples / (total * (total - 1));
	double sd = sqrt(m * n / 12 * spread);
	double above = ret->u_x - m * n / 2;

	ret->p_less = pd_edgeworth_upper((-above - 0.5) / sd, kurtosis(m, n));
	ret->p_greater = pd_edgeworth_upper((above - 0.5) / sd, kurtosis(m, n));
	ret->p_absdev = nan("");
	ret->kind = PD_P_EDGEWORTH;
}

/* A probability of something that happened is never 0, however small. */
static double positive(double p)
{
	return fmax(p, DBL_MIN);
}

struct pd_ranktest pd_ranktest(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			       struct pd_scratch *s)
{
	struct standing st = stand(x_sorted, m, y_sorted, n);
	struct pd_ranktest t = {.u_x = (double)st.twice_u / 2, .ties = st.tied_triples > 0};

	assert(m > 0 && n > 0);

	if (!t.ties && m <= PD_UDIST_MAX_PAIRS / n)
		test_tie_free(&st, s, &t);
	else if (!t.ties || !test_tied(&st, x_sorted, y_sorted, s, &t))
		test_large(&st, &t);
	t.p_less = positive(t.p_less);
	t.p_greater = positive(t.p_greater);
	t.p = fmin(2 * fmin(t.p_less, t.p_greater), 1);
	return t;
}

/* 1/C(m + n, m), or 0 where that is below the smallest double. */
static double one_arrangement(size_t m, size_t n)
{
	size_t small = m < n ? m : n, large = m < n ? n : m;
	double p = 1;

	for (size_t i = 1; i <= small && p > 0; i++)
		p *= (double)i / (double)(large + i);
	return p;
}

double pd_ranktest_min_p(size_t m, size_t n)
{
	return fmin(2 * positive(one_arrangement(m, n)), 1);
}

bool pd_ranktest_reaches(size_t m, size_t n, double alpha)
{
	return pd_alpha_reached(pd_ranktest_min_p(m, n), alpha);
}

/*
 * Samples of size k with the smallest possible rank sum: all of the lowest
 * tie groups and any @free of the @last values of the group that is cut, so
 * C(last, free) of the C(total, k) samples.
 */
static double extreme_probability(size_t total, size_t k, size_t last, size_t free)
{
	double p = one_arrangement(k, total - k);

	for (size_t i = 1; i <= free && p > 0; i++)
		p *= (double)(last - free + i) / (double)i;
	return p;
}

double pd_ranktest_min_p_tied(const double *x_sorted, size_t m, const double *y_sorted, size_t n)
{
	size_t k = m < n ? m : n;
	double low = 1, high = 1;
	struct group g = {0};

	assert(m > 0 && n > 0);

	while (next_group(x_sorted, m, y_sorted, n, &g)) {
		size_t below = g.i + g.j, in = g.in_x + g.in_y, above = m + n - below - in;

		if (below < k && k <= below + in)
			low = extreme_probability(m + n, k, in, k - below);
		if (above < k && k <= above + in)
			high = extreme_probability(m + n, k, in, k - above);
	}
	return fmin(2 * positive(fmin(low, high)), 1);
}

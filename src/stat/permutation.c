/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_interval.h>

#include "stat/alpha.h"
#include "stat/draw.h"
#include "stat/scratch.h"
#include "stat/select.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>

enum { ALL_MAX = 200000 };

/*
 * The values of the smaller side, then those of the other, as distances from a pivot in
 * units of a power of two. To deal out anew is to choose as many of all for the smaller side.
 */
struct deal {
	double *off;
	size_t n, own; /* values in all, of the smaller side */
	bool own_is_x; /* the smaller side is the base */
	bool difference;
	double pivot;        /* in the same units */
	double scale;        /* how many units one is */
	double slack;        /* sums closer than that are equal */
	double own_sum;      /* of off over the smaller side */
	double lead;         /* of the head: (mean of y - mean of x) / (1/m + 1/n) */
	double *change;      /* [n_done] at which each way makes no difference */
	size_t n_done;       /* ways besides the one that was measured */
	size_t n_up, n_down; /* ways that leave the head's lead as large, as small or more so */
	size_t n_as_far;     /* ways in which it is as far from 0 */
};

/* What was chosen: sums of off over all of it and over what is of the base. */
struct choice {
	double sum, x_sum;
	size_t n_own;
};

/* C(n, k), or more than ALL_MAX. */
static size_t ways(size_t n, size_t k)
{
	double c = 1;

	for (size_t i = 1; i <= k && c <= ALL_MAX; i++)
		c = c * (double)(n - k + i) / (double)i;
	return c <= ALL_MAX ? (size_t)(c + 0.5) : ALL_MAX + 1;
}

/*
 * An exchange of k values of the head for k of the base takes from the head's lead what
 * the former sum up to beyond the latter. If the head is larger by a change, and that
 * is taken out of it, nothing is left of this at the change where both sums are equal.
 */
static void note(struct deal *d, const struct choice *c)
{
	double k = (double)(d->own - c->n_own), lost = d->own_sum - c->sum, x_sum = c->x_sum;

	if (d->own_is_x) {
		lost = -lost;
		x_sum = d->own_sum - x_sum;
	}
	if (fabs(lost) <= d->slack)
		lost = 0;
	d->n_up += lost <= 0;
	d->n_down += lost >= 0;
	d->n_as_far += fabs(d->lead - lost) >= fabs(d->lead) - d->slack;
	d->change[d->n_done++] = d->difference ? lost / k / d->scale
					       : lost / (k * d->pivot + x_sum);
}

/* ---- all ways, in lexicographic order */

/* One more chosen value after those of @before. */
static struct choice with(const struct deal *d, const struct choice *before, size_t i)
{
	bool own = i < d->own;

	return (struct choice){.sum = before->sum + d->off[i],
			       .x_sum = before->x_sum + (own == d->own_is_x ? d->off[i] : 0),
			       .n_own = before->n_own + own};
}

static void deal_all(struct deal *d, struct pd_scratch *s)
{
	size_t k = d->own, *pick = pd_scratch_array(s, PD_SCRATCH_RANKS, size_t, k), i;
	struct choice *upto = pd_scratch_array(s, PD_SCRATCH_ROWS, struct choice, k + 1);

	upto[0] = (struct choice){0};
	for (i = 0; i < k; i++) {
		pick[i] = i;
		upto[i + 1] = with(d, &upto[i], i);
	}
	for (;;) {
		for (i = k; i > 0 && pick[i - 1] == d->n - k + i - 1; i--)
			;
		if (!i)
			return;
		pick[i - 1]++;
		for (size_t j = i; j < k; j++)
			pick[j] = pick[j - 1] + 1;
		for (size_t j = i - 1; j < k; j++)
			upto[j + 1] = with(d, &upto[j], pick[j]);
		note(d, &upto[k]);
	}
}

/* ---- drawn ways */

static void deal_some(struct deal *d, size_t rounds, struct pd_draw draw, struct pd_scratch *s)
{
	uint32_t n = (uint32_t)d->n;
	uint32_t *deck = pd_scratch_array(s, PD_SCRATCH_RANKS, uint32_t, d->n);

	for (uint32_t i = 0; i < n; i++)
		deck[i] = i;
	while (d->n_done < rounds) {
		struct choice c = {0};

		for (uint32_t i = 0; i < d->own; i++) {
			uint32_t j = i + pd_draw_index(&draw, n - i), card = deck[j];

			deck[j] = deck[i];
			deck[i] = card;
			c = with(d, &c, card);
		}
		if (c.n_own < d->own)
			note(d, &c);
	}
}

double pd_permutation_min_p(size_t m, size_t n)
{
	size_t all;

	assert(m > 0 && n > 0);

	if (m > PD_DRAW_VALUES_MAX || n > PD_DRAW_VALUES_MAX - m)
		return 1;
	all = ways(m + n, m < n ? m : n);
	if (all > ALL_MAX)
		all = pd_draw_rounds(m + n) + 1;
	return fmin(2 / (double)all, 1);
}

/* ---- */

static void widen(const double *v, size_t n, double *lo, double *hi)
{
	for (size_t i = 0; i < n; i++) {
		*lo = v[i] < *lo ? v[i] : *lo;
		*hi = v[i] > *hi ? v[i] : *hi;
	}
}

static void add_side(struct deal *d, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		d->off[d->n++] = v[i] * d->scale - d->pivot;
}

static double sum_of(const double *v, size_t n, double *magnitude)
{
	struct pd_sum sum = {0};

	for (size_t i = 0; i < n; i++) {
		pd_sum_add(&sum, v[i]);
		*magnitude += fabs(v[i]);
	}
	return pd_sum_total(&sum);
}

static void shuffle_in(struct deal *d, const double *x, size_t m, const double *y, size_t n,
		       struct pd_scratch *s)
{
	double lo = x[0], hi = x[0], most, magnitude = 0, rest, own, others;
	int exponent;

	widen(x, m, &lo, &hi);
	widen(y, n, &lo, &hi);
	most = fmax(fabs(lo), fabs(hi));
	exponent = most > 0 ? ilogb(most) : 0;
	d->scale = ldexp(1, exponent > -1000 ? -exponent : 1000);
	d->pivot = (lo / 2 + hi / 2) * d->scale;
	d->off = pd_scratch_array(s, PD_SCRATCH_LOGS, double, m + n);
	d->own_is_x = m <= n;
	d->own = d->own_is_x ? m : n;
	add_side(d, d->own_is_x ? x : y, d->own);
	add_side(d, d->own_is_x ? y : x, m + n - d->own);
	d->own_sum = sum_of(d->off, d->own, &magnitude);
	rest = sum_of(d->off + d->own, d->n - d->own, &magnitude);
	d->slack = 1e-12 * magnitude;
	own = (double)d->own;
	others = (double)(d->n - d->own);
	d->lead = (rest / others - d->own_sum / own) * (own * others / (own + others));
	if (!d->own_is_x)
		d->lead = -d->lead;
}

/* The means lie at pivot + sum/n of either side. */
static double point_of(const struct deal *d, size_t m, size_t n)
{
	double gap = d->lead * (1 / (double)m + 1 / (double)n), base = d->own_sum, ignored = 0;

	if (d->difference)
		return gap / d->scale;
	if (!d->own_is_x)
		base = sum_of(d->off + d->own, d->n - d->own, &ignored);
	return gap / (d->pivot + base / (double)m);
}

/* Counts from either end as far as twice their share of all ways stays within 1 - @level. */
static struct pd_estimate invert(struct deal *d, double level, double point)
{
	double all = (double)d->n_done + 1, alpha = 1 - level;
	size_t k = (size_t)(alpha * all / 2), rank[2];
	struct pd_estimate e = {point, nan(""), nan(""), 0, false};

	while (pd_alpha_reached(2 * (double)(k + 1) / all, alpha))
		k++;
	if (!k)
		return e;
	rank[0] = k - 1;
	rank[1] = d->n_done - k;
	pd_select_ranks(d->change, d->n_done, rank, 2);
	e.lo = d->change[rank[0]];
	e.hi = d->change[rank[1]];
	e.level = 1 - 2 * (double)k / all;
	e.reached = true;
	return e;
}

static bool positive(const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(v[i] > 0))
			return false;
	return true;
}

/* NOLINTNEXTLINE(readability-function-size): two series, levels, memory, two results */
int pd_permutation(const double *x, size_t m, const double *y, size_t n,
		   const struct pd_resampling *how, const double *level, size_t n_levels,
		   struct pd_scratch *s, struct pd_permutation *ret, struct pd_estimate *ret_change)
{
	struct deal d = {.difference = how->difference};
	size_t all;
	double dealt;

	assert(m > 0 && n > 0);

	if (!how->difference && (!positive(x, m) || !positive(y, n)))
		return PD_EUNDEFINED;
	if (m > PD_DRAW_VALUES_MAX || n > PD_DRAW_VALUES_MAX - m)
		return PD_ELIMIT;
	shuffle_in(&d, x, m, y, n, s);
	all = ways(m + n, d.own);
	ret->exact = all <= ALL_MAX;
	d.change = pd_scratch_array(s, PD_SCRATCH_VALUES, double,
				    ret->exact ? all : (size_t)PD_DRAW_ROUNDS);
	if (ret->exact)
		deal_all(&d, s);
	else
		deal_some(&d, pd_draw_rounds(m + n),
			  (struct pd_draw){.rng = pd_scratch_rng(s, how->seed)}, s);
	dealt = (double)d.n_done + 1;
	ret->p_less = ((double)d.n_up + 1) / dealt;
	ret->p_greater = ((double)d.n_down + 1) / dealt;
	ret->p_absdev = ((double)d.n_as_far + 1) / dealt;
	ret->p = fmin(2 * fmin(ret->p_less, ret->p_greater), 1);
	for (size_t i = 0; i < n_levels; i++)
		ret_change[i] = invert(&d, level[i], point_of(&d, m, n));
	return PD_OK;
}

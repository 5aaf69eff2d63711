/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/midrank.h"

#include "stat/scratch.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Cells of work that the test itself, and its second tail for absdev, may cost. */
#define TEST_BUDGET   1e8
#define ABSDEV_BUDGET 1e7

/*
 * One tail: the probability that the sum of k of the scores exceeds the
 * smallest possible one by at most @depth.
 *
 * Cell v of row j at step r is the probability that a random j-subset of the
 * first r scores has the sum low(j) + v, low(j) being the sum of the first j
 * scores. Step r changes it to
 *	(1 - j/r) cell(j, v) + (j/r) cell(j - 1, v - (s[r] - s[j])),
 * a weighted mean of positive numbers: nothing overflows, nothing cancels.
 * Cells that cannot end at or below @depth are never touched.
 */
struct tail {
	const int64_t *sum; /* sum[i]: the first i scores, 0 <= i <= total */
	const int64_t *score;
	size_t total, k;
	int64_t depth;
	size_t *start; /* row j occupies cells start[j] .. start[j + 1] - 1 */
};

/* The last cell of row j that step r has to compute; negative: none. */
static int64_t last_cell(const struct tail *t, size_t r, size_t j)
{
	const int64_t *sum = t->sum;
	int64_t rest = sum[r + t->k - j] - sum[r] - (sum[t->k] - sum[j]);
	int64_t highest = sum[r] - sum[r - j] - sum[j];

	return t->depth - rest < highest ? t->depth - rest : highest;
}

/* Lay out the rows, each as wide as its widest step; false beyond the budget. */
static bool plan(struct tail *t, double budget)
{
	double work = 0;

	t->start[0] = 0;
	t->start[1] = 1;
	for (size_t j = 1; j <= t->k; j++) {
		int64_t widest = -1;

		for (size_t r = j; r <= t->total - t->k + j; r++) {
			int64_t last = last_cell(t, r, j);

			work += last < 0 ? 1 : (double)(last + 1);
			widest = last > widest ? last : widest;
		}
		t->start[j + 1] = t->start[j] + (size_t)(widest + 1);
		if (work > budget)
			return false;
	}
	return true;
}

static void scale(double *restrict row, size_t n, double keep)
{
	for (size_t v = 0; v < n; v++)
		row[v] *= keep;
}

static void mix(double *restrict row, const double *restrict above, size_t n, double keep,
		double take)
{
	for (size_t v = 0; v < n; v++)
		row[v] = keep * row[v] + take * above[v];
}

static void step(const struct tail *t, double *cells, size_t r, size_t j)
{
	int64_t last = last_cell(t, r, j);
	size_t n = (size_t)(last + 1);
	size_t shift = (size_t)(t->score[r - 1] - t->score[j - 1]);
	size_t above = t->start[j] - t->start[j - 1];
	double keep = (double)(r - j) / (double)r, take = (double)j / (double)r;
	double *row = cells + t->start[j];
	size_t end;

	if (last < 0)
		return;
	shift = shift < n ? shift : n;
	end = n - shift < above ? n : shift + above;
	scale(row, shift, keep);
	mix(row + shift, cells + t->start[j - 1], end - shift, keep, take);
	scale(row + end, n - end, keep);
}

/* P(sum <= low + depth), and P(sum = low + depth) in @ret_at. */
static bool tail_probability(struct tail *t, double budget, struct pd_scratch *s, double *ret,
			     double *ret_at)
{
	struct pd_sum sum = {0};
	const double *row;
	double *cells;
	size_t n;

	t->start = pd_scratch_array(s, PD_SCRATCH_ROWS, size_t, t->k + 2);
	if (!plan(t, budget))
		return false;
	n = t->start[t->k + 1];
	cells = pd_scratch_array(s, PD_SCRATCH_STEP, double, n);
	memset(cells, 0, n * sizeof(*cells));
	cells[0] = 1;
	for (size_t r = 1; r <= t->total; r++) {
		size_t fewest = r + t->k > t->total ? r + t->k - t->total : 1;

		for (size_t j = r < t->k ? r : t->k; j >= fewest; j--)
			step(t, cells, r, j);
	}
	row = cells + t->start[t->k];
	n -= t->start[t->k];
	for (size_t v = 0; v < n; v++)
		pd_sum_add(&sum, row[v]);
	*ret = fmin(pd_sum_total(&sum), 1);
	*ret_at = (int64_t)n > t->depth ? row[t->depth] : 0;
	return true;
}

int64_t pd_midrank_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t t = a % b;

		a = b;
		b = t;
	}
	return a;
}

/* The scores counted from 0 in steps of the widest grid they lie on, which is returned. */
static int64_t reduce(const int64_t *score, size_t total, int64_t *ret)
{
	int64_t grid = 0;

	for (size_t i = 1; i < total; i++)
		grid = pd_midrank_divisor(score[i] - score[i - 1], grid);
	for (size_t i = 0; i < total && grid; i++)
		ret[i] = (score[i] - score[0]) / grid;
	return grid; /* 0: all are equal, nothing was written */
}

/* Scores of one orientation and their running sums. */
struct scores {
	int64_t *score, *sum;
};

/* Both orientations: the lower tail of one is the upper tail of the other. */
struct views {
	struct scores up, down;
	size_t total, k;
};

static void sum_up(const struct scores *a, size_t total)
{
	a->sum[0] = 0;
	for (size_t i = 0; i < total; i++)
		a->sum[i + 1] = a->sum[i] + a->score[i];
}

/* The same scores seen from the top. */
static void reflect(const int64_t *score, size_t total, int64_t *ret)
{
	for (size_t i = 0; i < total; i++)
		ret[i] = score[total - 1] - score[total - 1 - i];
}

/*
 * P(W >= 2 E - w) for w below E = k S/total, S being the sum of all scores;
 * 2 E - w need not be a whole number.
 */
static bool far_tail(const struct views *v, int64_t w, struct pd_scratch *s, double *ret)
{
	const int64_t *sum = v->up.sum;
	int64_t n = (int64_t)v->total;
	int64_t top = sum[v->total] - sum[v->total - v->k];
	int64_t room = n * (top + w) - 2 * (int64_t)v->k * sum[v->total];
	struct tail t = {v->down.sum, v->down.score, v->total, v->k, room / n, NULL};
	double unused;

	*ret = 0;
	return room < 0 || tail_probability(&t, ABSDEV_BUDGET, s, ret, &unused);
}

/* P(|W - E| >= |w - E|) for w <= E whose lower tail is p. */
static double absolute_deviation(const struct views *v, int64_t w, double p, struct pd_scratch *s)
{
	size_t size = v->total * sizeof(*v->up.score);
	double far = p;

	if (w * (int64_t)v->total == (int64_t)v->k * v->up.sum[v->total])
		return 1;
	/* equal halves, or ties that read the same from both ends: a symmetric null */
	if (2 * v->k != v->total && memcmp(v->up.score, v->down.score, size) != 0 &&
	    !far_tail(v, w, s, &far))
		return nan("");
	return fmin(p + far, 1);
}

bool pd_midrank_exact(const int64_t *score, size_t total, size_t k, int64_t w, struct pd_scratch *s,
		      struct pd_midrank *ret)
{
	int64_t *room = pd_scratch_array(s, PD_SCRATCH_SUMS, int64_t, 4 * total + 2);
	struct views v = {
		.up = {room,                 room + total        },
		.down = {room + 2 * total + 1, room + 3 * total + 1},
		.total = total,
		.k = k,
	};
	int64_t grid = reduce(score, total, v.up.score);
	struct tail t = {.total = total, .k = k};
	double p, at;
	bool upper;

	assert(k >= 1 && 2 * k <= total);

	if (grid == 0) {
		*ret = (struct pd_midrank){1, 1, 1};
		return true;
	}
	if ((double)k * (double)(total - k) > TEST_BUDGET)
		return false;
	reflect(v.up.score, total, v.down.score);
	sum_up(&v.up, total);
	sum_up(&v.down, total);
	w = (w - (int64_t)k * score[0]) / grid;
	upper = w * (int64_t)total > (int64_t)k * v.up.sum[total];
	if (upper) {
		struct scores swap = v.up;

		w = (int64_t)k * v.up.score[total - 1] - w;
		v.up = v.down;
		v.down = swap;
	}

	t.score = v.up.score;
	t.sum = v.up.sum;
	t.depth = w - v.up.sum[k];
	if (!tail_probability(&t, TEST_BUDGET, s, &p, &at))
		return false;
	ret->less = upper ? fmin(1 - p + at, 1) : p;
	ret->greater = upper ? p : fmin(1 - p + at, 1);
	ret->absdev = absolute_deviation(&v, w, p, s);
	return true;
}

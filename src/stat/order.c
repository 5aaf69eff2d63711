/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_order.h>

#include "stat/moments.h"
#include "stat/scratch.h"
#include "stat/student.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- places */

struct moment {
	double when;
	size_t index;
};

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->when != y->when)
		return x->when < y->when ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void sort(const double *when, size_t n, struct moment *ret)
{
	bool ascends = true;

	for (size_t i = 0; i < n; i++) {
		ret[i] = (struct moment){when[i], i};
		ascends = ascends && (!i || when[i - 1] <= when[i]);
	}
	if (!ascends)
		qsort(ret, n, sizeof(*ret), by_time);
}

/* How many of @n moments from @from on are the one at @from. */
static size_t count_equal(const struct moment *of, size_t from, size_t n, double when)
{
	size_t end = from;

	while (end < n && of[end].when == when)
		end++;
	return end - from;
}

/* Places from @first on, or the mean of them all. */
static void put_places(const struct moment *of, size_t n, double first, double step, double *ret)
{
	for (size_t i = 0; i < n; i++)
		ret[of[i].index] = first + step * (double)i;
}

/* NOLINTNEXTLINE(readability-function-size): two series, memory, two results */
size_t pd_order_rank(const double *x_when, size_t m, const double *y_when, size_t n,
		     struct pd_scratch *s, double *ret_x, double *ret_y)
{
	struct moment *x = pd_scratch_array(s, PD_SCRATCH_ORDER, struct moment, m + n), *y = x + m;
	size_t n_shared = 0;

	sort(x_when, m, x);
	sort(y_when, n, y);
	for (size_t i = 0, j = 0; i < m || j < n;) {
		double when = j == n || (i < m && x[i].when <= y[j].when) ? x[i].when : y[j].when;
		size_t of_x = count_equal(x, i, m, when), of_y = count_equal(y, j, n, when);
		bool shared = of_x && of_y;
		double first = (double)(i + j + 1);

		if (shared)
			first += (double)(of_x + of_y - 1) / 2;
		put_places(x + i, of_x, first, shared ? 0 : 1, ret_x);
		put_places(y + j, of_y, first, shared ? 0 : 1, ret_y);
		n_shared += shared ? of_x + of_y : 0;
		i += of_x;
		j += of_y;
	}
	return n_shared;
}

void pd_order_turns(size_t m, size_t n, bool mirrored, double *ret_x, double *ret_y)
{
	double place = 1;

	for (size_t i = 0; i < m || i < n; i++) {
		bool head_first = mirrored && i % 2;

		if (i < n && head_first)
			ret_y[i] = place++;
		if (i < m)
			ret_x[i] = place++;
		if (i < n && !head_first)
			ret_y[i] = place++;
	}
}

bool pd_order_is_blocked(const double *x_place, size_t m, const double *y_place, size_t n)
{
	double first[2] = {x_place[0], y_place[0]}, last[2] = {x_place[0], y_place[0]};

	for (size_t i = 1; i < m; i++) {
		first[0] = fmin(first[0], x_place[i]);
		last[0] = fmax(last[0], x_place[i]);
	}
	for (size_t i = 1; i < n; i++) {
		first[1] = fmin(first[1], y_place[i]);
		last[1] = fmax(last[1], y_place[i]);
	}
	return last[0] <= first[1] || last[1] <= first[0];
}

/* ---- the drift, and the change beside it */

/* Runs of one side, seen from the first of them: what does not vary is exactly 0. */
struct line {
	const struct pd_moments_pivot *pivot;
	const double *value, *place;
	size_t n;
	double first, mean, middle; /* mean: beyond first; middle: of the places */
};

static double value_at(const struct line *l, size_t i)
{
	return pd_moments_from(l->pivot, l->value[i]) - l->first;
}

/* The second pass takes off what rounding left in the mean. */
static struct line line_of(const struct pd_moments_pivot *p, const double *value,
			   const double *place, size_t n)
{
	struct line l = {p, value, place, n, pd_moments_from(p, value[0]), 0, 0};
	struct pd_sum v = {0}, at = {0}, rest = {0};

	for (size_t i = 0; i < n; i++) {
		pd_sum_add(&v, value_at(&l, i));
		pd_sum_add(&at, place[i]);
	}
	l.mean = pd_sum_total(&v) / (double)n;
	l.middle = pd_sum_total(&at) / (double)n;
	for (size_t i = 0; i < n; i++)
		pd_sum_add(&rest, value_at(&l, i) - l.mean);
	l.mean += pd_sum_total(&rest) / (double)n;
	return l;
}

static void add_products(const struct line *l, struct pd_sum *places, struct pd_sum *both)
{
	for (size_t i = 0; i < l->n; i++) {
		double at = l->place[i] - l->middle;

		pd_sum_add(places, at * at);
		pd_sum_add(both, at * (value_at(l, i) - l->mean));
	}
}

static void add_residuals(const struct line *l, double slope, struct pd_sum *squares)
{
	for (size_t i = 0; i < l->n; i++) {
		double left = value_at(l, i) - l->mean - slope * (l->place[i] - l->middle);

		pd_sum_add(squares, left * left);
	}
}

/* A difference with its standard error becomes a test and an interval, in units of the data. */
static void test(double diff, double se, double df, double level, double unit, struct pd_welch *ret)
{
	double half = pd_student_quantile(level, df) * se;

	ret->diff = diff * unit;
	ret->se = se * unit;
	ret->df = df;
	ret->t = diff / se;
	ret->p_greater = pd_student_upper(ret->t, df);
	ret->p_less = pd_student_upper(-ret->t, df);
	ret->p = fmin(2 * fmin(ret->p_less, ret->p_greater), 1);
	ret->lo = (diff - half) * unit;
	ret->hi = (diff + half) * unit;
}

static int fit(const struct line *x, const struct line *y, double level, struct pd_order_fit *ret)
{
	double m = (double)x->n, n = (double)y->n, df = m + n - 3, apart = y->middle - x->middle;
	struct pd_sum places = {0}, both = {0}, squares = {0};
	double spread, slope, variance;

	add_products(x, &places, &both);
	add_products(y, &places, &both);
	spread = pd_sum_total(&places);
	if (!(spread > 0))
		return PD_EUNDEFINED;
	slope = pd_sum_total(&both) / spread;
	add_residuals(x, slope, &squares);
	add_residuals(y, slope, &squares);
	variance = pd_sum_total(&squares) / df * (1 / m + 1 / n + apart * apart / spread);
	if (!(variance > 0))
		return PD_EUNDEFINED;
	test(y->first - x->first + (y->mean - x->mean) - slope * apart, sqrt(variance), df, level,
	     1 / x->pivot->scale, &ret->side);
	ret->slope = slope / x->pivot->scale;
	return PD_OK;
}

/* NOLINTNEXTLINE(readability-function-size): two series and their places, level, result */
static int fit_of(const double *x, const double *x_place, size_t m, const double *y,
		  const double *y_place, size_t n, double level, bool of_logs,
		  struct pd_order_fit *ret)
{
	struct pd_moments_pivot p;
	struct line of_x, of_y;

	assert(m >= 1 && n >= 1 && level > 0 && level < 1);

	if (m + n < 4)
		return PD_EUNDEFINED;
	p = pd_moments_pivot(x, m, y, n, of_logs);
	of_x = line_of(&p, x, x_place, m);
	of_y = line_of(&p, y, y_place, n);
	return fit(&of_x, &of_y, level, ret);
}

/* NOLINTNEXTLINE(readability-function-size): two series and their places, level, result */
int pd_order_fit(const double *x, const double *x_place, size_t m, const double *y,
		 const double *y_place, size_t n, double level, struct pd_order_fit *ret)
{
	return fit_of(x, x_place, m, y, y_place, n, level, false, ret);
}

static bool positive(const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!(v[i] > 0))
			return false;
	}
	return true;
}

/* NOLINTNEXTLINE(readability-function-size): two series and their places, level, result */
int pd_order_fit_log(const double *x, const double *x_place, size_t m, const double *y,
		     const double *y_place, size_t n, double level, struct pd_order_fit *ret)
{
	if (!positive(x, m) || !positive(y, n))
		return PD_EUNDEFINED;
	return fit_of(x, x_place, m, y, y_place, n, level, true, ret);
}

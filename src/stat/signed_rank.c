/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_paired.h>

#include "stat/alpha.h"
#include "stat/edgeworth.h"
#include "stat/midrank.h"
#include "stat/scratch.h"
#include "stat/vdist.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the table of subset sums: 64 MB, and steps for a tenth of a second. */
enum { MOST_CELLS = 4000000, MOST_WORK = 100000000 };

/* The magnitudes of the differences that are not 0, ranked. Ranks are doubled: whole numbers. */
struct ranked {
	int64_t *score; /* [n] ascending */
	size_t n;
	int64_t twice_v, total; /* scores of the positive ones, and of all */
	bool ties, plain;       /* plain: the scores are 2, 4 .. 2n */
};

static int by_magnitude(const void *a, const void *b)
{
	double x = fabs(*(const double *)a), y = fabs(*(const double *)b);

	return (x > y) - (x < y);
}

/* How many of the @n ascending magnitudes from @i on are equal. */
static size_t tied_from(const double *sorted, size_t n, size_t i)
{
	size_t end = i + 1;

	while (end < n && fabs(sorted[end]) == fabs(sorted[i]))
		end++;
	return end - i;
}

static struct ranked rank(const double *d, size_t n, enum pd_zeros zeros, struct pd_scratch *s)
{
	double *sorted = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n);
	struct ranked r = {.score = pd_scratch_array(s, PD_SCRATCH_SCORES, int64_t, n)};
	size_t n_zeros = 0, below;

	memcpy(sorted, d, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_magnitude);
	while (n_zeros < n && sorted[n_zeros] == 0)
		n_zeros++;
	below = zeros == PD_ZEROS_PRATT ? n_zeros : 0;
	r.plain = below == 0;
	for (size_t i = n_zeros, in; i < n; i += in) {
		int64_t score;

		in = tied_from(sorted, n, i);
		score = (int64_t)(2 * below + in + 1);
		below += in;
		for (size_t k = i; k < i + in; k++) {
			r.score[r.n++] = score;
			r.twice_v += sorted[k] > 0 ? score : 0;
		}
		r.total += score * (int64_t)in;
		r.ties |= in > 1;
	}
	r.plain &= !r.ties;
	return r;
}

/*
 * A grid through 0 that all scores lie on. Where the table of sums would still be too
 * large, a wider one, to which scores are rounded down: that can only add subsets to a
 * tail, never take one away.
 */
static int64_t grid_of(const struct ranked *r, int64_t depth)
{
	int64_t grid = 0;

	for (size_t i = 0; i < r->n; i++)
		grid = pd_midrank_divisor(r->score[i], grid);
	if (!grid)
		return 1; /* no pair has a rank */
	for (int64_t cells = depth / grid;
	     cells > MOST_CELLS || (double)r->n * (double)cells > MOST_WORK; cells = depth / grid)
		grid *= 2;
	return grid;
}

/* The law is symmetric, so the tail on the other side of v is that of total - v. */
static void test_scores(struct ranked *r, struct pd_scratch *s, struct pd_signed_rank *ret)
{
	bool upper = 2 * r->twice_v > r->total;
	int64_t depth = upper ? r->total - r->twice_v : r->twice_v, grid = grid_of(r, depth);
	double p, at;

	for (size_t i = 0; i < r->n; i++)
		r->score[i] /= grid;
	p = pd_vdist_subsets(r->score, r->n, depth / grid, s, &at);
	ret->p_less = upper ? fmin(1 - p + at, 1) : p;
	ret->p_greater = upper ? p : fmin(1 - p + at, 1);
}

static void test_plain(const struct ranked *r, struct pd_scratch *s, struct pd_signed_rank *ret)
{
	ret->p_less = pd_vdist_less(r->n, (size_t)r->twice_v / 2, s);
	ret->p_greater = pd_vdist_less(r->n, (size_t)(r->total - r->twice_v) / 2, s);
}

/* Sums of the squares and fourth powers of the ranks. */
static void moments(const struct ranked *r, double *ret_squares, double *ret_fourths)
{
	*ret_squares = *ret_fourths = 0;
	for (size_t i = 0; i < r->n; i++) {
		double square = (double)r->score[i] / 2 * ((double)r->score[i] / 2);

		*ret_squares += square;
		*ret_fourths += square * square;
	}
}

/*
 * A rank r with a random sign adds r^2/4 to the variance of V and -r^4/8 to its
 * fourth cumulant.
 */
static void test_large(double squares, double fourths, struct pd_signed_rank *ret)
{
	double kurtosis = -2 * fourths / (squares * squares);
	double above = ret->v - ret->expected;

	ret->p_less = pd_edgeworth_upper((-above - 0.5) / ret->sd, kurtosis);
	ret->p_greater = pd_edgeworth_upper((above - 0.5) / ret->sd, kurtosis);
	ret->kind = PD_P_EDGEWORTH;
}

struct pd_signed_rank pd_signed_rank(const double *d, size_t n, enum pd_zeros zeros,
				     struct pd_scratch *s)
{
	struct ranked r = rank(d, n, zeros, s);
	struct pd_signed_rank t = {.v = (double)r.twice_v / 2,
				   .expected = (double)r.total / 4,
				   .p_less = 1,
				   .p_greater = 1,
				   .n_changed = r.n,
				   .kind = PD_P_EXACT,
				   .ties = r.ties};
	double squares, fourths;

	assert(n > 0);

	moments(&r, &squares, &fourths);
	t.sd = sqrt(squares) / 2;
	if (r.n > PD_VDIST_MAX)
		test_large(squares, fourths, &t);
	else if (r.n && r.plain)
		test_plain(&r, s, &t);
	else if (r.n)
		test_scores(&r, s, &t);
	t.p_less = fmax(t.p_less, DBL_MIN);
	t.p_greater = fmax(t.p_greater, DBL_MIN);
	t.p = fmin(2 * fmin(t.p_less, t.p_greater), 1);
	return t;
}

double pd_signed_rank_min_p(size_t n)
{
	return n < 1000 ? ldexp(1, 1 - (int)n) : DBL_MIN;
}

bool pd_signed_rank_reaches(size_t n, double alpha)
{
	return pd_alpha_reached(pd_signed_rank_min_p(n), alpha);
}

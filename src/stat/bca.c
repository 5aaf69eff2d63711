/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/bca.h"

#include "stat/draw.h"
#include "stat/scratch.h"
#include "stat/select.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

enum { FEWEST = 4, MAX_SIDES = 2 };

/* ---- from resampled statistics to an interval */

static double rank_at(double *v, size_t n, size_t k)
{
	pd_select_ranks(v, n, &k, 1);
	return v[k];
}

double pd_bca_at(double *v, size_t n, double p, bool *extreme)
{
	double rank = (double)(n + 1) * p, below = floor(rank), part;
	double z_below, z_above, count = (double)n;
	size_t ranks[2];

	if (!(below >= 1) || !(below < count)) {
		*extreme = true;
		return rank_at(v, n, below >= 1 ? n - 1 : 0);
	}
	ranks[0] = (size_t)below - 1;
	ranks[1] = (size_t)below;
	pd_select_ranks(v, n, ranks, 2);
	z_below = gsl_cdf_ugaussian_Pinv(below / (count + 1));
	z_above = gsl_cdf_ugaussian_Pinv((below + 1) / (count + 1));
	part = (gsl_cdf_ugaussian_Pinv(p) - z_below) / (z_above - z_below);
	return pd_select_between(v[ranks[0]], v[ranks[1]], fmax(part, 0));
}

double pd_bca_bias(const double *v, size_t n, double point)
{
	double lo = v[0], hi = v[0], slack, count = (double)n, share;
	size_t below = 0, upto = 0;

	for (size_t i = 1; i < n; i++) {
		lo = v[i] < lo ? v[i] : lo;
		hi = v[i] > hi ? v[i] : hi;
	}
	/* means of the same values differ in the last bits with the order of adding */
	slack = 1e-12 * (hi - lo);
	for (size_t i = 0; i < n; i++) {
		below += v[i] < point - slack;
		upto += v[i] <= point + slack;
	}
	share = (double)(below + upto) / 2 / count;
	share = fmin(fmax(share, 0.5 / count), 1 - 0.5 / count);
	return gsl_cdf_ugaussian_Pinv(share);
}

double pd_bca_acceleration(const struct pd_bca_left_out *side, size_t n_sides)
{
	double cubes = 0, squares = 0;

	for (size_t s = 0; s < n_sides; s++) {
		double n = (double)side[s].n, part = (n - 1) / n;
		struct pd_sum third = {0}, second = {0};

		for (size_t i = 0; i < side[s].n; i++) {
			double d = side[s].centre - side[s].v[i];

			pd_sum_add(&second, d * d);
			pd_sum_add(&third, d * d * d);
		}
		squares += part * part * pd_sum_total(&second);
		cubes += part * part * part * pd_sum_total(&third);
	}
	return cubes / (6 * squares * sqrt(squares));
}

/* The share of resamples below an end whose normal quantile is @z. */
static double share_at(const struct pd_bca *b, double z, bool *extreme)
{
	double stretch = 1 - b->acceleration * (b->bias + z);

	if (stretch <= 0) {
		*extreme = true;
		return z < 0 ? 0 : 1;
	}
	return gsl_cdf_ugaussian_P(b->bias + (b->bias + z) / stretch);
}

void pd_bca_ends(double *v, size_t n, double level, struct pd_bca *ret)
{
	double z = gsl_cdf_ugaussian_Qinv((1 - level) / 2);

	ret->extreme = false;
	ret->n_resamples = n;
	ret->estimate.lo = pd_bca_at(v, n, share_at(ret, -z, &ret->extreme), &ret->extreme);
	ret->estimate.hi = pd_bca_at(v, n, share_at(ret, z, &ret->extreme), &ret->extreme);
	ret->estimate.level = level;
	ret->estimate.reached = true;
}

/* ---- resampling */

/*
 * One side. A mean is taken of what the values differ from @pivot by, in units of a power of
 * two, so that neither large values nor small differences are lost; a median of the
 * sorted values themselves.
 */
struct side {
	const double *sorted;
	double *off; /* [n] (sorted - pivot) * scale */
	size_t n;
};

struct question {
	struct side side[MAX_SIDES];
	size_t n_sides;
	double pivot, scale;
	const struct pd_resampling *how;
	struct pd_draw draw;
};

static void choose_pivot(struct question *d)
{
	double lo = d->side[0].sorted[0], hi = d->side[0].sorted[d->side[0].n - 1], most;
	int exponent;

	for (size_t s = 1; s < d->n_sides; s++) {
		lo = fmin(lo, d->side[s].sorted[0]);
		hi = fmax(hi, d->side[s].sorted[d->side[s].n - 1]);
	}
	most = fmax(fabs(lo), fabs(hi));
	exponent = most > 0 ? ilogb(most) : 0;
	d->scale = ldexp(1, exponent > -1000 ? -exponent : 1000);
	d->pivot = lo / 2 + hi / 2;
}

static void prepare(struct question *d, struct pd_scratch *s)
{
	size_t n = d->side[0].n + (d->n_sides > 1 ? d->side[1].n : 0);
	double *off = pd_scratch_array(s, PD_SCRATCH_LOGS, double, n);

	choose_pivot(d);
	for (size_t i = 0; i < d->n_sides; i++) {
		d->side[i].off = off;
		for (size_t k = 0; k < d->side[i].n; k++)
			off[k] = (d->side[i].sorted[k] - d->pivot) * d->scale;
		off += d->side[i].n;
	}
}

/* Of one side: for a mean its distance from the pivot, scaled; for a median itself. */
static double change_of(const struct question *d, double x, double y)
{
	double base = d->how->of == PD_LOCATION_MEAN ? d->pivot * d->scale + x : x;

	if (!d->how->difference)
		return (y - x) / base;
	return d->how->of == PD_LOCATION_MEAN ? (y - x) / d->scale : y - x;
}

static double statistic(const struct question *d, const double *centre)
{
	if (d->n_sides > 1)
		return change_of(d, centre[0], centre[1]);
	return d->how->of == PD_LOCATION_MEAN ? d->pivot + centre[0] / d->scale : centre[0];
}

static double mean_drawn(struct pd_draw *draw, const struct side *side)
{
	uint32_t n = (uint32_t)side->n;
	double sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += side->off[pd_draw_index(draw, n)];
	return sum / (double)n;
}

static size_t index_at(double u, size_t n)
{
	size_t i = (size_t)(u * (double)n);

	return i < n ? i : n - 1;
}

/*
 * Values number n U of a sorted series, for n uniform numbers U, are a resample, and the
 * k-th smallest U belongs to its k-th smallest value. Of n uniform numbers the k-th is
 * Beta(k, n + 1 - k), and the next one the least of those left above it.
 */
static double median_drawn(gsl_rng *rng, const struct side *side)
{
	size_t n = side->n, k = (n + 1) / 2;
	double u = gsl_ran_beta(rng, (double)k, (double)(n + 1 - k)), next = u;

	if (n % 2 == 0)
		next = 1 - (1 - u) * pow(gsl_rng_uniform_pos(rng), 1 / (double)(n - k));
	return pd_select_middle(side->sorted[index_at(u, n)], side->sorted[index_at(next, n)]);
}

static void resample(struct question *d, double *ret, size_t n)
{
	double centre[MAX_SIDES];

	for (size_t i = 0; i < n; i++) {
		for (size_t s = 0; s < d->n_sides; s++)
			centre[s] = d->how->of == PD_LOCATION_MEAN
					    ? mean_drawn(&d->draw, &d->side[s])
					    : median_drawn(d->draw.rng, &d->side[s]);
		ret[i] = statistic(d, centre);
	}
}

/* ---- the estimate, and what it is without one value */

static double median_without(const double *sorted, size_t n, size_t out)
{
	size_t a = (n - 2) / 2, b = (n - 1) / 2;

	return pd_select_middle(sorted[a + (a >= out)], sorted[b + (b >= out)]);
}

static double centre_of(const struct question *d, size_t s)
{
	const struct side *side = &d->side[s];

	if (d->how->of == PD_LOCATION_MEAN)
		return pd_describe_mean(side->off, side->n);
	return pd_select_middle(side->sorted[(side->n - 1) / 2], side->sorted[side->n / 2]);
}

static double acceleration(const struct question *d, const double *centre, struct pd_scratch *s)
{
	struct pd_bca_left_out left[MAX_SIDES];
	double *v = pd_scratch_array(s, PD_SCRATCH_SUMS, double,
				     d->side[0].n + (d->n_sides > 1 ? d->side[1].n : 0));

	for (size_t i = 0; i < d->n_sides; i++) {
		const struct side *side = &d->side[i];
		double moved[MAX_SIDES] = {centre[0], centre[1]}, n = (double)side->n;

		left[i] = (struct pd_bca_left_out){v, side->n, 0};
		for (size_t k = 0; k < side->n; k++) {
			if (d->how->of == PD_LOCATION_MEAN)
				moved[i] = centre[i] + (centre[i] - side->off[k]) / (n - 1);
			else
				moved[i] = median_without(side->sorted, side->n, k);
			*v++ = statistic(d, moved);
		}
		left[i].centre = pd_describe_mean(left[i].v, side->n);
	}
	return pd_bca_acceleration(left, d->n_sides);
}

static int interval(struct question *d, size_t n_values, struct pd_scratch *s, struct pd_bca *ret)
{
	size_t rounds = pd_draw_rounds(n_values);
	double centre[MAX_SIDES] = {0}, *v;
	struct pd_bca b = {.n_resamples = rounds};
	bool constant = true;

	prepare(d, s);
	for (size_t i = 0; i < d->n_sides; i++) {
		centre[i] = centre_of(d, i);
		constant &= d->side[i].sorted[0] == d->side[i].sorted[d->side[i].n - 1];
	}
	b.estimate.point = statistic(d, centre);
	if (constant) {
		b.estimate = (struct pd_estimate){b.estimate.point, b.estimate.point,
						  b.estimate.point, d->how->level, true};
		*ret = b;
		return PD_OK;
	}
	b.acceleration = acceleration(d, centre, s);
	if (isnan(b.acceleration))
		return PD_EUNDEFINED;
	v = pd_scratch_array(s, PD_SCRATCH_VALUES, double, rounds);
	d->draw = (struct pd_draw){.rng = pd_scratch_rng(s, d->how->seed)};
	resample(d, v, rounds);
	b.bias = pd_bca_bias(v, rounds, b.estimate.point);
	pd_bca_ends(v, rounds, d->how->level, &b);
	*ret = b;
	return PD_OK;
}

int pd_bca(const double *sorted, size_t n, const struct pd_resampling *how, struct pd_scratch *s,
	   struct pd_bca *ret)
{
	struct question d = {.side = {{.sorted = sorted, .n = n}}, .n_sides = 1, .how = how};

	assert(how->level > 0 && how->level < 1);

	if (n < FEWEST)
		return PD_EUNDEFINED;
	if (n > PD_DRAW_VALUES_MAX)
		return PD_ELIMIT;
	return interval(&d, n, s, ret);
}

/* NOLINTNEXTLINE(readability-function-size): two series, what is asked, memory, result */
int pd_bca_change(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		  const struct pd_resampling *how, struct pd_scratch *s, struct pd_bca *ret)
{
	struct question d = {
		.side = {{.sorted = x_sorted, .n = m}, {.sorted = y_sorted, .n = n}},
		.n_sides = 2,
		.how = how
        };

	assert(how->level > 0 && how->level < 1);

	if (m < FEWEST || n < FEWEST)
		return PD_EUNDEFINED;
	if (!how->difference && x_sorted[0] <= 0)
		return PD_EUNDEFINED;
	if (m > PD_DRAW_VALUES_MAX || n > PD_DRAW_VALUES_MAX - m)
		return PD_ELIMIT;
	return interval(&d, m + n, s, ret);
}

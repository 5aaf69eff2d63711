/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_design.h>

#include "stat/sum.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/* Sums of squares of values that a power of two keeps in range. */
struct squares {
	double within, between, total; /* about the groups' means, of these, about the mean */
	double n_squared;              /* the groups' sizes, squared */
	size_t n;
};

static double farthest(const double *v, size_t n, double centre)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs(v[i] / 2 - centre / 2));
	return most;
}

static struct squares squares_of(const double *v, const uint32_t *count, size_t n_groups,
				 double centre, double scale)
{
	struct pd_sum within = {0}, between = {0}, total = {0};
	struct squares s = {0};

	for (size_t g = 0; g < n_groups; v += count[g++]) {
		struct pd_sum sum = {0};
		double n = (double)count[g], mean;

		for (uint32_t i = 0; i < count[g]; i++)
			pd_sum_add(&sum, (v[i] - centre) * scale);
		mean = pd_sum_total(&sum) / n;
		for (uint32_t i = 0; i < count[g]; i++) {
			double d = (v[i] - centre) * scale;

			pd_sum_add(&within, (d - mean) * (d - mean));
			pd_sum_add(&total, d * d);
		}
		pd_sum_add(&between, n * mean * mean);
		s.n += count[g];
		s.n_squared += n * n;
	}
	s.within = pd_sum_total(&within);
	s.between = pd_sum_total(&between);
	s.total = pd_sum_total(&total);
	return s;
}

static size_t count_all(const uint32_t *count, size_t n_groups)
{
	size_t n = 0;

	for (size_t g = 0; g < n_groups; g++)
		n += count[g];
	return n;
}

int pd_levels(const double *v, const uint32_t *count, size_t n_groups, struct pd_levels *ret)
{
	size_t n_values = count_all(count, n_groups);
	double n = (double)n_values, groups = (double)n_groups, centre, most, scale, flat;
	struct pd_levels r = {.n_groups = n_groups, .n_values = n_values};
	struct squares s;
	double between, within;

	if (n_groups < 2 || n_values == n_groups)
		return PD_EUNDEFINED;
	centre = pd_describe_mean(v, n_values);
	most = farthest(v, n_values, centre);
	if (!(most > 0))
		return PD_EUNDEFINED;
	scale = ldexp(1, -ilogb(most) - 2);
	s = squares_of(v, count, n_groups, centre, scale);
	r.per_group = (n - s.n_squared / n) / (groups - 1);
	within = s.within / (n - groups);
	between = fmax((s.between / (groups - 1) - within) / r.per_group, 0);
	flat = s.total / (n - 1);
	r.sd_within = sqrt(within) / scale;
	r.sd_between = sqrt(between) / scale;
	r.icc = between / (between + within);
	r.sd_flat = sqrt(flat) / scale;
	r.inflation = between > 0 ? (between * s.n_squared / n + within) / flat : 1;
	*ret = r;
	return PD_OK;
}

double pd_levels_best(double sd_between, double sd_within, double cost)
{
	assert(cost > 0);

	return fmax(ceil(sqrt(cost) * sd_within / sd_between), 1);
}

double pd_levels_alarms(const struct pd_levels *x, const struct pd_levels *y, double alpha)
{
	double most = fmax(x->sd_flat, y->sd_flat);
	double u = pow(x->sd_flat / most, 2) / (double)x->n_values;
	double v = pow(y->sd_flat / most, 2) / (double)y->n_values;
	double inflation = (u * x->inflation + v * y->inflation) / (u + v);

	assert(alpha > 0 && alpha < 1);

	return fmax(2 * gsl_cdf_ugaussian_Q(gsl_cdf_ugaussian_Qinv(alpha / 2) / sqrt(inflation)),
		    alpha);
}

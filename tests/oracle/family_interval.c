/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_interval.c - reference values about means, and about resampling */
#include "oracle.h"

#include <perfdelta/stat_interval.h>

#include "stat/bca.h"

#include <math.h>
#include <string.h>

enum { MAX_RESAMPLES = 1000, MAX_VALUES = 100 };

/* The statistics of the references, by the names that they have there. */
static double statistic(const char *name, const double *v, size_t n, struct pd_scratch *s)
{
	struct pd_summary d = pd_describe(v, n, s);

	if (!strcmp(name, "mean"))
		return d.mean;
	if (!strcmp(name, "cv"))
		return d.cv;
	return !strcmp(name, "geomean") ? d.geomean : nan("");
}

struct resampled {
	double point, v[MAX_RESAMPLES], left[MAX_VALUES];
	size_t n, n_left;
};

/* What each row of indexes gives, and what is left without each value. */
static void resample(struct oracle_case *c, const char *name, struct resampled *r)
{
	const cJSON *row;
	struct oracle_series x = oracle_input(c, "x");
	double v[MAX_VALUES];

	r->point = statistic(name, x.v, x.n, c->scratch);
	for (r->n_left = 0; r->n_left < x.n && r->n_left < MAX_VALUES; r->n_left++) {
		for (size_t i = 0, k = 0; i < x.n; i++)
			if (i != r->n_left)
				v[k++] = x.v[i];
		r->left[r->n_left] = statistic(name, v, x.n - 1, c->scratch);
	}
	r->n = 0;
	cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(c->in, "idx_rows"))
	{
		struct oracle_series index = oracle_series(c, row);

		if (r->n == MAX_RESAMPLES)
			break;
		for (size_t i = 0; i < index.n && i < MAX_VALUES; i++)
			v[i] = x.v[(size_t)index.v[i]];
		r->v[r->n++] = statistic(name, v, index.n, c->scratch);
	}
}

void oracle_bca(struct oracle_case *c)
{
	static struct resampled r;
	const cJSON *name = cJSON_GetObjectItemCaseSensitive(c->in, "stat");
	struct pd_bca b = {0};
	struct pd_bca_left_out left;
	double lo, hi;
	bool extreme;

	if (!cJSON_IsString(name))
		return;
	resample(c, name->valuestring, &r);
	left = (struct pd_bca_left_out){r.left, r.n_left, r.point};
	b.estimate.point = r.point;
	b.bias = pd_bca_bias(r.v, r.n, r.point);
	b.acceleration = pd_bca_acceleration(&left, 1);
	oracle_number(c, "t0", r.point);
	oracle_number(c, "z0_half_ties", b.bias);
	oracle_number(c, "z0_strict", b.bias); /* no resample ties with the estimate */
	oracle_number(c, "a", b.acceleration);
	pd_bca_ends(r.v, r.n, 0.9, &b);
	oracle_number(c, "bca_lo_90", b.estimate.lo);
	oracle_number(c, "bca_hi_90", b.estimate.hi);
	pd_bca_ends(r.v, r.n, 0.95, &b);
	oracle_number(c, "bca_lo_95", b.estimate.lo);
	oracle_number(c, "bca_hi_95", b.estimate.hi);
	lo = pd_bca_at(r.v, r.n, 0.025, &extreme);
	hi = pd_bca_at(r.v, r.n, 0.975, &extreme);
	oracle_number(c, "perc_lo_95", lo);
	oracle_number(c, "perc_hi_95", hi);
	oracle_number(c, "basic_lo_95", 2 * r.point - hi);
	oracle_number(c, "basic_hi_95", 2 * r.point - lo);
}

void oracle_perm_mean(struct oracle_case *c)
{
	static const struct pd_resampling how = {.difference = true};
	static const double level = 0.95;
	struct oracle_series x = oracle_input(c, "x"), y = oracle_input(c, "y");
	struct pd_permutation p;
	struct pd_estimate e;

	if (pd_permutation(x.v, x.n, y.v, y.n, &how, &level, 1, c->scratch, &p, &e) < 0)
		return;
	oracle_number(c, "mean_diff_y_minus_x", e.point);
	oracle_number(c, "p_less_x", p.p_less);
	oracle_number(c, "p_greater_x", p.p_greater);
	oracle_number(c, "p_two_doubled", p.p);
	oracle_number(c, "p_two_absdev", p.p_absdev);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_many.h>

#include "stat/chi.h"
#include "stat/student.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

/* Heads of one size: the correlation of their t with the base's mean is @lambda. */
struct group {
	double lambda, rest; /* rest^2 = 1 - lambda^2 */
	double count;
};

struct heads {
	double t;
	size_t n; /* groups */
	struct group *group;
	gsl_integration_glfixed_table *rule;
	double u; /* t times the standard deviation at hand */
};

static struct heads heads_of(const double *t, const size_t *n, size_t k, size_t n_base)
{
	struct heads h = {.group = calloc(k + 1, sizeof(*h.group)), .rule = pd_chi_rule(16)};

	if (!h.group)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < k; i++) {
		double sum = (double)n[i] + (double)n_base, lambda = sqrt((double)n[i] / sum);
		size_t g = 0;

		if (isnan(t[i]))
			continue;
		while (g < h.n && h.group[g].lambda != lambda)
			g++;
		h.n += g == h.n;
		h.group[g] = (struct group){lambda, sqrt((double)n_base / sum),
					    h.group[g].count + 1};
	}
	return h;
}

static void release(struct heads *h)
{
	gsl_integration_glfixed_table_free(h->rule);
	free(h->group);
}

/*
 * Given the base's mean, z standard errors off, the heads are independent: the
 * chance that any is beyond u, times the density of z, of both signs of z.
 */
static double integrand(double z, void *arg)
{
	const struct heads *h = arg;
	double log_none = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct group *g = &h->group[i];
		double q = gsl_cdf_ugaussian_Q((h->u - g->lambda * z) / g->rest) +
			   gsl_cdf_ugaussian_Q((h->u + g->lambda * z) / g->rest);

		log_none += g->count * log1p(-fmin(q, 1));
	}
	return -2 * expm1(log_none) * gsl_ran_ugaussian_pdf(z);
}

/* The chance that any of the heads is @s t standard errors off, if nothing differs. */
static double any_beyond(double s, const void *arg)
{
	struct heads h = *(const struct heads *)arg;
	gsl_function function = {integrand, &h};
	double largest = 0, steepest = HUGE_VAL, end, step, sum = 0;
	int panels;

	h.u = s * h.t;
	for (size_t i = 0; i < h.n; i++) {
		largest = fmax(largest, h.group[i].lambda);
		steepest = fmin(steepest, h.group[i].rest / h.group[i].lambda);
	}
	/* The integrand is normal with mean lambda u at most, and has a step of that width. */
	end = largest * h.u + 10;
	panels = (int)fmin(ceil(end / (3 * fmin(steepest, 1))), 10000);
	step = end / panels;
	for (int i = 0; i < panels; i++)
		sum += gsl_integration_glfixed(&function, i * step, (i + 1) * step, h.rule);
	return fmin(sum, 1);
}

void pd_dunnett_adjust(const double *t, const size_t *n, size_t k, size_t n_base, double df,
		       double *ret_p)
{
	struct heads h = heads_of(t, n, k, n_base);
	double count = 0;

	for (size_t i = 0; i < h.n; i++)
		count += h.group[i].count;
	for (size_t i = 0; i < k; i++) {
		double alone;

		if (isnan(t[i])) {
			ret_p[i] = t[i];
			continue;
		}
		h.t = fabs(t[i]);
		alone = 2 * pd_student_upper(h.t, df);
		/* no less than for one head, no more than for independent ones (Sidak) */
		ret_p[i] = fmin(fmax(pd_chi_mean(df, h.t, any_beyond, &h), alone),
				-expm1(count * log1p(-fmin(alone, 1))));
	}
	release(&h);
}

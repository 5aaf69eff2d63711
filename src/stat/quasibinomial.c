/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include "stat/student.h"

#include <math.h>

/* A side's runs pooled: with one share a side that is what the model fits. */
struct side {
	double hits, all, share;
	double misfit; /* Pearson's chi^2 of the runs about the share */
};

static struct side pooled(const double *hits, const double *all, size_t n)
{
	struct side s = {0};

	for (size_t r = 0; r < n; r++) {
		s.hits += hits[r];
		s.all += all[r];
	}
	s.share = s.hits / s.all;
	for (size_t r = 0; r < n; r++)
		s.misfit += pow(hits[r] - all[r] * s.share, 2) / (all[r] * s.share * (1 - s.share));
	return s;
}

/* k log(k/expected), whose limit at 0 is 0. */
static double term(double k, double expected)
{
	return k > 0 ? k * log(k / expected) : 0;
}

/* Twice the log likelihood lost on a side by the common share. */
static double lost(const struct side *s, double common)
{
	return 2 * (term(s->hits, s->all * common) + term(s->all - s->hits, s->all * (1 - common)));
}

static double two_sided(double t, double df)
{
	return fmin(2 * pd_student_upper(fabs(t), df), 1);
}

int pd_quasibinomial(const struct pd_cost_matrix *m, size_t symbol, struct pd_quasibinomial *ret)
{
	size_t n = m->n_base + m->n_head;
	const double *hits = m->hits + symbol * n;
	struct side x = pooled(hits, m->total_hits, m->n_base);
	struct side y = pooled(hits + m->n_base, m->total_hits + m->n_base, m->n_head);
	struct pd_quasibinomial q = {.df = (double)n - 2};
	double common = (x.hits + y.hits) / (x.all + y.all);

	/* not <=: NaN is undefined as well */
	if (n < 3 || !(x.share > 0 && x.share < 1 && y.share > 0 && y.share < 1))
		return PD_EUNDEFINED;
	q.phi = (x.misfit + y.misfit) / q.df;
	if (!(q.phi > 0))
		return PD_EUNDEFINED;
	q.logit_diff = log(y.share / (1 - y.share)) - log(x.share / (1 - x.share));
	q.se = sqrt(q.phi * (1 / (x.hits * (1 - x.share)) + 1 / (y.hits * (1 - y.share))));
	q.t = q.logit_diff / q.se;
	q.p = two_sided(q.t, q.df);
	q.deviance = lost(&x, common) + lost(&y, common);
	q.f = q.deviance / q.phi;
	q.f_p = two_sided(sqrt(fmax(q.f, 0)), q.df); /* F(1, df) is t^2 */
	*ret = q;
	return PD_OK;
}

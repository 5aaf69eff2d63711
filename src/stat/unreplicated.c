/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include "stat/logcost.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/* The runs of one side taken together. */
struct side {
	size_t first, n;
};

static struct pd_unreplicated_how filled_in(const struct pd_unreplicated_how *how)
{
	struct pd_unreplicated_how h = how ? *how : (struct pd_unreplicated_how){0};

	h.kappa = h.no_kappa ? 0 : h.kappa > 0 ? h.kappa : 0.10;
	h.level = h.level > 0 ? h.level : 0.95;
	h.alpha = h.alpha > 0 ? h.alpha : 0.05;
	h.min_hits = h.min_hits > 0 ? h.min_hits : 5;
	return h;
}

static double mean_log(const struct pd_cost_matrix *m, size_t symbol, const struct side *s)
{
	double sum = 0;

	for (size_t r = s->first; r < s->first + s->n; r++)
		sum += pd_logcost(m, symbol, r);
	return sum / (double)s->n;
}

/* Of the mean of a side's log costs. */
static double variance(double hits, const struct side *s, double kappa)
{
	return (kappa * kappa + pd_logcost_counting(hits)) / (double)s->n;
}

/*
 * The hits in all that go with the effective hits of a symbol, so that their
 * quotient is its share: what a run with equal periods would have had.
 */
static double hits_in_all(const struct pd_cost_matrix *m, size_t symbol, const struct side *s,
			  double hits)
{
	const double *cost = m->cost + symbol * (m->n_base + m->n_head);
	double part = 0, whole = 0, known = 0;

	for (size_t r = s->first; r < s->first + s->n; r++) {
		part += cost[r];
		whole += m->total[r];
		known += m->total_hits ? m->total_hits[r] : nan("");
	}
	return part > 0 ? hits * (double)s->n * whole / part : known;
}

static struct pd_estimate share(const struct pd_cost_matrix *m, size_t symbol,
				const struct side side[2], const double hits[2], double level)
{
	double of[2], k[2];

	for (int i = 0; i < 2; i++) {
		k[i] = hits[i] * (double)side[i].n;
		of[i] = hits_in_all(m, symbol, &side[i], hits[i]);
		/* a part larger than the whole has no share */
		if (!(of[i] > 0 && k[i] >= 0 && k[i] <= of[i]))
			return (struct pd_estimate){.point = nan(""), .lo = nan(""), .hi = nan("")};
	}
	return pd_newcombe(k[0], of[0], k[1], of[1], level);
}

static struct pd_unreplicated_row measure(const struct pd_cost_matrix *m, size_t symbol,
					  const struct pd_unreplicated_how *how)
{
	const struct side side[2] = {
		{0,         m->n_base},
                {m->n_base, m->n_head}
        };
	const double hits[2] = {pd_logcost_hits(m, symbol, 0, m->n_base),
				pd_logcost_hits(m, symbol, m->n_base, m->n_head)};
	double delta = mean_log(m, symbol, &side[1]) - mean_log(m, symbol, &side[0]);
	struct pd_unreplicated_row row = {
		.hits_base = hits[0],
		.hits_head = hits[1],
		.delta_log = isfinite(delta) ? delta : nan(""),
		.se = sqrt(variance(hits[0], &side[0], how->kappa) +
			   variance(hits[1], &side[1], how->kappa)),
	};

	/* NaN is not tested: nobody knows how it was counted */
	row.tested = isfinite(delta) && (hits[0] + hits[1]) / 2 >= how->min_hits;
	row.share = share(m, symbol, side, hits, how->level);
	return row;
}

static void conclude(struct pd_unreplicated_row *row, const struct pd_unreplicated_how *how,
		     size_t family)
{
	double half = gsl_cdf_ugaussian_Qinv((1 - how->level) / 2);
	double found = gsl_cdf_ugaussian_Qinv(how->alpha / (double)family / 2) +
		       gsl_cdf_ugaussian_Pinv(0.8);

	row->rel = (struct pd_estimate){expm1(row->delta_log), nan(""), nan(""), 0, false};
	row->z = row->p = row->detectable = nan("");
	if (!row->tested) {
		row->se = nan("");
		return;
	}
	row->z = row->delta_log / row->se;
	row->p = fmax(fmin(2 * gsl_cdf_ugaussian_Q(fabs(row->z)), 1), DBL_MIN);
	row->rel.lo = expm1(row->delta_log - half * row->se);
	row->rel.hi = expm1(row->delta_log + half * row->se);
	row->rel.level = how->level;
	row->rel.reached = true;
	row->detectable = expm1(found * row->se);
}

int pd_unreplicated(const struct pd_cost_matrix *m, const struct pd_unreplicated_how *how,
		    struct pd_unreplicated_row *ret)
{
	const struct pd_unreplicated_how h = filled_in(how);
	size_t n_tested = 0;

	if (!m->n_base || !m->n_head || !pd_logcost_usable(m))
		return PD_EUNDEFINED;
	for (size_t i = 0; i < m->n_symbols; i++) {
		ret[i] = measure(m, i, &h);
		n_tested += ret[i].tested;
	}
	for (size_t i = 0; i < m->n_symbols; i++)
		conclude(&ret[i], &h, h.family ? h.family : n_tested);
	return PD_OK;
}

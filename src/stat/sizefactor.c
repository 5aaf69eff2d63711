/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include "stat/scratch.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>

/* Seen in every run, and often enough that counting does not decide. */
static bool asked(const struct pd_cost_matrix *m, size_t symbol, double min_hits)
{
	size_t n = m->n_base + m->n_head;
	const double *cost = m->cost + symbol * n;
	double hits = 0;

	for (size_t r = 0; r < n; r++) {
		if (!(cost[r] > 0))
			return false;
		hits += m->hits ? m->hits[symbol * n + r] : nan("");
	}
	return isnan(hits) || hits >= min_hits * (double)n;
}

/* Logs of one symbol about their mean, to one column per run. */
static void spread_out(const struct pd_cost_matrix *m, size_t symbol, double *columns, size_t at)
{
	size_t n = m->n_base + m->n_head;
	const double *cost = m->cost + symbol * n;
	double mean = 0;

	for (size_t r = 0; r < n; r++)
		mean += log(cost[r]) / (double)n;
	for (size_t r = 0; r < n; r++)
		columns[r * m->n_symbols + at] = log(cost[r]) - mean;
}

static struct pd_estimate ratio(const struct pd_cost_matrix *m, const double *logs, double level)
{
	const double *head = logs + m->n_base;
	double diff = pd_describe_mean(head, m->n_head) - pd_describe_mean(logs, m->n_base);
	struct pd_estimate e = {exp(diff), nan(""), nan(""), 0, false};
	struct pd_welch w;

	if (pd_welch(logs, m->n_base, head, m->n_head, level, &w) == PD_OK)
		e = (struct pd_estimate){exp(diff), exp(w.lo), exp(w.hi), level, true};
	return e;
}

int pd_sizefactor(const struct pd_cost_matrix *m, double min_hits, double level,
		  struct pd_scratch *s, double *ret_factors, struct pd_sizefactor *ret)
{
	size_t n_runs = m->n_base + m->n_head, n = 0;
	double *columns = pd_scratch_array(s, PD_SCRATCH_LOGS, double, m->n_symbols *n_runs);

	assert(level > 0 && level < 1);

	if (!m->n_base || !m->n_head)
		return PD_EUNDEFINED;
	for (size_t i = 0; i < m->n_symbols; i++) {
		if (asked(m, i, min_hits > 0 ? min_hits : 20))
			spread_out(m, i, columns, n++);
	}
	if (!n)
		return PD_EUNDEFINED;
	for (size_t r = 0; r < n_runs; r++)
		ret_factors[r] = pd_select_median(columns + r * m->n_symbols, n);
	*ret = (struct pd_sizefactor){n, ratio(m, ret_factors, level)};
	for (size_t r = 0; r < n_runs; r++)
		ret_factors[r] = exp(ret_factors[r]);
	return PD_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include "stat/scratch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

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

/*
 * What a symbol knows of a run: counting errs by 1/hits, and no symbol keeps its
 * share to better than 10 %, however often it is hit: many symbols are asked, not the largest.
 */
static double weight_of(const struct pd_cost_matrix *m, size_t symbol)
{
	const double own = 0.10 * 0.10;
	size_t n = m->n_base + m->n_head;
	double hits = 0;

	for (size_t r = 0; r < n; r++)
		hits += m->hits ? m->hits[symbol * n + r] : nan("");
	return isnan(hits) ? 1 : 1 / (own + 1 / (hits / (double)n + 0.5));
}

/* What one symbol says of one run, and how much it knows. */
struct vote {
	double log, weight;
};

static int by_log(const void *a, const void *b)
{
	const struct vote *x = a, *y = b;

	return (x->log > y->log) - (x->log < y->log);
}

/*
 * The weighted mean of the middle fifth of the votes. A median would be the log of
 * one symbol, which then never varied; a wider mean follows those that changed, where
 * symbols are few.
 */
static double middle(struct vote *vote, size_t n)
{
	double all = 0, below = 0, sum = 0;

	qsort(vote, n, sizeof(*vote), by_log);
	for (size_t i = 0; i < n; i++)
		all += vote[i].weight;
	for (size_t i = 0; i < n; i++) {
		double from = fmax(below, all * 2 / 5),
		       to = fmin(below + vote[i].weight, all * 3 / 5);

		if (to > from)
			sum += (to - from) * vote[i].log;
		below += vote[i].weight;
	}
	return sum / (all / 5);
}

/* Logs of one symbol about their mean, to one column per run. */
static void spread_out(const struct pd_cost_matrix *m, size_t symbol, struct vote *columns,
		       size_t at)
{
	size_t n = m->n_base + m->n_head;
	const double *cost = m->cost + symbol * n;
	double mean = 0;

	for (size_t r = 0; r < n; r++)
		mean += log(cost[r]) / (double)n;
	for (size_t r = 0; r < n; r++)
		columns[r * m->n_symbols + at] = (struct vote){log(cost[r]) - mean,
							       weight_of(m, symbol)};
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
	struct vote *columns = pd_scratch_array(s, PD_SCRATCH_LOGS, struct vote,
						m->n_symbols * n_runs);

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
		ret_factors[r] = middle(columns + r * m->n_symbols, n);
	*ret = (struct pd_sizefactor){n, ratio(m, ret_factors, level)};
	for (size_t r = 0; r < n_runs; r++)
		ret_factors[r] = exp(ret_factors[r]);
	return PD_OK;
}

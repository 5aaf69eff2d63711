/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/logcost.h"

#include <math.h>

/* Neither NULL nor NaN. */
static bool known_hits(const struct pd_cost_matrix *m, size_t run)
{
	return m->total_hits && !isnan(m->total_hits[run]);
}

bool pd_logcost_usable(const struct pd_cost_matrix *m)
{
	for (size_t r = 0; r < m->n_base + m->n_head; r++) {
		if (!(m->total[r] > 0) || (known_hits(m, r) && !(m->total_hits[r] > 0)))
			return false;
	}
	return true;
}

/* With equal periods, c = k T/N, this is log((k + 1/2)/(N + 1)) + log T. */
double pd_logcost(const struct pd_cost_matrix *m, size_t symbol, size_t run)
{
	double cost = m->cost[symbol * (m->n_base + m->n_head) + run];

	if (known_hits(m, run)) {
		double hits = m->total_hits[run];

		return log((cost + m->total[run] / (2 * hits)) / (1 + 1 / hits));
	}
	return cost > 0 ? log(cost) : -HUGE_VAL;
}

static double sum_of(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum;
}

/*
 * A sum of k periods p has the variance k p^2 = q if hits come at random, and a
 * count of n the relative variance 1/n: n = (sum c)^2/sum q, here of all runs.
 */
double pd_logcost_hits(const struct pd_cost_matrix *m, size_t symbol, size_t first, size_t n)
{
	size_t at = symbol * (m->n_base + m->n_head) + first;
	double cost = sum_of(m->cost + at, n);

	if (m->squares) {
		double squares = sum_of(m->squares + at, n);

		if (squares > 0)
			return cost / squares * cost / (double)n;
		if (squares == 0 && !(cost > 0))
			return 0;
	}
	return m->hits ? sum_of(m->hits + at, n) / (double)n : nan("");
}

double pd_logcost_counting(double hits)
{
	return isnan(hits) ? 0 : 1 / (hits + 0.5);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_quality.c - reference values about the order and the shape of one series */
#include "oracle.h"

#include <perfdelta/stat_history.h>
#include <perfdelta/stat_quality.h>

enum { MAX_POINTS = 256 };

/* p is that of a table which others simulated: to the noise of both. */
void oracle_dip(struct oracle_case *c)
{
	struct oracle_series x = oracle_sorted(c, "x");
	double dip = pd_dip(x.v, x.n, c->scratch);

	oracle_number(c, "dip", dip);
	oracle_number_within(c, "p_table", pd_dip_p(dip, x.n), 0.01);
}

void oracle_mann_kendall(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "x"), sorted = oracle_sorted(c, "x");
	struct pd_kendall k = pd_kendall(x.v, sorted.v, x.n, c->scratch);

	oracle_number(c, "S", (double)k.s);
	oracle_number(c, "var", k.var);
	oracle_number(c, "z", k.z);
	oracle_number(c, "p_normal", k.p_normal);
	oracle_number(c, "p_exact", k.p_exact);
	oracle_number(c, "sen_slope", pd_kendall_slope(x.v, x.n, c->scratch));
}

void oracle_energy_split(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "series");
	size_t min_size = (size_t)oracle_input_number(c, "min_size");
	const struct pd_edivisive_how how = {.min_size = min_size};
	double q[MAX_POINTS];

	if (x.n > MAX_POINTS)
		return;
	pd_edivisive_energy(x.v, x.n, min_size, c->scratch, q);
	oracle_numbers(c, "Q", q, x.n - 2 * min_size + 1);
	oracle_count(c, "best_k", pd_edivisive_split(x.v, x.n, &how, c->scratch).at);
}

static void hand_in_points(struct oracle_case *c, const size_t *at, size_t n)
{
	double points[MAX_POINTS];

	for (size_t i = 0; i < n; i++)
		points[i] = (double)at[i];
	oracle_numbers(c, "cp", points, n);
}

/* The order in which points were found and their p are another program's draws. */
void oracle_edivisive(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "series");
	const struct pd_edivisive_how how = {
		.min_size = (size_t)oracle_input_number(c, "min_size"),
		.permutations = 499,
		.published = true,
	};
	size_t at[MAX_POINTS];

	if (x.n <= MAX_POINTS)
		hand_in_points(c, at, pd_edivisive(x.v, x.n, &how, c->scratch, at));
}

void oracle_edpelt(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "series");
	const struct pd_edpelt_how how = {
		.min_size = (size_t)oracle_input_number(c, "minseglen"),
		.n_quantiles = (size_t)oracle_input_number(c, "nquantiles"),
		.penalty = oracle_input_number(c, "penalty"),
	};
	size_t at[MAX_POINTS];

	if (x.n <= MAX_POINTS)
		hand_in_points(c, at, pd_edpelt(x.v, x.n, &how, c->scratch, at));
}

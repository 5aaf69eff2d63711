/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_paired.c - reference values about pairs */
#include "oracle.h"

#include <math.h>
#include <stdio.h>

#include <perfdelta/stat_paired.h>

static const double level = 0.95;

static void tests(struct oracle_case *c, const struct oracle_series *d, const char *group,
		  enum pd_zeros zeros)
{
	struct pd_signed_rank t = pd_signed_rank(d->v, d->n, zeros, c->scratch);
	char path[32];

	(void)snprintf(path, sizeof(path), "%s/V", group);
	oracle_number(c, path, t.v);
	(void)snprintf(path, sizeof(path), "%s/p_less", group);
	oracle_number(c, path, t.p_less);
	(void)snprintf(path, sizeof(path), "%s/p_greater", group);
	oracle_number(c, path, t.p_greater);
	(void)snprintf(path, sizeof(path), "%s/p_two", group);
	oracle_number(c, path, t.p);
}

/* The references write a missing interval as the widest one; we say there is none. */
void oracle_signed_rank(struct oracle_case *c)
{
	struct oracle_series d = oracle_input(c, "d");
	struct pd_estimate e;

	tests(c, &d, "wilcoxon", PD_ZEROS_WILCOXON);
	tests(c, &d, "pratt", PD_ZEROS_PRATT);
	pd_walsh(d.v, d.n, &level, 1, c->scratch, &e);
	oracle_number(c, "pseudomedian", e.point);
	oracle_count(c, "ci95/k", pd_walsh_rank(d.n, level, c->scratch));
	oracle_number(c, "ci95/lo", e.reached ? e.lo : -HUGE_VAL);
	oracle_number(c, "ci95/hi", e.reached ? e.hi : HUGE_VAL);
}

static double standardized(const struct pd_signed_rank *t)
{
	return (t->v - t->expected) / t->sd;
}

/* R's normal law with continuity, by the mean and the standard deviation that we state. */
static double normal_p(const struct pd_signed_rank *t)
{
	double above = fabs(t->v - t->expected);

	return erfc(fmax(above - 0.5, 0) / t->sd / sqrt(2));
}

void oracle_signed_rank_r(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "x"), y = oracle_input(c, "y");
	double d[64];
	struct pd_signed_rank pratt, wilcoxon;
	struct pd_estimate e;

	if (x.n != y.n || x.n > sizeof(d) / sizeof(*d))
		return;
	pd_differences(x.v, y.v, x.n, c->scratch, d);
	pratt = pd_signed_rank(d, x.n, PD_ZEROS_PRATT, c->scratch);
	wilcoxon = pd_signed_rank(d, x.n, PD_ZEROS_WILCOXON, c->scratch);
	pd_walsh(d, x.n, &level, 1, c->scratch, &e);
	oracle_number(c, "p_coin_Pratt", pratt.p);
	oracle_number(c, "z_coin_Pratt", standardized(&pratt));
	oracle_number(c, "p_coin_Wilcoxon", wilcoxon.p);
	oracle_number(c, "z_coin_Wilcoxon", standardized(&wilcoxon));
	oracle_number(c, "V", wilcoxon.v);
	oracle_number(c, "p_R", wilcoxon.p);
	oracle_number(c, "pseudomedian", e.point);
	oracle_number(c, "lo", e.lo);
	oracle_number(c, "hi", e.hi);
	oracle_number(c, "conf", level);
	oracle_number(c, "p_normal_cc_R", normal_p(&wilcoxon));
}

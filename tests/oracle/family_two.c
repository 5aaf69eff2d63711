/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_two.c - reference values about two series */
#include "oracle.h"

#include <perfdelta/stat_interval.h>

#include "stat/udist.h"

#include <math.h>
#include <stdio.h>

struct sides {
	struct oracle_series x, y;
};

static struct sides sorted_sides(struct oracle_case *c)
{
	return (struct sides){oracle_sorted(c, "x"), oracle_sorted(c, "y")};
}

static struct sides given_sides(struct oracle_case *c)
{
	return (struct sides){oracle_input(c, "x"), oracle_input(c, "y")};
}

/* The references write a missing interval as the widest one; we say there is none. */
static void interval(struct oracle_case *c, const char *group, const struct pd_estimate *e,
		     double lowest)
{
	char path[32];

	(void)snprintf(path, sizeof(path), "%s/lo", group);
	oracle_number(c, path, e->reached ? e->lo : lowest);
	(void)snprintf(path, sizeof(path), "%s/hi", group);
	oracle_number(c, path, e->reached ? e->hi : HUGE_VAL);
}

static void shifts(struct oracle_case *c, const struct sides *s)
{
	static const double level[] = {0.95, 0.9};
	static const char *const group[] = {"hl_0.95", "hl_0.9"};
	struct pd_estimate e[2];
	char path[48];

	pd_shift_difference(s->x.v, s->x.n, s->y.v, s->y.n, level, 2, c->scratch, e);
	for (size_t i = 0; i < 2; i++) {
		interval(c, group[i], &e[i], -HUGE_VAL);
		(void)snprintf(path, sizeof(path), "%s/shift", group[i]);
		oracle_number(c, path, e[i].point);
		(void)snprintf(path, sizeof(path), "%s/k", group[i]);
		oracle_count(c, path, pd_shift_rank(s->x.n, s->y.n, level[i], c->scratch));
		(void)snprintf(path, sizeof(path), "%s/achieved_conf_notie", group[i]);
		oracle_number(c, path, e[i].reached ? e[i].level : 1);
	}
}

static void ratios(struct oracle_case *c, const struct sides *s)
{
	static const double level = 0.95;
	struct pd_estimate e;

	if (!oracle_expects(c, "ratio_hl_0.95"))
		return;
	pd_shift_ratio(s->x.v, s->x.n, s->y.v, s->y.n, &level, 1, c->scratch, &e);
	oracle_number(c, "ratio_hl_0.95/rel", e.point);
	interval(c, "ratio_hl_0.95", &e, -1);
	oracle_count(c, "ratio_hl_0.95/k", pd_shift_rank(s->x.n, s->y.n, level, c->scratch));
}

void oracle_mwu_exact(struct oracle_case *c)
{
	struct sides s = sorted_sides(c);
	struct pd_ranktest t = pd_ranktest(s.x.v, s.x.n, s.y.v, s.y.n, c->scratch);
	struct pd_ranktest back = pd_ranktest(s.y.v, s.y.n, s.x.v, s.x.n, c->scratch);

	oracle_number(c, "U_x", t.u_x);
	oracle_number(c, "U_y", back.u_x);
	oracle_number(c, "p_less_x", t.p_less);
	oracle_number(c, "p_greater_x", t.p_greater);
	oracle_number(c, "p_two_doubled", t.p);
	oracle_number(c, "p_two_absdev", t.p_absdev);
	oracle_number(c, "p_two_doubled_min_attainable",
		      pd_ranktest_min_p_tied(s.x.v, s.x.n, s.y.v, s.y.n));
	oracle_number(c, "a12_y_over_x", pd_effect(s.x.v, s.x.n, s.y.v, s.y.n, 0.95).a12);
	shifts(c, &s);
	ratios(c, &s);
}

void oracle_mwu_r(struct oracle_case *c)
{
	static const double level = 0.95;
	struct sides s = sorted_sides(c);
	struct pd_ranktest t = pd_ranktest(s.x.v, s.x.n, s.y.v, s.y.n, c->scratch);
	struct pd_estimate e;

	oracle_number(c, "U_x", t.u_x);
	oracle_number(c, "p_less_x", t.p_less);
	oracle_number(c, "p_greater_x", t.p_greater);
	oracle_number(c, "p_absdev_coin", t.p_absdev);
	oracle_number(c, "p_exactRankTests", t.p_absdev);
	oracle_number(c, "p_R_exact", t.p);
	pd_shift_difference(s.x.v, s.x.n, s.y.v, s.y.n, &level, 1, c->scratch, &e);
	oracle_number(c, "hl_shift", e.point);
	if (e.reached) {
		oracle_number(c, "hl_lo", e.lo);
		oracle_number(c, "hl_hi", e.hi);
	}
	if (s.x.v[0] <= 0 || s.y.v[0] <= 0)
		return;
	pd_shift_ratio(s.x.v, s.x.n, s.y.v, s.y.n, &level, 1, c->scratch, &e);
	oracle_number(c, "log_hl", log1p(e.point));
	if (e.reached) {
		oracle_number(c, "log_lo", log1p(e.lo));
		oracle_number(c, "log_hi", log1p(e.hi));
	}
}

void oracle_mwu_udist(struct oracle_case *c)
{
	size_t m = (size_t)oracle_input_number(c, "m"), n = (size_t)oracle_input_number(c, "n");
	size_t u = (size_t)oracle_input_number(c, "U");
	double less = pd_udist_less(m, n, u, c->scratch);
	double more = pd_udist_less(m, n, m * n - u, c->scratch);

	oracle_number(c, "p_less", less);
	oracle_number(c, "p_two", fmin(2 * fmin(less, more), 1));
}

void oracle_welch(struct oracle_case *c)
{
	struct sides s = given_sides(c);
	struct pd_welch w;

	if (pd_welch(s.x.v, s.x.n, s.y.v, s.y.n, 1 - oracle_input_number(c, "alpha"), &w) < 0)
		return;
	oracle_number(c, "t", w.t);
	oracle_number(c, "df", w.df);
	oracle_number(c, "pval", w.p);
	oracle_number(c, "lo", w.lo);
	oracle_number(c, "hi", w.hi);
	oracle_number(c, "p_less", w.p_less);
	oracle_number(c, "p_greater", w.p_greater);
}

void oracle_ratio_means(struct oracle_case *c)
{
	struct sides s = given_sides(c);
	double level = 1 - oracle_input_number(c, "alpha");
	struct pd_estimate e;
	struct pd_welch w;

	if (pd_fieller(s.x.v, s.x.n, s.y.v, s.y.n, level, &e) == PD_OK) {
		oracle_number(c, "fieller/ratio", 1 + e.point);
		oracle_number(c, "fieller/lo", 1 + e.lo);
		oracle_number(c, "fieller/hi", 1 + e.hi);
		oracle_bool(c, "fieller/unbounded", isinf(e.lo) && isinf(e.hi));
	}
	if (pd_welch(s.x.v, s.x.n, s.y.v, s.y.n, level, &w) == PD_OK) {
		oracle_number(c, "welch/t", w.t);
		oracle_number(c, "welch/df", w.df);
		oracle_number(c, "welch/p", w.p);
		oracle_number(c, "welch/diff", w.diff);
		oracle_number(c, "welch/lo", w.lo);
		oracle_number(c, "welch/hi", w.hi);
	}
	if (pd_welch_log(s.x.v, s.x.n, s.y.v, s.y.n, level, &w) == PD_OK) {
		oracle_number(c, "log_welch/t", w.t);
		oracle_number(c, "log_welch/df", w.df);
		oracle_number(c, "log_welch/p", w.p);
		oracle_number(c, "log_welch/rel", expm1(w.diff));
		oracle_number(c, "log_welch/lo", expm1(w.lo));
		oracle_number(c, "log_welch/hi", expm1(w.hi));
	}
}

void oracle_brunner_munzel(struct oracle_case *c)
{
	struct sides s = sorted_sides(c);
	struct pd_brunner b;

	if (pd_brunner(s.x.v, s.x.n, s.y.v, s.y.n, &b) < 0)
		return; /* complete separation has no variance; the reference notes 0 or NaN */
	oracle_number(c, "stat_scipy", b.statistic);
	oracle_number(c, "p", b.p);
	oracle_number(c, "p_normal",
		      1 - erf(fabs(b.statistic) / sqrt(2))); /* as the reference takes it */
	oracle_number(c, "phat_y_over_x", b.a12);
}

void oracle_effect_size(struct oracle_case *c)
{
	struct sides s = sorted_sides(c);
	struct pd_effect e = pd_effect(s.x.v, s.x.n, s.y.v, s.y.n, 0.95);

	oracle_number(c, "a12", e.a12);
	oracle_number(c, "cliff_delta", e.cliff);
	oracle_number(c, "cliff_var", e.cliff_var);
	oracle_number(c, "cliff_lo", e.cliff_lo);
	oracle_number(c, "cliff_hi", e.cliff_hi);
	oracle_number(c, "cohen_d", e.cohen_d);
	oracle_number(c, "hedges_g", e.hedges_g);
	oracle_number(c, "J", e.hedges_j);
}

void oracle_tost(struct oracle_case *c)
{
	struct sides s = given_sides(c);
	double margin = log1p(oracle_input_number(c, "margin"));
	struct pd_welch w;

	if (pd_welch_log(s.x.v, s.x.n, s.y.v, s.y.n, 0.9, &w) < 0)
		return;
	oracle_number(c, "p_tost", pd_welch_tost(&w, margin));
	oracle_number(c, "ci90_lo", expm1(w.lo));
	oracle_number(c, "ci90_hi", expm1(w.hi));
	oracle_bool(c, "equivalent", w.lo > -margin && w.hi < margin);
}

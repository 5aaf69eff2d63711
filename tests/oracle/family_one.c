/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_one.c - reference values about one series */
#include "oracle.h"

#include <math.h>
#include <stdio.h>

static void summary(struct oracle_case *c)
{
	static const struct {
		const char *path;
		double p;
	} quantiles[] = {
		{"q05", .05},
                {"q25", .25},
                {"q75", .75},
                {"q90", .9 },
                {"q95", .95},
                {"q99", .99}
        };
	struct oracle_series x = oracle_input(c, "x");
	struct oracle_series sorted = oracle_sorted(c, "x");
	struct pd_summary s = pd_describe(x.v, x.n, c->scratch);

	oracle_count(c, "n", s.n);
	oracle_number(c, "mean", s.mean);
	oracle_number(c, "min", s.min);
	oracle_number(c, "max", s.max);
	oracle_number(c, "median", s.median);
	oracle_number(c, "sd", s.sd);
	oracle_number(c, "var", s.var);
	oracle_number(c, "sem", s.sem);
	oracle_number(c, "cv", s.cv);
	oracle_number(c, "lag1", s.lag1);
	oracle_number(c, "mad_raw", s.mad);
	oracle_number(c, "geomean", s.geomean);
	oracle_number(c, "harmean", s.harmean);
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(*quantiles); i++)
		oracle_number(c, quantiles[i].path,
			      pd_quantile(sorted.v, sorted.n, quantiles[i].p, 7));
}

void oracle_summary(struct oracle_case *c)
{
	summary(c);
}

void oracle_nist(struct oracle_case *c)
{
	summary(c);
}

void oracle_autocorr(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "x");

	oracle_number(c, "r1", pd_describe(x.v, x.n, c->scratch).lag1);
}

void oracle_nested(struct oracle_case *c)
{
	enum { MAX_VALUES = 1000 };
	const cJSON *runs = cJSON_GetObjectItemCaseSensitive(c->in, "runs"), *item;
	struct pd_nested r;
	double v[MAX_VALUES];
	size_t n_runs = 0, n = 0;

	cJSON_ArrayForEach(item, runs)
	{
		struct oracle_series run = oracle_series(c, item);

		for (size_t i = 0; i < run.n && n < MAX_VALUES; i++)
			v[n++] = run.v[i];
		n_runs++;
	}
	if (n_runs == 0 || pd_nested(v, n_runs, n / n_runs, 0.95, c->scratch, &r) < 0)
		return;
	oracle_number(c, "ms_between", r.ms_between);
	oracle_number(c, "ms_within", r.ms_within);
	oracle_number(c, "F", r.f);
	oracle_number(c, "p_F", r.p);
	oracle_number(c, "var_between", r.var_between);
	oracle_number(c, "var_within", r.var_within);
	oracle_number(c, "icc", r.icc);
	oracle_number(c, "grand_mean", r.mean.point);
	oracle_number(c, "ci_lo", r.mean.lo);
	oracle_number(c, "ci_hi", r.mean.hi);
}

void oracle_t_ci(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "x");
	struct pd_estimate e = pd_mean_ci(x.v, x.n, oracle_input_number(c, "conf"));

	oracle_number(c, "mean", e.point);
	oracle_number(c, "lo", e.lo);
	oracle_number(c, "hi", e.hi);
	oracle_count(c, "df", x.n - 1);
}

/* Which of the values an interval starts at, from 1; 0 if it is all of them for want of more. */
static size_t first_of(const struct oracle_series *sorted, const struct pd_estimate *e)
{
	size_t k = 0;

	while (e->reached && k < sorted->n && sorted->v[k] < e->lo)
		k++;
	return e->reached ? k + 1 : 0;
}

void oracle_median_ci(struct oracle_case *c)
{
	struct oracle_series x = oracle_sorted(c, "x");
	double level = 1 - oracle_input_number(c, "alpha");
	struct pd_estimate exact = pd_median_ci_exact(x.v, x.n, level);
	struct pd_estimate shown = pd_median_ci(x.v, x.n, level);

	oracle_count(c, "k", first_of(&x, &exact));
	oracle_number(c, "lo", exact.lo);
	oracle_number(c, "hi", exact.hi);
	oracle_number(c, "achieved", exact.level);
	oracle_bool(c, "reached", exact.reached);
	oracle_number(c, "hs_lo", shown.lo);
	oracle_number(c, "hs_hi", shown.hi);
}

void oracle_quantile(struct oracle_case *c)
{
	enum { MAX_PROBS = 64 };
	struct oracle_series x = oracle_sorted(c, "x");
	struct oracle_series probs =
		oracle_series(c, cJSON_GetObjectItemCaseSensitive(c->out, "probs"));
	double q[MAX_PROBS];

	if (probs.n > MAX_PROBS)
		return;
	oracle_numbers(c, "probs", probs.v, probs.n); /* an input that stands among the results */
	for (int type = 6; type <= 8; type++) {
		char path[24];

		for (size_t i = 0; i < probs.n; i++)
			q[i] = pd_quantile(x.v, x.n, probs.v[i], type);
		(void)snprintf(path, sizeof(path), "type%d", type);
		oracle_numbers(c, path, q, probs.n);
	}
	for (size_t i = 0; i < probs.n; i++)
		q[i] = pd_quantile_hd(x.v, x.n, probs.v[i]);
	oracle_numbers(c, "hd", q, probs.n);
}

static const char *status_word(int status)
{
	switch ((enum pd_status)status) {
	case PD_EEMPTY:
		return "EMPTY";
	case PD_ENONFINITE:
		return "NONFINITE";
	case PD_OK:
	case PD_EIO:
	case PD_EPARSE:
	case PD_EUSAGE:
	case PD_ELIMIT:
	case PD_EUNDEFINED:
		break;
	}
	return "OK";
}

void oracle_invalid(struct oracle_case *c)
{
	struct oracle_series x = oracle_input(c, "x"), y = oracle_input(c, "y");
	int r = pd_describe_check(x.v, x.n, NULL);

	if (r == PD_OK && cJSON_GetObjectItemCaseSensitive(c->in, "y"))
		r = pd_describe_check(y.v, y.n, NULL);
	oracle_string(c, "error", status_word(r));
}

void oracle_p_adjust(struct oracle_case *c)
{
	static const struct {
		const char *path;
		enum pd_adjust how;
	} methods[] = {
		{"BH",         PD_ADJUST_BH        },
		{"BY",         PD_ADJUST_BY        },
		{"holm",       PD_ADJUST_HOLM      },
		{"hochberg",   PD_ADJUST_HOCHBERG  },
		{"bonferroni", PD_ADJUST_BONFERRONI}
        };
	struct oracle_series p = oracle_input(c, "p");
	struct oracle_series adjusted = oracle_input(c, "p");

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		pd_multiple_adjust(methods[i].how, p.v, p.n, adjusted.v);
		oracle_numbers(c, methods[i].path, adjusted.v, adjusted.n);
	}
}

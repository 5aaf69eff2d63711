/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_verdict.c - reference verdicts, through the whole of diff */
#include "ledgers.h"
#include "oracle.h"

#include <perfdelta/stat.h>

#include <stdio.h>

static struct pd_policy policy_of(struct oracle_case *c)
{
	struct pd_policy policy = pd_compare_policy();

	policy.alpha = oracle_input_number(c, "alpha");
	policy.level = 1 - policy.alpha;
	policy.min_effect = oracle_input_number(c, "delta");
	if (!strcmp(cJSON_GetObjectItemCaseSensitive(c->in, "rule")->valuestring, "B"))
		policy.rule = PD_RULE_STRICT;
	return policy;
}

static enum pd_better better_of(struct oracle_case *c)
{
	const char *word = cJSON_GetObjectItemCaseSensitive(c->in, "better")->valuestring;

	return !strcmp(word, "lower") ? PD_LOWER : PD_HIGHER;
}

/*
 * A family of M equal comparisons: their p are equal too, and Benjamini-Hochberg
 * leaves M equal values as they are.
 */
static struct pd_comparison compare(struct oracle_case *c, struct oracle_series x,
				    struct oracle_series y)
{
	struct pd_policy policy = policy_of(c);
	size_t family = (size_t)oracle_input_number(c, "M");
	struct ledger l = ledger_new();
	struct pd_comparison result;
	struct pd_rows rows;
	char member[24];

	policy.order = PD_ORDER_INTERLEAVED; /* the reference takes all values as independent */
	for (size_t i = 0; i < family; i++) {
		uint32_t key;

		(void)snprintf(member, sizeof(member), "%zu", i);
		key = ledger_key(&l, "time", better_of(c), "member", member);
		ledger_runs(&l, key, "base", x.v, (uint32_t)x.n);
		ledger_runs(&l, key, "head", y.v, (uint32_t)y.n);
	}
	rows = ledger_pair(&l, NULL);
	result = *pd_compare_find(pd_compare(l.ctx, &rows, &policy, 1), 0, 1);
	ledger_free(&l);
	return result;
}

static const char *reason_of(uint32_t caveats)
{
	if (caveats & PD_CAVEAT_N_TOO_SMALL)
		return "N_TOO_SMALL";
	if (caveats & PD_CAVEAT_ZERO_VARIANCE)
		return "ZERO_VARIANCE";
	return caveats & PD_CAVEAT_ALL_EQUAL ? "ALL_EQUAL" : "";
}

static const char *verdict_of(enum pd_verdict v)
{
	switch (v) {
	case PD_VERDICT_REGRESSION:
		return "regression";
	case PD_VERDICT_IMPROVEMENT:
		return "improvement";
	case PD_VERDICT_SAME:
		return "same";
	case PD_VERDICT_INCONCLUSIVE:
		return "inconclusive";
	case PD_VERDICT_CHANGED:
		return "changed";
	case PD_N_VERDICTS:
		break;
	}
	return "?";
}

/* The second opinion of the guard: Brunner-Munzel from ten runs on, Welch on logs below. */
static void guard(struct oracle_case *c, struct oracle_series x, struct oracle_series y)
{
	struct pd_brunner bm = {0};
	struct pd_welch w = {0};
	bool on = pd_spread_differs(x.v, x.n, y.v, y.n, c->scratch);
	int r;

	oracle_number(c, "p_mwu", pd_ranktest(x.v, x.n, y.v, y.n, c->scratch).p);
	if (!on) {
		oracle_bool(c, "guard", false);
		return;
	}
	if (x.n >= 10 && y.n >= 10)
		r = pd_brunner(x.v, x.n, y.v, y.n, &bm);
	else
		r = pd_welch_log(x.v, x.n, y.v, y.n, 0.95, &w);
	oracle_bool(c, "guard", r == 0);
	if (r == 0)
		oracle_number(c, "p_guard", x.n >= 10 && y.n >= 10 ? bm.p : w.p);
}

/*
 * The one case with a zero keeps the rule of its own specification (no verdict
 * without ratios); here the shift is tested, so only the verdict is compared.
 */
void oracle_verdict(struct oracle_case *c)
{
	struct oracle_series x = oracle_sorted(c, "x"), y = oracle_sorted(c, "y");
	struct pd_comparison result = compare(c, oracle_input(c, "x"), oracle_input(c, "y"));

	oracle_string(c, "verdict", verdict_of(result.verdict));
	if (x.v[0] <= 0 || y.v[0] <= 0)
		return;
	oracle_string(c, "method", result.method);
	oracle_string(c, "reason", reason_of(result.caveats));
	oracle_number(c, "rel", result.delta.point);
	oracle_number(c, "lo", result.delta.lo);
	oracle_number(c, "hi", result.delta.hi);
	oracle_number(c, "lo90", result.lo90);
	oracle_number(c, "hi90", result.hi90);
	oracle_number(c, "p", result.p);
	oracle_bool(c, "significant", result.significant);
	if (!strcmp(result.method, "mwu"))
		guard(c, x, y);
}

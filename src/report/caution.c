/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/caution.h"

#include "report/scale.h"

#include "diff/method.h"

#include "base/str.h"

#include <inttypes.h>
#include <math.h>

static void put_rough(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_scale_rough(buf, v));
}

/* As the user wrote it: "0.05", "2". */
static void put_given(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 6));
}

/* How many comparisons were corrected together with this one. */
static size_t family_of(const struct pd_result *result, const struct pd_comparison *c)
{
	if (result->policy.adjust == PD_ADJUST_NONE)
		return 1;
	return c->gated ? result->family : result->family_shown;
}

/* "4 vs 4 (or 3 vs 5)": what the rank test needs. */
static void put_needed(struct pd_out *out, uint32_t fewer, const struct pd_comparison *c)
{
	pd_out_printf(out, "%u vs %u", c->rank_each, c->rank_each);
	if (c->rank_beside)
		pd_out_printf(out, " (or %u vs %u)", fewer, c->rank_beside);
}

struct sentence {
	struct pd_out *out;
	const struct pd_ctx *ctx;
	const struct pd_result *result;
	const struct pd_comparison *c;
	uint32_t n_base, n_head;
};

static bool is_fit(const struct sentence *s)
{
	return pd_str_starts(pd_str_of(s->c->method), PD_STR("ancova"));
}

static void decides_instead(const struct sentence *s)
{
	struct pd_str method = pd_str_of(s->c->method);

	if (pd_str_starts(method, PD_STR("welch")) || pd_str_starts(method, PD_STR("paired-t")))
		pd_out_text(s->out, "; a t test decides instead");
	if (is_fit(s))
		pd_out_text(s->out, "; a fit of the change beside a steady drift decides instead");
	if (pd_str_starts(method, PD_STR("pooled")))
		pd_out_text(s->out, "; a t test decides instead, by the variance of all sides");
	if (pd_str_starts(method, PD_STR("moderated")))
		pd_out_text(s->out, "; a t test decides instead, by variances that all sides and "
				    "rows share");
}

/* "cannot reach p <= 0.05 even if all runs differ (best 0.1)", or by the number of comparisons. */
static void put_reach(const struct sentence *s, const char *test, const char *extreme)
{
	const struct pd_result *result = s->result;

	if (s->c->min_p > result->policy.alpha) {
		pd_out_printf(s->out, "the %s cannot reach p <= ", test);
		put_given(s->out, result->policy.alpha);
		pd_out_printf(s->out, " even if all %s (best ", extreme);
		put_rough(s->out, s->c->min_p);
		pd_out_text(s->out, ")");
	} else {
		pd_out_printf(s->out, "the best p of the %s, ", test);
		put_rough(s->out, s->c->min_p);
		pd_out_printf(s->out, ", is too large among %zu comparisons",
			      family_of(result, s->c));
	}
	pd_out_text(s->out, "; need ");
}

/* What was found needed, and what decided. */
static void put_instead(const struct sentence *s)
{
	size_t family = family_of(s->result, s->c);

	if (s->c->min_p > s->result->policy.alpha && family > 1)
		pd_out_printf(s->out, " among %zu comparisons", family);
	decides_instead(s);
}

/* "3 pairs: the signed rank test cannot reach p <= 0.05 even if all agree (best 0.25) ..." */
static void few_pairs(const struct sentence *s)
{
	pd_out_printf(s->out, "%u pairs: ", s->n_base);
	put_reach(s, "signed rank test", "changed alike");
	pd_out_printf(s->out, "%u", s->c->rank_each);
	put_instead(s);
}

static void few_runs(const struct sentence *s)
{
	pd_out_printf(s->out, "%u vs %u runs: ", s->n_base, s->n_head);
	put_reach(s, "rank test", "runs differ");
	put_needed(s->out, s->n_base < s->n_head ? s->n_base : s->n_head, s->c);
	put_instead(s);
}

static void few(const struct sentence *s)
{
	(s->result->rows->paired ? few_pairs : few_runs)(s);
}

static void parametric(const struct sentence *s)
{
	pd_out_printf(s->out,
		      "fewer than 7 %s, judged by a %s on logarithms: if the runs fall into "
		      "two groups it can be wrong",
		      s->result->rows->paired ? "pairs" : "runs", is_fit(s) ? "fit" : "t test");
}

static void too_small(const struct sentence *s)
{
	pd_out_printf(s->out,
		      "%u vs %u runs: one value cannot tell a change from chance; run each side at "
		      "least %u times",
		      s->n_base, s->n_head, s->c->rank_each);
}

static void threshold(const struct sentence *s, const char *before, const char *after)
{
	uint16_t metric = s->result->rows->row[s->c->row].metric;

	pd_out_text(s->out, before);
	put_given(s->out, 100 * pd_compare_min_effect(s->result, metric));
	pd_out_text(s->out, "%");
	pd_out_text(s->out, after);
}

static void resolution(const struct sentence *s)
{
	threshold(s, "the values are printed too coarsely for a threshold of ",
		  ": one step of the last digit is a good part of it");
}

static void deterministic(const struct sentence *s)
{
	threshold(s, "declared free of noise: any change beyond ", " counts, no test");
}

static void below_threshold(const struct sentence *s)
{
	threshold(s, "a change is there, but it is smaller than ", "");
}

void pd_caution_pooled(struct pd_out *out, const struct pd_ctx *ctx, const struct pd_row *row)
{
	pd_out_text(out, "values that differ in a label stand together in this row: ");
	pd_out_str(out, pd_ctx_name(ctx, row->pooled));
}

static void mixed(const struct sentence *s)
{
	pd_caution_pooled(s->out, s->ctx, &s->result->rows->row[s->c->row]);
}

/* "the runs of head vary 3.1 times as much as those of base (p 0.004) ..." */
static void spread(const struct sentence *s)
{
	const struct pd_side *sides = s->result->rows->table->sides;
	double ratio = s->c->spread.ratio;
	struct pd_str base = pd_ctx_name(s->ctx, sides[0].name);
	struct pd_str head = pd_ctx_name(s->ctx, sides[s->c->side].name);
	struct pd_str more = ratio > 1 ? head : base, less = ratio > 1 ? base : head;

	if (ratio < 1)
		ratio = 1 / ratio;
	pd_out_printf(s->out, "the runs of %.*s vary ", PD_FMT(more));
	if (isfinite(ratio)) {
		put_rough(s->out, ratio);
		pd_out_printf(s->out, " times as much as those of %.*s", PD_FMT(less));
	} else {
		pd_out_printf(s->out, "and those of %.*s do not", PD_FMT(less));
	}
	pd_out_text(s->out, " (p ");
	put_rough(s->out, s->c->spread.p);
	pd_out_text(s->out, "): a finding of its own, whatever the verdict");
}

/* "+12.3%" or, where there are no ratios, "+0.25 s". */
static void put_change(const struct sentence *s, double v)
{
	const struct pd_rows *rows = s->result->rows;
	struct pd_str unit = pd_ctx_name(s->ctx, rows->metrics[rows->row[s->c->row].metric].unit);
	char buf[PD_NUMBER_MAX];

	if (s->c->relative) {
		pd_out_bytes(s->out, buf, pd_scale_percent(buf, v));
		return;
	}
	pd_out_text(s->out, v > 0 ? "+" : "");
	pd_out_bytes(s->out, buf, pd_number_print_digits(buf, v, 3));
	if (!pd_str_eq(unit, PD_STR("1")))
		pd_out_printf(s->out, " %.*s", PD_FMT(unit));
}

/* "the mean moved by +12.3% [+4.0%, +21.1%], the typical run by +1.0%: look at the tail ..." */
static void tail(const struct sentence *s)
{
	const struct pd_centre *row = &s->result->centre[s->c->row * s->result->rows->n_sides];
	double x = row[0].summary.mean, y = row[s->c->side].summary.mean;
	const struct pd_beside *b = &s->c->beside;

	pd_out_text(s->out, "the mean moved by ");
	put_change(s, s->c->relative ? (y - x) / x : y - x);
	if (b->kind == PD_BESIDE_RATIO_MEAN && isfinite(b->change.lo) && isfinite(b->change.hi)) {
		pd_out_text(s->out, " [");
		put_change(s, b->change.lo);
		pd_out_text(s->out, ", ");
		put_change(s, b->change.hi);
		pd_out_char(s->out, ']');
	}
	pd_out_text(s->out, ", the typical run by ");
	put_change(s, s->c->delta.point);
	pd_out_text(s->out, ": look at the tail, some runs lie far from the typical one");
}

/* "p99.9" */
static void put_percentile(struct pd_out *out, double quantile)
{
	pd_out_char(out, 'p');
	put_given(out, 100 * quantile);
}

static uint64_t fewest_inside(const struct pd_series *x, const struct pd_series *y)
{
	return !x->n_inside || (y->n_inside && y->n_inside < x->n_inside) ? y->n_inside
									  : x->n_inside;
}

static void small_tail(const struct sentence *s)
{
	const struct pd_series *series = s->result->rows->row[s->c->row].series;
	uint32_t base = series[0].n_least, head = series[s->c->side].n_least;
	double inside = s->result->rows->metrics[s->result->rows->row[s->c->row].metric].quantile;
	uint64_t events = fewest_inside(&series[0], &series[s->c->side]);
	bool of_events = inside > 0 && events;
	double quantile = of_events ? inside : s->result->rows->quantile;
	double beyond = fmin(quantile, 1 - quantile);
	char buf[PD_NUMBER_MAX];

	if (of_events)
		pd_out_printf(s->out,
			      "a value is of %" PRIu64 " events inside its run at fewest, too few "
			      "for ",
			      events);
	else
		pd_out_printf(s->out, "a run has %u iterations at fewest, too few for ",
			      !base || (head && head < base) ? head : base);
	put_percentile(s->out, quantile);
	pd_out_text(s->out, ": it takes ");
	pd_out_bytes(s->out, buf, pd_scale_fixed(buf, ceil(5 / beyond * (1 - 1e-12)), 0));
	pd_out_text(s->out, " to have 5 beyond it");
}

/* "brunner-munzel needs 10 runs a side, and sides that overlap: mwu decided instead" */
static void replaced(const struct sentence *s)
{
	const char *name = s->result->policy.method;
	const struct pd_method *named = name ? pd_method_named(name) : NULL;

	pd_out_text(s->out, named ? name : "the method that was asked for");
	if (named && named->needs)
		pd_out_printf(s->out, " needs %s", named->needs);
	else
		pd_out_text(s->out, " does not fit these runs");
	pd_out_printf(s->out, ": %s decided instead", s->c->method);
}

static void summary(const struct sentence *s)
{
	const struct pd_series *series = s->result->rows->row[s->c->row].series;

	if (series[0].digest.n || series[s->c->side].digest.n)
		pd_out_text(
			s->out,
			"means and standard deviations instead of values: the columns show means, judged by "
			"Welch's t test as if the values had no odd shape, which "
			"nobody can check here");
	else
		pd_out_text(s->out,
			    "a mean of values of which the source does not tell both number "
			    "and deviation; if they are runs, --runs=N tells their number");
}

/* Sentences with numbers; BLOCKED has none: ordernote.c tells it once. */
static const struct {
	enum pd_caveat caveat;
	void (*write)(const struct sentence *s);
} written[] = {
	{PD_CAVEAT_N_TOO_SMALL,     too_small      },
	{PD_CAVEAT_FEW_RUNS,        few            },
	{PD_CAVEAT_PARAMETRIC,      parametric     },
	{PD_CAVEAT_RESOLUTION,      resolution     },
	{PD_CAVEAT_MIXED,           mixed          },
	{PD_CAVEAT_DETERMINISTIC,   deterministic  },
	{PD_CAVEAT_BELOW_THRESHOLD, below_threshold},
	{PD_CAVEAT_SPREAD,          spread         },
	{PD_CAVEAT_SUMMARY,         summary        },
	{PD_CAVEAT_TAIL,            tail           },
	{PD_CAVEAT_SMALL_TAIL,      small_tail     },
	{PD_CAVEAT_METHOD,          replaced       },
};

/* clang-format off */
/* Sentences that are always the same; those of pairs are NULL where they are those of runs. */
static const struct {
	enum pd_caveat caveat;
	const char *of_runs, *of_pairs;
} texts[] = {
	{PD_CAVEAT_TIES,
	 "many equal values: p is small, yet the interval holds no change, and the "
	 "interval decides",
	 NULL},
	{PD_CAVEAT_VARIANCE,
	 "one side is noisier than the other; a test that allows for it was used, and "
	 "it is not convinced of a change",
	 NULL},
	{PD_CAVEAT_ZERO_VARIANCE,
	 "no noise at all on either side, and too few runs to trust that: more runs, or "
	 "--exact if the metric has none",
	 "all pairs changed by the same, and they are too few to trust that: more "
	 "pairs, or --exact if the metric has no noise"},
	{PD_CAVEAT_ALL_EQUAL,
	 "all values of both sides are equal",
	 "both values of every pair are equal"},
	{PD_CAVEAT_NONPOSITIVE,
	 "values of zero or below have no ratio: the change is a difference in the unit "
	 "of the metric",
	 NULL},
	{PD_CAVEAT_SINGLE_RUN,
	 "iterations of a single run on a side: how much runs differ is unknown, so "
	 "chance may do this; start the program anew for each value",
	 NULL},
	{PD_CAVEAT_SINGLE_BOOT,
	 "all runs of a side are of one boot: how much boots differ is unknown, so "
	 "chance may do this; boot anew between runs",
	 NULL},
	{PD_CAVEAT_ITERATIONS,
	 "iterations were counted as runs (--collapse=none): they share what their run "
	 "has by chance, for which a test of runs makes p too small",
	 NULL},
	{PD_CAVEAT_DRIFT_POSSIBLE,
	 "a machine that steadily gets slower or faster could explain this: with such a "
	 "drift beside it the change is not certain; run the sides in turns",
	 NULL},
	{PD_CAVEAT_BOOTSTRAP,
	 "a bootstrap of fewer than 10 runs a side: its interval is too narrow, since "
	 "so few runs do not show how much runs vary",
	 NULL},
	{PD_CAVEAT_DEPENDENT,
	 "runs of a side drift, step or resemble the one before, and as far as is known "
	 "the sides did not take turns: p allows for that, and the interval where runs "
	 "resemble each other; interleave the sides",
	 NULL},
};
/* clang-format on */

static const char *text_of(enum pd_caveat caveat, bool paired)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++)
		if (texts[i].caveat == caveat)
			return paired && texts[i].of_pairs ? texts[i].of_pairs : texts[i].of_runs;
	return "";
}

void pd_caution_write(struct pd_out *out, const struct pd_report *r, const struct pd_comparison *c,
		      enum pd_caveat caveat)
{
	const struct pd_series *series = r->result->rows->row[c->row].series;
	const struct sentence s = {.out = out,
				   .ctx = r->ctx,
				   .result = r->result,
				   .c = c,
				   .n_base = pd_compare_runs(&series[0]),
				   .n_head = pd_compare_runs(&series[c->side])};

	for (size_t i = 0; i < PD_ARRAY_SIZE(written); i++)
		if (written[i].caveat == caveat)
			written[i].write(&s);
	pd_out_text(out, text_of(caveat, r->result->rows->paired));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/notes.h"

#include "report/scale.h"

#include "diff/method.h"

#include "base/str.h"

#include <inttypes.h>
#include <math.h>

static const struct {
	unsigned int bit;
	const char *code, *what;
} caveats[] = {
#define PD_CAVEAT(bit, code, what) {PD_CAVEAT_##bit, code, what},
#include "report/caveats.def"
#undef PD_CAVEAT
};

bool pd_notes_at(size_t i, const char **ret_code, const char **ret_what)
{
	if (i >= PD_ARRAY_SIZE(caveats))
		return false;
	*ret_code = caveats[i].code;
	*ret_what = caveats[i].what;
	return true;
}

uint32_t pd_notes_bit(size_t i)
{
	return i < PD_ARRAY_SIZE(caveats) ? caveats[i].bit : 0;
}

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

/* "3 pairs: the signed rank test cannot reach p <= 0.05 even if all agree (best 0.25) ..." */
static void few_pairs(const struct sentence *s)
{
	const struct pd_result *result = s->result;
	size_t family = family_of(result, s->c);

	pd_out_printf(s->out, "%u pairs: ", s->n_base);
	if (s->c->min_p > result->policy.alpha) {
		pd_out_text(s->out, "the signed rank test cannot reach p <= ");
		put_given(s->out, result->policy.alpha);
		pd_out_text(s->out, " even if all changed alike (best ");
		put_rough(s->out, s->c->min_p);
		pd_out_text(s->out, ")");
	} else {
		pd_out_text(s->out, "the best p of the signed rank test, ");
		put_rough(s->out, s->c->min_p);
		pd_out_printf(s->out, ", is too large among %zu comparisons", family);
	}
	pd_out_printf(s->out, "; need %u", s->c->rank_each);
	if (s->c->min_p > result->policy.alpha && family > 1)
		pd_out_printf(s->out, " among %zu comparisons", family);
	decides_instead(s);
}

static void few_runs(const struct sentence *s)
{
	const struct pd_result *result = s->result;
	size_t family = family_of(result, s->c);
	uint32_t fewer = s->n_base < s->n_head ? s->n_base : s->n_head;

	pd_out_printf(s->out, "%u vs %u runs: ", s->n_base, s->n_head);
	if (s->c->min_p > result->policy.alpha) {
		pd_out_text(s->out, "the rank test cannot reach p <= ");
		put_given(s->out, result->policy.alpha);
		pd_out_text(s->out, " even if all runs differ (best ");
		put_rough(s->out, s->c->min_p);
		pd_out_text(s->out, ")");
	} else {
		pd_out_text(s->out, "the best p of the rank test, ");
		put_rough(s->out, s->c->min_p);
		pd_out_printf(s->out, ", is too large among %zu comparisons", family);
	}
	pd_out_text(s->out, "; need ");
	put_needed(s->out, fewer, s->c);
	if (s->c->min_p > result->policy.alpha && family > 1)
		pd_out_printf(s->out, " among %zu comparisons", family);
	decides_instead(s);
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

static void pooled(struct pd_out *out, const struct pd_ctx *ctx, const struct pd_row *row)
{
	pd_out_text(out, "values that differ in a label stand together in this row: ");
	pd_out_str(out, pd_ctx_name(ctx, row->pooled));
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

/* NOLINTNEXTLINE(readability-function-size): a case for each caveat */
static void write_sentence(const struct sentence *s, enum pd_caveat caveat)
{
	switch (caveat) {
	case PD_CAVEAT_N_TOO_SMALL:
		too_small(s);
		return;
	case PD_CAVEAT_FEW_RUNS:
		(s->result->rows->paired ? few_pairs : few_runs)(s);
		return;
	case PD_CAVEAT_PARAMETRIC:
		pd_out_printf(
			s->out,
			"fewer than 7 %s, judged by a %s on logarithms: if the runs fall into "
			"two groups it can be wrong",
			s->result->rows->paired ? "pairs" : "runs", is_fit(s) ? "fit" : "t test");
		return;
	case PD_CAVEAT_TIES:
		pd_out_text(s->out, "many equal values: p is small, yet the interval holds no "
				    "change, and the interval decides");
		return;
	case PD_CAVEAT_VARIANCE:
		pd_out_text(s->out, "one side is noisier than the other; a test that allows for it "
				    "was used, and it is not convinced of a change");
		return;
	case PD_CAVEAT_ZERO_VARIANCE:
		pd_out_text(s->out,
			    s->result->rows->paired
				    ? "all pairs changed by the same, and they are too few to "
				      "trust that: more pairs, or --exact if the metric has "
				      "no noise"
				    : "no noise at all on either side, and too few runs to trust "
				      "that: more runs, or --exact if the metric has none");
		return;
	case PD_CAVEAT_ALL_EQUAL:
		pd_out_text(s->out, s->result->rows->paired ? "both values of every pair are equal"
							    : "all values of both sides are equal");
		return;
	case PD_CAVEAT_NONPOSITIVE:
		pd_out_text(s->out, "values of zero or below have no ratio: the change is a "
				    "difference in the unit of the metric");
		return;
	case PD_CAVEAT_RESOLUTION:
		threshold(s, "the values are printed too coarsely for a threshold of ",
			  ": one step of the last digit is a good part of it");
		return;
	case PD_CAVEAT_MIXED:
		pooled(s->out, s->ctx, &s->result->rows->row[s->c->row]);
		return;
	case PD_CAVEAT_SINGLE_RUN:
		pd_out_text(s->out, "iterations of a single run on a side: how much runs differ is "
				    "unknown, so chance may do this; start the program anew for "
				    "each value");
		return;
	case PD_CAVEAT_DETERMINISTIC:
		threshold(s, "declared free of noise: any change beyond ", " counts, no test");
		return;
	case PD_CAVEAT_BELOW_THRESHOLD:
		threshold(s, "a change is there, but it is smaller than ", "");
		return;
	case PD_CAVEAT_ITERATIONS:
		pd_out_text(s->out, "iterations were counted as runs (--collapse=none): they share "
				    "what their run has by chance, for which a test of runs makes "
				    "p too small");
		return;
	case PD_CAVEAT_SPREAD:
		spread(s);
		return;
	case PD_CAVEAT_BLOCKED:
		return; /* of the whole report: ordernote.c */
	case PD_CAVEAT_DRIFT_POSSIBLE:
		pd_out_text(s->out, "a machine that steadily gets slower or faster could explain "
				    "this: with such a drift beside it the change is not certain; "
				    "run the sides in turns");
		return;
	case PD_CAVEAT_SUMMARY:
		summary(s);
		return;
	case PD_CAVEAT_SINGLE_BOOT:
		pd_out_text(s->out, "all runs of a side are of one boot: how much boots differ is "
				    "unknown, so chance may do this; boot anew between runs");
		return;
	case PD_CAVEAT_TAIL:
		tail(s);
		return;
	case PD_CAVEAT_SMALL_TAIL:
		small_tail(s);
		return;
	case PD_CAVEAT_BOOTSTRAP:
		pd_out_text(s->out, "a bootstrap of fewer than 10 runs a side: its interval is too "
				    "narrow, since so few runs do not show how much runs vary");
		return;
	case PD_CAVEAT_METHOD:
		replaced(s);
		return;
	case PD_CAVEAT_DEPENDENT:
		pd_out_text(s->out, "runs of a side drift, step or resemble the one before, and as "
				    "far as is known the sides did not take turns: p allows for "
				    "that, and the interval where runs resemble each other; "
				    "interleave the sides");
		return;
	}
}

static void put_mark(pd_id number, size_t *n_marks, struct pd_out *marks)
{
	pd_out_printf(marks, "%s%u", *n_marks ? "," : "[", number);
	++*n_marks;
}

/* Ends the sentence in @text and writes its number: "[1" or ",3". */
static void mark(struct pd_notes *notes, struct pd_out *text, size_t *n_marks, struct pd_out *marks)
{
	put_mark(pd_intern(&notes->texts, pd_out_kept(text)), n_marks, marks);
	text->n = 0;
}

/* Each kind is one footnote, written when the first row has it. */
static void mark_findings(struct pd_notes *notes, const struct pd_report *r, uint32_t found,
			  struct pd_out *text, size_t *n_marks, struct pd_out *marks)
{
	for (size_t i = 0; i < PD_FINDINGS_N; i++) {
		if (!(found & pd_findings_bit(i)))
			continue;
		if (!notes->finding[i]) {
			pd_findings_write(text, r, i);
			notes->finding[i] = pd_intern(&notes->texts, pd_out_kept(text));
			text->n = 0;
		}
		put_mark(notes->finding[i], n_marks, marks);
	}
}

/* The resolution of both sides together is a caveat, and intervals say what noise does. */
static uint32_t findings_beside(const struct pd_report *r, const struct pd_comparison *c)
{
	uint32_t found = pd_findings_of(r, c->row, 0) | pd_findings_of(r, c->row, c->side);

	return found & ~(uint32_t)(PD_QUALITY_RESOLUTION | PD_QUALITY_NOISY);
}

static bool falls_short(const struct pd_estimate *e)
{
	return !e->reached && e->level != 0 && !isnan(e->lo);
}

bool pd_notes_any(const struct pd_report *r, const struct pd_comparison *c)
{
	return (c->caveats & ~PD_NOTES_UNMARKED) || findings_beside(r, c) || falls_short(&c->delta);
}

bool pd_notes_any_series(const struct pd_report *r, size_t row, size_t side)
{
	const struct pd_rows *rows = r->result->rows;
	const struct pd_series *series = &rows->row[row].series[side];

	return series->mixed || series->single_run || series->n_boots == 1 || series->digest.n ||
	       pd_findings_of(r, row, side) ||
	       falls_short(&r->result->centre[row * rows->n_sides + side].median);
}

static void mark_level(struct pd_notes *notes, const struct pd_estimate *e, struct pd_out *text,
		       size_t *n_marks, struct pd_out *marks)
{
	char buf[PD_NUMBER_MAX];

	if (!falls_short(e))
		return;
	pd_out_text(text, "too few runs for the level asked for: this interval covers ");
	pd_out_bytes(text, buf, pd_scale_fixed(buf, 100 * e->level, 1));
	pd_out_text(text, "%");
	mark(notes, text, n_marks, marks);
}

static const char *lack_of(const struct pd_beside *b)
{
	switch (b->lack) {
	case PD_LACK_UNBOUNDED:
		return "the mean of the base cannot be told from 0, so that any ratio of means is "
		       "possible";
	case PD_LACK_RUNS:
		return b->kind == PD_BESIDE_RATIO_MEAN ? "two runs a side are the fewest for means"
		       : b->kind == PD_BESIDE_HIERARCHICAL
			       ? "too few to be resampled: it takes 10 runs a side"
			       : "too few to be resampled: it takes 4 runs a side";
	case PD_LACK_NOISE:
		return "the runs do not vary enough for an interval beside";
	case PD_LACK_TOO_MANY:
		return "more than 1000000 values are not resampled";
	case PD_LACK_NOTHING:
	case PD_N_LACKS:
		break;
	}
	return "";
}

/* Of what was asked for; what the data ask for by themselves has its own sentence. */
static void mark_lack(struct pd_notes *notes, const struct pd_report *r,
		      const struct pd_comparison *c, struct pd_out *text, size_t *n_marks,
		      struct pd_out *marks)
{
	if (r->result->policy.beside == PD_BESIDE_NONE || c->beside.lack == PD_LACK_NOTHING)
		return;
	pd_out_text(text, lack_of(&c->beside));
	mark(notes, text, n_marks, marks);
}

void pd_notes_mark(struct pd_notes *notes, const struct pd_report *r, const struct pd_comparison *c,
		   struct pd_out *marks)
{
	const struct pd_series *series = r->result->rows->row[c->row].series;
	struct pd_out text;
	struct sentence s = {&text,
			     r->ctx,
			     r->result,
			     c,
			     pd_compare_runs(&series[0]),
			     pd_compare_runs(&series[c->side])};
	size_t n_marks = 0;

	pd_out_init(&text, -1);
	for (size_t i = 0; i < PD_ARRAY_SIZE(caveats); i++)
		if (c->caveats & caveats[i].bit & ~PD_NOTES_UNMARKED) {
			write_sentence(&s, (enum pd_caveat)caveats[i].bit);
			mark(notes, &text, &n_marks, marks);
		}
	mark_level(notes, &c->delta, &text, &n_marks, marks);
	mark_lack(notes, r, c, &text, &n_marks, marks);
	mark_findings(notes, r, findings_beside(r, c), &text, &n_marks, marks);
	if (n_marks)
		pd_out_char(marks, ']');
	(void)pd_out_close(&text);
}

void pd_notes_mark_series(struct pd_notes *notes, const struct pd_report *r, size_t row,
			  size_t side, struct pd_out *marks)
{
	const struct pd_rows *rows = r->result->rows;
	const struct pd_series *series = &rows->row[row].series[side];
	const struct pd_centre *centre = &r->result->centre[row * rows->n_sides + side];
	struct pd_out text;
	size_t n_marks = 0;

	pd_out_init(&text, -1);
	mark_level(notes, &centre->median, &text, &n_marks, marks);
	if (series->single_run) {
		pd_out_text(&text, "iterations of a single run: how much runs differ is unknown");
		mark(notes, &text, &n_marks, marks);
	}
	if (series->n_boots == 1 && !series->single_run) {
		pd_out_text(&text, "runs of a single boot: how much boots differ is unknown");
		mark(notes, &text, &n_marks, marks);
	}
	if (series->digest.n) {
		pd_out_text(&text, "the values are not known: mean, and its interval, where the "
				   "median would stand");
		mark(notes, &text, &n_marks, marks);
	}
	if (series->mixed) {
		pooled(&text, r->ctx, &rows->row[row]);
		mark(notes, &text, &n_marks, marks);
	}
	mark_findings(notes, r, pd_findings_of(r, row, side), &text, &n_marks, marks);
	if (n_marks)
		pd_out_char(marks, ']');
	(void)pd_out_close(&text);
}

size_t pd_notes_count(const struct pd_notes *notes)
{
	return notes->texts.n ? notes->texts.n - 1 : 0;
}

struct pd_str pd_notes_text(const struct pd_notes *notes, size_t number)
{
	return pd_intern_name(&notes->texts, (pd_id)number);
}

void pd_notes_release(struct pd_notes *notes)
{
	pd_intern_free(&notes->texts);
}

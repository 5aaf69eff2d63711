/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/fields.h"

#include "report/findings.h"
#include "report/notes.h"
#include "report/words.h"

#include "base/str.h"
#include "model/metric.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { MOST_CAVEATS = 32 };

static double undefined(void)
{
	return nan("");
}

void pd_fields_row(const struct pd_fields *f, void *to, const struct pd_report *r, size_t row)
{
	const struct pd_rows *rows = r->result->rows;
	const struct pd_metric *m = &rows->metrics[rows->row[row].metric];
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(r->ctx, rows->row[row].labels, label, PD_LABELS_MAX);

	f->text(to, "benchmark", pd_ctx_name(r->ctx, rows->row[row].bench));
	f->labels(to, "labels", label, n < PD_LABELS_MAX ? n : PD_LABELS_MAX);
	f->text(to, "metric", pd_ctx_name(r->ctx, m->name));
	f->text(to, "unit", pd_ctx_name(r->ctx, m->unit));
}

/* What is known of values inside values. */
static void levels(const struct pd_fields *f, void *to, const struct pd_series *series,
		   const struct pd_centre *c)
{
	const struct pd_levels *l = &series->levels;
	bool some = l->n_groups > 0;

	f->open(to, "levels");
	f->number(to, "per_group", some ? l->per_group : undefined());
	f->number(to, "sd_between", some ? l->sd_between : undefined());
	f->number(to, "sd_within", some ? l->sd_within : undefined());
	f->number(to, "icc", some ? l->icc : undefined());
	f->number(to, "best", some && isfinite(c->best) ? c->best : undefined());
	f->close(to);
}

static double count_or_none(uint32_t n)
{
	return n ? n : undefined();
}

/* What was found about one series, and its figures. */
static void findings(const struct pd_fields *f, void *to, const struct pd_report *r, size_t row,
		     size_t side)
{
	static const struct pd_qualities none = {0};
	const struct pd_rows *rows = r->result->rows;
	bool some = rows->row[row].series[side].n > 0;
	const struct pd_qualities *q = some ? &r->result->centre[row * rows->n_sides + side].quality
					    : &none;
	const char *word[PD_FINDINGS_N], *code, *what, *of = NULL;
	size_t n = 0;

	for (size_t i = 0; pd_findings_at(i, &code, &what); i++)
		if (q->found & pd_findings_bit(i))
			word[n++] = code;
	if (q->n_warmup)
		of = q->warmup_iterations ? "iterations" : "runs";
	f->words(to, "findings", word, n);
	f->count(to, "outliers", q->n_outliers);
	f->number(to, "lag1", some ? q->lag1 : undefined());
	f->number(to, "drift", some ? q->drift : undefined());
	f->number(to, "step", some ? q->step : undefined());
	f->number(to, "step_at", count_or_none(q->step_at));
	f->number(to, "dip_p", some ? q->dip_p : undefined());
	f->number(to, "grain", some ? q->grain : undefined());
	f->count(to, "warmup", q->n_warmup);
	f->text(to, "warmup_of", of ? pd_str_of(of) : (struct pd_str){NULL, 0});
	f->number(to, "noise", some ? q->noise : undefined());
}

/* The numbers of one side of a row: those of a summary, in the metric's unit. */
static void centre(const struct pd_fields *f, void *to, const struct pd_report *r, size_t row,
		   size_t side)
{
	const struct pd_rows *rows = r->result->rows;
	const struct pd_series *series = &rows->row[row].series[side];
	const struct pd_centre *c = &r->result->centre[row * rows->n_sides + side];
	bool some = series->n > 0, known = some && !series->digest.n;
	bool interval = known && c->median.level > 0;

	f->count(to, "n", pd_compare_runs(series));
	f->count(to, "iterations", series->n_iterations);
	f->number(to, "median", known ? c->median.point : undefined());
	f->number(to, "mean", some ? c->summary.mean : undefined());
	f->number(to, "sd", some ? c->summary.sd : undefined());
	f->number(to, "cv", some ? c->summary.cv : undefined());
	f->value(to, "min", some ? c->summary.min : undefined());
	f->value(to, "max", some ? c->summary.max : undefined());
	f->interval(to, "ci", interval ? c->median.lo : undefined(),
		    interval ? c->median.hi : undefined());
	f->number(to, "ci_level", interval ? c->median.level : undefined());
	if (series->n_boots)
		f->count(to, "boots", series->n_boots);
	else
		f->number(to, "boots", undefined());
	levels(f, to, series, c);
	findings(f, to, r, row, side);
}

static void delta(const struct pd_fields *f, void *to, const struct pd_comparison *c)
{
	bool interval = c && !isnan(c->delta.lo) && !isnan(c->delta.hi);

	f->open(to, "delta");
	f->number(to, "rel", c && c->relative ? c->delta.point : undefined());
	f->number(to, "lo", interval ? c->delta.lo : undefined());
	f->number(to, "hi", interval ? c->delta.hi : undefined());
	f->number(to, "level", interval ? c->delta.level : undefined());
	f->text(to, "method", c ? pd_str_of(c->method) : PD_STR("none"));
	f->number(to, "abs", c && !c->relative ? c->delta.point : undefined());
	f->interval(to, "equivalence", c ? c->lo90 : undefined(), c ? c->hi90 : undefined());
	f->close(to);
}

static void caveats(const struct pd_fields *f, void *to, uint32_t set)
{
	const char *word[MOST_CAVEATS], *code, *what;
	size_t n = 0;

	for (size_t i = 0; i < MOST_CAVEATS && pd_notes_at(i, &code, &what); i++)
		if (set & pd_notes_bit(i))
			word[n++] = code;
	f->words(to, "caveats", word, n);
}

static struct pd_str word_or_none(const char *word)
{
	return word ? pd_str_of(word) : (struct pd_str){NULL, 0};
}

static void beside(const struct pd_fields *f, void *to, const struct pd_comparison *c)
{
	static const struct pd_beside none;
	const struct pd_beside *b = c ? &c->beside : &none;
	bool some = b->kind != PD_BESIDE_NONE;
	bool interval = some && isfinite(b->change.lo) && isfinite(b->change.hi);

	f->open(to, "beside");
	f->text(to, "name", word_or_none(pd_words_beside(b->kind)));
	f->number(to, "rel", some && c->relative ? b->change.point : undefined());
	f->number(to, "lo", interval ? b->change.lo : undefined());
	f->number(to, "hi", interval ? b->change.hi : undefined());
	f->number(to, "level", interval ? b->change.level : undefined());
	f->number(to, "abs", some && !c->relative ? b->change.point : undefined());
	f->text(to, "lack", word_or_none(pd_words_lack(b->lack)));
	f->close(to);
}

static struct pd_str name_or_none(const struct pd_report *r, pd_id id)
{
	return id ? pd_ctx_name(r->ctx, id) : (struct pd_str){NULL, 0};
}

void pd_fields_comparison(const struct pd_fields *f, void *to, const struct pd_report *r,
			  size_t row, size_t side, const struct pd_comparison *c)
{
	const struct pd_rows *rows = r->result->rows;

	pd_fields_row(f, to, r, row);
	f->text(to, "better", pd_metric_word(rows->metrics[rows->row[row].metric].better));
	f->text(to, "side", pd_words_side(r, side));
	f->open(to, "base");
	centre(f, to, r, row, 0);
	f->close(to);
	f->open(to, "head");
	centre(f, to, r, row, side);
	f->close(to);
	delta(f, to, c);
	f->number(to, "p", c ? c->p_raw : undefined());
	f->number(to, "p_adjusted", c ? c->p : undefined());
	f->number(to, "cliffs_delta", c ? c->cliffs_delta : undefined());
	f->number(to, "a12", c ? c->a12 : undefined());
	f->text(to, "verdict", c ? pd_str_of(pd_words_verdict(c->verdict)) : PD_STR("missing"));
	caveats(f, to, c ? c->caveats : 0);
	f->number(to, "runs_needed", c ? c->runs_needed : undefined());
	f->number(to, "detectable", c ? c->detectable : undefined());
	f->flag(to, "relative", c && c->relative);
	f->flag(to, "gated", c && c->gated);
	f->flag(to, "significant", c && c->significant);
	f->number(to, "min_p", c ? c->min_p : undefined());
	f->text(to, "pooled", name_or_none(r, rows->row[row].pooled));
	f->number(to, "min_effect", pd_compare_min_effect(r->result, rows->row[row].metric));
	beside(f, to, c);
	f->open(to, "spread");
	f->number(to, "ratio", c ? c->spread.ratio : undefined());
	f->number(to, "p", c ? c->spread.p : undefined());
	f->close(to);
	f->number(to, "false_alarms", c ? c->alarms : undefined());
	f->open(to, "worth");
	f->number(to, "base", c ? c->worth[0] : undefined());
	f->number(to, "head", c ? c->worth[1] : undefined());
	f->close(to);
}

void pd_fields_series(const struct pd_fields *f, void *to, const struct pd_report *r, size_t row,
		      size_t side)
{
	const struct pd_rows *rows = r->result->rows;

	pd_fields_row(f, to, r, row);
	f->text(to, "better", pd_metric_word(rows->metrics[rows->row[row].metric].better));
	f->text(to, "side", pd_words_side(r, side));
	centre(f, to, r, row, side);
}

void pd_fields_policy(const struct pd_fields *f, void *to, const struct pd_report *r)
{
	const struct pd_policy *p = &r->result->policy;
	char seed[32];

	f->number(to, "alpha", p->alpha);
	f->number(to, "level", p->level);
	f->number(to, "min_effect", p->min_effect);
	f->text(to, "adjust", pd_str_of(pd_words_adjust(p->adjust)));
	f->count(to, "family", r->result->family);
	/* 64 bits do not fit in the doubles that most readers of JSON have. */
	(void)snprintf(seed, sizeof(seed), "%" PRIu64, p->seed);
	f->text(to, "seed", pd_str_of(seed));
	f->number(to, "min_effect_abs", p->min_effect_abs);
	f->text(to, "rule", p->rule == PD_RULE_STRICT ? PD_STR("strict") : PD_STR("point"));
	f->text(to, "method", p->method ? pd_str_of(p->method) : PD_STR("auto"));
	f->text(to, "gate", p->gate ? pd_str_of(p->gate) : (struct pd_str){NULL, 0});
	f->flag(to, "shift", p->shift);
	f->flag(to, "paired", r->result->rows->paired);
	f->text(to, "zeros", p->zeros == PD_ZEROS_WILCOXON ? PD_STR("wilcoxon") : PD_STR("pratt"));
	f->text(to, "order", pd_str_of(pd_words_order(p->order)));
	f->flag(to, "require_interleaved", p->require_interleaved);
	f->count(to, "family_shown", r->result->family_shown);
	f->text(to, "ci", p->beside ? pd_str_of(pd_words_beside(p->beside)) : PD_STR("auto"));
	f->number(to, "run_cost", p->run_cost);
}

void pd_fields_geomean(const struct pd_fields *f, void *to, const struct pd_report *r,
		       const struct pd_geomean *g)
{
	const struct pd_metric *m = &r->result->rows->metrics[g->metric];
	bool interval = !isnan(g->ratio.lo) && !isnan(g->ratio.hi);

	f->text(to, "metric", pd_ctx_name(r->ctx, m->name));
	f->text(to, "unit", pd_ctx_name(r->ctx, m->unit));
	f->text(to, "side", pd_words_side(r, g->side));
	f->count(to, "n", g->n);
	f->number(to, "rel", g->n ? g->ratio.point - 1 : undefined());
	f->number(to, "lo", interval ? g->ratio.lo - 1 : undefined());
	f->number(to, "hi", interval ? g->ratio.hi - 1 : undefined());
	f->number(to, "level", interval ? g->ratio.level : undefined());
}

static const char *severity_word(enum pd_severity severity)
{
	switch (severity) {
	case PD_NOTE:
		return "note";
	case PD_WARNING:
		return "warning";
	case PD_ERROR:
		break;
	}
	return "error";
}

/* Lines and columns count from 1; 0 is "not known". */
static void place(const struct pd_fields *f, void *to, const char *name, uint64_t value)
{
	if (value)
		f->count(to, name, value);
	else
		f->number(to, name, undefined());
}

void pd_fields_diag(const struct pd_fields *f, void *to, const struct pd_diag *d)
{
	f->text(to, "severity", pd_str_of(severity_word(d->severity)));
	f->text(to, "code", pd_str_of(d->code));
	f->text(to, "file", d->loc.file ? pd_str_of(d->loc.file) : (struct pd_str){NULL, 0});
	place(f, to, "line", d->loc.line);
	place(f, to, "column", d->loc.col);
	f->text(to, "message", pd_str_of(d->msg));
	f->count(to, "count", d->count);
}

void pd_fields_counts(const struct pd_fields *f, void *to, const struct pd_report *r)
{
	const struct pd_rows *rows = r->result->rows;

	for (size_t v = 0; v < PD_N_VERDICTS; v++)
		f->count(to, pd_words_verdict((enum pd_verdict)v), r->result->count[v]);
	f->count(to, "missing", r->n_unpaired);
	f->count(to, "values", r->n_values);
	f->count(to, "skipped", r->n_skipped);
	f->count(to, "filtered", rows->n_filtered);
	f->count(to, "dropped", rows->n_dropped);
}

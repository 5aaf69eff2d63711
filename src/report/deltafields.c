/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltafields.h"

#include "report/deltacells.h"
#include "report/deltanames.h"
#include "report/deltanotes.h"
#include "report/words.h"

#include "base/arena.h"
#include "base/str.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CAVEATS = 32 };

static double undefined(void)
{
	return nan("");
}

static struct pd_str text_or_none(const char *text)
{
	return text ? pd_str_of(text) : (struct pd_str){NULL, 0};
}

static struct pd_str name_or_none(const struct pd_delta_result *result, pd_id id)
{
	return id ? pd_ctx_name(result->ctx, id) : (struct pd_str){NULL, 0};
}

static const char *kind_word(enum pd_delta_kind kind)
{
	switch (kind) {
	case PD_DELTA_ROW_OTHERS:
		return "others";
	case PD_DELTA_ROW_RARE:
		return "rare";
	case PD_DELTA_ROW_ROUNDING:
		return "rounding";
	case PD_DELTA_ROW_UNLISTED:
		return "below-limit";
	case PD_DELTA_ROW:
		break;
	}
	return "row";
}

static const char *work_word(enum pd_work work)
{
	switch (work) {
	case PD_WORK_GIVEN:
		return "given";
	case PD_WORK_ELAPSED:
		return "elapsed";
	case PD_WORK_FACTOR:
		return "factor";
	case PD_WORK_RUN:
		break;
	}
	return "run";
}

static const char *method_word(enum pd_delta_method method)
{
	switch (method) {
	case PD_DELTA_MODERATED:
		return "moderated-log";
	case PD_DELTA_WELCH:
		return "welch-log";
	case PD_DELTA_UNREPLICATED:
		return "unreplicated";
	case PD_DELTA_NONE:
		break;
	}
	return "none";
}

static const char *idle_word(enum pd_idle idle)
{
	switch (idle) {
	case PD_IDLE_DROP:
		return "drop";
	case PD_IDLE_ONLY:
		return "only";
	case PD_IDLE_KEEP:
		break;
	}
	return "keep";
}

/* What is exact has no bounds. */
static void bounds(const struct pd_fields *f, void *to, const struct pd_delta_cost *cost)
{
	bool open = cost->hi > cost->lo;

	f->number(to, "cost_lo", open ? cost->lo : undefined());
	f->number(to, "cost_hi", open ? cost->hi : undefined());
}

static void cost(const struct pd_fields *f, void *to, const char *name,
		 const struct pd_delta_cost *cost)
{
	f->open(to, name);
	f->number(to, "cost", cost->cost);
	bounds(f, to, cost);
	f->number(to, "share", cost->share);
	f->number(to, "hits", cost->hits);
	f->count(to, "runs", cost->n_runs);
	f->number(to, "share_cv", cost->share_cv);
	f->close(to);
}

static void interval(const struct pd_fields *f, void *to, const struct pd_estimate *e)
{
	bool some = !isnan(e->lo) && !isnan(e->hi);

	f->number(to, "lo", some ? e->lo : undefined());
	f->number(to, "hi", some ? e->hi : undefined());
	f->number(to, "level", some && e->level > 0 ? e->level : undefined());
}

/* What cut lists leave open has bounds and no point; those of a test, where there is one. */
static struct pd_estimate relative(const struct pd_delta_row *row,
				   const struct pd_delta_change *change)
{
	struct pd_estimate rel = change->rel;

	if (!(change->caveats & PD_DELTA_BOUNDED))
		return rel;
	if (isnan(rel.lo) || isnan(rel.hi))
		return pd_deltacells_relative(&row->base, &change->head);
	rel.point = undefined();
	return rel;
}

static void delta(const struct pd_fields *f, void *to, const struct pd_delta_row *row,
		  const struct pd_delta_change *change, enum pd_delta_method method)
{
	struct pd_estimate rel = relative(row, change);

	f->open(to, "delta");
	f->number(to, "cost", change->cost);
	f->number(to, "cost_lo", change->cost_lo);
	f->number(to, "cost_hi", change->cost_hi);
	f->number(to, "of_total", change->of_total);
	f->number(to, "rel", rel.point);
	interval(f, to, &rel);
	f->text(to, "method", pd_str_of(method_word(isnan(change->p) ? PD_DELTA_NONE : method)));
	f->interval(to, "equivalence", change->rel90_lo, change->rel90_hi);
	f->close(to);
}

/* The share of the head less that of the base; nothing of how runs differ is in it. */
static void sampling_only(const struct pd_fields *f, void *to, const struct pd_estimate *share)
{
	f->open(to, "sampling_only");
	f->number(to, "share", share->point);
	interval(f, to, share);
	f->close(to);
}

static void caveats(const struct pd_fields *f, void *to, uint32_t set)
{
	const char *word[MOST_CAVEATS], *code, *what;
	size_t n = 0;

	for (size_t i = 0; i < MOST_CAVEATS && pd_deltanotes_at(i, &code, &what); i++)
		if (set & (UINT32_C(1) << i))
			word[n++] = code;
	f->words(to, "caveats", word, n);
}

static void list(const struct pd_fields *f, void *to, const struct pd_delta_result *result,
		 const char *name, const pd_id *id, uint32_t n)
{
	const char **word = calloc(n + (size_t)1, sizeof(*word));

	if (!word)
		pd_arena_out_of_memory();
	for (uint32_t i = 0; i < n; i++)
		word[i] = pd_ctx_name(result->ctx, id[i]).p;
	f->words(to, name, word, n);
	free((void *)word);
}

static void names(const struct pd_fields *f, void *to, const struct pd_delta_result *result,
		  const struct pd_delta_row *row)
{
	f->text(to, "symbol", name_or_none(result, row->name[PD_BY_SYMBOL]));
	f->text(to, "dso", name_or_none(result, row->name[PD_BY_DSO]));
	f->text(to, "comm", name_or_none(result, row->name[PD_BY_COMM]));
	f->text(to, "caller", name_or_none(result, row->name[PD_BY_CALLER]));
	f->text(to, "subsystem", name_or_none(result, row->name[PD_BY_SUBSYSTEM]));
	f->text(to, "lock", name_or_none(result, row->name[PD_BY_LOCK]));
	f->text(to, "data", name_or_none(result, row->name[PD_BY_DATA]));
	f->text(to, "data_source", name_or_none(result, row->name[PD_BY_DATA_SOURCE]));
	f->text(to, "stack", name_or_none(result, row->name[PD_BY_STACK]));
	list(f, to, result, "comms", row->comm, row->n_comms);
	list(f, to, result, "raw", row->raw, row->kind == PD_DELTA_ROW ? row->n_raw : 0);
	f->count(to, "rows",
		 row->kind == PD_DELTA_ROW_RARE || row->kind == PD_DELTA_ROW_OTHERS ? row->n_raw
										    : 1);
}

void pd_deltafields_row(const struct pd_fields *f, void *to, const struct pd_delta_result *result,
			const struct pd_delta_section *section, const struct pd_delta_row *row,
			size_t side)
{
	const struct pd_delta_change *change = &row->change[side - 1];
	bool judged = row->kind == PD_DELTA_ROW;

	f->text(to, "event", pd_ctx_name(result->ctx, section->event));
	f->text(to, "unit", pd_ctx_name(result->ctx, section->unit));
	f->text(to, "kind", pd_str_of(kind_word(row->kind)));
	names(f, to, result, row);
	f->text(to, "side", pd_deltanames_side(result, side));
	cost(f, to, "base", &row->base);
	cost(f, to, "head", &change->head);
	delta(f, to, row, change, section->method[side - 1]);
	f->number(to, "p", change->p);
	f->number(to, "p_adjusted", change->p_adjusted);
	f->number(to, "detectable", change->detectable);
	f->text(to, "verdict", text_or_none(judged ? pd_words_verdict(change->verdict) : NULL));
	f->flag(to, "candidate", change->is_candidate);
	f->flag(to, "new", change->is_new);
	f->flag(to, "gone", change->is_gone);
	caveats(f, to, change->caveats);
	sampling_only(f, to, &change->share);
}

static void dimensions(const struct pd_fields *f, void *to, const char *name, unsigned int set)
{
	const char *word[PD_N_BY];
	size_t n = 0;

	for (int i = 0; i < PD_N_BY; i++)
		if (set & (1u << i))
			word[n++] = pd_deltanames_word((enum pd_by)i);
	f->words(to, name, word, n);
}

void pd_deltafields_policy(const struct pd_fields *f, void *to,
			   const struct pd_delta_result *result)
{
	const struct pd_delta_policy *p = &result->policy;

	f->number(to, "alpha", p->alpha);
	f->number(to, "level", p->level);
	f->number(to, "min_effect", p->min_effect);
	f->number(to, "min_share", p->min_share);
	f->text(to, "adjust", pd_str_of(pd_words_adjust(p->adjust)));
	dimensions(f, to, "by", p->by);
	f->flag(to, "raw_names", p->raw_names);
	f->flag(to, "charge_callers", p->charge_callers);
	f->text(to, "idle", pd_str_of(idle_word(p->idle)));
	f->text(to, "event", text_or_none(p->event));
	f->text(to, "match", text_or_none(p->match));
	f->number(to, "work", p->work > 0 ? p->work : undefined());
	f->text(to, "work_from", text_or_none(p->work_from));
	f->number(to, "kappa0", p->kappa0);
	dimensions(f, to, "match_by", p->match && p->match_by ? p->match_by : 0);
}

void pd_deltafields_counts(const struct pd_fields *f, void *to,
			   const struct pd_delta_result *result)
{
	size_t n = 0;

	for (size_t i = 0; i < result->n_sections; i++)
		n += result->section[i].n;
	for (size_t v = 0; v < PD_N_VERDICTS; v++)
		f->count(to, pd_words_verdict((enum pd_verdict)v), result->count[v]);
	f->count(to, "candidates", result->n_candidates);
	f->count(to, "rows", n);
	f->count(to, "profiles", result->profiles->n);
	f->count(to, "skipped", result->profiles->n_skipped);
}

/* The id on which all profiles of @side agree; 0 if they do not. */
static pd_id agreed(const struct pd_profiles *all, size_t side, size_t what)
{
	const struct pd_profile *first = NULL;

	for (size_t i = 0; i < all->n; i++) {
		if (all->profile[i].side != side)
			continue;
		if (!first)
			first = &all->profile[i];
		if (all->profile[i].setup[what] != first->setup[what])
			return 0;
	}
	return first ? first->setup[what] : 0;
}

void pd_deltafields_setup(const struct pd_fields *f, void *to, const struct pd_delta_result *result,
			  size_t side)
{
	static const char *const word[PD_N_SETUP] = {
		[PD_SETUP_HOST] = "host",         [PD_SETUP_KERNEL] = "kernel",
		[PD_SETUP_ARCH] = "arch",         [PD_SETUP_CPU] = "cpu",
		[PD_SETUP_CPUS] = "cpus",         [PD_SETUP_MEMORY] = "memory",
		[PD_SETUP_COMMAND] = "command",   [PD_SETUP_PERF] = "perf",
		[PD_SETUP_CAPTURED] = "captured",
	};

	for (size_t i = 0; i < PD_N_SETUP; i++)
		f->text(to, word[i], name_or_none(result, agreed(result->profiles, side, i)));
}

void pd_deltafields_section(const struct pd_fields *f, void *to,
			    const struct pd_delta_result *result,
			    const struct pd_delta_section *section)
{
	struct pd_deltacells cells = pd_deltacells_of(result, section);

	f->text(to, "event", pd_ctx_name(result->ctx, section->event));
	f->text(to, "unit", pd_ctx_name(result->ctx, section->unit));
	f->text(to, "work", pd_str_of(work_word(section->work)));
	f->text(to, "method", pd_str_of(method_word(section->method[0])));
	f->number(to, "kappa", section->kappa[0]);
	f->count(to, "family", section->n_tested);
	f->flag(to, "inclusive", pd_deltacells_inclusive(&cells));
	f->flag(to, "rounded_hits", section->rounded_hits);
}

void pd_deltafields_factor(const struct pd_fields *f, void *to,
			   const struct pd_delta_section *section, size_t side)
{
	const struct pd_estimate none = {undefined(), undefined(), undefined(), 0, false};
	const struct pd_estimate *e = side ? &section->factor[side - 1] : &none;

	f->number(to, "factor", side ? e->point : 1);
	interval(f, to, e);
}

void pd_deltafields_total(const struct pd_fields *f, void *to,
			  const struct pd_delta_section *section, size_t side)
{
	const struct pd_estimate none = {undefined(), undefined(), undefined(), 0, false};
	const struct pd_estimate *e = side ? &section->total_change[side - 1] : &none;

	f->number(to, "cost", section->total[side].cost);
	bounds(f, to, &section->total[side]);
	f->number(to, "hits", section->total[side].hits);
	f->count(to, "runs", section->n_runs[side]);
	f->number(to, "rel", e->point);
	interval(f, to, e);
}

void pd_deltafields_below_limit(const struct pd_fields *f, void *to,
				const struct pd_delta_section *section, size_t side)
{
	const struct pd_delta_cost *below = &section->below_limit[side];
	double limit = section->limit[side];

	f->number(to, "cost", below->cost);
	bounds(f, to, below);
	f->number(to, "share", below->share);
	f->number(to, "limit", limit > 0 ? limit : undefined());
}

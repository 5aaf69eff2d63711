/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_block.h"

#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/profile.h"
#include "read/perf_bare.h"
#include "read/perf_share.h"

#include <stdio.h>
#include <stdlib.h>

static struct pd_str name_of(const struct pd_perf_event *e)
{
	return (struct pd_str){e->name, e->n_name};
}

static void set_name(struct pd_perf_event *e, struct pd_str name)
{
	e->n_name = name.n < sizeof(e->name) ? name.n : sizeof(e->name);
	memcpy(e->name, name.p, e->n_name);
}

void pd_perf_block_begin(struct pd_perf_block *b, const struct pd_perf_event_line *line)
{
	b->n_events = line && line->n ? line->n : 1;
	for (size_t i = 0; i < b->n_events; i++) {
		b->event[i] = (struct pd_perf_event){.least = UINT64_MAX};
		set_name(&b->event[i], line && line->n ? line->name[i] : PD_STR("hits"));
	}
	b->is_unnamed = !line;
	b->has_hits = line && b->n_events == 1;
	b->n_hits = line ? line->n_hits : 0;
	b->n_more = line ? line->n_more : 0;
	b->has_whole = b->is_memory = b->counts_rows = b->has_exact_rows = false;
	b->has_counts_alone = b->has_children_alone = false;
	b->graph.order = PD_PERF_UNORDERED;
	b->graph.n_waiting = b->graph.n_waiting_text = 0;
	b->graph.period = 0;
}

/* "ibs_op//" and "weight" are "ibs_op/weight". */
static uint32_t event_with(const struct pd_perf_block *b, struct pd_str base, const char *what,
			   struct pd_str value)
{
	char name[2 * PD_PERF_EVENT_NAME];
	int n;

	while (base.n && base.p[base.n - 1] == '/')
		base.n--;
	n = snprintf(name, sizeof(name), "%.*s/%s%s%.*s", PD_FMT(base), what, value.n ? "=" : "",
		     (int)(value.n < 64 ? value.n : 64), value.p);
	return pd_hits_event(b->h, (struct pd_str){name, (size_t)n});
}

/* The count of a group is that of all its events together, and of no use for one. */
static uint64_t whole_of(const struct pd_perf_block *b)
{
	return b->has_whole && b->n_events == 1 ? b->whole : PD_PROFILE_WHOLE;
}

static void declare(struct pd_perf_block *b, struct pd_perf_event *e)
{
	bool alone = b->n_events == 1;

	if (e->is_declared)
		return;
	e->is_declared = true;
	e->id = b->is_memory ? event_with(b, name_of(e), "weight", PD_STR(""))
			     : pd_hits_event(b->h, name_of(e));
	b->is_again |= pd_hits_again(b->h, e->id);
	if (b->has_whole && alone && !b->has_counts_alone)
		pd_hits_whole(b->h, e->id, b->whole);
	else if (!b->has_exact_rows && !b->has_counts_alone)
		pd_hits_shares(b->h, e->id);
	if (b->has_children_alone)
		pd_hits_are_inclusive(b->h, e->id);
	if (b->has_hits && !(b->counts_rows && b->n_more))
		pd_hits_whole_hits(b->h, e->id, b->n_hits, b->n_more);
	if (b->has_hits && !b->counts_rows && b->n_more)
		pd_hits_rounded(b->h, e->id);
	if (b->lost)
		pd_hits_lost(b->h, e->id, b->lost);
	b->lost = 0;
}

/*
 * Rows that count their hits say more exactly than "1K" how many there are, but
 * for those that are not listed.
 */
static void sum_hits(struct pd_perf_block *b, const struct pd_perf_event *e, bool lists_all)
{
	uint64_t most = b->n_hits + b->n_more;
	uint64_t least = e->hits > b->n_hits ? e->hits : b->n_hits;

	if (!b->has_hits || !b->counts_rows || (!b->n_more && e->hits <= b->n_hits))
		return;
	if (e->lacks_hits && b->n_more)
		pd_hits_rounded(b->h, e->id);
	if (lists_all && !e->lacks_hits)
		pd_hits_whole_hits(b->h, e->id, e->hits, 0);
	else
		pd_hits_whole_hits(b->h, e->id, least, most > least ? most - least : 0);
}

/* Of each block by itself, of which an event can have several. The chains of a row are no rows. */
static void limit(struct pd_perf_block *b, struct pd_perf_event *e)
{
	const struct pd_profile_list list = {.whole = whole_of(b),
					     .listed = e->weight,
					     .least = e->least,
					     .n_rows = e->n_rows,
					     .rounding = e->rounding,
					     .lacks_rows = b->lacks_rows};
	bool knows_whole = (b->has_whole && b->n_events == 1) || !b->has_exact_rows;
	double least = pd_profile_limit(&list);

	if (e->rounding > 0)
		pd_hits_rounding(b->h, e->id, e->rounding);
	if (knows_whole && !b->has_counts_alone && !b->has_children_alone)
		pd_hits_limit(b->h, e->id, least);
	sum_hits(b, e, !(least > 0) || b->has_children_alone || b->has_counts_alone);
}

void pd_perf_block_end(struct pd_perf_block *b)
{
	pd_perf_block_flush(b);
	for (size_t i = 0; i < b->n_events; i++) {
		declare(b, &b->event[i]);
		limit(b, &b->event[i]);
	}
	b->n_events = 0;
	b->lacks_rows = false;
}

void pd_perf_block_next_unnamed(struct pd_perf_block *b)
{
	struct pd_perf_event_line line = {.n = 1};
	char name[32];
	int n = snprintf(name, sizeof(name), "hits#%u", b->n_unnamed + 2);

	b->n_unnamed++;
	line.name[0] = (struct pd_str){name, (size_t)n};
	pd_perf_block_end(b);
	pd_perf_block_begin(b, &line);
	b->has_hits = false;
	b->is_unnamed = true;
}

void pd_perf_block_free(struct pd_perf_block *b)
{
	pd_perf_graph_free(&b->graph);
	free(b->text);
}

/* ---- rows */

/* The i-th word of a cell of several events; empty if there are not so many. */
static struct pd_str word_at(struct pd_str cell, size_t i)
{
	struct pd_str word = pd_str_word(&cell);

	while (i-- && word.n)
		word = pd_str_word(&cell);
	return word;
}

/* Names live until the row is told, behind the lines of its call graph. */
static void hold(struct pd_perf_block *b, const struct pd_perf_cells *c)
{
	const struct pd_str *from[] = {&c->comm, &c->symbol, &c->dso, &c->data, &c->source};
	struct pd_str *to[] = {&b->row.comm, &b->row.symbol, &b->row.dso, &b->row.data,
			       &b->row.source};
	size_t n = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(from); i++)
		n += from[i]->n;
	b->text = pd_vec_grow(b->text, &b->cap_text, n + 1, 1);
	n = 0;
	for (size_t i = 0; i < PD_ARRAY_SIZE(from); i++) {
		if (from[i]->n)
			memcpy(b->text + n, from[i]->p, from[i]->n);
		*to[i] = (struct pd_str){b->text + n, from[i]->n};
		n += from[i]->n;
	}
}

/*
 * In memory reports a hit that has no latency counts as one:
 *
 *	# Overhead       Samples  Local Weight  Memory access  Symbol
 *	     0.92%             4  390           L3 hit         [.] writer
 */
static bool memory_weight(const struct pd_perf_cells *c, uint64_t *ret)
{
	uint64_t hits, each;

	if (!pd_number_parse_u64(c->hits, &hits) || !pd_number_parse_u64(c->local_weight, &each))
		return false;
	*ret = pd_perf_share_part(hits, each ? each : 1, 1);
	return true;
}

/* The weight of the i-th event of the row; false if no cell gives one. */
static bool weigh(struct pd_perf_block *b, const struct pd_perf_cells *c, size_t i,
		  struct pd_perf_row *row)
{
	struct pd_str share = word_at(c->share, i);
	uint64_t part;

	row->whole = whole_of(b);
	if (pd_number_parse_u64(word_at(c->period, i), &row->weight) ||
	    (b->is_memory && b->n_events == 1 && memory_weight(c, &row->weight)))
		return true;
	if (pd_perf_share_parse(share, &part)) {
		double rounding = pd_perf_share_rounding(share) / PD_PROFILE_WHOLE *
				  (double)row->whole;

		row->weight = pd_perf_share_part(row->whole, part, PD_PROFILE_WHOLE);
		if (rounding > b->event[i].rounding)
			b->event[i].rounding = rounding;
		return true;
	}
	return pd_number_parse_u64(word_at(c->hits, i), &row->weight);
}

static void count(const struct pd_perf_block *b, const struct pd_perf_cells *c, size_t i,
		  struct pd_perf_row *row)
{
	row->counted = pd_number_parse_u64(word_at(c->hits, i), &row->hits);
	if (row->counted)
		return;
	row->hits = PD_HITS_UNKNOWN;
	if (b->has_hits && b->has_whole && b->whole)
		row->hits = pd_perf_share_part(b->n_hits, row->weight, b->whole);
}

/* ---- what else a row says of the same hits, as further events */

static void say_further(struct pd_perf_block *b, uint32_t event, uint64_t weight)
{
	const struct pd_perf_row *row = &b->row;

	pd_hits_begin(b->h, event, row->comm);
	if (row->data.n || row->source.n)
		pd_hits_data(b->h, row->data, row->source);
	pd_hits_frame(b->h, row->symbol, row->dso);
	pd_hits_end_row(b->h, weight, row->counted ? row->hits : PD_HITS_UNKNOWN);
}

/* The weight of the row, in an event of all that have this value in common. */
static void say_value(struct pd_perf_block *b, const char *what, struct pd_str value)
{
	value = pd_str_trim(value);
	if (!value.n || pd_str_eq(value, PD_STR("N/A")) || pd_str_eq(value, PD_STR("No")) ||
	    pd_str_eq(value, PD_STR("None")) || pd_str_eq(value, PD_STR("-")))
		return;
	say_further(b, event_with(b, name_of(b->of), what, value), b->row.weight);
}

/* A number that is the sum over the hits of the row, or the same for each of them. */
static void say_number(struct pd_perf_block *b, const char *what, struct pd_str sum,
		       struct pd_str each)
{
	uint64_t v;

	if (pd_number_parse_u64(each, &v) && b->row.counted)
		v = pd_perf_share_part(b->row.hits, v, 1);
	else if (!pd_number_parse_u64(sum, &v))
		return;
	if (v)
		say_further(b, event_with(b, name_of(b->of), what, PD_STR("")), v);
}

static void say_latency(struct pd_perf_block *b, struct pd_str cell)
{
	uint64_t share;
	uint32_t event;

	if (!pd_perf_share_parse(cell, &share))
		return;
	event = event_with(b, name_of(b->of), "latency", PD_STR(""));
	pd_hits_shares(b->h, event);
	pd_hits_rounding(b->h, event, pd_perf_share_rounding(cell));
	say_further(b, event, share);
}

static void say_rest(struct pd_perf_block *b, const struct pd_perf_cells *c)
{
	say_latency(b, c->latency);
	if (!b->is_memory)
		say_number(b, "weight", c->weight, c->local_weight);
	say_number(b, "ins-lat", c->latency_of_all, c->latency_of_each);
	say_value(b, "snoop", c->snoop);
	say_value(b, "tlb", c->tlb);
	say_value(b, "locked", c->locked);
	say_value(b, "blocked", c->blocked);
}

/* A row of one event waits for its call graph; rows of a group have none of their own. */
static void take(struct pd_perf_block *b, const struct pd_perf_cells *c, size_t i,
		 struct pd_perf_row row)
{
	struct pd_perf_event *e = &b->event[i];
	uint64_t part;

	row.event = e->id;
	row.has_children = pd_perf_share_parse(word_at(c->children, i), &part);
	if (row.has_children)
		row.inclusive = pd_perf_share_part(row.whole, part, PD_PROFILE_WHOLE);
	b->row = row;
	hold(b, c);
	b->of = e;
	b->has_row = true;
	e->weight += row.weight;
	e->lacks_hits |= !row.counted;
	if (row.hits < UINT64_MAX - e->hits)
		e->hits += row.hits;
	if (!row.has_children || row.weight) {
		e->n_rows++;
		e->least = row.weight < e->least ? row.weight : e->least;
	}
	if (b->n_events > 1)
		pd_perf_block_flush(b);
	else
		say_rest(b, c);
}

bool pd_perf_block_row(struct pd_perf_block *b, const struct pd_perf_cells *c)
{
	struct pd_perf_row row[PD_PERF_GROUP_MAX] = {0};

	pd_perf_block_flush(b);
	b->counts_rows |= c->hits.n > 0;
	b->has_exact_rows = c->period.n > 0;
	b->has_counts_alone = !c->period.n && !c->share.n;
	for (size_t i = 0; i < b->n_events; i++) {
		if (!weigh(b, c, i, &row[i]))
			return false;
		count(b, c, i, &row[i]);
	}
	for (size_t i = 0; i < b->n_events; i++) {
		declare(b, &b->event[i]);
		/* A group has rows of which some events know nothing. */
		if (b->n_events == 1 || row[i].weight)
			take(b, c, i, row[i]);
	}
	return true;
}

void pd_perf_block_flush(struct pd_perf_block *b)
{
	if (b->has_row)
		pd_perf_chains_say(&b->graph, b->h, &b->row);
	else
		pd_perf_graph_forget(&b->graph);
	b->has_row = false;
}

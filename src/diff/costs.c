/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/costs.h"

#include "base/str.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

/* ---- runs */

static void take_run(struct pd_costs *c, const struct pd_profile *p)
{
	const struct pd_profile_event *e = &p->event[c->event];

	c->total[c->n_runs] = (double)e->weight;
	c->total_hits[c->n_runs] = (double)e->hits;
	c->scale[c->n_runs] = 1;
	c->counted &= e->counted;
	c->squared &= e->squared;
	c->rounded_hits |= e->rounded_hits;
	c->shares |= e->shares;
	c->inclusive |= e->is_inclusive;
	c->limited |= e->limit > 0;
	c->run[c->n_runs++] = p;
}

static void take_runs(struct pd_costs *c, const struct pd_profiles *all)
{
	size_t n = all->n + 1;

	c->n_sides = all->n_sides;
	c->first = pd_ctx_alloc(c->ctx, (c->n_sides + 1) * sizeof(*c->first));
	c->run = pd_ctx_alloc(c->ctx, n * sizeof(void *));
	c->total = pd_ctx_alloc(c->ctx, n * sizeof(*c->total));
	c->total_hits = pd_ctx_alloc(c->ctx, n * sizeof(*c->total_hits));
	c->scale = pd_ctx_alloc(c->ctx, n * sizeof(*c->scale));
	c->counted = c->squared = true;
	for (size_t side = 0; side < c->n_sides; side++) {
		c->first[side] = c->n_runs;
		for (size_t i = 0; i < all->n; i++)
			if (all->profile[i].side == side && all->profile[i].event[c->event].present)
				take_run(c, &all->profile[i]);
	}
	c->first[c->n_sides] = c->n_runs;
}

/* ---- rows */

/* One cell of one run, with its row and part found. */
struct entry {
	const struct pd_profile_cell *cell;
	uint32_t row, part, run;
	pd_id raw, canonical, comm;
};

struct filling {
	struct pd_costs *c;
	struct pd_fold *fold;
	struct pd_intern part_ids;
	size_t cap_rows, cap_parts;
	struct entry *entry;
	size_t n, cap;
};

static uint32_t index_of(struct pd_intern *ids, const void *key, size_t size)
{
	return pd_intern(ids, (struct pd_str){key, size}) - 1;
}

static uint32_t row_of(struct filling *f, const struct pd_fold_row *key)
{
	struct pd_costs *c = f->c;
	uint32_t row = index_of(&c->row_ids, key->name, sizeof(key->name));

	if (row == c->n_rows) {
		c->row = pd_vec_grow(c->row, &f->cap_rows, row + 1u, sizeof(*c->row));
		c->row[c->n_rows++] = (struct pd_costs_row){.key = *key};
	}
	c->row[row].key.caveats |= key->caveats;
	return row;
}

static uint32_t part_of(struct filling *f, uint32_t row, const struct pd_fold_row *key,
			const struct pd_profile_cell *cell)
{
	struct pd_costs *c = f->c;
	const struct pd_fold_frame *leaf = pd_fold_frame(f->fold, cell->place.leaf);
	struct pd_costs_part p = {row, key->comm, leaf->dso, leaf->group};
	uint32_t part = index_of(&f->part_ids, &p, sizeof(p));

	if (part == c->n_parts) {
		c->part = pd_vec_grow(c->part, &f->cap_parts, part + 1u, sizeof(*c->part));
		c->part[c->n_parts++] = p;
		c->row[row].n_parts++;
	}
	return part;
}

/*
 * The whole is what is left of it: without what is idle, or nothing but that. Of what no list
 * shows nobody knows that it is idle. Inclusive rows are in each other, and take nothing away.
 */
static void count_in(struct filling *f, uint32_t run, const struct pd_profile_cell *cell,
		     bool left_out)
{
	double sign = left_out ? -1 : 1;

	if (f->c->inclusive || left_out == (f->fold->policy->idle == PD_IDLE_ONLY))
		return;
	f->c->total[run] += sign * (double)cell->weight;
	f->c->total_hits[run] += sign * (double)cell->hits;
}

/* Before its cells are counted in. */
static void begin_total(struct filling *f, uint32_t run)
{
	if (f->c->inclusive || f->fold->policy->idle != PD_IDLE_ONLY)
		return;
	f->c->total[run] = f->c->total_hits[run] = 0;
}

static void add_cell(struct filling *f, uint32_t run, const struct pd_profile_cell *cell,
		     const struct pd_fold_row *key)
{
	struct entry e = {.cell = cell,
			  .run = run,
			  .raw = key->raw,
			  .canonical = key->canonical,
			  .comm = key->comm};

	count_in(f, run, cell, key->left_out);
	if (key->left_out)
		return;
	e.row = row_of(f, key);
	e.part = part_of(f, e.row, key, cell);
	f->entry = pd_vec_grow(f->entry, &f->cap, f->n + 1, sizeof(*f->entry));
	f->entry[f->n++] = e;
}

static void find_rows(struct filling *f, uint32_t run)
{
	const struct pd_profile *p = f->c->run[run];

	for (size_t i = 0; i < p->n_cells; i++) {
		struct pd_fold_row key;

		if (p->cell[i].place.event != f->c->event)
			continue;
		key = pd_fold_row(f->fold, &p->cell[i].place);
		add_cell(f, run, &p->cell[i], &key);
	}
}

/* Whole chains have weights alone: as cells they are of the frame at their leaf. */
static void find_stacks(struct filling *f, uint32_t run)
{
	const struct pd_profile *p = f->c->run[run];
	struct pd_profile_cell *cell = pd_ctx_alloc(f->c->ctx, (p->n_stacks + 1) * sizeof(*cell));

	f->c->counted = f->c->squared = false;
	for (size_t i = 0; i < p->n_stacks; i++) {
		const struct pd_profile_stack *s = &p->stack[i];
		struct pd_fold_row key;

		if (s->event != f->c->event)
			continue;
		cell[i] = (struct pd_profile_cell){
			.place = {.event = s->event,
				  .comm = s->comm,
				  .leaf = pd_fold_leaf(f->fold, s->node)},
			.weight = s->weight
                };
		key = pd_fold_row(f->fold, &cell[i].place);
		key.name[PD_BY_STACK] = pd_fold_stack(f->fold, s->node);
		add_cell(f, run, &cell[i], &key);
	}
}

static void fill(struct filling *f)
{
	struct pd_costs *c = f->c;
	size_t n = c->n_rows * c->n_runs;

	c->weight = pd_ctx_alloc(c->ctx, n * sizeof(*c->weight));
	c->hits = pd_ctx_alloc(c->ctx, n * sizeof(*c->hits));
	c->squares = pd_ctx_alloc(c->ctx, n * sizeof(*c->squares));
	c->n_listed = pd_ctx_alloc(c->ctx, n * sizeof(*c->n_listed));
	c->listed = pd_ctx_alloc(c->ctx, c->n_parts * c->n_runs * sizeof(*c->listed));
	for (size_t i = 0; i < f->n; i++) {
		const struct entry *e = &f->entry[i];
		size_t at = pd_costs_at(c, e->row, e->run);
		bool *listed = &c->listed[e->part * c->n_runs + e->run];

		c->weight[at] += (double)e->cell->weight;
		c->hits[at] += (double)e->cell->hits;
		c->squares[at] += e->cell->squares;
		c->n_listed[at] += !*listed;
		*listed = true;
	}
}

/* The entries once more, by row: who asks for raw names asks for those of one row. */
static void take_raws(struct filling *f)
{
	struct pd_costs *c = f->c;
	size_t *next = pd_ctx_alloc(c->ctx, (c->n_rows + 2) * sizeof(*next));

	c->raw = pd_ctx_alloc(c->ctx, (f->n + 1) * sizeof(*c->raw));
	c->raw_first = next;
	for (size_t i = 0; i < f->n; i++)
		next[f->entry[i].row + 2]++;
	for (size_t i = 2; i < c->n_rows + 2; i++)
		next[i] += next[i - 1];
	/* next[row + 1] runs from the first of the row to the first of the one after it. */
	for (size_t i = 0; i < f->n; i++) {
		const struct entry *e = &f->entry[i];

		c->raw[next[e->row + 1]++] =
			(struct pd_costs_raw){.row = e->row,
					      .run = e->run,
					      .raw = e->raw,
					      .canonical = e->canonical,
					      .comm = e->comm,
					      .weight = (double)e->cell->weight};
	}
}

size_t pd_costs_row(struct pd_costs *c, const pd_id name[PD_N_BY])
{
	return index_of(&c->row_ids, name, PD_N_BY * sizeof(*name));
}

/* Recorded with a fixed period, or counted: squares would say nothing more. */
static bool has_equal_periods(const struct pd_costs *c)
{
	double period = 0;

	for (size_t i = 0; i < c->n_rows * c->n_runs && c->counted; i++) {
		if (!(c->hits[i] > 0))
			continue;
		period = period > 0 ? period : c->weight[i] / c->hits[i];
		if (fabs(c->weight[i] - period * c->hits[i]) > 1e-9 * c->weight[i])
			return false;
	}
	return c->counted;
}

/* Of a hostile text each of 4096 profiles has rows of its own. */
enum { MAX_CELLS = 50000000, MAX_CHANGES = 10000000 };

static int check_size(const struct pd_costs *c)
{
	size_t n = c->n_rows > c->n_parts ? c->n_rows : c->n_parts;

	if (!c->n_runs || (n <= MAX_CELLS / c->n_runs && n <= MAX_CHANGES / c->n_sides))
		return PD_OK;
	pd_ctx_diag(c->ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "limit",
		    "%zu rows in %zu profiles of %zu sides are more than %d cells of a row and a "
		    "profile, or %d of a row and a side",
		    n, c->n_runs, c->n_sides, MAX_CELLS, MAX_CHANGES);
	return PD_ELIMIT;
}

int pd_costs(struct pd_fold *fold, uint32_t event, struct pd_costs *ret)
{
	struct filling f = {.c = ret, .fold = fold};
	int r;

	*ret = (struct pd_costs){.ctx = fold->ctx, .profiles = fold->profiles, .event = event};
	take_runs(ret, fold->profiles);
	for (uint32_t run = 0; run < ret->n_runs; run++) {
		begin_total(&f, run);
		if (fold->policy->by & 1u << PD_BY_STACK)
			find_stacks(&f, run);
		else
			find_rows(&f, run);
	}
	r = check_size(ret);
	if (!r) {
		fill(&f);
		take_raws(&f);
		ret->equal_periods = has_equal_periods(ret);
	}
	free(f.entry);
	pd_intern_free(&f.part_ids);
	return r;
}

void pd_costs_free(struct pd_costs *c)
{
	pd_intern_free(&c->row_ids);
	free(c->row);
	free(c->part);
}

double pd_costs_hidden(const struct pd_costs *c, size_t row, size_t run)
{
	uint32_t n = c->row[row].n_parts - c->n_listed[pd_costs_at(c, row, run)];

	return n * pd_costs_event(c, run)->limit * c->scale[run];
}

double pd_costs_rounding(const struct pd_costs *c, size_t row, size_t run)
{
	return c->n_listed[pd_costs_at(c, row, run)] * pd_costs_event(c, run)->rounding *
	       c->scale[run];
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * delta_folded.c - stacks with two numbers, as programs for differential flame graphs read them
 *
 *	sched-messaging;entry_SYSCALL_64;do_syscall_64;ksys_read;vfs_read 1060 1280
 *
 * Frames from the root on, then base and head. The numbers are whole: costs
 * per unit of work, times a power of ten where they would be too small. Names
 * are as read; a ';' in one becomes ':', which is what separates nothing.
 */
#include "report/deltacells.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

/* Fewer units than that for the whole, and small stacks would round to nothing. */
#define LEAST_WHOLE 1e6

struct line {
	uint32_t event, node;
	pd_id comm;
	double cost[2]; /* base and head */
};

struct folded {
	const struct pd_delta_result *result;
	struct pd_out *out;
	struct line *line;
	size_t n, cap;
	double scale;
};

static int compare(const struct line *a, const struct line *b)
{
	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	if (a->comm != b->comm)
		return a->comm < b->comm ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

static int by_stack(const void *a, const void *b)
{
	return compare(a, b);
}

static const struct pd_delta_section *section_of(const struct folded *f, uint32_t event)
{
	for (size_t i = 0; i < f->result->n_sections; i++)
		if (f->result->section[i].event == f->result->profiles->event[event])
			return &f->result->section[i];
	return NULL;
}

/* What the profiles of @side weigh together. */
static double whole_of(const struct folded *f, uint32_t event, size_t side)
{
	const struct pd_profiles *all = f->result->profiles;
	double whole = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->profile[i].side == side && event < all->profile[i].n_events)
			whole += (double)all->profile[i].event[event].weight;
	return whole;
}

/* The stacks of one event in one profile, as parts of what its side costs. */
static void take_stacks(struct folded *f, const struct pd_profile *p, uint32_t event)
{
	const struct pd_delta_section *s = section_of(f, event);
	double whole = whole_of(f, event, p->side);

	for (size_t i = 0; i < p->n_stacks && s && whole > 0; i++) {
		const struct pd_profile_stack *stack = &p->stack[i];
		struct line *line;

		if (stack->event != event)
			continue;
		f->line = pd_vec_grow(f->line, &f->cap, f->n + 1, sizeof(*f->line));
		line = &f->line[f->n++];
		*line = (struct line){.event = event, .node = stack->node, .comm = stack->comm};
		line->cost[p->side] = (double)stack->weight / whole * s->total[p->side].cost;
	}
}

/* Stacks of all profiles of the first two sides; equal ones become one line. */
static void collect(struct folded *f)
{
	const struct pd_profiles *all = f->result->profiles;
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		for (uint32_t e = 0; e < all->n_events && all->profile[i].side < 2; e++)
			take_stacks(f, &all->profile[i], e);
	if (f->n)
		qsort(f->line, f->n, sizeof(*f->line), by_stack);
	for (size_t i = 0; i < f->n; i++) {
		if (n && !compare(&f->line[n - 1], &f->line[i])) {
			f->line[n - 1].cost[0] += f->line[i].cost[0];
			f->line[n - 1].cost[1] += f->line[i].cost[1];
		} else {
			f->line[n++] = f->line[i];
		}
	}
	f->n = n;
}

/* But for what is lost in doubles. */
static bool is_whole(double v)
{
	return fabs(v - rint(v)) <= 1e-9 * (fabs(v) + 1);
}

/* 1 if all numbers are whole, else the power of ten that leaves the whole six digits. */
static void choose_scale(struct folded *f, bool whole)
{
	double least = HUGE_VAL;

	f->scale = 1;
	for (size_t i = 0; i < f->result->n_sections; i++) {
		double total = f->result->section[i].total[0].cost;

		if (total > 0 && total < least)
			least = total;
	}
	while (!whole && isfinite(least) && least * f->scale < LEAST_WHOLE)
		f->scale *= 10;
}

static void put_text(struct folded *f, struct pd_str name)
{
	while (name.n) {
		struct pd_str part = pd_str_cut(&name, ';');

		pd_out_str(f->out, part);
		if (name.n)
			pd_out_char(f->out, ':');
	}
}

static void put_id(struct folded *f, pd_id id)
{
	put_text(f, pd_ctx_name(f->result->ctx, id));
}

static void put_frame(struct folded *f, const struct pd_frame *frame)
{
	if (frame->symbol) {
		put_id(f, frame->symbol);
	} else if (frame->dso) {
		pd_out_char(f->out, '[');
		put_id(f, frame->dso);
		pd_out_char(f->out, ']');
	} else {
		pd_out_text(f->out, "[unknown]");
	}
}

static void put_costs(struct folded *f, double base, double head)
{
	const double cost[] = {base, head};
	char buf[PD_NUMBER_MAX];

	for (size_t i = 0; i < 2; i++) {
		double v = rint(cost[i] * f->scale);

		pd_out_char(f->out, ' ');
		/* Beyond 1e15 digits of a double say no more, yet a whole number is asked for. */
		if (v < 1e15)
			pd_out_bytes(f->out, buf, pd_number_print_fixed(buf, v, 0));
		else
			pd_out_printf(f->out, "%llu", (unsigned long long)v);
	}
	pd_out_char(f->out, '\n');
}

static void put_line(struct folded *f, const struct line *line)
{
	const struct pd_profiles *all = f->result->profiles;
	uint32_t path[PD_PROFILE_MAX_FRAMES];
	size_t depth = 0;

	if (f->result->n_sections > 1) {
		put_id(f, all->event[line->event]);
		pd_out_char(f->out, ';');
	}
	put_id(f, line->comm);
	for (uint32_t node = line->node; node && depth < PD_PROFILE_MAX_FRAMES;
	     node = all->node[node].parent)
		path[depth++] = all->node[node].frame;
	for (size_t i = depth; i-- > 0;) {
		if (line->comm || i + 1 < depth)
			pd_out_char(f->out, ';');
		put_frame(f, &all->frame[path[i]]);
	}
	put_costs(f, line->cost[0], line->cost[1]);
}

static void write_stacks(struct folded *f)
{
	bool whole = true;

	for (size_t i = 0; i < f->n; i++)
		whole = whole && is_whole(f->line[i].cost[0]) && is_whole(f->line[i].cost[1]);
	choose_scale(f, whole);
	for (size_t i = 0; i < f->n; i++)
		put_line(f, &f->line[i]);
}

/* "comm;dso;symbol": what there is where no chains were kept. */
static void put_row(struct folded *f, const struct pd_delta_section *s,
		    const struct pd_delta_row *row)
{
	struct pd_deltacells c = {.result = f->result, .section = s};
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltacells_names(f->result, names);
	const char *sep = "";

	if (f->result->n_sections > 1) {
		put_id(f, s->event);
		sep = ";";
	}
	for (size_t i = 0; i < n; i++) {
		struct pd_str name = pd_deltacells_name(&c, row, names[i]);

		if (!name.n)
			continue;
		pd_out_text(f->out, sep);
		put_text(f, name);
		sep = ";";
	}
	put_costs(f, row->base.cost, row->change[0].head.cost);
}

static void write_rows(struct folded *f)
{
	bool whole = true;

	for (size_t i = 0; i < f->result->n_sections; i++)
		for (size_t k = 0; k < f->result->section[i].n; k++) {
			const struct pd_delta_row *row = &f->result->section[i].row[k];

			whole = whole && is_whole(row->base.cost) &&
				is_whole(row->change[0].head.cost);
		}
	choose_scale(f, whole);
	for (size_t i = 0; i < f->result->n_sections; i++)
		for (size_t k = 0; k < f->result->section[i].n; k++)
			put_row(f, &f->result->section[i], &f->result->section[i].row[k]);
}

static void write_folded(const struct pd_deltareport *r, const struct pd_look *look,
			 struct pd_out *out)
{
	struct folded f = {.result = r->result, .out = out};

	(void)look;
	if (r->result->n_sides < 2)
		return;
	collect(&f);
	if (f.n)
		write_stacks(&f);
	else
		write_rows(&f);
	free(f.line);
}

const struct pd_deltastyle pd_delta_folded = {
	.name = "folded",
	.what = "stack, base and head, for differential flame graphs",
	.machine = true,
	.write = write_folded,
};

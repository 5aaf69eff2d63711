/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * delta_folded.c - stacks with two numbers, as programs for differential flame graphs read them
 *
 *	sched-messaging;entry_SYSCALL_64;do_syscall_64;ksys_read;vfs_read 1060 1280
 *
 * Frames from the root on, then base and head. What would be printed alike is one
 * line: objects that lie elsewhere, and clones unless raw names are wanted, tell
 * nothing apart. The numbers are whole, in a unit that each event has for itself.
 * A ';' in a name becomes ':', which is what separates nothing.
 */
#include "report/deltacells.h"
#include "report/deltanames.h"

#include "model/dso.h"
#include "model/symbol.h"

#include "base/arena.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

/*
 * Fewer units than LEAST_WHOLE for the whole, and small stacks would round to nothing; with
 * more than MOST_WHOLE a double has no whole numbers left, nor have those who read them.
 */
#define LEAST_WHOLE 1e6
#define MOST_WHOLE  1e15

struct line {
	uint32_t section;
	uint32_t node;
	pd_id comm, text; /* what is printed before the numbers */
	double cost[2];   /* base and head */
};

struct folded {
	const struct pd_delta_result *result;
	struct pd_out *out;
	struct pd_intern texts;
	struct pd_out text; /* scratch */
	struct line *line;
	size_t n, cap;
};

/* ---- names */

static void put_text(struct pd_out *out, struct pd_str name)
{
	while (name.n) {
		struct pd_str part = pd_str_cut(&name, ';');

		pd_out_str(out, part);
		if (name.n)
			pd_out_char(out, ':');
	}
}

static struct pd_str name_of(const struct folded *f, pd_id id)
{
	return pd_ctx_name(f->result->ctx, id);
}

/* Addresses differ from run to run: the object is all there is to say. */
static void put_object(struct folded *f, pd_id dso)
{
	struct pd_dso_buf buf;
	struct pd_str key = pd_dso_key(name_of(f, dso), &buf).key;
	bool bare = !pd_str_starts(key, PD_STR("["));

	if (!dso) {
		pd_out_text(&f->text, "[unknown]");
		return;
	}
	pd_out_text(&f->text, bare ? "[" : "");
	put_text(&f->text, key);
	pd_out_text(&f->text, bare ? "]" : "");
}

static void put_frame(struct folded *f, const struct pd_frame *frame)
{
	struct pd_symbol_buf buf;
	struct pd_str name = name_of(f, frame->symbol);

	if (f->result->policy.raw_names && name.n)
		put_text(&f->text, name);
	else if (pd_symbol_is_unresolved(name))
		put_object(f, frame->dso);
	else
		put_text(&f->text, pd_symbol_canonical(name, &buf).canonical);
}

/* With several events each stack begins with its own. */
static void put_event(struct folded *f, uint32_t section)
{
	f->text.n = 0;
	if (f->result->n_sections > 1)
		put_text(&f->text, name_of(f, f->result->section[section].event));
}

static void sep(struct folded *f)
{
	if (f->text.n)
		pd_out_char(&f->text, ';');
}

static pd_id text_of_stack(struct folded *f, const struct line *line)
{
	const struct pd_profiles *all = f->result->profiles;
	uint32_t path[PD_PROFILE_MAX_FRAMES];
	size_t depth = 0;

	put_event(f, line->section);
	if (line->comm) {
		sep(f);
		put_text(&f->text, name_of(f, line->comm));
	}
	for (uint32_t node = line->node; node && depth < PD_PROFILE_MAX_FRAMES;
	     node = all->node[node].parent)
		path[depth++] = all->node[node].frame;
	while (depth-- > 0) {
		sep(f);
		put_frame(f, &all->frame[path[depth]]);
	}
	return pd_intern(&f->texts, pd_out_kept(&f->text));
}

/* "comm;dso;symbol": what there is where no chains were kept. */
static pd_id text_of_row(struct folded *f, uint32_t section, const struct pd_delta_row *row)
{
	struct pd_deltacells c = {.result = f->result, .section = &f->result->section[section]};
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(f->result, names);

	put_event(f, section);
	for (size_t i = 0; i < n; i++) {
		struct pd_str name = pd_deltanames_row(&c, row, names[i]);

		if (!name.n)
			continue;
		sep(f);
		put_text(&f->text, name);
	}
	if (!f->text.n)
		pd_out_text(&f->text, "[unknown]");
	return pd_intern(&f->texts, pd_out_kept(&f->text));
}

/* ---- costs */

/* Each profile is one unit of work, and its weights are what was recorded. */
static bool is_recorded(const struct folded *f, const struct pd_delta_section *s, uint32_t event)
{
	const struct pd_profiles *all = f->result->profiles;

	for (size_t i = 0; i < all->n; i++)
		if (event < all->profile[i].n_events && all->profile[i].event[event].shares)
			return false;
	return s->work == PD_WORK_RUN || (s->work == PD_WORK_GIVEN && f->result->policy.work == 1);
}

/* All that the profiles of @side recorded. */
static double weight_of(const struct folded *f, uint32_t event, size_t side)
{
	const struct pd_profiles *all = f->result->profiles;
	double whole = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->profile[i].side == side && event < all->profile[i].n_events)
			whole += (double)all->profile[i].event[event].weight;
	return whole;
}

/* Of one; the same in all profiles. */
static double parts_of(const struct folded *f, uint32_t event)
{
	const struct pd_profiles *all = f->result->profiles;

	for (size_t i = 0; i < all->n; i++)
		if (event < all->profile[i].n_events && all->profile[i].event[event].parts)
			return all->profile[i].event[event].parts;
	return 1;
}

/* What one unit of weight of @profile adds to the line of its side. */
static double price_of(const struct folded *f, const struct pd_delta_section *s, uint32_t event,
		       size_t profile)
{
	size_t side = f->result->profiles->profile[profile].side;

	if (!s->n_runs[side])
		return 0;
	return (is_recorded(f, s, event) ? 1 / parts_of(f, event) : s->scale[profile]) /
	       (double)s->n_runs[side];
}

static void add_line(struct folded *f, struct line line)
{
	f->line = pd_vec_grow(f->line, &f->cap, f->n + 1, sizeof(*f->line));
	f->line[f->n++] = line;
}

static void take_stacks(struct folded *f, uint32_t section, uint32_t event)
{
	const struct pd_delta_section *s = &f->result->section[section];
	const struct pd_profiles *all = f->result->profiles;

	for (size_t i = 0; i < all->n; i++) {
		const struct pd_profile *p = &all->profile[i];
		double price = p->side < 2 ? price_of(f, s, event, i) : 0;

		for (size_t k = 0; k < p->n_stacks && p->side < 2; k++) {
			const struct pd_profile_stack *stack = &p->stack[k];
			struct line line = {
				section, stack->node, stack->comm, 0, {0, 0}
                        };

			if (stack->event != event)
				continue;
			line.cost[p->side] = (double)stack->weight * price;
			add_line(f, line);
		}
	}
}

static void take_rows(struct folded *f, uint32_t section, uint32_t event)
{
	const struct pd_delta_section *s = &f->result->section[section];
	double up[2] = {1, 1};

	for (size_t side = 0; side < 2 && is_recorded(f, s, event); side++)
		if (s->total[side].cost > 0)
			up[side] = weight_of(f, event, side) / parts_of(f, event) /
				   (double)s->n_runs[side] / s->total[side].cost;
	for (size_t i = 0; i < s->n; i++)
		add_line(f, (struct line){
				    .section = section,
				    .text = text_of_row(f, section, &s->row[i]),
				    .cost = {s->row[i].base.cost * up[0],
					     s->row[i].change[0].head.cost * up[1]}
                });
}

static bool has_chains(const struct folded *f, uint32_t event)
{
	const struct pd_profiles *all = f->result->profiles;

	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->profile[i].n_stacks; k++)
			if (all->profile[i].stack[k].event == event &&
			    all->profile[i].stack[k].node)
				return true;
	return false;
}

static void take_section(struct folded *f, uint32_t section)
{
	const struct pd_profiles *all = f->result->profiles;

	for (uint32_t e = 0; e < all->n_events; e++) {
		if (all->event[e] != f->result->section[section].event)
			continue;
		if (has_chains(f, e))
			take_stacks(f, section, e);
		else
			take_rows(f, section, e);
	}
}

/* ---- lines */

static int compare(const struct line *a, const struct line *b)
{
	if (a->section != b->section)
		return a->section < b->section ? -1 : 1;
	if (a->comm != b->comm)
		return a->comm < b->comm ? -1 : 1;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return (a->text > b->text) - (a->text < b->text);
}

static int by_stack(const void *a, const void *b)
{
	return compare(a, b);
}

static void add_to(struct line *to, const struct line *line)
{
	for (size_t i = 0; i < 2; i++)
		to->cost[i] += line->cost[i];
}

/* One stack in several profiles is spelled once. */
static void join_stacks(struct folded *f)
{
	size_t n = 0;

	if (f->n)
		qsort(f->line, f->n, sizeof(*f->line), by_stack);
	for (size_t i = 0; i < f->n; i++) {
		if (n && !compare(&f->line[n - 1], &f->line[i]))
			add_to(&f->line[n - 1], &f->line[i]);
		else
			f->line[n++] = f->line[i];
	}
	f->n = n;
}

/* Lines that are spelled alike are one, where the first of them stood. */
static void join_texts(struct folded *f)
{
	uint32_t *at = NULL; /* of each text: the index of its line + 1 */
	size_t cap = 0, known = 0, n = 0;

	for (size_t i = 0; i < f->n; i++) {
		struct line *line = &f->line[i];

		if (!line->text)
			line->text = text_of_stack(f, line);
		at = pd_vec_grow(at, &cap, f->texts.n, sizeof(*at));
		while (known < f->texts.n)
			at[known++] = 0;
		if (at[line->text]) {
			add_to(&f->line[at[line->text] - 1], line);
			continue;
		}
		f->line[n++] = *line;
		at[line->text] = (uint32_t)n;
	}
	f->n = n;
	free(at);
}

/* But for what is lost in doubles. */
static bool is_whole(double v)
{
	return fabs(v - rint(v)) <= 1e-9 * (fabs(v) + 1);
}

/*
 * 1 if all numbers of an event are whole, else the power of ten that leaves the base
 * seven digits; less than 1 where they are too long.
 */
static double scale_of(const struct folded *f, size_t first, size_t end)
{
	double whole[2] = {0, 0}, largest, scale = 1;
	bool fractions = false;

	for (size_t i = first; i < end; i++)
		for (size_t k = 0; k < 2; k++) {
			if (!(f->line[i].cost[k] > 0) || !isfinite(f->line[i].cost[k]))
				continue;
			whole[k] += f->line[i].cost[k];
			fractions = fractions || !is_whole(f->line[i].cost[k]);
		}
	largest = whole[0] > 0 ? whole[0] : whole[1];
	while (fractions && largest > 0 && largest * scale < LEAST_WHOLE)
		scale *= 10;
	largest = fmax(whole[0], whole[1]);
	while (isfinite(largest) && largest * scale > MOST_WHOLE)
		scale /= 10;
	return scale;
}

/* What is left over by rounding may be below 0, and a side without the event has no cost. */
static void put_costs(struct folded *f, const struct line *line, double scale)
{
	char buf[PD_NUMBER_MAX];

	for (size_t i = 0; i < 2; i++) {
		double v = rint(line->cost[i] * scale);

		pd_out_char(f->out, ' ');
		if (!(v > 0 && v <= MOST_WHOLE))
			v = v > 0 ? MOST_WHOLE : 0;
		pd_out_bytes(f->out, buf, pd_number_print_fixed(buf, v, 0));
	}
	pd_out_char(f->out, '\n');
}

static void write_lines(struct folded *f)
{
	for (size_t i = 0, end; i < f->n; i = end) {
		double scale;

		for (end = i; end < f->n && f->line[end].section == f->line[i].section;)
			end++;
		scale = scale_of(f, i, end);
		for (size_t k = i; k < end; k++) {
			pd_out_str(f->out, pd_intern_name(&f->texts, f->line[k].text));
			put_costs(f, &f->line[k], scale);
		}
	}
}

static void write_folded(const struct pd_deltareport *r, const struct pd_look *look,
			 struct pd_out *out)
{
	struct folded f = {.result = r->result, .out = out};

	(void)look;
	if (r->result->n_sides < 2)
		return;
	pd_out_init(&f.text, -1);
	for (size_t i = 0; i < r->result->n_sections; i++)
		take_section(&f, (uint32_t)i);
	join_stacks(&f);
	join_texts(&f);
	write_lines(&f);
	pd_intern_free(&f.texts);
	(void)pd_out_close(&f.text);
	free(f.line);
}

const struct pd_deltastyle pd_delta_folded = {
	.name = "folded",
	.what = "stack, base and head, for differential flame graphs",
	.machine = true,
	.write = write_folded,
};

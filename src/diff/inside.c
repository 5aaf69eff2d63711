/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/inside.h"

#include "base/arena.h"
#include "base/str.h"
#include "model/dso.h"
#include "model/entry.h"
#include "model/symbol.h"

#include <string.h>

enum mark {
	NAMELESS = 1 << 0, /* no symbol, or an object that is known: not asked about */
	KERNEL = 1 << 1,   /* no program has that name */
	SYSCALL = 1 << 2,
	CALLER = 1 << 3,  /* it makes system calls, itself or through what it calls */
	PROGRAM = 1 << 4, /* or is called by one that does */
	BELOW = 1 << 5,   /* below the kernel's names */
};

/* Who calls whom, as lists of the frames next to each frame. */
struct graph {
	size_t n;
	uint32_t *first; /* [n + 1] into next */
	uint32_t *next;  /* [n_edges] */
};

struct walk {
	const struct pd_profiles *profiles;
	uint8_t *mark;   /* [n_frames] set of enum mark */
	uint32_t *queue; /* [n_frames] */
};

static uint32_t end_of(const struct pd_profile_edge *e, bool callers)
{
	return callers ? e->callee : e->caller;
}

static void count(const struct pd_profiles *p, bool callers, struct graph *g)
{
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->profile[i].n_edges; k++)
			g->first[end_of(&p->profile[i].edge[k], callers) + 1]++;
	for (size_t i = 0; i < g->n; i++)
		g->first[i + 1] += g->first[i];
}

static struct graph graph_of(struct pd_arena *a, const struct pd_profiles *p, bool callers)
{
	struct graph g = {.n = p->n_frames};
	uint32_t *at;

	g.first = pd_arena_new(a, uint32_t, g.n + 2);
	count(p, callers, &g);
	g.next = pd_arena_new(a, uint32_t, g.first[g.n] + 1u);
	at = pd_arena_new(a, uint32_t, g.n + 1);
	memcpy(at, g.first, g.n * sizeof(*at));
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->profile[i].n_edges; k++) {
			const struct pd_profile_edge *e = &p->profile[i].edge[k];

			g.next[at[end_of(e, callers)]++] = end_of(e, !callers);
		}
	return g;
}

/* Gives @mark to what can be reached from frames that have @from, through none that has @stop. */
static void spread(struct walk *w, const struct graph *g, unsigned int from, unsigned int mark,
		   unsigned int stop)
{
	size_t n = 0;

	for (uint32_t i = 1; i < g->n; i++)
		if (w->mark[i] & from)
			w->queue[n++] = i;
	for (size_t done = 0; done < n; done++)
		for (uint32_t k = g->first[w->queue[done]]; k < g->first[w->queue[done] + 1]; k++) {
			uint32_t frame = g->next[k];

			if (w->mark[frame] & (mark | from | stop))
				continue;
			w->mark[frame] |= (uint8_t)mark;
			w->queue[n++] = frame;
		}
}

static uint8_t mark_of(struct pd_ctx *ctx, const struct pd_frame *frame)
{
	struct pd_str symbol = pd_ctx_name(ctx, frame->symbol);
	struct pd_dso_buf buf;

	if (pd_dso_key(pd_ctx_name(ctx, frame->dso), &buf).kind != PD_DSO_UNKNOWN ||
	    pd_symbol_is_unresolved(symbol))
		return NAMELESS;
	if (pd_entry_is_syscall(symbol))
		return KERNEL | SYSCALL;
	if (pd_entry_is_kernel(symbol) || pd_symbol_is_idle(symbol, PD_STR("")))
		return KERNEL;
	return pd_entry_is_program(symbol) ? CALLER : 0;
}

static void walk(struct walk *w, struct pd_arena *a)
{
	struct graph callers = graph_of(a, w->profiles, true);
	struct graph callees = graph_of(a, w->profiles, false);

	spread(w, &callers, SYSCALL, CALLER, NAMELESS | KERNEL);
	spread(w, &callees, CALLER, PROGRAM, NAMELESS | KERNEL);
	spread(w, &callees, KERNEL, BELOW, NAMELESS | CALLER | PROGRAM);
}

const bool *pd_inside(struct pd_ctx *ctx, const struct pd_profiles *profiles)
{
	size_t n = profiles->n_frames;
	bool *inside = pd_ctx_alloc(ctx, (n + 1) * sizeof(*inside));
	struct walk w = {.profiles = profiles};
	struct pd_arena a = {0};

	w.mark = pd_arena_new(&a, uint8_t, n + 1);
	w.queue = pd_arena_new(&a, uint32_t, n + 1);
	for (size_t i = 1; i < n; i++)
		w.mark[i] = mark_of(ctx, &profiles->frame[i]);
	walk(&w, &a);
	for (size_t i = 1; i < n; i++)
		inside[i] = w.mark[i] & (KERNEL | BELOW);
	pd_arena_free(&a);
	return inside;
}

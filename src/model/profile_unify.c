/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/profile_unify.h"

#include "base/str.h"

#include <perfdelta/ctx.h>

enum { WHOLE = 1 }; /* parts of weights that have none */

static uint32_t parts_of(const struct pd_profile *p, size_t event)
{
	return p->event[event].parts ? p->event[event].parts : WHOLE;
}

static bool has(const struct pd_profile *p, size_t event)
{
	return event < p->n_events && p->event[event].present;
}

/* False, and *weight is as large as it can be, where 64 bits do not hold it. */
static bool multiply(uint64_t *weight, uint64_t by)
{
	if (!__builtin_mul_overflow(*weight, by, weight))
		return true;
	*weight = UINT64_MAX;
	return false;
}

/* Parts of the whole are not larger than it: who looks at that one has seen all. */
static bool scale(struct pd_profile *p, uint32_t event, uint32_t by)
{
	struct pd_profile_event *e = &p->event[event];
	bool fits = multiply(&e->weight, by);

	e->rounding *= by;
	e->limit *= by;
	e->parts = by;
	for (size_t i = 0; i < p->n_cells; i++)
		if (p->cell[i].place.event == event) {
			fits &= multiply(&p->cell[i].weight, by);
			p->cell[i].squares *= (double)by * by;
		}
	for (size_t i = 0; i < p->n_edges; i++)
		if (p->edge[i].event == event)
			fits &= multiply(&p->edge[i].weight, by);
	for (size_t i = 0; i < p->n_inclusive; i++)
		if (p->inclusive[i].event == event)
			fits &= multiply(&p->inclusive[i].weight, by);
	for (size_t i = 0; i < p->n_stacks; i++)
		if (p->stack[i].event == event)
			fits &= multiply(&p->stack[i].weight, by);
	return fits;
}

static int too_large(struct pd_ctx *ctx, const struct pd_profiles *all, const struct pd_profile *p,
		     size_t event)
{
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){pd_ctx_name(ctx, p->source).p, 0, 0}, "limit",
		    "weights of '%s' are too large to be compared with counts that have decimals",
		    pd_ctx_name(ctx, all->event[event]).p);
	return PD_ELIMIT;
}

/* The first profile whose counts have decimals; NULL if there is none, or no other. */
static const struct pd_profile *decimal_of(const struct pd_profiles *all, size_t event)
{
	const struct pd_profile *decimal = NULL;
	bool others = false;

	for (size_t i = 0; i < all->n; i++) {
		if (!has(&all->profile[i], event))
			continue;
		if (parts_of(&all->profile[i], event) == WHOLE)
			others = true;
		else if (!decimal)
			decimal = &all->profile[i];
	}
	return others ? decimal : NULL;
}

static int unify(struct pd_ctx *ctx, struct pd_profiles *all, size_t event)
{
	const struct pd_profile *decimal = decimal_of(all, event);

	if (!decimal)
		return PD_OK;
	for (size_t i = 0; i < all->n; i++) {
		struct pd_profile *p = &all->profile[i];

		if (has(p, event) && parts_of(p, event) == WHOLE &&
		    !scale(p, (uint32_t)event, parts_of(decimal, event)))
			return too_large(ctx, all, p, event);
	}
	pd_ctx_diag(ctx, PD_NOTE, (struct pd_loc){pd_ctx_name(ctx, decimal->source).p, 0, 0},
		    "decimal-counts",
		    "counts of '%s' have decimals here and none in other profiles: all are compared "
		    "as weights, of which none is a number of hits",
		    pd_ctx_name(ctx, all->event[event]).p);
	return PD_OK;
}

int pd_profile_unify(struct pd_ctx *ctx, struct pd_profiles *all)
{
	int r = PD_OK;

	for (size_t event = 0; event < all->n_events && !r; event++)
		r = unify(ctx, all, event);
	return r;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/callers.h"

#include "base/str.h"

/*
 * Which frame perf lock calls the caller changed between versions of perf. Of one
 * recording:
 *
 *	14    691.13 us     72.51 us     49.37 us     rwlock:R   kernel_wait4+0xe3
 *	14    691.13 us     72.51 us     49.37 us     rwlock:R   __do_sys_wait4+0xb8
 */
static pd_id caller_of(struct pd_fold *f, const struct pd_place *place)
{
	uint32_t frame = place->site ? place->site : place->leaf;

	return frame ? pd_fold_frame(f, frame)->group : 0;
}

static pd_id intern(struct pd_intern *ids, pd_id name)
{
	return pd_intern(ids, (struct pd_str){(const char *)&name, sizeof(name)});
}

static bool is_of(const struct pd_profile *p, size_t side, uint32_t event)
{
	return p->side == side && event < p->n_events && p->event[event].present;
}

/* The callers of @side. Returns false if it has not the event. */
static bool take(struct pd_fold *f, uint32_t event, size_t side, struct pd_intern *ids)
{
	const struct pd_profiles *all = f->profiles;
	bool any = false;

	for (size_t i = 0; i < all->n; i++) {
		const struct pd_profile *p = &all->profile[i];

		if (!is_of(p, side, event))
			continue;
		any = true;
		for (size_t k = 0; k < p->n_cells; k++)
			if (p->cell[k].place.event == event)
				(void)intern(ids, caller_of(f, &p->cell[k].place));
	}
	return any;
}

/* The part of the base's weight whose callers are among @ids: 0 .. 1. */
static double common(struct pd_fold *f, uint32_t event, struct pd_intern *ids)
{
	const struct pd_profiles *all = f->profiles;
	size_t n_known = ids->n;
	double known = 0, sum = 0;

	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; is_of(&all->profile[i], 0, event) && k < all->profile[i].n_cells;
		     k++) {
			const struct pd_profile_cell *cell = &all->profile[i].cell[k];

			if (cell->place.event != event)
				continue;
			sum += (double)cell->weight;
			if (intern(ids, caller_of(f, &cell->place)) < n_known)
				known += (double)cell->weight;
		}
	return sum > 0 ? known / sum : 1;
}

static bool are_strangers(struct pd_fold *f, uint32_t event, size_t side)
{
	struct pd_intern ids = {0};
	bool yes = take(f, event, side, &ids) && common(f, event, &ids) < 0.5;

	pd_intern_free(&ids);
	return yes;
}

void pd_callers_check(struct pd_fold *f, uint32_t event)
{
	struct pd_str name = pd_ctx_name(f->ctx, f->profiles->event[event]);
	bool yes = false;

	if (!pd_str_eq(name, PD_STR("lock/wait")))
		return;
	for (size_t side = 1; side < f->profiles->n_sides && !yes; side++)
		yes = are_strangers(f, event, side);
	if (yes)
		pd_ctx_diag(f->ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "perf-generation",
			    "the sides have hardly a caller of locks in common: perf 6.1 and later "
			    "ones name different frames, and locks by them; record both sides with "
			    "one perf");
}

/* Releases with a caller, or without. */
static uint64_t releases(struct pd_fold *f, bool with_caller)
{
	uint64_t n = 0;

	for (size_t i = 0; i < f->profiles->n; i++)
		for (size_t k = 0; k < f->profiles->profile[i].n_cells; k++) {
			const struct pd_place *place = &f->profiles->profile[i].cell[k].place;

			n += pd_fold_frame(f, place->leaf)->skid &&
			     (place->site != 0) == with_caller;
		}
	return n;
}

void pd_callers_check_charged(struct pd_fold *f)
{
	if (f->policy->by == 1u << PD_BY_LOCK)
		return; /* a release takes no lock, whoever is charged with it */
	if (f->policy->charge_callers && releases(f, false) && !releases(f, true))
		pd_ctx_diag(f->ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, "no-callers",
			    "--charge-callers: no profile tells who called a release; they stay as "
			    "they are (perf record -g, perf script)");
}

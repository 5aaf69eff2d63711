/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/alike.h"

#include "base/str.h"

#define NOWHERE ((struct pd_loc){NULL, 0, 0})

enum { ANY_SIDE = UINT16_MAX };

static bool says(const struct pd_profile *p, uint16_t side)
{
	return p->setup[PD_SETUP_KERNEL] && (side == ANY_SIDE || p->side == side);
}

/* Two kernels of @side; false if it has one alone. */
static bool two_kernels(const struct pd_profiles *all, uint16_t side, pd_id *ret_one,
			pd_id *ret_other)
{
	*ret_one = 0;
	for (size_t i = 0; i < all->n; i++) {
		pd_id kernel = all->profile[i].setup[PD_SETUP_KERNEL];

		if (!says(&all->profile[i], side))
			continue;
		if (!*ret_one)
			*ret_one = kernel;
		*ret_other = kernel;
		if (*ret_other != *ret_one)
			return true;
	}
	return false;
}

static void check_kernels(struct pd_ctx *ctx, const struct pd_profiles *all)
{
	bool told = false;
	pd_id one, other;

	for (uint16_t side = 0; side < all->n_sides; side++) {
		if (!two_kernels(all, side, &one, &other))
			continue;
		told = true;
		pd_ctx_diag(ctx, PD_WARNING, NOWHERE, "mixed-kernels",
			    "profiles of side %s are of different kernels: %s and %s",
			    pd_ctx_name(ctx, all->side[side].name).p, pd_ctx_name(ctx, one).p,
			    pd_ctx_name(ctx, other).p);
	}
	if (!told && two_kernels(all, ANY_SIDE, &one, &other))
		pd_ctx_diag(ctx, PD_NOTE, NOWHERE, "mixed-kernels",
			    "the sides are of different kernels: %s and %s; if that is not what is "
			    "compared, it may be what differs",
			    pd_ctx_name(ctx, one).p, pd_ctx_name(ctx, other).p);
}

/* Is the event recorded in both ways? */
static bool is_mixed(const struct pd_profiles *all, size_t event)
{
	unsigned int ways = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->profile[i].event[event].present)
			ways |= 1u << all->profile[i].event[event].sampling;
	return ways & 1u << PD_SAMPLING_PERIOD && ways & 1u << PD_SAMPLING_FREQUENCY;
}

static void check_sampling(struct pd_ctx *ctx, const struct pd_profiles *all)
{
	for (size_t i = 0; i < all->n_events; i++)
		if (is_mixed(all, i))
			pd_ctx_diag(ctx, PD_WARNING, NOWHERE, "mixed-sampling",
				    "event '%s' was recorded at a fixed period (-c) in some "
				    "profiles and at a frequency (-F) in others",
				    pd_ctx_name(ctx, all->event[i]).p);
}

void pd_alike_check(struct pd_ctx *ctx, const struct pd_profiles *profiles)
{
	check_kernels(ctx, profiles);
	check_sampling(ctx, profiles);
}

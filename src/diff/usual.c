/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/usual.h"

static bool is_locked(const struct pd_place *place)
{
	return place->lock || place->lock_name;
}

/* What a place without a symbol can be called. */
static unsigned int what_of(const struct pd_place *place)
{
	if (is_locked(place))
		return 1u << PD_BY_LOCK;
	return place->comm ? 1u << PD_BY_COMM : 0;
}

unsigned int pd_usual_by(const struct pd_profiles *profiles)
{
	unsigned int by = 0;

	for (size_t i = 0; i < profiles->n; i++)
		for (size_t k = 0; k < profiles->profile[i].n_cells; k++) {
			const struct pd_place *place = &profiles->profile[i].cell[k].place;

			if (place->leaf && !is_locked(place))
				return PD_USUAL_BY;
			if (!place->leaf)
				by |= what_of(place);
		}
	return by ? by : PD_USUAL_BY;
}

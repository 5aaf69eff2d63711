/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling.h - how far counting hits alone can put the shares of single profiles apart */
#ifndef DIFF_SAMPLING_H
#define DIFF_SAMPLING_H

#include "diff/costs.h"

/*
 * The share of @row on side @head less that in the base, with the interval of sampling
 * error alone: nothing of what differs from run to run is in it. @exact is that of
 * pd_unreplicated(); where a list is cut the interval holds all that the row may be
 * there, and there is no point. NaN where hits are not known.
 */
struct pd_estimate pd_sampling_share(const struct pd_costs *c, size_t row, size_t head,
				     const struct pd_estimate *exact, double level);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edivisive.h - the energy of one cut, for who has its distances */
#ifndef STAT_EDIVISIVE_H
#define STAT_EDIVISIVE_H

/*
 * Of @k values before the cut and @l behind it, both at least 2: sums of distances of all
 * pairs within the @left ones, within the @right ones, and @between them.
 */
double pd_edivisive_at(double k, double l, double left, double right, double between);

#endif

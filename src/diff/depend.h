/* SPDX-License-Identifier: GPL-3.0-or-later */
/* depend.h - runs that depend on each other are worth fewer than they are */
#ifndef DIFF_DEPEND_H
#define DIFF_DEPEND_H

#include "diff/method.h"

/* Does a check say that runs of a side depend on each other? */
static inline bool pd_depend_is_found(const struct pd_qualities *x, const struct pd_qualities *y)
{
	return (x->found | y->found) & PD_QUALITY_DEPENDENT;
}

/*
 * Lets p of @f grow, and its intervals widen, and sets the caveat; estimates stay. Where
 * runs drift or step, p is that of a change beside a steady drift, whichever side came
 * first (pd_dependent_fit()); where they resemble the one before, with no drift or beside
 * it, p and intervals are those of as few runs as they are worth (pd_dependent()). Drifts of
 * runs whose order is known are left to pd_sequence_may_be_drift().
 * @ret_worth: how many independent runs either side is worth, base first; left
 * alone where only a drift was allowed for
 */
void pd_depend(const struct pd_question *q, const struct pd_qualities *x,
	       const struct pd_qualities *y, bool order_known, struct pd_finding *f,
	       double ret_worth[2]);

#endif

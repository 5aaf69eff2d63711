/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asked.h - what both scales share of the methods that decide only if they are asked for */
#ifndef DIFF_ASKED_H
#define DIFF_ASKED_H

#include "diff/method.h"

/* Ten runs a side, and sides that overlap: else Brunner and Munzel's test does not hold. */
bool pd_asked_brunner_fits(const struct pd_question *q);
int pd_asked_brunner(const struct pd_question *q, struct pd_finding *ret);

/* Whether dealing out the runs anew, as often as it is done, can give a p of q->reach. */
bool pd_asked_permutation_fits(const struct pd_question *q);
int pd_asked_permutation(const struct pd_question *q, struct pd_finding *ret);

#endif

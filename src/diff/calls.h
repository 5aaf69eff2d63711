/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calls.h - a changed symbol, taken apart into those it calls and those that call it */
#ifndef DIFF_CALLS_H
#define DIFF_CALLS_H

#include "diff/costs.h"

/*
 * Fills section->call for symbols whose inclusive cost changed most: those that
 * have a verdict or are candidates, and those above them. Needs profiles with
 * chains; without there are none.
 */
void pd_calls(struct pd_fold *fold, const struct pd_costs *c, struct pd_delta_section *section);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moved.h - code that moved from one symbol to another and costs what it did */
#ifndef DIFF_MOVED_H
#define DIFF_MOVED_H

#include "diff/costs.h"

/*
 * Fills section->moved. Two kinds: raw names that fold to one row (key_compare and
 * key_compare.part.0), and rows that call each other or share a caller, where
 * one falls, the other rises, and together they change by less than a tenth of
 * either. Rows of the section that are in a hint get its caveat.
 */
void pd_moved(struct pd_fold *fold, struct pd_costs *c, struct pd_delta_section *section);

#endif

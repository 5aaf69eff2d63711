/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hits_merge.h - the profiles of one file after the other become those of a command */
#ifndef READ_HITS_MERGE_H
#define READ_HITS_MERGE_H

#include "model/profile_set.h"
#include "read/merge.h"

struct pd_hits;

/*
 * Appends the profiles that @h holds, in order. A titled profile is the run of a
 * side of that name; one without a title, or a single one of an operand whose
 * side was given, belongs to the operand's.
 * Return: 0; PD_EUSAGE if the file names sides and the operand another one, PD_ELIMIT
 * if there are more than 65535 sides; with one error reported.
 */
int pd_hits_merge(struct pd_hits *h, struct pd_ctx *ctx, struct pd_profile_set *set,
		  const struct pd_merge_target *target) PD_MUST_USE;

/* The number of a side, made if it is new; PD_ELIMIT with an error about @source if it is one too many. */
int pd_hits_merge_side(struct pd_ctx *ctx, struct pd_profile_set *set, pd_id side,
		       struct pd_str source, uint16_t *ret) PD_MUST_USE;

#endif

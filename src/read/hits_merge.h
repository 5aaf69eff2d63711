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
 * Return: 0, or PD_EUSAGE if the file names sides and the operand another one.
 */
int pd_hits_merge(struct pd_hits *h, struct pd_ctx *ctx, struct pd_profile_set *set,
		  const struct pd_merge_target *target) PD_MUST_USE;

#endif

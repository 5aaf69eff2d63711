/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_unify.h - weights of one event are in one unit in all profiles */
#ifndef MODEL_PROFILE_UNIFY_H
#define MODEL_PROFILE_UNIFY_H

#include <perfdelta/profile.h>

struct pd_ctx;

/*
 * Folded stacks may have counts with decimals, kept in parts of one. Where other profiles
 * have whole numbers, theirs become as many parts, and a note says so.
 *
 * Return: PD_OK; PD_ELIMIT, with one error, where a weight is too large for that.
 */
int pd_profile_unify(struct pd_ctx *ctx, struct pd_profiles *all) PD_MUST_USE;

#endif

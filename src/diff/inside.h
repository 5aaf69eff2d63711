/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside.h - which functions without an object are inside the kernel, as their chains tell */
#ifndef DIFF_INSIDE_H
#define DIFF_INSIDE_H

#include <perfdelta/ctx.h>
#include <perfdelta/profile.h>

/*
 * For each frame whether it is a function of the kernel although no source names its object.
 *
 * It is if pd_entry_is_kernel() says so of its name, if it is idle, or if in some chain it stands below one that
 * is. It is not if in some chain, with no such name between, it stands below a function that makes
 * a system call, or that a program starts with: then it is a program's, or both have one of that
 * name. Chains of all profiles count, and frames without a name say nothing.
 *
 * Return: [n_frames], owned by @ctx. Cost: O(frames + edges).
 */
const bool *pd_inside(struct pd_ctx *ctx, const struct pd_profiles *profiles);

#endif

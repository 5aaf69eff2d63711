/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers.h - whether both sides mean the same frame by the caller of a lock */
#ifndef DIFF_CALLERS_H
#define DIFF_CALLERS_H

#include "diff/fold.h"

/*
 * Warns if a head and the base have hardly a caller in common in @event, the
 * waiting of perf lock contention: then two versions of perf recorded them, and
 * what locks were named by them is in doubt however rows are told apart.
 */
void pd_callers_check(struct pd_fold *fold, uint32_t event);

/*
 * Notes, if releases are to be charged to their callers, that there are releases of which no
 * profile tells a caller: all of them stay where they are, in rows and in what calls are split into.
 */
void pd_callers_check_charged(struct pd_fold *fold);

#endif

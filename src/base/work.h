/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * work.h - the same thing done to many items by several threads
 *
 * Items are taken in any order, so a result may only depend on its item: write
 * it to slot @item and merge afterwards, in order.
 */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stddef.h>

/* No more threads than this, whatever is asked for: -j says so, too. */
enum { PD_WORK_MAX = 256 };

/* @worker is 0 .. n_workers - 1: an index for scratch that is not shared. */
typedef void pd_work_fn(void *arg, size_t item, unsigned int worker);

/* The number of processors this process may use, at least 1. */
unsigned int pd_work_processors(void);

/*
 * Calls @fn for items 0 .. n_items - 1 and returns when all are done. Uses at
 * most @n_workers threads, the caller's among them; fewer if the system gives
 * fewer.
 */
void pd_work_run(unsigned int n_workers, size_t n_items, pd_work_fn *fn, void *arg);

#endif

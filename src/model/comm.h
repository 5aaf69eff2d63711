/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comm.h - names of threads: one for all kernel threads of a kind */
#ifndef MODEL_COMM_H
#define MODEL_COMM_H

#include <perfdelta/base.h>

/*
 * The kind of a kernel thread that exists once for each processor, device or
 * work queue: `kworker/0:1-events` is kworker, `swapper/12` is swapper, `kswapd0` is
 * kswapd. Any other name is as it was. Borrowed from @comm.
 */
struct pd_str pd_comm_fold(struct pd_str comm);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranked.h - what is asked of the order of a series whose ranks are known already */
#ifndef STAT_RANKED_H
#define STAT_RANKED_H

#include <stdint.h>

#include <perfdelta/stat_quality.h>

/* @rank: of pd_rank_all(); else as their namesakes, which rank the values first. */
struct pd_autocorr pd_autocorr_ranked(const int32_t *rank, size_t n);
struct pd_kendall pd_kendall_ranked(const int32_t *rank, const double *sorted, size_t n,
				    struct pd_scratch *s);
struct pd_step pd_step_ranked(const double *v, const double *sorted, const int32_t *rank, size_t n,
			      struct pd_scratch *s);

#endif

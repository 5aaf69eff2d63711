/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/scratch.h"
#include "stat/select.h"

#include <perfdelta/stat_history.h>

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST = 400 };

/* h + 1 of 200 is below 0.01 for h = 0 alone, so one shuffled series as good is enough. */
#define LEAST_P 0.005

static double median_of(const double *v, size_t n, struct pd_scratch *s)
{
	double *copy = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n);

	memcpy(copy, v, n * sizeof(*v));
	return pd_select_median(copy, n);
}

struct pd_step pd_step(const double *v, size_t n, uint64_t seed, struct pd_scratch *s)
{
	const struct pd_edivisive_how how = {.p_max = LEAST_P, .seed = seed};
	size_t block = (n + MOST - 1) / MOST, n_blocks = n / block;
	struct pd_step step = {0, nan(""), nan(""), nan("")};
	struct pd_split split;
	double *medians;

	assert(n > 0);

	if (block == 1) {
		split = pd_edivisive_split(v, n, &how, s);
	} else {
		medians = pd_scratch_array(s, PD_SCRATCH_THINNED, double, n_blocks);
		for (size_t i = 0; i < n_blocks; i++)
			medians[i] = median_of(v + i * block, block, s);
		split = pd_edivisive_split(medians, n_blocks, &how, s);
	}
	if (!split.at)
		return step;
	step.at = split.at * block;
	step.p = split.p;
	step.before = median_of(v, step.at, s);
	step.after = median_of(v + step.at, n - step.at, s);
	return step;
}

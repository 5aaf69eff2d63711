/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/iterations.h"

#include "base/arena.h"
#include "stat/select.h"

#include <stdlib.h>
#include <string.h>

#include <perfdelta/stat_quality.h>

enum { FEWEST = 10 };

struct runs {
	const double *v;
	const uint32_t *count;
	size_t n, n_values, shortest, longest;
};

static struct runs runs_of(const double *v, const uint32_t *count, size_t n)
{
	struct runs r = {v, count, n, 0, count[0], 0};

	for (size_t i = 0; i < n; i++) {
		r.n_values += count[i];
		r.shortest = count[i] < r.shortest ? count[i] : r.shortest;
		r.longest = count[i] > r.longest ? count[i] : r.longest;
	}
	return r;
}

static double median_of(const double *v, size_t n, double *work)
{
	memcpy(work, v, n * sizeof(*v));
	return pd_select_median(work, n);
}

/* Levels of runs differ: times by a factor, what can be 0 or below by a difference. */
static bool has_ratios(const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(v[i] > 0))
			return false;
	return true;
}

/* @level: double[n]; @work: as long as the longest run, and as there are runs. */
static void fill_profile(const struct runs *r, double *level, double *work, double *profile)
{
	bool ratios = has_ratios(r->v, r->n_values);

	for (size_t i = 0, at = 0; i < r->n; at += r->count[i++])
		level[i] = median_of(r->v + at, r->count[i], work);
	for (size_t k = 0; k < r->shortest; k++) {
		for (size_t i = 0, at = 0; i < r->n; at += r->count[i++])
			work[i] = ratios ? r->v[at + k] / level[i] : r->v[at + k] - level[i];
		profile[k] = pd_select_median(work, r->n);
	}
}

uint32_t pd_iterations_warmup(const double *v, const uint32_t *count, size_t n_runs)
{
	struct runs r = runs_of(v, count, n_runs);
	double *profile, *sorted, *level;
	size_t found;

	if (r.shortest < FEWEST)
		return 0;
	profile = calloc(2 * r.shortest + 2 * n_runs + r.longest, sizeof(*profile));
	if (!profile)
		pd_arena_out_of_memory();
	sorted = profile + r.shortest;
	level = sorted + r.shortest;
	fill_profile(&r, level, level + n_runs, profile);
	memcpy(sorted, profile, r.shortest * sizeof(*profile));
	pd_select_sort(sorted, r.shortest);
	found = pd_warmup(profile, sorted, r.shortest);
	free(profile);
	return (uint32_t)found;
}

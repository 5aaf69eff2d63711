/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/mad.h"

#include <assert.h>

enum { FEWEST = 10, LARGEST_SHARE = 5 };

/*
 * The first @w values lie on one side of the @rest, ascending, of the series;
 * @nearest is the one of them that is nearest to it.
 */
static bool is_far(double nearest, const double *rest, size_t n_rest)
{
	double centre = pd_mad_centre(rest, n_rest);
	double far = 5 * PD_MAD_TO_SD * pd_mad(rest, n_rest, centre);

	return nearest > centre ? nearest - centre > far : centre - nearest > far;
}

size_t pd_warmup(const double *v, const double *sorted, size_t n)
{
	double least = v[0], most = v[0];
	size_t w, found = 0;

	assert(n > 0);

	/*
	 * The first w are the w largest when the least of them is above the next one in
	 * order, so what is left needs no sorting of its own.
	 */
	for (w = 1; n >= FEWEST && w <= n / LARGEST_SHARE; w++) {
		least = v[w - 1] < least ? v[w - 1] : least;
		most = v[w - 1] > most ? v[w - 1] : most;
		if (least > sorted[n - w - 1] && is_far(least, sorted, n - w))
			found = w;
		if (most < sorted[w] && is_far(most, sorted + w, n - w))
			found = w;
	}
	return found;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/mad.h"

#include <assert.h>

enum { FEWEST = 8 };

struct pd_outliers pd_outliers(const double *sorted, size_t n)
{
	struct pd_outliers found = {0, 0};
	double q1, q3, centre, far;

	assert(n > 0);

	if (n < FEWEST)
		return found;
	q1 = pd_quantile(sorted, n, 0.25, 7);
	q3 = pd_quantile(sorted, n, 0.75, 7);
	centre = pd_mad_centre(sorted, n);
	far = 5 * PD_MAD_TO_SD * pd_mad(sorted, n, centre);
	/* as differences: the fences themselves may be beyond the largest double */
	while (found.n_low < n && q1 - sorted[found.n_low] > 3 * (q3 - q1) &&
	       centre - sorted[found.n_low] > far)
		found.n_low++;
	while (found.n_high < n && sorted[n - 1 - found.n_high] - q3 > 3 * (q3 - q1) &&
	       sorted[n - 1 - found.n_high] - centre > far)
		found.n_high++;
	return found;
}

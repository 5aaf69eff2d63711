/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/scratch.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>

/*
 * MAD of the logs of ascending positive values. They are taken relative to the
 * lower middle value, so that a change of unit by a power of two changes no bit.
 */
static double mad_of_logs(const double *sorted, size_t n, double *work)
{
	double pivot = sorted[(n - 1) / 2];
	double median = log1p((sorted[n / 2] - pivot) / pivot) / 2;

	for (size_t i = 0; i < n; i++) {
		double d = sorted[i] - pivot;
		double v = fabs(d) < pivot / 2 ? log1p(d / pivot) : log(sorted[i] / pivot);

		work[i] = fabs(v - median);
	}
	return pd_select_median(work, n);
}

static double mad(const double *sorted, size_t n, double *work)
{
	double median = pd_select_middle(sorted[(n - 1) / 2], sorted[n / 2]);

	for (size_t i = 0; i < n; i++)
		work[i] = fabs(sorted[i] - median);
	return pd_select_median(work, n);
}

bool pd_spread_differs(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		       struct pd_scratch *s)
{
	double *work = pd_scratch_array(s, PD_SCRATCH_VALUES, double, m > n ? m : n);
	bool positive = x_sorted[0] > 0 && y_sorted[0] > 0;
	double a, b;

	assert(m > 0 && n > 0);

	a = positive ? mad_of_logs(x_sorted, m, work) : mad(x_sorted, m, work);
	b = positive ? mad_of_logs(y_sorted, n, work) : mad(y_sorted, n, work);
	/* as products: a quotient by a MAD of 0 has no answer, 6/5 is no double */
	return a > 2 * b || b > 2 * a || 5 * m > 6 * n || 5 * n > 6 * m;
}

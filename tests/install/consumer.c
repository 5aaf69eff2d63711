/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user of the installed library writes: one include, one call. */
#include <perfdelta/perfdelta.h>

#include <stdio.h>

int main(void)
{
	const double sorted[] = {1, 2, 3, 4, 5, 6};
	struct pd_estimate e = pd_median_ci_exact(sorted, 6, 0.95);

	return printf("median %g in [%g, %g]\n", e.point, e.lo, e.hi) < 0 || e.point != 3.5;
}

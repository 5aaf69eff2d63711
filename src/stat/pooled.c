/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_many.h>

#include "stat/moments.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

/* Sums of squares stand in units of the largest series, so that none overflows. */
void pd_pooled_add(struct pd_pooled *p, const double *v, size_t n, bool of_logs)
{
	struct pd_moments mo = pd_moments_pair(v, n, v, n, of_logs);
	double ratio;

	if (n < 2)
		return;
	if (!(p->unit >= mo.unit)) {
		ratio = p->unit / mo.unit;
		p->squares *= ratio * ratio;
		p->unit = mo.unit;
	}
	ratio = mo.unit / p->unit;
	p->squares += mo.var_x * (double)(n - 1) * ratio * ratio;
	p->df += (double)(n - 1);
}

int pd_pooled_test(const struct pd_pooled *p, const struct pd_pooled_pair *pair, double level,
		   struct pd_welch *ret)
{
	struct pd_moments mo;

	assert(level > 0 && level < 1 && pair->m > 0 && pair->n > 0);

	if (!(p->squares > 0))
		return PD_EUNDEFINED;
	mo = pd_moments_pair(pair->x, pair->m, pair->y, pair->n, pair->of_logs);
	ret->diff = mo.diff * mo.unit;
	ret->df = p->df;
	ret->se = sqrt(p->squares / p->df * (1 / (double)pair->m + 1 / (double)pair->n)) * p->unit;
	ret->t = ret->diff / ret->se;
	pd_student_test(ret, level);
	return PD_OK;
}

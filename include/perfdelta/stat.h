/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat.h - statistics on plain arrays
 *
 * Pure functions: no names, no files, no I/O. Every array is double[n] of
 * finite values (pd_describe_check() is the door); passing NaN is a bug in the
 * caller. @x is the base with @m values, @y the head with @n values. A
 * parameter called sorted is ascending. docs/statistics.md says what the
 * numbers mean.
 */
#ifndef PERFDELTA_STAT_H
#define PERFDELTA_STAT_H

#include <perfdelta/base.h>
#include <perfdelta/estimate.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Working memory of one thread. It keeps the null distribution of the last
 * (m, n), so a table of equal-sized comparisons computes it once. Results
 * never depend on what a scratch was used for before.
 */
struct pd_scratch;
PD_API struct pd_scratch *pd_scratch_new(void);
PD_API void pd_scratch_free(struct pd_scratch *s);

/* ---- one series */

/* 0, PD_EEMPTY when n is 0, or PD_ENONFINITE with the index of the first bad value. */
PD_API int pd_describe_check(const double *v, size_t n, size_t *ret_index);
/* Compensated mean and corrected two-pass variance of v in measured order, n >= 1. */
PD_API struct pd_summary pd_describe(const double *v, size_t n, struct pd_scratch *s);
PD_API double pd_describe_mean(const double *v, size_t n);

/* Hyndman-Fan quantile of @type 6, 7 or 8 at probability p in [0, 1]. */
PD_API double pd_quantile(const double *sorted, size_t n, double p, int type);
PD_API double pd_quantile_hd(const double *sorted, size_t n, double p);

PD_API struct pd_estimate pd_mean_ci(const double *v, size_t n, double level);
PD_API struct pd_estimate pd_median_ci(const double *sorted, size_t n, double level);
PD_API struct pd_estimate pd_median_ci_exact(const double *sorted, size_t n, double level);

/* ---- two series */

PD_API struct pd_ranktest pd_ranktest(const double *x_sorted, size_t m, const double *y_sorted,
				      size_t n, struct pd_scratch *s);
/* The smallest two-sided p that m against n values without ties can give: 2/C(m+n, m). */
PD_API double pd_ranktest_min_p(size_t m, size_t n);
PD_API bool pd_ranktest_reaches(size_t m, size_t n, double alpha);
PD_API double pd_ranktest_min_p_tied(const double *x_sorted, size_t m, const double *y_sorted,
				     size_t n);

PD_API size_t pd_shift_rank(size_t m, size_t n, double level, struct pd_scratch *s);

PD_API void pd_shift_ratio(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			   const double *level, size_t n_levels, struct pd_scratch *s,
			   struct pd_estimate *ret);
PD_API void pd_shift_difference(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
				const double *level, size_t n_levels, struct pd_scratch *s,
				struct pd_estimate *ret);

PD_API int pd_welch(const double *x, size_t m, const double *y, size_t n, double level,
		    struct pd_welch *ret);
PD_API int pd_welch_log(const double *x, size_t m, const double *y, size_t n, double level,
			struct pd_welch *ret);
PD_API double pd_welch_tost(const struct pd_welch *w, double margin);
PD_API int pd_brunner(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		      struct pd_brunner *ret);
PD_API struct pd_effect pd_effect(const double *x_sorted, size_t m, const double *y_sorted,
				  size_t n, double level);

PD_API bool pd_spread_differs(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			      struct pd_scratch *s);
PD_API double pd_grain(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		       struct pd_scratch *s);

/* ---- many comparisons */

PD_API void pd_multiple_adjust(enum pd_adjust how, const double *p, size_t n, double *ret_adjusted);

/* ---- planning */

PD_API double pd_plan_runs(size_t n, double half_width, double effect, size_t family, double alpha);
PD_API double pd_plan_runs_same(size_t n, double half_width, double margin);
PD_API double pd_plan_detectable(double half_width);

#ifdef __cplusplus
}
#endif
#endif

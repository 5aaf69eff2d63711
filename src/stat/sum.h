/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum.h - sums that keep what rounding drops */
#ifndef STAT_SUM_H
#define STAT_SUM_H

/*
 * The rounded total and the sum of all rounding errors made on the way; zero
 * is ready to use. The error of hi + lo is of second order: n eps^2 sum|v|.
 * Source: Neumaier (1974), ZAMM 54:39, with Knuth's branch-free two-sum.
 */
struct pd_sum {
	double hi, lo;
};

static inline void pd_sum_add(struct pd_sum *s, double v)
{
	double t = s->hi + v;
	double w = t - s->hi;

	s->lo += (s->hi - (t - w)) + (v - w);
	s->hi = t;
}

static inline double pd_sum_total(const struct pd_sum *s)
{
	return s->hi + s->lo;
}

#endif

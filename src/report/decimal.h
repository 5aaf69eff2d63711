/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decimal.h - values as they are printed, and percentages that follow from the print
 *
 * A reader who recomputes a percentage from the two numbers beside it must get
 * the percentage. So the arithmetic is done in integers on the printed digits,
 * where truncation has no last-bit doubts.
 */
#ifndef REPORT_DECIMAL_H
#define REPORT_DECIMAL_H

#include "base/number.h"

/* @units / 10^@decimals; what pd_decimal_print() writes. */
struct pd_decimal {
	int64_t units;
	int decimals; /* 0 .. 9 */
	bool defined; /* false: not finite, or more digits than the arithmetic holds */
};

/*
 * How many decimals @v needs, 0 to 9: all it has if that makes no more than
 * seven digits, else as many as show five significant ones; 0 for NaN.
 */
int pd_decimal_places(double v);

/* @v as %.*f prints it; undefined from 2e14 units on. */
struct pd_decimal pd_decimal_of(double v, int decimals);

size_t pd_decimal_print(char buf[PD_NUMBER_MAX], struct pd_decimal d);

/*
 * 100 * @part / @whole with two decimals, truncated toward zero as `bc` does
 * with scale=2, or rounded half away from zero. The sign of @whole is ignored:
 * the result has the sign of @part. Undefined when @whole is 0 and @part is
 * not, or one of them is undefined; 0 of 0 is 0. Both have the same decimals.
 */
struct pd_decimal pd_decimal_percent(struct pd_decimal part, struct pd_decimal whole, bool round);

/* @a - @b, of the same number of decimals. */
struct pd_decimal pd_decimal_minus(struct pd_decimal a, struct pd_decimal b);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * figures.h - the digits of most doubles, five times as fast as printf finds them
 *
 * The value is scaled by a power of ten that is an exact double, so one rounding
 * separates it from the integer that its digits are. Where the outcome is too
 * near a half to be sure, or the range is left, the answer is 0: ask printf.
 */
#ifndef BASE_FIGURES_H
#define BASE_FIGURES_H

#include "base/number.h"

/* 10^0 .. 10^22, which are exact doubles: 5^22 < 2^53 < 5^23. */
extern const double pd_figures_power[23];

/* What printf("%.*g") writes, @digits 1 .. 12; its length, or 0. */
size_t pd_figures_general(char buf[PD_NUMBER_MAX], double v, int digits);

/* What printf("%.*f") writes, @decimals 0 .. 9; its length, or 0. */
size_t pd_figures_fixed(char buf[PD_NUMBER_MAX], double v, int decimals);

#endif

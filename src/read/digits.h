/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * digits.h - numbers of programs that print in the user's locale
 *
 * "10,000" is ten or ten thousand: only who knows how the program prints it can
 * tell. Readers that do call the one or the other; both return a literal for
 * pd_number_parse(), in @buf or @s itself, and leave what does not fit as it is,
 * so that the parser refuses it.
 */
#ifndef READ_DIGITS_H
#define READ_DIGITS_H

#include "base/number.h"

/* An integer: every separator is one of thousands. "7,273,589" and "7 273 589" are 7273589. */
struct pd_str pd_digits_count(struct pd_str s, char buf[PD_NUMBER_MAX]);

/* Printed with decimals (%f): the last comma or dot is the decimal point. "22,869600" is 22.8696. */
struct pd_str pd_digits_decimal(struct pd_str s, char buf[PD_NUMBER_MAX]);

#endif

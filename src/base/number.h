/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * number.h - text to double and back, whatever the locale is
 *
 * A decimal point is a dot. Nothing else is guessed: where a grammar has a
 * decimal comma or thousands separators, its reader rewrites them first.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <perfdelta/base.h>

enum pd_number {
	PD_NUMBER_OK,
	PD_NUMBER_BAD,   /* not a decimal number, something follows it, or more than 800 digits */
	PD_NUMBER_RANGE, /* NaN, an infinity, or a literal that no double can hold */
};

enum { PD_NUMBER_MAX = 32 }; /* bytes that any printed number fits in, with its NUL */

/*
 * The value of the literal @s times 10^@shift, correctly rounded once: "5.1"
 * with shift -3 is the double nearest to 0.0051, not 5.1 * 1e-3. The whole of
 * @s must be the number: [+-] digits [. digits] [e [+-] digits]. *ret is
 * untouched unless PD_NUMBER_OK. -0.0 comes back as 0.0.
 */
enum pd_number pd_number_parse(struct pd_str s, int shift, double *ret);

/* The whole of @s as a decimal count; false if it is not one or exceeds 2^64 - 1. */
bool pd_number_parse_u64(struct pd_str s, uint64_t *ret);

/* The shortest decimal that parses back to @v; returns its length. */
size_t pd_number_print(char buf[PD_NUMBER_MAX], double v);

/* @v with at most @digits significant digits (%g), 1 .. 17; returns its length. */
size_t pd_number_print_digits(char buf[PD_NUMBER_MAX], double v, int digits);

/*
 * @v with @decimals digits after the point (%f), 0 .. 9; returns its length.
 * Values of 1e15 and more come with six significant digits (%g) instead.
 */
size_t pd_number_print_fixed(char buf[PD_NUMBER_MAX], double v, int decimals);

#endif

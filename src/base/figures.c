/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/figures.h"

#include <math.h>
#include <string.h>

/*
 * Scaled values stay below 1e12, where a double is off by at most 2^-53 * 1e12
 * = 0.00011 after the one multiplication or division; a remainder that far
 * from a half rounds the same way as the true value.
 */
static const double most_scaled = 1e12, doubt = 1e-3;

const double pd_figures_power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
				   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
				   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* These are not exact: they only tell exponents apart. */
static const double power_down[] = {1e0,  1e-1, 1e-2, 1e-3, 1e-4, 1e-5,
				    1e-6, 1e-7, 1e-8, 1e-9, 1e-10};

enum { LEAST_EXPONENT = -10, MOST_EXPONENT = 22 };

/* @a * 10^@power as an integer; false if its last digit is in doubt. */
static bool scale(double a, int power, uint64_t *ret)
{
	double scaled = power < 0 ? a / pd_figures_power[-power] : a * pd_figures_power[power];
	double whole = floor(scaled), rest = scaled - whole;

	if (!(scaled < most_scaled) || fabs(rest - 0.5) < doubt)
		return false;
	*ret = (uint64_t)whole + (rest > 0.5);
	return true;
}

/* The largest e with 10^e <= @a; false outside the table. */
static bool exponent_of(double a, int *ret)
{
	int e = 0;

	if (!(a >= power_down[-LEAST_EXPONENT]) || a >= pd_figures_power[MOST_EXPONENT])
		return false;
	if (a >= 1)
		while (a >= pd_figures_power[e + 1])
			e++;
	else
		while (a < power_down[-e])
			e--;
	*ret = e;
	return true;
}

/* The decimal digits of @n, at least @least of them; returns how many. */
static int write_digits(char *p, uint64_t n, int least)
{
	char reversed[24];
	int n_digits = 0;

	for (; n || n_digits < least; n /= 10)
		reversed[n_digits++] = (char)('0' + n % 10);
	for (int i = 0; i < n_digits; i++)
		p[i] = reversed[n_digits - 1 - i];
	return n_digits;
}

static char *put(char *p, const char *bytes, int n)
{
	memcpy(p, bytes, (size_t)n);
	return p + n;
}

static char *put_zeros(char *p, int n)
{
	memset(p, '0', (size_t)n);
	return p + n;
}

/* d.ddde-05 */
static char *put_scientific(char *p, const char *digit, int n, int e)
{
	*p++ = digit[0];
	if (n > 1) {
		*p++ = '.';
		p = put(p, digit + 1, n - 1);
	}
	*p++ = 'e';
	*p++ = e < 0 ? '-' : '+';
	return p + write_digits(p, (uint64_t)(e < 0 ? -e : e), 2);
}

/* 1234, 12.34, 0.001234 */
static char *put_positional(char *p, const char *digit, int n, int e)
{
	if (e < 0) {
		p = put(p, "0.", 2);
		p = put_zeros(p, -e - 1);
		return put(p, digit, n);
	}
	if (n <= e + 1) {
		p = put(p, digit, n);
		return put_zeros(p, e + 1 - n);
	}
	p = put(p, digit, e + 1);
	*p++ = '.';
	return put(p, digit + e + 1, n - e - 1);
}

size_t pd_figures_general(char buf[PD_NUMBER_MAX], double v, int digits)
{
	char digit[24], *p = buf;
	uint64_t whole;
	int e, n;

	if (digits > 12 || !exponent_of(fabs(v), &e) || !scale(fabs(v), digits - 1 - e, &whole))
		return 0;
	n = write_digits(digit, whole, 1);
	e += n - digits; /* rounded up to the next power of ten, or not quite at this one */
	while (n > 1 && digit[n - 1] == '0')
		n--;
	if (v < 0)
		*p++ = '-';
	if (e < -4 || e >= digits)
		p = put_scientific(p, digit, n, e);
	else
		p = put_positional(p, digit, n, e);
	*p = '\0';
	return (size_t)(p - buf);
}

size_t pd_figures_fixed(char buf[PD_NUMBER_MAX], double v, int decimals)
{
	char digit[24], *p = buf;
	uint64_t whole;
	int n;

	if (!(fabs(v) < most_scaled) || !scale(fabs(v), decimals, &whole))
		return 0;
	n = write_digits(digit, whole, decimals + 1);
	if (signbit(v))
		*p++ = '-';
	p = put(p, digit, n - decimals);
	if (decimals) {
		*p++ = '.';
		p = put(p, digit + n - decimals, decimals);
	}
	*p = '\0';
	return (size_t)(p - buf);
}

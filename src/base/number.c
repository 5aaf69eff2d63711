/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

#include "base/figures.h"
#include "base/str.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_EXPONENT = 100000, MAX_LITERAL = 800 };

struct literal {
	bool negative;
	uint64_t mantissa; /* the first 19 significant digits */
	int n_digits;      /* significant digits seen; mantissa is exact up to 19 */
	int exponent;      /* of the mantissa's last digit */
};

/* Of "C" the library has one object for all: it is neither made here nor to be freed. */
static locale_t c_locale(void)
{
	return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void add_digit(struct literal *l, char c)
{
	if (l->n_digits < 19) {
		l->mantissa = l->mantissa * 10 + (uint64_t)(c - '0');
		l->n_digits += l->mantissa != 0;
	} else {
		l->n_digits = l->n_digits < MAX_EXPONENT ? l->n_digits + 1 : l->n_digits;
		l->exponent++;
	}
}

/* Eats "digits[.digits]"; false if there is no digit at all. */
static bool scan_mantissa(struct pd_str *s, struct literal *l)
{
	size_t i = 0, seen = 0;

	for (; i < s->n && is_digit(s->p[i]); i++, seen++)
		add_digit(l, s->p[i]);
	if (i < s->n && s->p[i] == '.') {
		for (i++; i < s->n && is_digit(s->p[i]); i++, seen++) {
			add_digit(l, s->p[i]);
			l->exponent--;
		}
	}
	*s = pd_str_skip(*s, i);
	return seen > 0;
}

/* Eats "e[+-]digits" if it is there; false if what is there is broken. */
static bool scan_exponent(struct pd_str *s, struct literal *l)
{
	bool negative = false;
	int e = 0;

	if (!s->n || (s->p[0] != 'e' && s->p[0] != 'E'))
		return true;
	*s = pd_str_skip(*s, 1);
	if (s->n && (s->p[0] == '-' || s->p[0] == '+')) {
		negative = s->p[0] == '-';
		*s = pd_str_skip(*s, 1);
	}
	if (!s->n || !is_digit(s->p[0]))
		return false;
	for (; s->n && is_digit(s->p[0]); *s = pd_str_skip(*s, 1))
		if (e < MAX_EXPONENT)
			e = e * 10 + (s->p[0] - '0');
	l->exponent += negative ? -e : e;
	return true;
}

/* Is @s the lower-case @word, in any case? ASCII only: strcasecmp() would ask the locale. */
static bool is_word(struct pd_str s, struct pd_str word)
{
	if (s.n != word.n)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] | ' ') != word.p[i])
			return false;
	return true;
}

static bool is_nonfinite_word(struct pd_str s)
{
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		s = pd_str_skip(s, 1);
	return is_word(s, PD_STR("nan")) || is_word(s, PD_STR("inf")) ||
	       is_word(s, PD_STR("infinity"));
}

/*
 * Literals outside the exact range go to the C library, which rounds
 * correctly: the mantissa as it was written, its exponent moved by @shift.
 */
static double convert_slowly(struct pd_str mantissa, int exponent)
{
	char buf[MAX_LITERAL + 32];
	size_t n = mantissa.n < MAX_LITERAL ? mantissa.n : MAX_LITERAL;

	memcpy(buf, mantissa.p, n);
	(void)snprintf(buf + n, sizeof(buf) - n, "e%d", exponent);
	return strtod_l(buf, NULL, c_locale());
}

static bool convert_exactly(const struct literal *l, int exponent, double *ret)
{
	double v = (double)l->mantissa;

	if (l->mantissa > (UINT64_C(1) << 53) || l->n_digits > 19 || exponent < -22 ||
	    exponent > 22)
		return false;
	/* One rounding: both operands are exact. */
	*ret = exponent < 0 ? v / pd_figures_power[-exponent] : v * pd_figures_power[exponent];
	return true;
}

enum pd_number pd_number_parse(struct pd_str s, int shift, double *ret)
{
	struct literal l = {0};
	struct pd_str rest = s, mantissa;
	double v;
	int written_exponent;

	if (rest.n && (rest.p[0] == '-' || rest.p[0] == '+')) {
		l.negative = rest.p[0] == '-';
		rest = pd_str_skip(rest, 1);
	}
	mantissa = rest;
	if (!scan_mantissa(&rest, &l))
		return is_nonfinite_word(s) ? PD_NUMBER_RANGE : PD_NUMBER_BAD;
	mantissa.n -= rest.n;
	written_exponent = l.exponent;
	if (!scan_exponent(&rest, &l) || rest.n)
		return PD_NUMBER_BAD;
	if (mantissa.n > MAX_LITERAL)
		return PD_NUMBER_BAD;

	if (!convert_exactly(&l, l.exponent + shift, &v))
		v = convert_slowly(mantissa, l.exponent - written_exponent + shift);
	if (!isfinite(v) || (v == 0 && l.mantissa))
		return PD_NUMBER_RANGE;
	*ret = l.negative && v != 0 ? -v : v;
	return PD_NUMBER_OK;
}

bool pd_number_parse_u64(struct pd_str s, uint64_t *ret)
{
	uint64_t v = 0;

	if (!s.n)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		uint64_t digit = (uint64_t)(s.p[i] - '0');

		if (!is_digit(s.p[i]) || v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*ret = v;
	return true;
}

/* snprintf in the C locale. */
static size_t PD_PRINTF(2, 3) print(char buf[PD_NUMBER_MAX], const char *fmt, ...)
{
	locale_t before = uselocale(c_locale());
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(buf, PD_NUMBER_MAX, fmt, args);
	va_end(args);
	(void)uselocale(before);
	return (size_t)n;
}

size_t pd_number_print_digits(char buf[PD_NUMBER_MAX], double v, int digits)
{
	size_t n = pd_figures_general(buf, v, digits);

	return n ? n : print(buf, "%.*g", digits, v);
}

size_t pd_number_print_fixed(char buf[PD_NUMBER_MAX], double v, int decimals)
{
	size_t n = pd_figures_fixed(buf, v, decimals);

	if (n)
		return n;
	if (!(fabs(v) < 1e15))
		return print(buf, "%.6g", v);
	return print(buf, "%.*f", decimals, v);
}

size_t pd_number_print(char buf[PD_NUMBER_MAX], double v)
{
	double back;
	size_t n = 0;

	/* Below the normal doubles fewer than 15 digits can be enough. */
	for (int digits = fabs(v) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
		n = pd_number_print_digits(buf, v, digits);
		if (pd_number_parse((struct pd_str){buf, n}, 0, &back) == PD_NUMBER_OK && back == v)
			break;
	}
	return n;
}

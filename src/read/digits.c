/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/digits.h"

#include "base/str.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The separators of thousands in glibc's locales: comma, dot, blank (U+00A0 and
 * U+202F have become one), apostrophe, and U+2019 of Switzerland.
 */
static struct pd_str separator_at(struct pd_str s)
{
	static const char *const separators[] = {",", ".", " ", "'", "\342\200\231"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(separators); i++)
		if (pd_str_starts(s, pd_str_of(separators[i])))
			return (struct pd_str){s.p, strlen(separators[i])};
	return (struct pd_str){s.p, 0};
}

/* The digits of @s without separators behind *n bytes of @buf; false if the groups are odd. */
static bool copy_groups(struct pd_str s, char *buf, size_t *n, struct pd_str *ret_separator)
{
	struct pd_str separator = PD_STR("");
	size_t in_group = 0;

	for (; s.n; s = pd_str_skip(s, 1)) {
		struct pd_str here = separator_at(s);

		if (is_digit(s.p[0]) && *n < PD_NUMBER_MAX - 1) {
			buf[(*n)++] = s.p[0];
			in_group++;
			continue;
		}
		if (!here.n || !in_group || in_group > 3 || (separator.n && in_group != 3) ||
		    (separator.n && !pd_str_eq(separator, here)))
			return false;
		separator = here;
		in_group = 0;
		s = pd_str_skip(s, here.n - 1);
	}
	*ret_separator = separator;
	return separator.n ? in_group == 3 : in_group > 0;
}

static size_t copy_sign(struct pd_str *s, char *buf)
{
	if (!s->n || (s->p[0] != '-' && s->p[0] != '+'))
		return 0;
	buf[0] = s->p[0];
	*s = pd_str_skip(*s, 1);
	return 1;
}

struct pd_str pd_digits_count(struct pd_str s, char buf[PD_NUMBER_MAX])
{
	struct pd_str rest = s, separator;
	size_t n = copy_sign(&rest, buf);

	if (!copy_groups(rest, buf, &n, &separator) || !separator.n)
		return s;
	return (struct pd_str){buf, n};
}

struct pd_str pd_digits_decimal(struct pd_str s, char buf[PD_NUMBER_MAX])
{
	struct pd_str whole = s, fraction, separator;
	size_t n = copy_sign(&whole, buf), at = whole.n;

	while (at && whole.p[at - 1] != ',' && whole.p[at - 1] != '.')
		at--;
	if (!at || whole.n - at > PD_NUMBER_MAX / 2)
		return s;
	fraction = pd_str_skip(whole, at);
	whole.n = at - 1;
	if (!copy_groups(whole, buf, &n, &separator) || n + 1 + fraction.n > PD_NUMBER_MAX)
		return s;
	if (separator.n && separator.p[0] == whole.p[whole.n])
		return s;
	buf[n++] = '.';
	for (size_t i = 0; i < fraction.n; i++) {
		if (!is_digit(fraction.p[i]))
			return s;
		buf[n++] = fraction.p[i];
	}
	return fraction.n ? (struct pd_str){buf, n} : s;
}

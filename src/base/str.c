/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"

struct pd_str pd_str_trim(struct pd_str s)
{
	while (s.n && pd_str_is_blank(s.p[0]))
		s = pd_str_skip(s, 1);
	while (s.n && pd_str_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

bool pd_str_eat(struct pd_str *s, struct pd_str prefix)
{
	if (!pd_str_starts(*s, prefix))
		return false;
	*s = pd_str_skip(*s, prefix.n);
	return true;
}

struct pd_str pd_str_word(struct pd_str *s)
{
	struct pd_str word;
	size_t i = 0;

	while (i < s->n && pd_str_is_blank(s->p[i]))
		i++;
	word = pd_str_skip(*s, i);
	for (i = 0; i < word.n && !pd_str_is_blank(word.p[i]); i++)
		;
	*s = pd_str_skip(word, i);
	word.n = i;
	return word;
}

struct pd_str pd_str_last_word(struct pd_str *s)
{
	struct pd_str word;

	*s = pd_str_trim(*s);
	word = pd_str_skip(*s, s->n);
	while (s->n && !pd_str_is_blank(s->p[s->n - 1])) {
		s->n--;
		word.p = s->p + s->n;
		word.n++;
	}
	return word;
}

struct pd_str pd_str_cut(struct pd_str *s, char sep)
{
	const char *at = s->n ? memchr(s->p, sep, s->n) : NULL;
	struct pd_str head = *s;

	if (!at) {
		*s = pd_str_skip(*s, s->n);
		return head;
	}
	head.n = (size_t)(at - s->p);
	*s = pd_str_skip(*s, head.n + 1);
	return head;
}

size_t pd_str_find(struct pd_str s, struct pd_str needle)
{
	const char *at;

	if (!needle.n)
		return 0;
	if (!s.n)
		return s.n;
	at = memmem(s.p, s.n, needle.p, needle.n);
	return at ? (size_t)(at - s.p) : s.n;
}

int pd_str_cmp(struct pd_str a, struct pd_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int d = n ? memcmp(a.p, b.p, n) : 0;

	return d ? d : (a.n > b.n) - (a.n < b.n);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The digits at the front of *s without leading zeros, *s moved past them. */
static struct pd_str take_digits(struct pd_str *s)
{
	struct pd_str d;

	while (s->n > 1 && s->p[0] == '0' && is_digit(s->p[1]))
		*s = pd_str_skip(*s, 1);
	d = (struct pd_str){s->p, 0};
	while (d.n < s->n && is_digit(s->p[d.n]))
		d.n++;
	*s = pd_str_skip(*s, d.n);
	return d;
}

int pd_str_natural_cmp(struct pd_str a, struct pd_str b)
{
	const struct pd_str whole_a = a, whole_b = b;

	while (a.n && b.n) {
		if (is_digit(a.p[0]) && is_digit(b.p[0])) {
			struct pd_str x = take_digits(&a), y = take_digits(&b);
			int d = x.n != y.n ? (x.n > y.n) - (x.n < y.n) : pd_str_cmp(x, y);

			if (d)
				return d;
		} else if (a.p[0] != b.p[0]) {
			return (unsigned char)a.p[0] < (unsigned char)b.p[0] ? -1 : 1;
		} else {
			a = pd_str_skip(a, 1);
			b = pd_str_skip(b, 1);
		}
	}
	if (a.n || b.n)
		return a.n ? 1 : -1;
	return pd_str_cmp(whole_a, whole_b); /* 01 and 1 differ: the order stays total */
}

/* One [set] of a pattern: true if it holds @c; *p moved past the closing bracket. */
static bool glob_set(struct pd_str *p, char c)
{
	bool negate = pd_str_eat(p, PD_STR("!")), hit = false;

	do {
		char lo = p->p[0], hi = lo;

		*p = pd_str_skip(*p, 1);
		if (p->n > 1 && p->p[0] == '-' && p->p[1] != ']') {
			hi = p->p[1];
			*p = pd_str_skip(*p, 2);
		}
		hit |= (unsigned char)lo <= (unsigned char)c &&
		       (unsigned char)c <= (unsigned char)hi;
	} while (p->n && p->p[0] != ']');
	*p = pd_str_skip(*p, 1);
	return hit != negate;
}

/* True if the first element of *p matches @c; *p moved past that element. */
static bool glob_one(struct pd_str *p, char c)
{
	char first = p->p[0];

	if (first == '[' && p->n > 2 && memchr(p->p + 2, ']', p->n - 2)) {
		*p = pd_str_skip(*p, 1);
		return glob_set(p, c);
	}
	*p = pd_str_skip(*p, 1);
	return first == '?' || first == c;
}

/* Only the last star is ever tried again, so the cost is at most |pattern| * |s|. */
bool pd_str_glob(struct pd_str pattern, struct pd_str s)
{
	struct pd_str star = {NULL, 0}, resume = s;

	while (s.n) {
		struct pd_str p = pattern;

		if (p.n && p.p[0] == '*') {
			pattern = star = pd_str_skip(p, 1);
			resume = s;
		} else if (p.n && glob_one(&p, s.p[0])) {
			pattern = p;
			s = pd_str_skip(s, 1);
		} else if (star.p) {
			pattern = star;
			s = resume = pd_str_skip(resume, 1);
		} else {
			return false;
		}
	}
	while (pattern.n && pattern.p[0] == '*')
		pattern = pd_str_skip(pattern, 1);
	return pattern.n == 0;
}

/* Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte. */
static bool second_byte_fits(unsigned char first, unsigned char second)
{
	unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
	unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;

	return second >= least && second <= most;
}

size_t pd_str_utf8(struct pd_str s)
{
	unsigned char c = (unsigned char)s.p[0];
	size_t n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;

	if (c < 0x80)
		return 1;
	if (c < 0xc2 || c > 0xf4 || s.n < n || !second_byte_fits(c, (unsigned char)s.p[1]))
		return 0;
	for (size_t i = 2; i < n; i++)
		if (((unsigned char)s.p[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

size_t pd_str_control(struct pd_str s)
{
	unsigned char c = (unsigned char)s.p[0], last;
	size_t n = pd_str_utf8(s);

	if (c < ' ' || c == 0x7f)
		return 1;
	if (!n)
		return c >= 0x80 && c < 0xa0;
	last = (unsigned char)s.p[n - 1];
	if ((n == 2 && c == 0xc2 && last < 0xa0) ||
	    (pd_str_starts(s, PD_STR("\342\200")) && last >= 0xa8 && last <= 0xae) ||
	    (pd_str_starts(s, PD_STR("\342\201")) && last >= 0xa6 && last <= 0xa9))
		return n;
	return 0;
}

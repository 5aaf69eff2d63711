/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * str.h - borrowed slices of text: compare, trim, take apart
 *
 * Nothing here allocates or looks at the locale: a blank is a space or a tab.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <perfdelta/base.h>

#include <string.h>

#define PD_STR(literal)  ((struct pd_str){(literal), sizeof(literal) - 1})
#define PD_FMT(s)        (int)(s).n, (s).p /* for "%.*s" */
#define PD_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static inline struct pd_str pd_str_of(const char *text)
{
	return (struct pd_str){text, strlen(text)};
}

static inline bool pd_str_eq(struct pd_str a, struct pd_str b)
{
	return a.n == b.n && (a.n == 0 || !memcmp(a.p, b.p, a.n));
}

static inline bool pd_str_starts(struct pd_str s, struct pd_str prefix)
{
	return s.n >= prefix.n && !memcmp(s.p, prefix.p, prefix.n);
}

static inline bool pd_str_ends(struct pd_str s, struct pd_str suffix)
{
	return s.n >= suffix.n && !memcmp(s.p + s.n - suffix.n, suffix.p, suffix.n);
}

/* @s without its first @n bytes; empty when it has no more than that. */
static inline struct pd_str pd_str_skip(struct pd_str s, size_t n)
{
	if (n > s.n)
		n = s.n;
	return n ? (struct pd_str){s.p + n, s.n - n} : s; /* NULL + 0 is undefined */
}

static inline bool pd_str_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct pd_str pd_str_trim(struct pd_str s);

/* True and *s moved past @prefix if *s starts with it; else *s is as before. */
bool pd_str_eat(struct pd_str *s, struct pd_str prefix);

/* The next run of non-blanks, *s moved past it; empty at the end. */
struct pd_str pd_str_word(struct pd_str *s);

/* The last run of non-blanks, *s ended before it; empty at the end. */
struct pd_str pd_str_last_word(struct pd_str *s);

/* What stands before the first @sep, *s moved past it; all of *s if there is none. */
struct pd_str pd_str_cut(struct pd_str *s, char sep);

/* Where @needle starts in @s, or @s.n if it does not occur. */
size_t pd_str_find(struct pd_str s, struct pd_str needle);

static inline bool pd_str_has(struct pd_str s, struct pd_str needle)
{
	return pd_str_find(s, needle) < s.n;
}

/* Bytewise order; a prefix comes first. */
int pd_str_cmp(struct pd_str a, struct pd_str b);

/* Order in which people count: runs of digits compare as numbers (run-2 < run-10). */
int pd_str_natural_cmp(struct pd_str a, struct pd_str b);

/* The length of the UTF-8 sequence at the front of @s, which is not empty; 0 if it is none. */
size_t pd_str_utf8(struct pd_str s);

/*
 * The length of what would steer a terminal at the front of @s, which is not
 * empty; 0 for all else. That is C0, DEL and C1, separators of lines and
 * paragraphs (U+2028, U+2029), and the marks that turn the order of the text
 * behind them around (U+202A to U+202E, U+2066 to U+2069). A byte that is no
 * UTF-8 counts as Latin-1.
 */
size_t pd_str_control(struct pd_str s);

/* Shell-like pattern: * any bytes, ? one byte, [abc], [a-z], [!a]; the whole of @s. */
bool pd_str_glob(struct pd_str pattern, struct pd_str s);

#endif

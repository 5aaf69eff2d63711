/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/phrase.h"

#include "base/str.h"

#include <assert.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Does @s start with @literal? *ret_n: how much of @s that took. */
static bool starts(struct pd_str s, struct pd_str literal, size_t *ret_n)
{
	size_t at = 0;

	for (size_t i = 0; i < literal.n; i++, at++) {
		if (at == s.n)
			return false;
		if (literal.p[i] != ' ') {
			if (s.p[at] != literal.p[i])
				return false;
			continue;
		}
		if (!pd_str_is_blank(s.p[at]))
			return false;
		while (at + 1 < s.n && pd_str_is_blank(s.p[at + 1]))
			at++;
	}
	*ret_n = at;
	return true;
}

/* The part of *phrase before its next field, *phrase moved past it. */
static struct pd_str take_literal(struct pd_str *phrase)
{
	const char *brace = phrase->n ? memchr(phrase->p, '{', phrase->n) : NULL;
	struct pd_str literal = *phrase;

	if (brace)
		literal.n = (size_t)(brace - phrase->p);
	*phrase = pd_str_skip(*phrase, literal.n);
	return literal;
}

struct gap {
	struct pd_str literal; /* what follows it in the phrase */
	bool last;             /* nothing follows that */
	bool count;            /* a blank before a digit belongs to it: 10 000 000 */
};

/* The shortest text at the front of *s that fits. */
static bool take_text(struct pd_str *s, const struct gap *g, struct pd_str *ret_text)
{
	size_t n = 0, from = g->literal.n ? 1 : s->n;

	for (size_t i = from; i && i <= s->n; i++) {
		if (!starts(pd_str_skip(*s, i), g->literal, &n) || (g->last && i + n != s->n))
			continue;
		if (g->count && s->n - i > 1 && pd_str_is_blank(s->p[i]) && is_digit(s->p[i + 1]))
			continue;
		*ret_text = pd_str_trim((struct pd_str){s->p, i});
		*s = pd_str_skip(*s, i + n);
		return ret_text->n > 0;
	}
	return false;
}

int pd_phrase_match(const char *phrase, struct pd_str line,
		    struct pd_phrase_field ret[PD_PHRASE_FIELDS])
{
	struct pd_str rest = pd_str_of(phrase), literal = take_literal(&rest), text;
	size_t taken;
	int n = 0;

	line = line.n > PD_PHRASE_LINE ? PD_STR("") : pd_str_trim(line);
	if (!starts(line, literal, &taken))
		return -1;
	line = pd_str_skip(line, taken);
	while (rest.n) {
		struct pd_str name = pd_str_skip(pd_str_cut(&rest, '}'), 1);

		literal = take_literal(&rest);
		if (!take_text(&line,
			       &(struct gap){literal, !rest.n, pd_str_eat(&name, PD_STR("#"))},
			       &text))
			return -1;
		if (!name.n)
			continue;
		assert(n < PD_PHRASE_FIELDS);
		ret[n++] = (struct pd_phrase_field){name, text};
	}
	return line.n ? -1 : n;
}

struct pd_str pd_phrase_text(const struct pd_phrase_field *field, int n, struct pd_str name)
{
	for (int i = 0; i < n; i++)
		if (pd_str_eq(field[i].name, name))
			return field[i].text;
	return PD_STR("");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/argument.h"

#include "base/number.h"
#include "base/str.h"
#include "cli/opt.h"

#include <float.h>
#include <stdio.h>

/* "expected auto, always or never" */
static const char *expected(struct settings *s, const char *words)
{
	size_t room = sizeof("expected  or ") + 2 * strlen(words), n = 0;
	char *text = pd_ctx_alloc(s->ctx, room);
	struct pd_str rest = pd_str_of(words), word;

	while ((word = pd_str_word(&rest)).n) {
		const char *before = !n ? "expected " : pd_str_trim(rest).n ? ", " : " or ";

		n += (size_t)snprintf(text + n, room - n, "%s%.*s", before, PD_FMT(word));
	}
	return text;
}

const char *argument_choice(struct settings *s, const char *arg, const char *words,
			    unsigned int *ret)
{
	struct pd_str rest = pd_str_of(words), word;

	for (unsigned int i = 0; (word = pd_str_word(&rest)).n; i++)
		if (pd_str_eq(word, pd_str_of(arg))) {
			*ret = i;
			return NULL;
		}
	return expected(s, words);
}

bool argument_count(const char *arg, uint32_t min, uint32_t max, uint32_t *ret)
{
	uint64_t v;

	if (!pd_number_parse_u64(pd_str_of(arg), &v) || v < min || v > max)
		return false;
	*ret = (uint32_t)v;
	return true;
}

bool argument_number(const char *arg, double min, double max, double *ret)
{
	double v;

	if (pd_number_parse(pd_str_of(arg), 0, &v) != PD_NUMBER_OK || v < min || v > max)
		return false;
	*ret = v;
	return true;
}

bool argument_fraction(const char *arg, double *ret)
{
	double v;

	if (!argument_number(arg, 0, 1, &v) || v == 0 || v == 1)
		return false;
	*ret = v;
	return true;
}

const char *argument_share(const char *arg, double *ret)
{
	struct pd_str s = pd_str_of(arg);
	bool percent = s.n && s.p[s.n - 1] == '%';
	double v;

	s.n -= percent;
	if (pd_number_parse(s, percent ? -2 : 0, &v) != PD_NUMBER_OK || v < 0)
		return "expected a share, such as 2% or 0.02";
	if (!percent && v >= 1)
		return "a share of 1 or more is ambiguous: write 2% or 0.02";
	*ret = v;
	return NULL;
}

const char *argument_threshold(const char *arg, double *ret)
{
	double share;
	const char *wrong = argument_share(arg, &share);

	if (!wrong)
		*ret = share > 0 ? share : DBL_MIN;
	return wrong;
}

bool argument_size(const char *arg, uint64_t *ret)
{
	static const char units[] = "KMGT";
	struct pd_str s = pd_str_of(arg);
	const char *unit = s.n ? strchr(units, s.p[s.n - 1]) : NULL;
	unsigned int shift = unit && *unit ? 10 * (unsigned int)(unit - units + 1) : 0;
	uint64_t v;

	s.n -= shift != 0;
	if (!pd_number_parse_u64(s, &v) || v > UINT64_MAX >> shift)
		return false;
	*ret = v << shift;
	return true;
}

const char *argument_name(struct settings *s, const char *arg, argument_registry_fn *at,
			  const char *list)
{
	enum { ROOM = 160, MAX_NAMES = 256 };
	const char *word[MAX_NAMES], *name, *what, *near;
	char *text;
	size_t n = 0;

	for (size_t i = 0; at(i, &name, &what); i++) {
		if (!strcmp(name, arg))
			return NULL;
		if (n < MAX_NAMES)
			word[n++] = name;
	}
	near = opt_nearest(arg, word, n);
	text = pd_ctx_alloc(s->ctx, ROOM);
	(void)snprintf(text, ROOM, "expected a name of 'perfdelta list %s'%s%s%s", list,
		       near ? ", such as '" : "", near ? near : "", near ? "'" : "");
	return text;
}

/* A copy that may be taken apart; lives as long as the context. */
static char *copy_of(struct settings *s, const char *arg)
{
	size_t n = strlen(arg) + 1;

	return memcpy(pd_ctx_alloc(s->ctx, n), arg, n);
}

bool argument_pair(struct settings *s, const char *arg, struct pd_match *ret)
{
	char *copy = copy_of(s, arg), *eq = strchr(copy, '=');

	if (!eq || eq == copy)
		return false;
	*eq = '\0';
	*ret = (struct pd_match){copy, eq + 1};
	return true;
}

const char *argument_list(struct settings *s, const char *arg, const char **list, size_t *n)
{
	char *rest = copy_of(s, arg), *word;

	while ((word = strsep(&rest, ","))) {
		if (!*word)
			return "expected names separated by commas";
		if (*n == MAX_LIST)
			return "too many names";
		list[(*n)++] = word;
	}
	return NULL;
}

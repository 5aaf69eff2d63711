/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/subsystem.h"

#include "base/str.h"

struct row {
	const char *prefix, *group;
};

/* In bytewise order, so that the rows that fit a symbol stand before it, the longest last. */
static const struct row rows[] = {
#define PD_SUBSYSTEM(prefix, group) {prefix, group},
#include "model/subsystems.def"
#undef PD_SUBSYSTEM
};

/* The next line of *text with something to say; false at the end. *line counts all of them. */
static bool next_rule(struct pd_str *text, size_t *line, struct pd_str *ret)
{
	while (text->n) {
		*ret = pd_str_cut(text, '\n');
		++*line;
		if (pd_str_ends(*ret, PD_STR("\r")))
			ret->n--;
		*ret = pd_str_trim(*ret);
		if (ret->n && ret->p[0] != '#')
			return true;
	}
	return false;
}

static size_t count_rules(struct pd_str text)
{
	struct pd_str rule;
	size_t n = 0, line = 0;

	while (next_rule(&text, &line, &rule))
		n++;
	return n;
}

int pd_subsystem_rules_parse(struct pd_str text, struct pd_arena *arena,
			     struct pd_subsystem_rules *ret, size_t *ret_line)
{
	struct pd_subsystem_rule *v;
	struct pd_str rule, rest = text;
	size_t n = count_rules(text), line = 0, i = 0;

	v = n ? pd_arena_new(arena, struct pd_subsystem_rule,
			     n < PD_SUBSYSTEM_MAX ? n : PD_SUBSYSTEM_MAX)
	      : NULL;
	while (next_rule(&rest, &line, &rule)) {
		struct pd_str pattern = pd_str_word(&rule), group = pd_str_trim(rule);

		if (i < PD_SUBSYSTEM_MAX && group.n) {
			v[i++] = (struct pd_subsystem_rule){pattern, group};
			continue;
		}
		*ret_line = line;
		return group.n ? PD_ELIMIT : PD_EPARSE;
	}
	*ret = (struct pd_subsystem_rules){v, n};
	return 0;
}

/* How many rows are not after @symbol: any prefix of it is one of them. */
static size_t rows_up_to(struct pd_str symbol)
{
	size_t lo = 0, hi = PD_ARRAY_SIZE(rows);

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (pd_str_cmp(pd_str_of(rows[mid].prefix), symbol) <= 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The longest prefix comes last, so the first that fits on the way back is it. */
static const struct row *find(struct pd_str symbol)
{
	for (size_t i = rows_up_to(symbol); i > 0 && symbol.n; i--) {
		const struct row *row = &rows[i - 1];

		if (row->prefix[0] != symbol.p[0])
			break;
		if (pd_str_starts(symbol, pd_str_of(row->prefix)))
			return row;
	}
	return NULL;
}

/* As it is, then without the underscores that helpers of a function start with. */
static struct pd_str built_in(struct pd_str symbol, struct pd_str unknown)
{
	const struct row *row = find(symbol);

	while (!row && symbol.n && symbol.p[0] == '_') {
		symbol = pd_str_skip(symbol, 1);
		row = find(symbol);
	}
	return row ? pd_str_of(row->group) : unknown;
}

struct pd_str pd_subsystem_of(const struct pd_subsystem_rules *rules, struct pd_str symbol,
			      struct pd_dso dso)
{
	for (size_t i = 0; rules && i < rules->n; i++)
		if (pd_str_glob(rules->v[i].pattern, symbol))
			return rules->v[i].group;
	switch (dso.kind) {
	case PD_DSO_UNKNOWN:
		return PD_STR("unknown");
	case PD_DSO_KERNEL:
		return built_in(symbol, PD_STR("other"));
	case PD_DSO_MODULE:
		return built_in(symbol, dso.key);
	case PD_DSO_FILE:
		return PD_STR("user");
	case PD_DSO_JIT:
		return PD_STR("jit");
	}
	return PD_STR("unknown");
}

/* True if no earlier row is of the same group. */
static bool is_first(size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (!strcmp(rows[i].group, rows[at].group))
			return false;
	return true;
}

bool pd_subsystem_at(size_t i, struct pd_str *ret)
{
	for (size_t at = 0; at < PD_ARRAY_SIZE(rows); at++) {
		if (!is_first(at) || i--)
			continue;
		*ret = pd_str_of(rows[at].group);
		return true;
	}
	return false;
}

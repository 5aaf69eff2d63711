/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/subsystem.h"

#include "base/str.h"

/* A group and its prefixes in bytewise order, a blank before each. */
struct row {
	const char *group, *prefixes;
};

static const struct row rows[] = {
#define PD_SUBSYSTEM(group, prefixes) {group, prefixes},
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
	size_t n = count_rules(text), line = 0, i = 0;
	size_t room = n < PD_SUBSYSTEM_MAX ? n : PD_SUBSYSTEM_MAX;
	struct pd_subsystem_rule *v = pd_arena_new(arena, struct pd_subsystem_rule, room + 1);
	struct pd_str rule;

	while (next_rule(&text, &line, &rule)) {
		struct pd_str pattern = pd_str_word(&rule), group = pd_str_trim(rule);

		*ret_line = line;
		if (!group.n)
			return PD_EPARSE;
		if (i == PD_SUBSYSTEM_MAX)
			return PD_ELIMIT;
		v[i++] = (struct pd_subsystem_rule){pattern, group};
	}
	*ret = (struct pd_subsystem_rules){v, i};
	return 0;
}

/* The length of the longest prefix in @list that @symbol starts with; 0 if none. */
static size_t longest(const char *list, struct pd_str symbol)
{
	size_t best = 0;

	for (const char *end; *list; list = end) {
		size_t n;

		if (*++list > symbol.p[0])
			break;
		end = strchrnul(list, ' ');
		n = (size_t)(end - list);
		if (list[0] == symbol.p[0] && n > best && n <= symbol.n &&
		    !memcmp(list, symbol.p, n))
			best = n;
	}
	return best;
}

static const char *find(struct pd_str symbol)
{
	const char *group = NULL;
	size_t best = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(rows) && symbol.n; i++) {
		size_t n = longest(rows[i].prefixes, symbol);

		if (n > best) {
			best = n;
			group = rows[i].group;
		}
	}
	return group;
}

/* As it is, then without the underscores that helpers of a function start with. */
static struct pd_str built_in(struct pd_str symbol, struct pd_str unknown)
{
	const char *group = find(symbol);

	while (!group && symbol.n && symbol.p[0] == '_') {
		symbol = pd_str_skip(symbol, 1);
		group = find(symbol);
	}
	return group ? pd_str_of(group) : unknown;
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

bool pd_subsystem_at(size_t i, struct pd_str *ret)
{
	if (i >= PD_ARRAY_SIZE(rows))
		return false;
	*ret = pd_str_of(rows[i].group);
	return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/complete.h"

#include "base/str.h"
#include "cli/argument.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "model/codes.h"
#include "report/deltanames.h"

#include <string.h>

enum arity { ONE, LIST };
enum { MAX_WORDS = 16 };

struct values {
	const char *option;
	enum arity arity;
	argument_registry_fn *at; /* NULL: the words */
	const char *word[MAX_WORDS];
};

static const struct values values[] = {
#define PD_WORDS(option, arity, ...)     {option, arity, NULL, {__VA_ARGS__}},
#define PD_REGISTRY(option, arity, rows) {option, arity, rows, {NULL}},
#include "cli/values.def"
#undef PD_WORDS
#undef PD_REGISTRY
};

/* The word being typed: what stands fixed before its last piece, and that piece. */
struct typed {
	struct pd_out *out;
	struct pd_str fixed; /* "--fail-on=regression," */
	struct pd_str piece; /* "inc" */
};

static void offer(const struct typed *t, const char *word, const char *end, const char *what)
{
	if (!pd_str_starts(pd_str_of(word), t->piece))
		return;
	pd_out_str(t->out, t->fixed);
	pd_out_printf(t->out, "%s%s%s%s\n", word, end, *what ? "\t" : "", what);
}

static void offer_registry(const struct typed *t, argument_registry_fn *at)
{
	const char *name, *what;

	for (size_t i = 0; at(i, &name, &what); i++)
		offer(t, name, "", what);
}

/* Styles are of two kinds, and a command takes one or both. */
static void offer_styles(const struct typed *t, const struct command *c)
{
	if (c->takes & GROUP_LOOK)
		offer_registry(t, pd_report_style_at);
	else if (c->takes & GROUP_SHOW)
		offer_registry(t, pd_report_deltastyle_at);
}

/* Moves what stands before the last comma over to what is fixed. */
static void take_list(struct typed *t)
{
	size_t n = t->piece.n;

	while (n && t->piece.p[n - 1] != ',')
		n--;
	t->fixed.n += n;
	t->piece = (struct pd_str){t->piece.p + n, t->piece.n - n};
}

static void offer_dimensions(struct typed t)
{
	take_list(&t);
	for (int by = 0; by < PD_N_BY; by++)
		offer(&t, pd_deltanames_word((enum pd_by)by), "", "");
}

static void offer_values(const struct typed *t, const struct command *c,
			 const struct option_row *row)
{
	if (row->group == GROUP_STYLE)
		offer_styles(t, c);
	if (row->group == GROUP_FOLD && !strcmp(row->name, "by"))
		offer_dimensions(*t);
	for (size_t i = 0; i < PD_ARRAY_SIZE(values); i++) {
		const struct values *v = &values[i];
		struct typed last = *t;

		if (strcmp(v->option, row->name) != 0)
			continue;
		if (v->arity == LIST)
			take_list(&last);
		if (v->at)
			offer_registry(&last, v->at);
		for (size_t k = 0; k < MAX_WORDS && v->word[k]; k++)
			offer(&last, v->word[k], "", "");
	}
}

static const struct option_row *row_named(const struct command *c, struct pd_str name)
{
	for (const struct option_row *row = settings_options; row->name; row++)
		if (opt_takes(c, row) && pd_str_eq(pd_str_of(row->name), name))
			return row;
	return NULL;
}

/* The option whose value comes next after @word, "--style" or "-s"; NULL: none. */
static const struct option_row *row_awaiting(const struct command *c, const char *word)
{
	const struct option_row *row;

	if (!strncmp(word, "--", 2)) {
		row = row_named(c, pd_str_of(word + 2));
		return row && row->arg && row->arg[0] != '[' ? row : NULL;
	}
	if (word[0] != '-' || !word[1] || word[2])
		return NULL;
	for (row = settings_options; row->name; row++)
		if (row->letter == word[1] && row->arg && opt_takes(c, row))
			return row;
	return NULL;
}

static void offer_options(const struct typed *t, const struct command *c)
{
	for (const struct option_row *row = settings_options; row->name; row++)
		if (opt_takes(c, row))
			offer(t, row->name, row->arg && row->arg[0] != '[' ? "=" : "", row->help);
}

/* "--", "--st" or "--style=pl" */
static void complete_option(struct pd_out *out, const struct command *c, struct pd_str word)
{
	const char *equals = memchr(word.p, '=', word.n);
	size_t fixed = equals ? (size_t)(equals + 1 - word.p) : 2;
	struct typed t = {
		out, {word.p,         fixed         },
                 {word.p + fixed, word.n - fixed}
        };
	const struct option_row *row;

	if (!equals) {
		offer_options(&t, c);
		return;
	}
	row = row_named(c, (struct pd_str){word.p + 2, fixed - 3});
	if (row && row->arg)
		offer_values(&t, c, row);
}

static void offer_commands(const struct typed *t)
{
	const struct command *c;

	for (size_t i = 0; (c = command_at(i)); i++)
		offer(t, c->name, "", c->what);
}

/* What `list` and `help` take; the operands of others are files. */
static void offer_operands(const struct typed *t, const struct command *c)
{
	if (c->run == cmd_help)
		offer_commands(t);
	if (c->run == cmd_list)
		offer_registry(t, cmd_list_at);
}

void complete_line(struct pd_out *out, const char *const *word, size_t n)
{
	struct pd_str last = pd_str_of(word[n - 1]);
	const struct typed whole = {
		out, {last.p, 0},
                 last
        };
	const struct command *c = n > 1 ? command_find(word[0]) : NULL;
	const struct option_row *row = n > 2 && c ? row_awaiting(c, word[n - 2]) : NULL;

	if (n == 1)
		offer_commands(&whole);
	if (!c)
		return;
	if (row)
		offer_values(&whole, c, row);
	else if (last.n && last.p[0] == '-')
		complete_option(out, c, last.n > 1 ? last : PD_STR("--"));
	else
		offer_operands(&whole, c);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/opt.h"

#include "base/str.h"
#include "cli/cli.h"
#include "cli/term.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include <getopt.h>

enum { MAX_OPTIONS = 128, NO_PREFIX = 1 << 16, FIRST_ROW = 256 };

bool opt_takes(const struct command *c, const struct option_row *row)
{
	unsigned int groups = c->takes | c->beside;

	if (!(row->group & groups))
		return false;
	for (const struct option_row *r = settings_options; r != row; r++)
		if ((r->group & groups) && !strcmp(r->name, row->name))
			return false;
	return true;
}

/* A short letter with its colons, as getopt wants it. */
static size_t put_letter(char *letters, size_t n, const struct option_row *row)
{
	if (!row->letter)
		return n;
	letters[n++] = row->letter;
	if (row->arg)
		letters[n++] = ':';
	return n;
}

struct parser {
	struct option option[MAX_OPTIONS];
	char letters[MAX_OPTIONS];
	char no_name[MAX_OPTIONS][32]; /* "no-NAME" */
};

/* Row i is option value FIRST_ROW + i; its --no-NAME has NO_PREFIX added. */
static void build(const struct command *c, struct parser *p)
{
	size_t n = 0, n_letters = 0, n_no = 0;

	p->letters[n_letters++] = ':';
	for (int i = 0; settings_options[i].name; i++) {
		const struct option_row *row = &settings_options[i];
		int has_arg = !row->arg            ? no_argument
			      : row->arg[0] == '[' ? optional_argument
						   : required_argument;

		if (!opt_takes(c, row))
			continue;
		assert(n + 2 < MAX_OPTIONS && n_letters + 2 < MAX_OPTIONS);
		p->option[n++] = (struct option){row->name, has_arg, NULL, FIRST_ROW + i};
		n_letters = put_letter(p->letters, n_letters, row);
		if (row->arg || row->group == GROUP_OUTPUT)
			continue;
		(void)snprintf(p->no_name[n_no], sizeof(p->no_name[n_no]), "no-%s", row->name);
		p->option[n++] = (struct option){p->no_name[n_no++], no_argument, NULL,
						 NO_PREFIX + FIRST_ROW + i};
	}
	p->option[n] = (struct option){NULL, 0, NULL, 0};
	p->letters[n_letters] = '\0';
}

/* ---- trouble: two lines on stderr */

static size_t distance(const char *a, const char *b)
{
	size_t row[64], n = strlen(b);

	if (n >= PD_ARRAY_SIZE(row))
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < n; j++) {
			size_t best = diagonal + (a[i] != b[j]);

			diagonal = row[j + 1];
			best = row[j] + 1 < best ? row[j] + 1 : best;
			row[j + 1] = diagonal + 1 < best ? diagonal + 1 : best;
		}
	}
	return row[n];
}

const char *opt_nearest(const char *typed, const char *const *word, size_t n)
{
	const char *best = NULL;
	size_t least = strlen(typed) / 2 + 1;

	for (size_t i = 0; i < n; i++) {
		size_t d = distance(typed, word[i]);

		if (d < least) {
			least = d;
			best = word[i];
		}
	}
	return best;
}

static int usage_error(const struct command *c)
{
	(void)fprintf(stderr, "try 'perfdelta %s --help'\n", c->name);
	return -1;
}

/* "--co is ambiguous: --collapse, --color, --column" */
static bool is_ambiguous(const struct parser *p, const char *name)
{
	size_t n = 0, length = strlen(name);
	struct pd_out list;

	for (size_t i = 0; p->option[i].name; i++)
		n += !strncmp(p->option[i].name, name, length);
	if (n < 2)
		return false;
	pd_out_init(&list, -1);
	for (size_t i = 0; p->option[i].name; i++)
		if (!strncmp(p->option[i].name, name, length))
			pd_out_printf(&list, "%s --%s", list.n ? "," : "", p->option[i].name);
	term_complain("--%s is ambiguous:%.*s", name, (int)list.n, list.buf);
	(void)pd_out_close(&list);
	return true;
}

static bool exists(const struct parser *p, const char *name)
{
	for (size_t i = 0; p->option[i].name; i++)
		if (!strcmp(p->option[i].name, name))
			return true;
	return false;
}

static void print_unknown(const struct command *c, const struct parser *p, const char *name)
{
	const char *word[MAX_OPTIONS], *near;
	size_t n = 0;

	while (p->option[n].name) {
		word[n] = p->option[n].name;
		n++;
	}
	near = opt_nearest(name, word, n);
	term_complain("%s has no option '--%s'%s%s%s", c->name, name,
		      near ? "; did you mean '--" : "", near ? near : "", near ? "'?" : "");
}

/* @typed: the word of the command line, or @letter if it is one of "-abc". */
static int unknown_option(const struct command *c, const struct parser *p, const char *typed,
			  int letter)
{
	char name[64];

	if (letter) {
		term_complain("%s has no option '-%c'", c->name, letter);
		return usage_error(c);
	}
	typed += strspn(typed, "-");
	(void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(typed, "="), typed);
	if (exists(p, name))
		term_complain("option '--%s' takes no argument", name);
	else if (!is_ambiguous(p, name))
		print_unknown(c, p, name);
	return usage_error(c);
}

static int missing_argument(const struct command *c, const char *typed, int letter)
{
	if (letter)
		term_complain("option '-%c' wants an argument", letter);
	else
		term_complain("option '%s' wants an argument", typed);
	return usage_error(c);
}

/* ---- parsing */

static const struct option_row *row_of_letter(const struct command *c, int letter)
{
	for (size_t i = 0; settings_options[i].name; i++)
		if (settings_options[i].letter == letter && opt_takes(c, &settings_options[i]))
			return &settings_options[i];
	return NULL;
}

/* Options of one name that logs and profiles have are settled when both were read. */
static bool is_shared(const struct option_row *row)
{
	for (const struct option_row *r = settings_options; r->name; r++)
		if (r != row && !strcmp(r->name, row->name))
			return true;
	return false;
}

static void note_kind(struct settings *s, const struct option_row *row)
{
	const unsigned int logs = GROUP_SELECT | GROUP_POLICY, profiles = GROUP_FOLD | GROUP_DELTA;

	if (is_shared(row))
		return;
	if ((row->group & logs) && !(row->group & profiles))
		s->of_logs = row->name;
	if ((row->group & profiles) && !(row->group & logs))
		s->of_profiles = row->name;
}

static int apply(struct settings *s, int value, const char *arg)
{
	bool on = value < NO_PREFIX;
	const struct option_row *row =
		value < FIRST_ROW ? row_of_letter(s->command, value)
				  : &settings_options[(on ? value : value - NO_PREFIX) - FIRST_ROW];
	const char *wrong = row->set(s, arg, on);

	note_kind(s, row);
	if (!wrong)
		return 0;
	term_complain("--%s: %s, got '%s'", row->name, wrong, arg ? arg : "");
	return usage_error(s->command);
}

/* What getopt_long() could not read: '?' or ':'. */
static int refuse(const struct command *c, const struct parser *p, int value, const char *typed)
{
	int letter = optopt < FIRST_ROW ? optopt : 0;

	/* A switch that was given an argument is reported by its number, not as unknown. */
	return value == ':' ? missing_argument(c, typed, letter)
			    : unknown_option(c, p, typed, letter);
}

int opt_parse(struct settings *s, int argc, char **argv)
{
	struct parser p;

	build(s->command, &p);
	optind = 0;
	opterr = 0;
	while (!s->help && !s->version) {
		// NOLINTNEXTLINE(concurrency-mt-unsafe)
		int value = getopt_long(argc, argv, p.letters, p.option, NULL);

		if (value == -1)
			break;
		if (value == ':' || value == '?')
			return refuse(s->command, &p, value, argv[optind - 1]);
		if (apply(s, value, optarg) < 0)
			return -1;
	}
	s->operand = (const char *const *)argv + optind;
	s->n_operands = (size_t)(argc - optind);
	return 0;
}

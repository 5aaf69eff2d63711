/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/opt.h"

#include "base/str.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

#include <getopt.h>

enum { MAX_OPTIONS = 128, NO_PREFIX = 1 << 16, FIRST_ROW = 256, HELP_COLUMN = 26, HELP_WIDTH = 80 };

static bool takes(const struct command *c, const struct option_row *row)
{
	return (row->group & c->takes) != 0;
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
};

/* Row i is option value FIRST_ROW + i; its --no-NAME has NO_PREFIX added. */
static void build(const struct command *c, struct parser *p)
{
	static char no_name[MAX_OPTIONS][32];
	size_t n = 0, n_letters = 0, n_no = 0;

	p->letters[n_letters++] = ':';
	for (int i = 0; settings_options[i].name; i++) {
		const struct option_row *row = &settings_options[i];
		int has_arg = !row->arg            ? no_argument
			      : row->arg[0] == '[' ? optional_argument
						   : required_argument;

		if (!takes(c, row))
			continue;
		p->option[n++] = (struct option){row->name, has_arg, NULL, FIRST_ROW + i};
		n_letters = put_letter(p->letters, n_letters, row);
		if (row->arg || row->group == GROUP_OUTPUT)
			continue;
		(void)snprintf(no_name[n_no], sizeof(no_name[n_no]), "no-%s", row->name);
		p->option[n++] = (struct option){no_name[n_no++], no_argument, NULL,
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

static int unknown_option(const struct command *c, const struct parser *p, const char *typed)
{
	const char *word[MAX_OPTIONS], *near;
	char name[64];
	size_t n = 0, length = strcspn(typed, "=");

	while (p->option[n].name) {
		word[n] = p->option[n].name;
		n++;
	}
	(void)snprintf(name, sizeof(name), "%.*s", (int)length, typed);
	near = opt_nearest(name + strspn(name, "-"), word, n);
	(void)fprintf(stderr, "perfdelta: %s has no option '%s'", c->name, name);
	if (near)
		(void)fprintf(stderr, "; did you mean '--%s'?", near);
	(void)fputc('\n', stderr);
	return usage_error(c);
}

static int missing_argument(const struct command *c, const char *typed)
{
	(void)fprintf(stderr, "perfdelta: option '%s' wants an argument\n", typed);
	return usage_error(c);
}

/* ---- parsing */

static const struct option_row *row_of_letter(const struct command *c, int letter)
{
	for (size_t i = 0; settings_options[i].name; i++)
		if (settings_options[i].letter == letter && takes(c, &settings_options[i]))
			return &settings_options[i];
	return NULL;
}

static int apply(struct settings *s, int value, const char *arg)
{
	bool on = value < NO_PREFIX;
	const struct option_row *row =
		value < FIRST_ROW ? row_of_letter(s->command, value)
				  : &settings_options[(on ? value : value - NO_PREFIX) - FIRST_ROW];
	const char *wrong = row->set(s, arg, on);

	if (!wrong)
		return 0;
	(void)fprintf(stderr, "perfdelta: --%s: %s, got '%s'\n", row->name, wrong, arg ? arg : "");
	return usage_error(s->command);
}

int opt_parse(struct settings *s, int argc, char **argv)
{
	struct parser p;
	int value;

	build(s->command, &p);
	optind = 0;
	opterr = 0;
	while ((value = getopt_long(argc, argv, p.letters, p.option, NULL)) !=
	       -1) { // NOLINT(concurrency-mt-unsafe)
		char letter[3] = {'-', (char)optopt, '\0'};

		if (value == ':')
			return missing_argument(s->command,
						optopt < FIRST_ROW ? letter : argv[optind - 1]);
		if (value == '?')
			return unknown_option(s->command, &p,
					      optopt && optopt < FIRST_ROW ? letter
									   : argv[optind - 1]);
		if (apply(s, value, optarg) < 0)
			return -1;
	}
	s->operand = (const char *const *)argv + optind;
	s->n_operands = (size_t)(argc - optind);
	return 0;
}

/* ---- help */

/* Words of @text from column HELP_COLUMN on, wrapped. */
static void print_wrapped(struct pd_out *out, const char *text, size_t column)
{
	struct pd_str rest = pd_str_of(text), word;

	if (column >= HELP_COLUMN) {
		pd_out_char(out, '\n');
		column = 0;
	}
	pd_out_fill(out, ' ', HELP_COLUMN - column);
	column = HELP_COLUMN;
	while ((word = pd_str_word(&rest)).n) {
		if (column > HELP_COLUMN && column + 1 + word.n > HELP_WIDTH) {
			pd_out_char(out, '\n');
			pd_out_fill(out, ' ', HELP_COLUMN);
			column = HELP_COLUMN;
		}
		if (column > HELP_COLUMN)
			pd_out_char(out, ' ');
		pd_out_str(out, word);
		column += word.n + 1;
	}
	pd_out_char(out, '\n');
}

static void print_option(struct pd_out *out, const struct option_row *row)
{
	char left[64];
	const char *arg = row->arg ? row->arg : "";
	int n = snprintf(left, sizeof(left), "  %c%c%s --%s%s%s", row->letter ? '-' : ' ',
			 row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name,
			 *arg && *arg != '[' ? "=" : "", arg);

	pd_out_text(out, left);
	print_wrapped(out, row->help, (size_t)n + 1);
}

void opt_print_help(const struct command *command, struct pd_out *out)
{
	static const struct {
		unsigned int group;
		const char *title;
	} groups[] = {
		{GROUP_TO,     "What to write"              },
		{GROUP_READ,   "Reading"                    },
		{GROUP_SELECT, "Which values stand together"},
		{GROUP_POLICY, "What counts as a change"    },
		{GROUP_EXIT,   "Exit status"                },
		{GROUP_LOOK,   "Look"                       },
		{GROUP_OUTPUT, "Always"                     },
	};

	for (size_t g = 0; g < PD_ARRAY_SIZE(groups); g++) {
		if (!(groups[g].group & command->takes))
			continue;
		pd_out_printf(out, "\n%s:\n", groups[g].title);
		for (size_t i = 0; settings_options[i].name; i++)
			if (settings_options[i].group == groups[g].group)
				print_option(out, &settings_options[i]);
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat_only.h"

#include "base/str.h"
#include "read/digits.h"
#include "read/perf_stat.h"
#include "read/perf_stat_place.h"

/* Cells of numbers stand between separators, or blanks in text; the first, *s moved past it. */
static struct pd_str next_number(struct pd_str *s, char sep)
{
	return sep ? pd_str_trim(pd_str_cut(s, sep)) : pd_str_word(s);
}

/* Names of text hold single blanks: two of them end one. */
static struct pd_str next_name(struct pd_str *s, char sep)
{
	struct pd_str name;
	size_t end;

	if (sep)
		return pd_str_trim(pd_str_cut(s, sep));
	*s = pd_str_trim(*s);
	end = pd_str_find(*s, PD_STR("  "));
	name = (struct pd_str){s->p, end};
	*s = pd_str_skip(*s, end);
	return name;
}

/*
 * Text has columns of 20 and a blank, names to the right. A name that fills its
 * column, or more, begins where the column does; then what follows has blanks.
 */
static struct pd_str next_column(struct pd_str *s)
{
	enum { WIDTH = 20 };
	struct pd_str name;
	size_t n = WIDTH;

	if (s->n && !pd_str_is_blank(s->p[0]))
		n = pd_str_find(*s, PD_STR("  "));
	name = pd_str_trim((struct pd_str){s->p, n < s->n ? n : s->n});
	*s = pd_str_skip(*s, n + 1);
	return name;
}

/* Time and place of a line of numbers, taken from *s. */
static void eat_place(struct pd_str *s, char sep, struct pd_perf_stat_row *row)
{
	struct pd_str rest = *s, cell = next_number(&rest, sep);
	bool has_cpus = false;

	*row = (struct pd_perf_stat_row){.is_text = !sep};
	if (pd_perf_stat_place_time(cell)) {
		row->time = cell;
		*s = rest;
		cell = next_number(&rest, sep);
	}
	if (!pd_perf_stat_place(cell, row, &has_cpus))
		return;
	if (has_cpus)
		row->n_cpus = next_number(&rest, sep);
	*s = rest;
}

static bool is_number(struct pd_str s)
{
	char buf[PD_NUMBER_MAX];
	double v;

	if (s.n > 1 && s.p[s.n - 1] == '%')
		s.n--;
	return pd_number_parse(pd_digits_decimal(s, buf), 0, &v) != PD_NUMBER_BAD;
}

bool pd_perf_stat_only_is_numbers(struct pd_str line, char sep)
{
	struct pd_perf_stat_row row;
	size_t n = 0;

	eat_place(&line, sep, &row);
	while (line.n) {
		struct pd_str cell = next_number(&line, sep);

		if (cell.n && !is_number(cell))
			return false;
		n += cell.n > 0;
	}
	return n > 0;
}

/* Above the time and the place. */
static struct pd_str skip_titles(struct pd_str line, char sep)
{
	static const char *const titles[] = {"time",   "CPU", "core", "cpus",
					     "socket", "die", "node", "comm-pid"};
	bool is_title = true;

	line = pd_str_trim(line);
	(void)pd_str_eat(&line, PD_STR("#"));
	while (is_title && line.n) {
		struct pd_str rest = line, word = next_number(&rest, sep);

		is_title = false;
		for (size_t i = 0; i < PD_ARRAY_SIZE(titles); i++)
			is_title |= pd_str_eq(word, pd_str_of(titles[i]));
		if (is_title)
			line = rest;
	}
	return line;
}

bool pd_perf_stat_only_names(struct pd_perf_stat_only *o, struct pd_str line, char sep)
{
	struct pd_str named = skip_titles(line, sep);

	/* Without titles the columns stay where they are. */
	if (sep || named.p != pd_str_trim(line).p)
		line = named;
	if (!named.n || line.n >= sizeof(o->names))
		return false;
	memcpy(o->names, line.p, line.n);
	o->names[line.n] = '\0';
	o->sep = sep;
	o->used = false;
	return true;
}

static size_t count_names(const struct pd_perf_stat_only *o, bool in_columns)
{
	struct pd_str names = pd_str_of(o->names);
	size_t n = 0;

	while (pd_str_trim(names).n)
		n += (in_columns ? next_column(&names) : next_name(&names, o->sep)).n > 0;
	return n;
}

/* CSV leaves cells empty, and ends with a separator; blanks leave nothing to see. */
static size_t count_numbers(struct pd_str line, char sep)
{
	size_t n = 0, last = 0;

	while (line.n) {
		struct pd_str cell = next_number(&line, sep);

		n++;
		if (cell.n)
			last = n;
	}
	return last;
}

bool pd_perf_stat_only_numbers(struct pd_perf_stat_only *o, struct pd_perf_stat *s,
			       struct pd_str line)
{
	struct pd_str names = pd_str_of(o->names);
	struct pd_perf_stat_row row;
	size_t n_names = count_names(o, false), n;
	bool in_columns;

	eat_place(&line, o->sep, &row);
	n = count_numbers(line, o->sep);
	in_columns = !o->sep && n != n_names;
	if (in_columns ? n != count_names(o, true) : n > n_names)
		return false;
	s->event[0] = '\0';
	while (line.n) {
		struct pd_str cell = next_number(&line, o->sep);
		struct pd_str name = in_columns ? next_column(&names) : next_name(&names, o->sep);

		if (!cell.n || !name.n)
			continue;
		row.metric_unit = name;
		row.metric_is_percent = cell.p[cell.n - 1] == '%';
		cell.n -= row.metric_is_percent;
		row.metric = pd_digits_decimal(cell, row.metric_buf);
		pd_perf_stat_add(s, &row);
	}
	o->used = true;
	return true;
}

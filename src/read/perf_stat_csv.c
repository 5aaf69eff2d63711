/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat_csv.h"

#include "base/str.h"
#include "read/digits.h"
#include "read/perf_stat.h"
#include "read/perf_stat_place.h"

/*
 *	212.83,msec,task-clock,212825570,100.00,1.021,CPUs utilized
 *	48,,software/config=2,config1=1/,385448,100.00,124.530,K/sec
 *	371.97,msec,task-clock,5.92%,371968538,100.00,1.196,CPUs utilized	-r
 *	237.49,msec,task-clock,user.slice,318323668,100.00,2.085,CPUs utilized	-G
 *	<not supported>,,cycles,0,100.00,,
 *	CPU0,51,,context-switches,212822884,100.00,239.633,/sec		-A
 *	S0-D0-C0,1,155.81,msec,task-clock,155814784,100.00,1.180,CPUs utilized
 *	bash-3630,0.51,msec,task-clock,512345,100.00,0.005,CPUs utilized
 *	     0.100232249,214.94,msec,task-clock,214937134,100.00,2.149,CPUs utilized
 *	         summary,0.61,msec,task-clock,609503,100.00,0.002,CPUs utilized
 *	,,,,,0.52,stalled cycles per insn	a further metric
 *	1506,44,msec,task-clock,1506441204,100,00,0,CPUs utilized	LC_ALL=de_DE
 *
 * There is neither quoting nor a header, and the manual has -r's column elsewhere.
 * What is certain is found first: an integer of nanoseconds followed by a
 * percentage with two decimals. Left of these stands the event, right of them the
 * metric. A percentage that fills two fields tells of a decimal comma.
 */
enum { FIELDS = 32 };

struct fields {
	struct pd_str f[FIELDS];
	int n;
	bool comma;  /* decimals are fields of their own */
	int runtime; /* index of the nanoseconds */
	int after;   /* index of what follows the percentage */
};

static bool is_digits(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

/* Digits, maybe with one decimal point or comma. */
static bool is_number(struct pd_str s)
{
	struct pd_str whole = s;

	(void)pd_str_eat(&whole, PD_STR("-"));
	for (size_t i = 1; i < whole.n; i++)
		if (whole.p[i] == '.' || whole.p[i] == ',')
			return is_digits((struct pd_str){whole.p, i}) &&
			       is_digits(pd_str_skip(whole, i + 1));
	return is_digits(whole);
}

static bool is_percentage(struct pd_str s)
{
	return s.n > 3 && s.n < 8 && is_number(s) && !is_digits(pd_str_skip(s, s.n - 3));
}

static bool is_value(struct pd_str s)
{
	return is_number(s) || pd_perf_stat_is_absent(s);
}

static struct pd_str span(struct pd_str first, struct pd_str last)
{
	return (struct pd_str){first.p, (size_t)(last.p + last.n - first.p)};
}

static void split(struct pd_str line, char sep, struct fields *fields)
{
	struct pd_str field = {line.p, 0};

	fields->n = 0;
	for (size_t i = 0; i <= line.n && fields->n < FIELDS; i++) {
		if (i < line.n && line.p[i] != sep)
			continue;
		field.n = (size_t)(line.p + i - field.p);
		fields->f[fields->n++] = sep == '\t' ? field : pd_str_trim(field);
		field.p = line.p + i + (i < line.n);
	}
}

/* Not before @from: a value, its unit and the event come first. */
static bool find_runtime(struct fields *x, int from, char sep)
{
	for (int i = from; i + 1 < x->n; i++) {
		bool two = sep == ',' && i + 2 < x->n && x->f[i + 1].n <= 3 &&
			   is_digits(x->f[i + 1]) && x->f[i + 2].n == 2 && is_digits(x->f[i + 2]);

		if (!is_digits(x->f[i]) || (!two && !is_percentage(x->f[i + 1])))
			continue;
		x->runtime = i;
		x->comma = two;
		x->after = i + (two ? 3 : 2);
		return true;
	}
	return false;
}

/* What stands before the value; the index of the value. */
static int read_place(const struct fields *x, struct pd_perf_stat_row *row)
{
	int i = 0;
	bool has_cpus = false;

	while (i < x->n - 1 && !x->f[i].n)
		i++; /* blanks before the time, where blanks separate */
	if (i < x->n - 1 && pd_perf_stat_place_time(x->f[i]))
		row->time = x->f[i++];
	else if (pd_str_eq(x->f[i], PD_STR("summary")))
		i++;
	if (i < x->n - 1 && (pd_perf_stat_place(x->f[i], row, &has_cpus) ||
			     pd_perf_stat_place_thread(x->f[i], row)))
		i++;
	if (has_cpus && i < x->n - 1 && is_digits(x->f[i]))
		row->n_cpus = x->f[i++];
	return i;
}

/* "cpu/config=2,config1=1/" holds the separator: it ends with its second slash. */
static int end_of_event(const struct fields *x, int at, int last)
{
	int n_slashes = 0;

	for (int i = at; i <= last; i++) {
		for (size_t j = 0; j < x->f[i].n; j++)
			n_slashes += x->f[i].p[j] == '/';
		if (n_slashes % 2 == 0)
			return i;
	}
	return at;
}

static bool read_event(const struct fields *x, int at, struct pd_perf_stat_row *row)
{
	int last = x->runtime - 1, end;

	if (last > at && pd_str_ends(x->f[last], PD_STR("%"))) {
		bool two = x->comma && last - 1 > at && is_digits(x->f[last - 1]);

		row->spread = span(x->f[last - two], x->f[last]);
		row->spread.n--;
		last -= 1 + two;
	}
	if (at > last || !x->f[at].n)
		return false;
	end = end_of_event(x, at, last);
	row->event = span(x->f[at], x->f[end]);
	if (end + 1 == last)
		row->cgroup = x->f[last];
	return end + 1 >= last && !is_number(row->event);
}

static void read_metric(struct pd_str line, const struct fields *x, int at,
			struct pd_perf_stat_row *row)
{
	struct pd_str end = {line.p + line.n, 0};

	if (at + 1 >= x->n || !x->f[at].n || !x->f[at + 1].n)
		return;
	row->metric_unit = pd_str_trim(span(x->f[at + 1], end));
	row->metric = x->f[at];
}

static bool read_count(struct pd_str line, char sep, struct pd_perf_stat_row *row)
{
	struct fields x;
	int i;

	*row = (struct pd_perf_stat_row){.is_text = false};
	split(line, sep, &x);
	i = read_place(&x, row);
	if (!is_value(x.f[i]) || !find_runtime(&x, i + 3, sep))
		return false;
	row->value = x.f[i++];
	if (x.comma && is_digits(x.f[i]))
		row->value = span(row->value, x.f[i++]);
	row->unit = x.f[i++];
	if (is_number(row->unit) || !read_event(&x, i, row))
		return false;
	row->running = x.f[x.runtime + 1];
	read_metric(line, &x, x.after, row);
	/* Of "0,950" perf prints "0". */
	row->metric_cut = row->metric.n && (x.comma || pd_str_has(row->running, PD_STR(",")));
	if (row->metric_cut)
		row->metric = row->metric_unit = PD_STR("");
	row->value = pd_digits_decimal(row->value, row->value_buf);
	row->spread = pd_digits_decimal(row->spread, row->spread_buf);
	return true;
}

/* All fields but the last two are empty, behind the place. */
static bool read_more(struct pd_str line, char sep, struct pd_perf_stat_row *row)
{
	struct fields x;
	int i, n_empty = 0;

	*row = (struct pd_perf_stat_row){.is_text = false};
	split(line, sep, &x);
	if (x.n < 5 || x.n == FIELDS)
		return false;
	i = x.f[0].n ? read_place(&x, row) : 0;
	for (; i < x.n - 2 && !x.f[i].n; i++)
		n_empty++;
	if (n_empty < 3 || i != x.n - 2 || !is_number(x.f[i]) || is_number(x.f[i + 1]))
		return false;
	read_metric(line, &x, i, row);
	return row->metric.n > 0;
}

bool pd_perf_stat_csv(struct pd_str line, char *sep, struct pd_perf_stat_row *row)
{
	static const char separators[] = ",;\t|:!@~ ";

	if (*sep)
		return read_count(line, *sep, row) || read_more(line, *sep, row);
	for (size_t i = 0; i + 1 < sizeof(separators); i++) {
		if (!read_count(line, separators[i], row))
			continue;
		*sep = separators[i];
		return true;
	}
	return false;
}

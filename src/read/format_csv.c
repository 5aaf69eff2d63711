/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/moment.h"
#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/aggregate.h"
#include "model/metric.h"
#include "read/columns.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/plus_minus.h"
#include "read/record.h"

#include <math.h>
#include <stdlib.h>

/*
 *	benchmark,groups,metric,unit,better,side,run,iteration,value
 *	hackbench,1,time,s,lower,base,1,1,0.327
 *
 *	benchmark,metric,side,time,value
 *	hackbench,time,base,2026-11-30T14:31:12Z,0.327
 *
 *	benchmark,metric,unit,side,mean,sd,n
 *	hackbench,time,s,base,0.331,0.012,5
 *
 *	fork,without,with
 *	aarch64,28677.0,19860.7
 *	x86,1.579 +/-29.16%,1.410 +/-13.46%
 */
enum { ODD = 0 }; /* no key: its rows are left out */

struct csv {
	struct pd_ingest *out;
	struct pd_record row;
	struct pd_columns columns;
	size_t *key_column, n_key_columns; /* all that tell rows apart but the run */
	uint64_t n_absent;
	bool has_aggregates; /* there is a column of what values stand for */
	bool is_timed;       /* there is a column of times or of places in the order */
	uint64_t n_untimed;  /* what stood in it and was none */

	/*
	 * What the key columns of a row say, as one string, and its keys: one per
	 * column of numbers. Most rows say what another one said before.
	 */
	struct pd_intern said;
	uint32_t *key; /* [n_said][columns.n_values] */
	struct pd_intern_guess guess;
	size_t n_said, key_cap;
	char *saying;
	size_t saying_cap;
};

static const struct pd_str none;

static struct pd_str cell(const struct csv *c, enum pd_column kind)
{
	size_t at = c->columns.at[kind];

	return at == SIZE_MAX ? none : c->row.field[at];
}

static void warn_word(struct csv *c, enum pd_column kind, const char *expected)
{
	pd_ingest_warn(c->out, c->row.in, pd_record_at(&c->row, c->columns.at[kind]), "bad-word",
		       "expected %s, got '%.*s'; row skipped", expected, PD_FMT(cell(c, kind)));
}

static bool parse_flag(struct csv *c, enum pd_column kind, bool *ret)
{
	struct pd_str word = cell(c, kind);

	*ret = pd_str_eq(word, PD_STR("true"));
	if (*ret || !word.n || pd_str_eq(word, PD_STR("false")))
		return true;
	warn_word(c, kind, "true or false");
	return false;
}

static bool parse_better(struct csv *c, struct pd_quantity *q)
{
	struct pd_str word = cell(c, PD_COLUMN_BETTER);

	if (!word.n)
		return true;
	if (!pd_metric_parse_word(word, &q->better)) {
		warn_word(c, PD_COLUMN_BETTER, "lower, higher or none");
		return false;
	}
	q->undirected = q->better == PD_BETTER_UNKNOWN;
	return true;
}

/* False, and said, if the row does not make sense. */
static bool parse_quantity(struct csv *c, struct pd_quantity *q)
{
	*q = (struct pd_quantity){.name = cell(c, PD_COLUMN_METRIC),
				  .unit = cell(c, PD_COLUMN_UNIT)};
	if (!q->name.n)
		q->name = PD_STR("value");
	return parse_better(c, q) && parse_flag(c, PD_COLUMN_EXACT, &q->exact) &&
	       parse_flag(c, PD_COLUMN_REDUNDANT, &q->redundant) &&
	       parse_flag(c, PD_COLUMN_ABSOLUTE, &q->absolute);
}

static void find_key_columns(struct csv *c)
{
	c->key_column = pd_arena_alloc(&c->columns.names, c->columns.n * sizeof(*c->key_column));
	for (size_t i = 0; i < c->columns.n; i++)
		if (c->columns.kind[i] < PD_COLUMN_RUN || c->columns.kind[i] == PD_COLUMN_LABEL)
			c->key_column[c->n_key_columns++] = i;
}

/* The key columns of the row; no field holds the separator, a control byte. */
static struct pd_str saying_of(struct csv *c)
{
	char *p = c->saying = pd_vec_grow(c->saying, &c->saying_cap, c->row.text_n + c->row.n, 1);

	for (size_t i = 0; i < c->n_key_columns; i++) {
		struct pd_str s = c->row.field[c->key_column[i]];

		if (s.n)
			memcpy(p, s.p, s.n);
		p += s.n;
		*p++ = '\037';
	}
	return (struct pd_str){c->saying, (size_t)(p - c->saying)};
}

static void make_keys(struct csv *c, uint32_t *key)
{
	const struct pd_columns *columns = &c->columns;
	struct pd_quantity q;
	bool odd = !parse_quantity(c, &q);

	pd_ingest_bench(c->out, cell(c, PD_COLUMN_BENCHMARK));
	pd_ingest_clear_labels(c->out);
	for (size_t i = 0; i < columns->n; i++)
		if (columns->kind[i] == PD_COLUMN_LABEL)
			pd_ingest_label(c->out, columns->name[i], c->row.field[i]);
	for (size_t i = 0; i < columns->n_values; i++) {
		pd_ingest_side(c->out, columns->wide ? columns->name[columns->value[i]]
						     : cell(c, PD_COLUMN_SIDE));
		key[i] = odd ? ODD : pd_ingest_key(c->out, &q);
	}
}

/* Makes room for what was never said before. */
static void learn(struct csv *c, uint32_t id)
{
	size_t n = c->columns.n_values;

	c->key = pd_vec_grow(c->key, &c->key_cap, (id + 1) * n, sizeof(*c->key));
	for (; c->n_said <= id; c->n_said++) {
		for (size_t i = 0; i < n; i++)
			c->key[c->n_said * n + i] = ODD;
	}
	make_keys(c, c->key + id * n);
}

/* The keys of the row, or NULL if it was left out. */
static const uint32_t *keys_of(struct csv *c)
{
	uint32_t id = pd_intern_guess(&c->said, &c->guess, saying_of(c));
	const uint32_t *key;
	struct pd_quantity q;

	if (id >= c->n_said)
		learn(c, id);
	else if (c->key[id * c->columns.n_values] == ODD)
		(void)parse_quantity(c, &q);
	key = c->key + id * c->columns.n_values;
	return *key == ODD ? NULL : key;
}

/* What stands in @literal, in the base unit; false if it is no number, which has been said. */
static bool parse_cell(struct csv *c, size_t column, uint32_t key, struct pd_str literal,
		       double *ret)
{
	enum pd_number status = pd_ingest_number(c->out, key, literal, ret);

	if (status != PD_NUMBER_OK)
		pd_ingest_refuse(c->out, c->row.in, pd_record_at(&c->row, column), literal, status);
	return status == PD_NUMBER_OK;
}

static bool refuse_aggregate(struct csv *c, size_t column, const char *expected)
{
	pd_ingest_warn(c->out, c->row.in, pd_record_at(&c->row, column), "bad-number",
		       "expected %s, got '%.*s'; row skipped", expected,
		       PD_FMT(c->row.field[column]));
	return false;
}

static bool parse_spread(struct csv *c, uint32_t key, struct pd_aggregate *a)
{
	bool half = cell(c, PD_COLUMN_HALF_WIDTH).n > 0;
	enum pd_column kind = half ? PD_COLUMN_HALF_WIDTH : PD_COLUMN_SD;

	if (!cell(c, kind).n)
		return true;
	if (!parse_cell(c, c->columns.at[kind], key, cell(c, kind), &a->spread))
		return false;
	if (a->spread < 0)
		return refuse_aggregate(c, c->columns.at[kind], "0 or more");
	if (half && (pd_number_parse(cell(c, PD_COLUMN_LEVEL), 0, &a->level) != PD_NUMBER_OK ||
		     !(a->level > 0 && a->level < 1)))
		return refuse_aggregate(c, c->columns.at[PD_COLUMN_HALF_WIDTH],
					"a level between 0 and 1 beside this half_width");
	return true;
}

/* The columns sd, half_width, level, n and of. False, and said, if one makes no sense. */
static bool parse_aggregate(struct csv *c, uint32_t key, struct pd_aggregate *a)
{
	struct pd_str n = cell(c, PD_COLUMN_N), of = cell(c, PD_COLUMN_OF);

	if (of.n && !pd_aggregate_parse_word(of, &a->of)) {
		warn_word(c, PD_COLUMN_OF, "runs, iterations or inside");
		return false;
	}
	if (n.n && (!pd_number_parse_u64(n, &a->n) || !a->n))
		return refuse_aggregate(c, c->columns.at[PD_COLUMN_N], "a count from 1");
	return parse_spread(c, key, a);
}

/* "1.41 ± 0.19" */
static bool parse_pair(struct csv *c, size_t column, uint32_t key, struct pd_plus_minus parts,
		       double *ret, struct pd_aggregate *a)
{
	if (!parse_cell(c, column, key, parts.mean, ret))
		return false;
	if (parts.is_percent ? pd_number_parse(parts.spread, -2, &a->spread) != PD_NUMBER_OK
			     : !parse_cell(c, column, key, parts.spread, &a->spread))
		return parts.is_percent ? refuse_aggregate(c, column, "a number before the %")
					: false;
	if (parts.is_percent)
		a->spread *= fabs(*ret);
	return a->spread >= 0 || refuse_aggregate(c, column, "0 or more behind the sign");
}

static void read_cell(struct csv *c, size_t column, uint32_t key)
{
	struct pd_str literal = c->row.field[column], run = cell(c, PD_COLUMN_RUN);
	struct pd_aggregate about = {.spread = nan("")};
	struct pd_plus_minus parts;
	double v;

	if (!literal.n) {
		c->n_absent++;
		return;
	}
	if (c->has_aggregates && !parse_aggregate(c, key, &about))
		return;
	if (pd_plus_minus(literal, &parts) ? !parse_pair(c, column, key, parts, &v, &about)
					   : !parse_cell(c, column, key, literal, &v))
		return;
	pd_ingest_about(c->out, &about);
	if (run.n)
		pd_ingest_named_run(c->out, key, run, v);
	else
		pd_ingest_run(c->out, key, v);
}

/* Seconds or a place in the order; a column of times takes dates as well. */
static double when_of(struct csv *c)
{
	struct pd_str order = cell(c, PD_COLUMN_ORDER), time = cell(c, PD_COLUMN_TIME);
	double when;

	if (pd_number_parse(order.n ? order : time, 0, &when) == PD_NUMBER_OK)
		return when;
	if (!order.n && pd_moment_parse(time, &when))
		return when;
	c->n_untimed += order.n || time.n;
	return nan("");
}

static bool has_every_column(struct csv *c)
{
	const struct pd_record *r = &c->row;

	if (r->n < c->columns.n)
		pd_ingest_warn(c->out, r->in, NULL, "missing-column",
			       "%zu fields where the header has %zu; row skipped", r->n,
			       c->columns.n);
	if (r->n > c->columns.n)
		pd_ingest_warn(c->out, r->in, pd_record_at(r, c->columns.n), "extra-column",
			       "%zu fields where the header has %zu; row skipped", r->n,
			       c->columns.n);
	return r->n == c->columns.n;
}

static void read_rows(struct csv *c)
{
	while (!pd_ingest_is_full(c->out) && pd_record_next(&c->row)) {
		const uint32_t *key;

		if (!has_every_column(c))
			continue;
		if (!c->columns.n_values && !pd_columns_widen(&c->columns, &c->row, c->out))
			return;
		if (!c->key_column)
			find_key_columns(c);
		key = keys_of(c);
		if (c->is_timed)
			pd_ingest_time(c->out, when_of(c));
		for (size_t i = 0; key && i < c->columns.n_values; i++)
			read_cell(c, c->columns.value[i], key[i]);
	}
}

static void note_omissions(struct csv *c)
{
	if (c->n_absent)
		pd_ingest_note(c->out, "not-available", c->n_absent, "%llu empty values left out",
			       (unsigned long long)c->n_absent);
	if (c->n_untimed)
		pd_ingest_note(c->out, "bad-time", 0,
			       "%llu times that are neither a number of seconds nor a date; when "
			       "these values were measured is unknown",
			       (unsigned long long)c->n_untimed);
	for (size_t i = 0; i < c->columns.n; i++)
		if (c->columns.kind[i] == PD_COLUMN_UNNAMED)
			pd_ingest_note(c->out, "unnamed-column", 0,
				       "column %zu has no name and was left out", i + 1);
}

static int read_csv(struct pd_input *in, struct pd_ingest *out)
{
	struct csv c = {.out = out};

	pd_record_open(&c.row, in, out);
	if (pd_record_next(&c.row) && pd_columns_open(&c.columns, &c.row, out)) {
		c.has_aggregates = c.columns.at[PD_COLUMN_SD] != SIZE_MAX ||
				   c.columns.at[PD_COLUMN_HALF_WIDTH] != SIZE_MAX ||
				   c.columns.at[PD_COLUMN_OF] != SIZE_MAX;
		c.is_timed = c.columns.at[PD_COLUMN_TIME] != SIZE_MAX ||
			     c.columns.at[PD_COLUMN_ORDER] != SIZE_MAX;
		read_rows(&c);
		note_omissions(&c);
	}
	pd_columns_close(&c.columns);
	pd_record_close(&c.row);
	pd_intern_free(&c.said);
	free(c.key);
	pd_intern_guess_free(&c.guess);
	free(c.saying);
	return pd_input_status(in);
}

static struct pd_str unquoted(struct pd_str s)
{
	s = pd_str_trim(s);
	if (s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"')
		s = (struct pd_str){s.p + 1, s.n - 2};
	return s;
}

static bool is_number(struct pd_str s)
{
	struct pd_plus_minus parts;
	double v;

	if (pd_plus_minus(s, &parts))
		s = parts.mean;
	return pd_number_parse(s, 0, &v) != PD_NUMBER_BAD;
}

static size_t count_commas(struct pd_str line)
{
	size_t n = 0;

	for (size_t i = 0; i < line.n; i++)
		n += line.p[i] == ',';
	return n;
}

static struct pd_str next_full_line(struct pd_str *rest)
{
	struct pd_str line = none;

	while (rest->n && !line.n)
		line = pd_str_trim(pd_str_cut(rest, '\n'));
	return line;
}

/* Some number in a row of text that has as many commas as the header. */
static bool looks_wide(struct pd_str row, size_t n_commas)
{
	if (!n_commas || count_commas(row) != n_commas)
		return false;
	while (row.n)
		if (is_number(unquoted(pd_str_cut(&row, ','))))
			return true;
	return false;
}

/* A header with `value`, or a header of words over a row with as many cells and a number. */
static int probe(struct pd_str head)
{
	struct pd_str header = next_full_line(&head), rest = header;
	bool has_number = false, has_mean = false, has_spread = false;

	while (rest.n) {
		struct pd_str name = unquoted(pd_str_cut(&rest, ','));

		if (pd_str_eq(name, PD_STR("value")))
			return 30;
		has_mean |= pd_str_eq(name, PD_STR("mean"));
		has_spread |= pd_str_eq(name, PD_STR("sd")) ||
			      pd_str_eq(name, PD_STR("half_width"));
		has_number = has_number || is_number(name);
	}
	if (has_mean && has_spread)
		return 30;
	return !has_number && looks_wide(next_full_line(&head), count_commas(header)) ? 15 : 0;
}

const struct pd_format pd_format_csv = {
	.name = "csv",
	.what = "CSV with a header: one value per row, or one column per side",
	.probe = probe,
	.read = read_csv,
};

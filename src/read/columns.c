/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/columns.h"

#include "base/number.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/plus_minus.h"
#include "read/record.h"

enum { MAX_COLUMNS = 4096 };

/* clang-format off */
static const char *const words[] = {
	[PD_COLUMN_BENCHMARK] = "benchmark", [PD_COLUMN_METRIC] = "metric",
	[PD_COLUMN_UNIT] = "unit",           [PD_COLUMN_BETTER] = "better",
	[PD_COLUMN_EXACT] = "exact",         [PD_COLUMN_REDUNDANT] = "redundant",
	[PD_COLUMN_ABSOLUTE] = "absolute",
	[PD_COLUMN_SIDE] = "side",           [PD_COLUMN_RUN] = "run",
	[PD_COLUMN_TIME] = "time",           [PD_COLUMN_ORDER] = "order",
	[PD_COLUMN_ITERATION] = "iteration", [PD_COLUMN_VALUE] = "value",
	[PD_COLUMN_SD] = "sd",               [PD_COLUMN_HALF_WIDTH] = "half_width",
	[PD_COLUMN_LEVEL] = "level",         [PD_COLUMN_N] = "n",
	[PD_COLUMN_OF] = "of",
};
/* clang-format on */

/* What a name says alone; "label:" is taken off it. */
static enum pd_column kind_of(struct pd_str *name)
{
	bool label = pd_str_eat(name, PD_STR("label:"));

	if (!name->n)
		return PD_COLUMN_UNNAMED;
	for (size_t i = 0; i < PD_ARRAY_SIZE(words) && !label; i++)
		if (pd_str_eq(*name, pd_str_of(words[i])))
			return (enum pd_column)i;
	return label ? PD_COLUMN_LABEL : PD_COLUMN_OPEN;
}

static bool is_twice(const struct pd_columns *c, size_t column)
{
	for (size_t i = 0; i < column; i++)
		if (c->kind[i] == c->kind[column] && pd_str_eq(c->name[i], c->name[column]))
			return c->kind[column] != PD_COLUMN_UNNAMED;
	return false;
}

static bool check(const struct pd_columns *c, const struct pd_record *header, struct pd_ingest *out)
{
	for (size_t i = 0; i < c->n; i++) {
		if (!is_twice(c, i))
			continue;
		pd_ingest_error(out, header->in, pd_record_at(header, i), "bad-header",
				"two columns are called '%.*s'", PD_FMT(c->name[i]));
		return false;
	}
	if (c->wide && c->at[PD_COLUMN_SIDE] != SIZE_MAX) {
		pd_ingest_error(out, header->in, pd_record_at(header, c->at[PD_COLUMN_SIDE]),
				"bad-header", "there is a column 'side', but none called 'value'");
		return false;
	}
	return true;
}

static bool is_capital_value(struct pd_str name)
{
	return pd_str_eq(name, PD_STR("Value")) || pd_str_eq(name, PD_STR("VALUE"));
}

/* "Value" would become a side, and so would every number beside it. */
static bool check_capitals(const struct pd_columns *c, const struct pd_record *header,
			   struct pd_ingest *out)
{
	for (size_t i = 0; i < c->n && c->wide; i++) {
		if (c->kind[i] != PD_COLUMN_OPEN || !is_capital_value(c->name[i]))
			continue;
		pd_ingest_error(out, header->in, pd_record_at(header, i), "bad-header",
				"no column is called 'value', but one '%.*s': case matters",
				PD_FMT(c->name[i]));
		return false;
	}
	return true;
}

static void name_columns(struct pd_columns *c, const struct pd_record *header)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(c->at); i++)
		c->at[i] = SIZE_MAX;
	c->kind = pd_arena_alloc(&c->names, c->n * sizeof(*c->kind));
	c->name = pd_arena_alloc(&c->names, c->n * sizeof(*c->name));
	c->value = pd_arena_alloc(&c->names, c->n * sizeof(*c->value));
	for (size_t i = 0; i < c->n; i++) {
		struct pd_str name = header->field[i];

		c->kind[i] = kind_of(&name);
		c->name[i] = (struct pd_str){pd_arena_dup(&c->names, name), name.n};
		c->at[c->kind[i]] = i;
	}
}

/* A column that means nothing here after all. */
static void forget(struct pd_columns *c, enum pd_column kind)
{
	if (c->at[kind] != SIZE_MAX)
		c->kind[c->at[kind]] = PD_COLUMN_OPEN;
	c->at[kind] = SIZE_MAX;
}

/* Beside columns of sides neither a time nor a spread is anybody's. */
static void forget_for_sides(struct pd_columns *c)
{
	forget(c, PD_COLUMN_TIME);
	forget(c, PD_COLUMN_ORDER);
	for (int kind = PD_COLUMN_SD; kind <= PD_COLUMN_OF; kind++)
		forget(c, (enum pd_column)kind);
}

/* `mean` beside a spread is the value, if nothing else is. */
static void find_mean(struct pd_columns *c)
{
	if (c->at[PD_COLUMN_VALUE] != SIZE_MAX ||
	    (c->at[PD_COLUMN_SD] == SIZE_MAX && c->at[PD_COLUMN_HALF_WIDTH] == SIZE_MAX))
		return;
	for (size_t i = 0; i < c->n; i++)
		if (c->kind[i] == PD_COLUMN_OPEN && pd_str_eq(c->name[i], PD_STR("mean"))) {
			c->kind[i] = PD_COLUMN_VALUE;
			c->at[PD_COLUMN_VALUE] = i;
		}
}

/* `n` and `level` are common names of labels. */
static void find_aggregates(struct pd_columns *c)
{
	find_mean(c);
	if (c->at[PD_COLUMN_HALF_WIDTH] == SIZE_MAX)
		forget(c, PD_COLUMN_LEVEL);
	if (c->at[PD_COLUMN_SD] == SIZE_MAX && c->at[PD_COLUMN_HALF_WIDTH] == SIZE_MAX &&
	    c->at[PD_COLUMN_OF] == SIZE_MAX)
		forget(c, PD_COLUMN_N);
}

bool pd_columns_open(struct pd_columns *c, const struct pd_record *header, struct pd_ingest *out)
{
	*c = (struct pd_columns){.n = header->n};
	if (c->n > MAX_COLUMNS) {
		pd_ingest_error(out, header->in, NULL, "limit", "more than %d columns",
				MAX_COLUMNS);
		return false;
	}
	name_columns(c, header);
	find_aggregates(c);
	c->wide = c->at[PD_COLUMN_VALUE] == SIZE_MAX;
	if (c->wide)
		forget_for_sides(c);
	for (size_t i = 0; i < c->n && !c->wide; i++)
		if (c->kind[i] == PD_COLUMN_OPEN)
			c->kind[i] = PD_COLUMN_LABEL;
	if (!c->wide)
		c->value[c->n_values++] = c->at[PD_COLUMN_VALUE];
	return check(c, header, out) && check_capitals(c, header, out);
}

/* An empty cell may be a number that is absent. */
static bool may_be_number(struct pd_str s)
{
	struct pd_plus_minus parts;
	double v;

	if (pd_plus_minus(s, &parts))
		s = parts.mean;
	return !s.n || pd_number_parse(s, 0, &v) != PD_NUMBER_BAD;
}

/* A column of text before the first number. */
static enum pd_column text_kind(const struct pd_columns *c, size_t i)
{
	if (c->at[PD_COLUMN_BENCHMARK] == SIZE_MAX)
		return PD_COLUMN_BENCHMARK;
	return c->kind[i] == PD_COLUMN_OPEN ? PD_COLUMN_LABEL : c->kind[i];
}

bool pd_columns_widen(struct pd_columns *c, const struct pd_record *row, struct pd_ingest *out)
{
	for (size_t i = 0; i < c->n; i++) {
		if (c->kind[i] != PD_COLUMN_OPEN && c->kind[i] != PD_COLUMN_UNNAMED)
			continue;
		if (!c->n_values && !may_be_number(row->field[i]))
			c->kind[i] = text_kind(c, i);
		else if (c->kind[i] == PD_COLUMN_OPEN)
			c->kind[i] = PD_COLUMN_VALUE;
		c->at[c->kind[i]] = i;
		if (c->kind[i] == PD_COLUMN_VALUE)
			c->value[c->n_values++] = i;
	}
	if (c->n_values)
		return true;
	pd_ingest_error(out, row->in, NULL, "bad-header",
			"no column is called 'value', and none holds numbers");
	return false;
}

void pd_columns_close(struct pd_columns *c)
{
	pd_arena_free(&c->names);
	*c = (struct pd_columns){0};
}

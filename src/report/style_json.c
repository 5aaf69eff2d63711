/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_json.c - a report for programs; docs/json-schema.md describes it
 *
 * One comparison stands on one line, so that two reports can be compared with
 * diff. It is written as it is walked: 50 000 comparisons, 2.4 million fields,
 * take 0.14 s; a tree of cJSON for each line takes 0.28 s before it knows a
 * single digit, and needs the library to be there.
 */
#include "report/fields.h"
#include "report/quote.h"
#include "report/style.h"
#include "report/words.h"

#include "base/number.h"
#include "base/str.h"

#include <inttypes.h>
#include <math.h>

struct json {
	struct pd_out *out;
	bool first; /* nothing stands in the current object or array yet */
};

static void put_number(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	if (!isfinite(v))
		pd_out_text(out, "null");
	else if (v == 0)
		pd_out_char(out, '0');
	else
		pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 12));
}

static void key(struct json *j, struct pd_str name)
{
	if (!j->first)
		pd_out_char(j->out, ',');
	j->first = false;
	pd_quote_json(j->out, name);
	pd_out_char(j->out, ':');
}

static void json_open(void *to, const char *name)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	pd_out_char(j->out, '{');
	j->first = true;
}

static void json_close(void *to)
{
	struct json *j = to;

	pd_out_char(j->out, '}');
	j->first = false;
}

static void json_text(void *to, const char *name, struct pd_str value)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	if (value.p)
		pd_quote_json(j->out, value);
	else
		pd_out_text(j->out, "null");
}

static void json_number(void *to, const char *name, double value)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	put_number(j->out, value);
}

static void json_count(void *to, const char *name, uint64_t value)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	pd_out_printf(j->out, "%" PRIu64, value);
}

static void json_flag(void *to, const char *name, bool value)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	pd_out_text(j->out, value ? "true" : "false");
}

static void json_labels(void *to, const char *name, const struct pd_label *label, size_t n)
{
	struct json *j = to;

	json_open(j, name);
	for (size_t i = 0; i < n; i++) {
		key(j, label[i].key);
		pd_quote_json(j->out, label[i].val);
	}
	json_close(j);
}

static void json_words(void *to, const char *name, const char *const *word, size_t n)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	pd_out_char(j->out, '[');
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(j->out, ',');
		pd_quote_json(j->out, pd_str_of(word[i]));
	}
	pd_out_char(j->out, ']');
}

static void json_interval(void *to, const char *name, double lo, double hi)
{
	struct json *j = to;

	key(j, pd_str_of(name));
	if (isnan(lo) || isnan(hi)) {
		pd_out_text(j->out, "null");
		return;
	}
	pd_out_char(j->out, '[');
	put_number(j->out, lo);
	pd_out_char(j->out, ',');
	put_number(j->out, hi);
	pd_out_char(j->out, ']');
}

static const struct pd_fields fields = {
	.open = json_open,
	.close = json_close,
	.text = json_text,
	.number = json_number,
	.count = json_count,
	.flag = json_flag,
	.labels = json_labels,
	.words = json_words,
	.interval = json_interval,
};

/* Arrays of objects, one object a line. */
struct array {
	struct json *j;
	bool some;
};

static struct array array_open(struct json *j, const char *name)
{
	pd_out_text(j->out, ",\n");
	j->first = true;
	key(j, pd_str_of(name));
	pd_out_char(j->out, '[');
	return (struct array){j, false};
}

static void array_next(struct array *a)
{
	pd_out_text(a->j->out, a->some ? ",\n{" : "\n{");
	a->some = true;
	a->j->first = true;
}

static void array_end(struct array *a)
{
	json_close(a->j);
}

static void array_close(struct array *a)
{
	pd_out_char(a->j->out, ']');
}

static void write_tool(struct json *j, const struct pd_report *r)
{
	pd_out_text(j->out, "{\"schema\":1,\n");
	j->first = true;
	json_open(j, "tool");
	json_text(j, "name", PD_STR("perfdelta"));
	json_text(j, "version", pd_str_of(r->version));
	json_close(j);
	pd_out_text(j->out, ",\n");
	j->first = true;
	json_open(j, "policy");
	pd_fields_policy(&fields, j, r);
	json_close(j);
}

static void write_sides(struct json *j, const struct pd_report *r)
{
	const struct pd_table *table = r->result->rows->table;
	struct array a = array_open(j, "sides");

	for (size_t side = 0; side < r->result->rows->n_sides; side++) {
		const struct pd_side *s = &table->sides[side];

		array_next(&a);
		json_text(j, "name", pd_ctx_name(r->ctx, s->name));
		key(j, PD_STR("sources"));
		pd_out_char(j->out, '[');
		for (uint32_t i = 0; i < s->n_sources; i++) {
			if (i)
				pd_out_char(j->out, ',');
			pd_quote_json(j->out, pd_ctx_name(r->ctx, s->source[i]));
		}
		pd_out_char(j->out, ']');
		json_count(j, "runs", s->n_runs);
		array_end(&a);
	}
	array_close(&a);
}

static void write_comparisons(struct json *j, const struct pd_report *r)
{
	struct array a = array_open(j, "comparisons");
	size_t n_sections = r->kind == PD_REPORT_COMPARISON ? r->n_sections : 0;

	for (size_t s = 0; s < n_sections; s++)
		for (uint32_t i = 0; i < r->section[s].n; i++)
			for (size_t side = 1; side < r->result->rows->n_sides; side++) {
				uint32_t row = r->section[s].row[i].row;
				const struct pd_comparison *c = pd_compare_find(r->result, row,
										side);

				if (!c)
					continue;
				array_next(&a);
				pd_fields_comparison(&fields, j, r, row, side, c);
				array_end(&a);
			}
	array_close(&a);
}

static void write_series(struct json *j, const struct pd_report *r)
{
	const struct pd_rows *rows = r->result->rows;
	struct array a = array_open(j, "series");

	for (size_t s = 0; s < r->n_sections; s++)
		for (uint32_t i = 0; i < r->section[s].n; i++)
			for (size_t side = 0; side < rows->n_sides; side++) {
				uint32_t row = r->section[s].row[i].row;

				if (!rows->row[row].series[side].n)
					continue;
				array_next(&a);
				pd_fields_series(&fields, j, r, row, side);
				array_end(&a);
			}
	array_close(&a);
}

static void write_unpaired(struct json *j, const struct pd_report *r)
{
	struct array a = array_open(j, "unpaired");

	for (size_t i = 0; i < r->n_unpaired; i++) {
		array_next(&a);
		pd_fields_row(&fields, j, r, r->unpaired[i].row);
		json_text(j, "missing", pd_words_side(r, r->unpaired[i].side));
		array_end(&a);
	}
	array_close(&a);
}

static void write_diagnostics(struct json *j, const struct pd_report *r)
{
	struct array a = array_open(j, "diagnostics");

	for (size_t i = 0; i < r->n_diags; i++) {
		array_next(&a);
		pd_fields_diag(&fields, j, &r->diag[i]);
		array_end(&a);
	}
	array_close(&a);
}

static void write_geomeans(struct json *j, const struct pd_report *r)
{
	struct array a = array_open(j, "geomeans");

	for (size_t i = 0; i < r->result->n_geomeans; i++) {
		array_next(&a);
		pd_fields_geomean(&fields, j, r, &r->result->geomean[i]);
		array_end(&a);
	}
	array_close(&a);
}

static void write_json(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct json j = {.out = out};

	(void)look;
	write_tool(&j, r);
	write_sides(&j, r);
	write_comparisons(&j, r);
	write_unpaired(&j, r);
	write_diagnostics(&j, r);
	pd_out_text(out, ",\n");
	j.first = true;
	json_open(&j, "summary");
	pd_fields_counts(&fields, &j, r);
	json_close(&j);
	write_geomeans(&j, r);
	if (r->kind == PD_REPORT_SUMMARY)
		write_series(&j, r);
	pd_out_text(out, "}\n");
}

const struct pd_style pd_style_json = {
	.name = "json",
	.what = "for programs: everything, schema 1",
	.machine = true,
	.write = write_json,
};

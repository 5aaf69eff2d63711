/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_json.c - a report for programs; docs/json-schema.md describes it
 *
 * One comparison stands on one line, so that two reports can be compared with
 * diff.
 */
#include "report/fields.h"
#include "report/style.h"
#include "report/tree.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

static void json_open(void *to, const char *name)
{
	pd_tree_object(to, name);
}

static void json_close(void *to)
{
	pd_tree_close(to);
}

static void json_text(void *to, const char *name, struct pd_str value)
{
	pd_tree_string(to, name, value);
}

static void json_number(void *to, const char *name, double value)
{
	pd_tree_number(to, name, value);
}

static void json_value(void *to, const char *name, double value)
{
	pd_tree_value(to, name, value);
}

static void json_count(void *to, const char *name, uint64_t value)
{
	pd_tree_count(to, name, value);
}

static void json_flag(void *to, const char *name, bool value)
{
	pd_tree_flag(to, name, value);
}

static void json_labels(void *to, const char *name, const struct pd_label *label, size_t n)
{
	pd_tree_object(to, name);
	for (size_t i = 0; i < n; i++)
		pd_tree_member(to, label[i].key, label[i].val);
	pd_tree_close(to);
}

static void json_words(void *to, const char *name, const char *const *word, size_t n)
{
	pd_tree_array(to, name);
	for (size_t i = 0; i < n; i++)
		pd_tree_string(to, NULL, pd_str_of(word[i]));
	pd_tree_close(to);
}

static void json_interval(void *to, const char *name, double lo, double hi)
{
	if (isnan(lo) || isnan(hi)) {
		pd_tree_null(to, name);
		return;
	}
	pd_tree_array(to, name);
	pd_tree_number(to, NULL, lo);
	pd_tree_number(to, NULL, hi);
	pd_tree_close(to);
}

static const struct pd_fields fields = {
	.open = json_open,
	.close = json_close,
	.text = json_text,
	.number = json_number,
	.value = json_value,
	.count = json_count,
	.flag = json_flag,
	.labels = json_labels,
	.words = json_words,
	.interval = json_interval,
};

/* The members of the document, one a line, and arrays of objects, one object a line. */
struct json {
	struct pd_tree tree;
	struct pd_out *out;
	const struct pd_report *r;
	bool some; /* an object stands in the current array */
};

static void member_begin(struct json *j)
{
	pd_out_text(j->out, ",\n");
	pd_tree_begin(&j->tree);
}

static void array_open(struct json *j, const char *name)
{
	pd_out_printf(j->out, ",\n\"%s\":[", name);
	j->some = false;
}

static void array_next(struct json *j)
{
	pd_out_text(j->out, j->some ? ",\n" : "\n");
	j->some = true;
	pd_tree_begin(&j->tree);
}

static void array_close(struct json *j)
{
	pd_out_char(j->out, ']');
}

static void write_tool(struct json *j)
{
	pd_out_text(j->out, "{\"schema\":1");
	member_begin(j);
	json_open(&j->tree, "tool");
	json_text(&j->tree, "name", PD_STR("perfdelta"));
	json_text(&j->tree, "version", pd_str_of(j->r->version));
	json_close(&j->tree);
	pd_tree_end_members(&j->tree);
}

static void write_policy(struct json *j)
{
	member_begin(j);
	json_open(&j->tree, "policy");
	pd_fields_policy(&fields, &j->tree, j->r);
	json_close(&j->tree);
	pd_tree_end_members(&j->tree);
}

static void write_sides(struct json *j)
{
	const struct pd_table *table = j->r->result->rows->table;

	array_open(j, "sides");
	for (size_t side = 0; side < j->r->result->rows->n_sides; side++) {
		const struct pd_side *s = &table->sides[side];

		array_next(j);
		json_text(&j->tree, "name", pd_ctx_name(j->r->ctx, s->name));
		pd_tree_array(&j->tree, "sources");
		for (uint32_t i = 0; i < s->n_sources; i++)
			json_text(&j->tree, NULL, pd_ctx_name(j->r->ctx, s->source[i]));
		pd_tree_close(&j->tree);
		json_count(&j->tree, "runs", s->n_runs);
		pd_tree_end(&j->tree);
	}
	array_close(j);
}

static void write_row_comparisons(struct json *j, uint32_t row)
{
	for (size_t side = 1; side < j->r->result->rows->n_sides; side++) {
		const struct pd_comparison *c = pd_compare_find(j->r->result, row, side);

		if (!c)
			continue;
		array_next(j);
		pd_fields_comparison(&fields, &j->tree, j->r, row, side, c);
		pd_tree_end(&j->tree);
	}
}

static void write_row_series(struct json *j, uint32_t row)
{
	const struct pd_rows *rows = j->r->result->rows;

	for (size_t side = 0; side < rows->n_sides; side++) {
		if (!rows->row[row].series[side].n)
			continue;
		array_next(j);
		pd_fields_series(&fields, &j->tree, j->r, row, side);
		pd_tree_end(&j->tree);
	}
}

static void write_rows(struct json *j, void (*write_row)(struct json *j, uint32_t row))
{
	for (size_t s = 0; s < j->r->n_sections; s++)
		for (uint32_t i = 0; i < j->r->section[s].n; i++)
			write_row(j, j->r->section[s].row[i].row);
}

static void write_comparisons(struct json *j)
{
	array_open(j, "comparisons");
	if (j->r->kind == PD_REPORT_COMPARISON)
		write_rows(j, write_row_comparisons);
	array_close(j);
}

static void write_unpaired(struct json *j)
{
	array_open(j, "unpaired");
	for (size_t i = 0; i < j->r->n_unpaired; i++) {
		const struct pd_unpaired *u = &j->r->unpaired[i];

		array_next(j);
		pd_fields_row(&fields, &j->tree, j->r, u->row);
		json_text(&j->tree, "missing", pd_words_side(j->r, u->side));
		pd_tree_end(&j->tree);
	}
	array_close(j);
}

static void write_diagnostics(struct json *j)
{
	array_open(j, "diagnostics");
	for (size_t i = 0; i < j->r->n_diags; i++) {
		array_next(j);
		pd_fields_diag(&fields, &j->tree, &j->r->diag[i]);
		pd_tree_end(&j->tree);
	}
	array_close(j);
}

static void write_counts(struct json *j)
{
	member_begin(j);
	json_open(&j->tree, "summary");
	pd_fields_counts(&fields, &j->tree, j->r);
	json_close(&j->tree);
	pd_tree_end_members(&j->tree);
}

static void write_geomeans(struct json *j)
{
	array_open(j, "geomeans");
	for (size_t i = 0; i < j->r->result->n_geomeans; i++) {
		array_next(j);
		pd_fields_geomean(&fields, &j->tree, j->r, &j->r->result->geomean[i]);
		pd_tree_end(&j->tree);
	}
	array_close(j);
}

static void write_json(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct json j = {.out = out, .r = r};

	(void)look;
	pd_tree_init(&j.tree, out);
	write_tool(&j);
	write_policy(&j);
	write_sides(&j);
	write_comparisons(&j);
	write_unpaired(&j);
	write_diagnostics(&j);
	write_counts(&j);
	write_geomeans(&j);
	if (r->kind == PD_REPORT_SUMMARY) {
		array_open(&j, "series");
		write_rows(&j, write_row_series);
		array_close(&j);
	}
	pd_out_text(out, "}\n");
	pd_tree_release(&j.tree);
}

const struct pd_style pd_style_json = {
	.name = "json",
	.what = "for programs: everything, schema 1",
	.machine = true,
	.write = write_json,
};

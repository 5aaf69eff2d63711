/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_json.c - a report for programs; docs/json-schema.md describes it
 *
 * One comparison stands on one line, so that two reports can be compared with
 * diff.
 */
#include "report/floors.h"
#include "report/jsonlines.h"
#include "report/plans_machine.h"
#include "report/style.h"
#include "report/words.h"

#include "base/str.h"

static const struct pd_fields *const fields = &pd_jsonlines_fields;

struct json {
	struct pd_jsonlines lines;
	const struct pd_report *r;
};

static void write_sides(struct json *j)
{
	const struct pd_table *table = j->r->result->rows->table;

	pd_jsonlines_array(&j->lines, "sides");
	for (size_t side = 0; side < j->r->result->rows->n_sides; side++) {
		const struct pd_side *s = &table->sides[side];

		pd_jsonlines_element(&j->lines);
		fields->text(&j->lines.tree, "name", pd_ctx_name(j->r->ctx, s->name));
		pd_tree_array(&j->lines.tree, "sources");
		for (uint32_t i = 0; i < s->n_sources; i++)
			fields->text(&j->lines.tree, NULL, pd_ctx_name(j->r->ctx, s->source[i]));
		pd_tree_close(&j->lines.tree);
		fields->count(&j->lines.tree, "runs", s->n_runs);
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

static void write_row_comparisons(struct json *j, uint32_t row)
{
	for (size_t side = 1; side < j->r->result->rows->n_sides; side++) {
		const struct pd_comparison *c = pd_compare_find(j->r->result, row, side);

		if (!c)
			continue;
		pd_jsonlines_element(&j->lines);
		pd_fields_comparison(fields, &j->lines.tree, j->r, row, side, c);
		pd_jsonlines_element_end(&j->lines);
	}
}

static void write_row_series(struct json *j, uint32_t row)
{
	const struct pd_rows *rows = j->r->result->rows;

	for (size_t side = 0; side < rows->n_sides; side++) {
		if (!rows->row[row].series[side].n)
			continue;
		pd_jsonlines_element(&j->lines);
		pd_fields_series(fields, &j->lines.tree, j->r, row, side);
		pd_jsonlines_element_end(&j->lines);
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
	pd_jsonlines_array(&j->lines, "comparisons");
	if (j->r->kind == PD_REPORT_COMPARISON)
		write_rows(j, write_row_comparisons);
	pd_jsonlines_array_end(&j->lines);
}

static void write_unpaired(struct json *j)
{
	pd_jsonlines_array(&j->lines, "unpaired");
	for (size_t i = 0; i < j->r->n_unpaired; i++) {
		const struct pd_unpaired *u = &j->r->unpaired[i];

		pd_jsonlines_element(&j->lines);
		pd_fields_row(fields, &j->lines.tree, j->r, u->row);
		fields->text(&j->lines.tree, "missing", pd_words_side(j->r, u->side));
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

static void write_diagnostics(struct json *j)
{
	pd_jsonlines_array(&j->lines, "diagnostics");
	for (size_t i = 0; i < j->r->n_diags; i++) {
		pd_jsonlines_element(&j->lines);
		pd_fields_diag(fields, &j->lines.tree, &j->r->diag[i]);
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

static void write_counts(struct json *j)
{
	pd_jsonlines_object(&j->lines, "summary");
	pd_fields_counts(fields, &j->lines.tree, j->r);
	pd_jsonlines_object_end(&j->lines);
}

static void write_geomeans(struct json *j)
{
	pd_jsonlines_array(&j->lines, "geomeans");
	for (size_t i = 0; i < j->r->result->n_geomeans; i++) {
		pd_jsonlines_element(&j->lines);
		pd_fields_geomean(fields, &j->lines.tree, j->r, &j->r->result->geomean[i]);
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

static void write_json(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct json j = {.r = r};

	(void)look;
	pd_jsonlines_report(&j.lines, r, out);
	write_sides(&j);
	write_comparisons(&j);
	write_unpaired(&j);
	write_diagnostics(&j);
	write_counts(&j);
	write_geomeans(&j);
	if (r->kind == PD_REPORT_SUMMARY) {
		pd_jsonlines_array(&j.lines, "series");
		write_rows(&j, write_row_series);
		pd_jsonlines_array_end(&j.lines);
	}
	pd_jsonlines_finish(&j.lines);
}

const struct pd_style pd_style_json = {
	.name = "json",
	.what = "for programs: everything, schema 1",
	.machine = true,
	.json = true,
	.write = write_json,
	.write_floors = pd_floors_json,
	.write_plan = pd_plans_machine_json,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta_json.c - profiles for programs; docs/json-profile.md describes it */
#include "report/deltafields.h"
#include "report/deltanames.h"
#include "report/inventory_json.h"
#include "report/jsonlines.h"

#include "base/str.h"

static const struct pd_fields *const fields = &pd_jsonlines_fields;

struct json {
	struct pd_jsonlines lines;
	const struct pd_deltareport *r;
};

static struct pd_tree *tree_of(struct json *j)
{
	return &j->lines.tree;
}

static void text_id(struct json *j, const char *name, pd_id id)
{
	struct pd_str text = pd_ctx_name(j->r->result->ctx, id);

	pd_tree_string(tree_of(j), name, id ? text : (struct pd_str){NULL, 0});
}

static void write_kind(struct json *j)
{
	pd_jsonlines_member(&j->lines);
	pd_tree_string(tree_of(j), "kind", PD_STR("profile"));
	pd_tree_end_members(tree_of(j));
}

static void write_policy(struct json *j)
{
	pd_jsonlines_object(&j->lines, "policy");
	pd_deltafields_policy(fields, tree_of(j), j->r->result);
	pd_jsonlines_object_end(&j->lines);
}

static void write_sources(struct json *j, size_t side)
{
	const struct pd_profiles *all = j->r->result->profiles;

	pd_tree_array(tree_of(j), "sources");
	for (size_t i = 0; i < all->n; i++)
		if (all->profile[i].side == side)
			text_id(j, NULL, all->profile[i].source);
	pd_tree_close(tree_of(j));
}

static void write_sides(struct json *j)
{
	const struct pd_delta_result *result = j->r->result;

	pd_jsonlines_array(&j->lines, "sides");
	for (size_t side = 0; side < result->n_sides; side++) {
		pd_jsonlines_element(&j->lines);
		pd_tree_string(tree_of(j), "name", pd_deltanames_side(result, side));
		write_sources(j, side);
		pd_tree_count(tree_of(j), "runs", result->profiles->side[side].n_runs);
		pd_tree_object(tree_of(j), "setup");
		pd_deltafields_setup(fields, tree_of(j), result, side);
		pd_tree_close(tree_of(j));
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

/* The arrays by side of a section, as members of whatever is open. */
static const struct by_side {
	const char *name;
	void (*write)(const struct pd_fields *f, void *to, const struct pd_delta_section *section,
		      size_t side);
} by_side[] = {
	{"work_factor", pd_deltafields_factor     },
	{"total",       pd_deltafields_total      },
	{"below_limit", pd_deltafields_below_limit},
};

static void write_by_side(struct json *j, const struct by_side *what,
			  const struct pd_delta_section *section)
{
	pd_tree_array(tree_of(j), what->name);
	for (size_t side = 0; section && side < j->r->result->n_sides; side++) {
		pd_tree_object(tree_of(j), NULL);
		what->write(fields, tree_of(j), section, side);
		pd_tree_close(tree_of(j));
	}
	pd_tree_close(tree_of(j));
}

/* Of the first event, for whoever has only one. */
static void write_first(struct json *j)
{
	const struct pd_delta_result *result = j->r->result;

	for (size_t i = 0; i < PD_ARRAY_SIZE(by_side); i++) {
		pd_jsonlines_member(&j->lines);
		write_by_side(j, &by_side[i], result->n_sections ? &result->section[0] : NULL);
		pd_tree_end_members(tree_of(j));
	}
}

static void write_events(struct json *j)
{
	const struct pd_delta_result *result = j->r->result;

	pd_jsonlines_array(&j->lines, "events");
	for (size_t i = 0; i < result->n_sections; i++) {
		pd_jsonlines_element(&j->lines);
		pd_deltafields_section(fields, tree_of(j), result, &result->section[i]);
		for (size_t k = 0; k < PD_ARRAY_SIZE(by_side); k++)
			write_by_side(j, &by_side[k], &result->section[i]);
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

static void write_row(struct json *j, const struct pd_delta_section *s, size_t row)
{
	for (size_t side = 1; side < j->r->result->n_sides; side++) {
		pd_jsonlines_element(&j->lines);
		pd_deltafields_row(fields, tree_of(j), j->r->result, s, &s->row[row], side);
		pd_jsonlines_element_end(&j->lines);
	}
}

static void write_moved(struct json *j, const struct pd_delta_section *s, size_t i)
{
	const struct pd_delta_moved *m = &s->moved[i];

	pd_jsonlines_element(&j->lines);
	text_id(j, "event", s->event);
	pd_tree_string(tree_of(j), "side", pd_deltanames_side(j->r->result, m->side));
	text_id(j, "canonical", m->canonical);
	pd_tree_array(tree_of(j), "parts");
	for (uint32_t k = 0; k < m->n; k++) {
		pd_tree_object(tree_of(j), NULL);
		text_id(j, "name", m->name[k]);
		pd_tree_number(tree_of(j), "cost", m->cost[k]);
		pd_tree_close(tree_of(j));
	}
	pd_tree_close(tree_of(j));
	pd_tree_number(tree_of(j), "net", m->net);
	pd_jsonlines_element_end(&j->lines);
}

static void write_parts(struct json *j, const char *name, const struct pd_delta_part *part,
			uint32_t n)
{
	pd_tree_array(tree_of(j), name);
	for (uint32_t i = 0; i < n; i++) {
		pd_tree_object(tree_of(j), NULL);
		text_id(j, "symbol", part[i].symbol);
		pd_tree_flag(tree_of(j), "self", part[i].is_self);
		pd_tree_number(tree_of(j), "base", part[i].base);
		pd_tree_number(tree_of(j), "head", part[i].head);
		pd_tree_close(tree_of(j));
	}
	pd_tree_close(tree_of(j));
}

static void write_call(struct json *j, const struct pd_delta_section *s, size_t i)
{
	const struct pd_delta_call *call = &s->call[i];

	pd_jsonlines_element(&j->lines);
	text_id(j, "event", s->event);
	pd_tree_string(tree_of(j), "side", pd_deltanames_side(j->r->result, call->side));
	text_id(j, "symbol", call->symbol);
	pd_tree_number(tree_of(j), "base", call->base);
	pd_tree_number(tree_of(j), "head", call->head);
	write_parts(j, "callees", call->callee, call->n_callees);
	write_parts(j, "callers", call->caller, call->n_callers);
	pd_jsonlines_element_end(&j->lines);
}

static void write_rows(struct json *j)
{
	const struct pd_delta_result *result = j->r->result;

	pd_jsonlines_array(&j->lines, "rows");
	for (size_t i = 0; i < result->n_sections; i++)
		for (size_t k = 0; k < result->section[i].n; k++)
			write_row(j, &result->section[i], k);
	pd_jsonlines_array_end(&j->lines);
	pd_jsonlines_array(&j->lines, "moved");
	for (size_t i = 0; i < result->n_sections; i++)
		for (size_t k = 0; k < result->section[i].n_moved; k++)
			write_moved(j, &result->section[i], k);
	pd_jsonlines_array_end(&j->lines);
	pd_jsonlines_array(&j->lines, "calls");
	for (size_t i = 0; i < result->n_sections; i++)
		for (size_t k = 0; k < result->section[i].n_calls; k++)
			write_call(j, &result->section[i], k);
	pd_jsonlines_array_end(&j->lines);
}

static void write_diagnostics(struct json *j)
{
	pd_jsonlines_array(&j->lines, "diagnostics");
	for (size_t i = 0; i < j->r->n_diags; i++) {
		pd_jsonlines_element(&j->lines);
		pd_fields_diag(fields, tree_of(j), &j->r->diag[i]);
		pd_jsonlines_element_end(&j->lines);
	}
	pd_jsonlines_array_end(&j->lines);
}

static void write_json(const struct pd_deltareport *r, const struct pd_look *look,
		       struct pd_out *out)
{
	struct json j = {.r = r};

	(void)look;
	pd_jsonlines_init(&j.lines, out);
	write_kind(&j);
	pd_jsonlines_tool(&j.lines, r->version);
	write_policy(&j);
	write_sides(&j);
	write_first(&j);
	write_events(&j);
	write_rows(&j);
	write_diagnostics(&j);
	pd_jsonlines_object(&j.lines, "summary");
	pd_deltafields_counts(fields, tree_of(&j), r->result);
	pd_jsonlines_object_end(&j.lines);
	pd_jsonlines_finish(&j.lines);
}

const struct pd_deltastyle pd_delta_json = {
	.name = "json",
	.what = "for programs: everything, schema 1",
	.machine = true,
	.json = true,
	.write = write_json,
	.write_inventory = pd_inventory_json,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/inventory_json.h"

#include "report/jsonlines.h"
#include "report/setup.h"

#include "base/str.h"

static void write_setup(const struct pd_inventory *v, size_t side, struct pd_tree *t)
{
	pd_tree_object(t, "setup");
	for (int what = 0; what < PD_N_SETUP; what++) {
		const char *word = pd_setup_word((enum pd_setup)what);
		struct pd_out text;

		pd_out_init(&text, -1);
		if (pd_setup_text(v->ctx, v->profiles, side, (enum pd_setup)what, &text))
			pd_tree_string(t, word, pd_out_kept(&text));
		else
			pd_tree_null(t, word);
		(void)pd_out_close(&text);
	}
	pd_tree_close(t);
}

static void write_count(struct pd_tree *t, bool known, const char *name, uint64_t value)
{
	if (known)
		pd_tree_count(t, name, value);
	else
		pd_tree_null(t, name);
}

static void write_weight(struct pd_tree *t, const struct pd_inventory_event *e, uint64_t weight)
{
	if (e->parts)
		pd_tree_value(t, "weight", (double)weight / e->parts);
	else
		write_count(t, !e->shares, "weight", weight);
}

static void write_symbol(const struct pd_inventory *v, const struct pd_inventory_event *e,
			 const struct pd_inventory_symbol *s, struct pd_tree *t)
{
	const struct pd_frame *f = &v->profiles->frame[s->frame];

	pd_tree_object(t, NULL);
	pd_tree_string(t, "symbol", pd_ctx_name(v->ctx, f->symbol));
	if (f->dso)
		pd_tree_string(t, "dso", pd_ctx_name(v->ctx, f->dso));
	else
		pd_tree_null(t, "dso");
	write_count(t, e->counted, "hits", s->hits);
	write_weight(t, e, s->weight);
	if (e->weight)
		pd_tree_number(t, "share", (double)s->weight / (double)e->weight);
	else
		pd_tree_null(t, "share");
	pd_tree_close(t);
}

static void write_event(const struct pd_inventory *v, size_t event,
			const struct pd_inventory_event *e, struct pd_tree *t)
{
	pd_tree_object(t, NULL);
	pd_tree_string(t, "name", pd_ctx_name(v->ctx, v->profiles->event[event]));
	pd_tree_count(t, "runs", e->n_runs);
	write_count(t, e->counted, "hits", e->hits);
	write_count(t, e->counted, "hits_more", e->hits_more);
	write_weight(t, e, e->weight);
	pd_tree_count(t, "lost", e->lost);
	pd_tree_flag(t, "inclusive", e->inclusive);
	pd_tree_count(t, "n_symbols", e->n);
	pd_tree_array(t, "symbols");
	for (size_t i = 0; i < pd_inventory_shown(v, e); i++)
		write_symbol(v, e, &e->symbol[i], t);
	pd_tree_close(t);
	pd_tree_close(t);
}

static void write_side(const struct pd_inventory *v, size_t side, struct pd_tree *t)
{
	pd_tree_string(t, "name", pd_ctx_name(v->ctx, v->profiles->side[side].name));
	pd_tree_array(t, "sources");
	for (size_t i = 0; i < v->profiles->n; i++)
		if (v->profiles->profile[i].side == side)
			pd_tree_string(t, NULL,
				       pd_ctx_name(v->ctx, v->profiles->profile[i].source));
	pd_tree_close(t);
	pd_tree_count(t, "runs", v->profiles->side[side].n_runs);
	write_setup(v, side, t);
	pd_tree_array(t, "events");
	for (size_t event = 0; event < v->profiles->n_events; event++) {
		const struct pd_inventory_event *e =
			&v->event[side * v->profiles->n_events + event];

		if (e->n_runs)
			write_event(v, event, e, t);
	}
	pd_tree_close(t);
}

static void write_kind(struct pd_jsonlines *j)
{
	pd_jsonlines_member(j);
	pd_tree_string(&j->tree, "kind", PD_STR("profile-summary"));
	pd_tree_end_members(&j->tree);
}

void pd_inventory_json(const struct pd_inventory *v, const struct pd_look *look, struct pd_out *out)
{
	struct pd_jsonlines j;

	(void)look;
	pd_jsonlines_init(&j, out);
	write_kind(&j);
	pd_jsonlines_tool(&j, v->version);
	pd_jsonlines_array(&j, "sides");
	for (size_t side = 0; side < v->profiles->n_sides; side++) {
		pd_jsonlines_element(&j);
		write_side(v, side, &j.tree);
		pd_jsonlines_element_end(&j);
	}
	pd_jsonlines_array_end(&j);
	pd_jsonlines_array(&j, "diagnostics");
	for (size_t i = 0; i < v->n_diags; i++) {
		pd_jsonlines_element(&j);
		pd_fields_diag(&pd_jsonlines_fields, &j.tree, &v->diag[i]);
		pd_jsonlines_element_end(&j);
	}
	pd_jsonlines_array_end(&j);
	pd_jsonlines_finish(&j);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltapage.h"

#include "report/deltalegend.h"
#include "report/deltanames.h"
#include "report/deltaprose.h"

#include "base/str.h"

typedef void sentence_fn(struct pd_out *out, const struct pd_deltacells *c, size_t side);

static sentence_fn *const above[] = {pd_deltaprose_factor, pd_deltaprose_recorded,
				     pd_deltaprose_total, pd_deltaprose_runs, pd_deltaprose_limits};
static sentence_fn *const below[] = {pd_deltaprose_sum, pd_deltaprose_unlisted, pd_deltaprose_open};

void pd_deltapage_put(struct pd_deltapage *p, enum pd_deltapage_line kind)
{
	if (p->text.n)
		p->setting->put(p, kind, pd_out_kept(&p->text));
	p->text.n = 0;
}

static void put_each(struct pd_deltapage *p, const struct pd_deltatable *t,
		     sentence_fn *const *sentence, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sentence[i](&p->text, t->cells, t->side);
		pd_deltapage_put(p, PD_DELTAPAGE_ITEM);
	}
}

void pd_deltapage_title(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	const struct pd_delta_result *result = p->report->result;

	pd_deltaprose_title(&p->text, t->cells);
	if (result->n_sides > 2)
		pd_out_printf(&p->text, ", %.*s", PD_FMT(pd_deltanames_side(result, t->side)));
}

bool pd_deltapage_table(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	bool written = pd_deltatable_write(t, p->out);

	p->written |= written;
	return written;
}

void pd_deltapage_legend(struct pd_deltapage *p)
{
	pd_deltalegend(&p->text, p->report->result, p->columns);
	pd_deltapage_put(p, PD_DELTAPAGE_PARAGRAPH);
}

static void put_hints(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	const struct pd_delta_section *s = t->cells->section;

	for (size_t i = 0; i < s->n_moved; i++)
		if (s->moved[i].side == t->side) {
			pd_deltaprose_moved(&p->text, t->cells, &s->moved[i]);
			pd_deltapage_put(p, PD_DELTAPAGE_ITEM);
		}
	for (size_t i = 0; i < s->n_calls; i++)
		if (s->call[i].side == t->side) {
			pd_deltaprose_call(&p->text, t->cells, &s->call[i]);
			pd_deltapage_put(p, PD_DELTAPAGE_ITEM);
		}
}

static void write_section(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	if (p->look->brief) {
		p->setting->brief(p, t);
		return;
	}
	p->setting->head(p, t);
	put_each(p, t, above, PD_ARRAY_SIZE(above));
	pd_out_char(p->out, '\n');
	(void)pd_deltapage_table(p, t);
	if (t->markdown)
		pd_out_char(p->out, '\n'); /* what follows would be a row of the table */
	put_each(p, t, below, PD_ARRAY_SIZE(below));
	put_hints(p, t);
}

static void write_sections(struct pd_deltapage *p)
{
	const struct pd_delta_result *result = p->report->result;

	for (size_t i = 0; i < result->n_sections; i++) {
		struct pd_deltacells c = pd_deltacells_of(result, &result->section[i]);
		struct pd_deltatable t = {.report = p->report,
					  .look = p->look,
					  .markdown = p->setting->markdown,
					  .notes = &p->notes,
					  .cells = &c,
					  .columns = &p->columns};

		for (t.side = 1; t.side < result->n_sides; t.side++)
			if (result->section[i].n_runs[t.side])
				write_section(p, &t);
	}
}

void pd_deltapage_write(const struct pd_deltapage_setting *setting, const struct pd_deltareport *r,
			const struct pd_look *look, struct pd_out *out)
{
	struct pd_deltapage p = {.setting = setting, .report = r, .look = look, .out = out};

	pd_out_init(&p.text, -1);
	if (!look->brief) {
		pd_deltaprose_sides(&p.text, r->result);
		pd_deltapage_put(&p, PD_DELTAPAGE_PARAGRAPH);
	}
	write_sections(&p);
	if (!look->quiet && r->result->n_sections)
		setting->notes(&p);
	if (setting->markdown && (!look->brief || (!look->quiet && p.written)))
		pd_out_char(out, '\n');
	pd_deltaprose_skipped(&p.text, r->result);
	pd_deltapage_put(&p, PD_DELTAPAGE_PARAGRAPH);
	pd_deltaprose_counts(&p.text, r->result);
	pd_deltapage_put(&p, PD_DELTAPAGE_COUNTS);
	pd_notes_release(&p.notes);
	(void)pd_out_close(&p.text);
}

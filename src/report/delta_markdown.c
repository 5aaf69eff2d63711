/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta_markdown.c - the tables of plain for issues and pull requests on GitHub */
#include "report/deltalegend.h"
#include "report/deltaprose.h"
#include "report/deltastyle.h"
#include "report/deltatable.h"

#include "base/str.h"

struct page {
	const struct pd_deltareport *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text; /* a paragraph before its marks are escaped */
	struct pd_notes notes;
	unsigned int columns; /* that tables have */
	bool written;         /* there is a table */
};

/* The line in p->text, if there is one, between @before and @after. */
static void put_line(struct page *p, const char *before, const char *after)
{
	if (p->text.n) {
		pd_out_text(p->out, before);
		pd_board_escape(p->out, pd_out_kept(&p->text));
		pd_out_text(p->out, after);
	}
	p->text.n = 0;
}

static void write_head(struct page *p, const struct pd_deltacells *c, size_t side)
{
	pd_deltaprose_title(&p->text, c);
	if (p->r->result->n_sides > 2)
		pd_out_printf(&p->text, ", %.*s", PD_FMT(pd_deltacells_side(c->result, side)));
	put_line(p, "\n### ", "\n\n");
	pd_deltaprose_work(&p->text, c);
	put_line(p, "- ", "\n");
	pd_deltaprose_factor(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_deltaprose_recorded(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_deltaprose_total(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_deltaprose_runs(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_deltaprose_limits(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_out_char(p->out, '\n');
}

static void write_foot(struct page *p, const struct pd_deltacells *c, size_t side)
{
	const struct pd_delta_section *s = c->section;

	pd_out_char(p->out, '\n');
	pd_deltaprose_sum(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_deltaprose_unlisted(&p->text, c, side);
	put_line(p, "- ", "\n");
	pd_deltaprose_open(&p->text, c, side);
	put_line(p, "- ", "\n");
	for (size_t i = 0; i < s->n_moved; i++)
		if (s->moved[i].side == side) {
			pd_deltaprose_moved(&p->text, c, &s->moved[i]);
			put_line(p, "- ", "\n");
		}
	for (size_t i = 0; i < s->n_calls; i++)
		if (s->call[i].side == side) {
			pd_deltaprose_call(&p->text, c, &s->call[i]);
			put_line(p, "- ", "\n");
		}
}

static void write_sections(struct page *p)
{
	const struct pd_delta_result *result = p->r->result;

	for (size_t i = 0; i < result->n_sections; i++) {
		struct pd_deltacells c = pd_deltacells_of(result, &result->section[i]);
		struct pd_deltatable t = {.report = p->r,
					  .look = p->look,
					  .markdown = true,
					  .notes = &p->notes,
					  .cells = &c,
					  .columns = &p->columns};

		for (t.side = 1; t.side < result->n_sides; t.side++) {
			if (!result->section[i].n_runs[t.side])
				continue;
			if (!p->look->brief)
				write_head(p, &c, t.side);
			if (pd_deltatable_write(&t, p->out)) {
				p->written = true;
				if (p->look->brief)
					pd_out_char(p->out, '\n');
			}
			if (!p->look->brief)
				write_foot(p, &c, t.side);
		}
	}
}

static void write_notes(struct page *p)
{
	if (p->look->quiet || !p->r->result->n_sections)
		return;
	if (!p->look->brief)
		pd_out_char(p->out, '\n');
	for (size_t i = 1; i <= pd_notes_count(&p->notes); i++) {
		pd_out_printf(p->out, "%zu. ", i);
		pd_board_escape(p->out, pd_notes_text(&p->notes, i));
		pd_out_char(p->out, '\n');
	}
	if (p->look->brief)
		return;
	if (pd_notes_count(&p->notes))
		pd_out_char(p->out, '\n');
	pd_deltalegend(&p->text, p->r->result, p->columns);
	put_line(p, "", "\n");
}

static void write_markdown(const struct pd_deltareport *r, const struct pd_look *look,
			   struct pd_out *out)
{
	struct page p = {.r = r, .look = look, .out = out};

	pd_out_init(&p.text, -1);
	if (!look->brief) {
		pd_deltaprose_sides(&p.text, r->result);
		put_line(&p, "", "\n");
	}
	write_sections(&p);
	write_notes(&p);
	if (!look->brief || (!look->quiet && p.written))
		pd_out_char(out, '\n');
	pd_deltaprose_skipped(&p.text, r->result);
	put_line(&p, "", "\n");
	pd_deltaprose_counts(&p.text, r->result);
	put_line(&p, "**", "**\n");
	pd_notes_release(&p.notes);
	(void)pd_out_close(&p.text);
}

const struct pd_deltastyle pd_delta_markdown = {
	.name = "markdown",
	.what = "tables for GitHub",
	.write = write_markdown,
};

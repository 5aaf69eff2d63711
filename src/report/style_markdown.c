/* SPDX-License-Identifier: GPL-3.0-or-later */
/* style_markdown.c - the tables of plain for issues and pull requests on GitHub */
#include "report/advice.h"
#include "report/brief.h"
#include "report/floors.h"
#include "report/names.h"
#include "report/notes.h"
#include "report/ordernote.h"
#include "report/plans.h"
#include "report/prose.h"
#include "report/sections.h"
#include "report/style.h"
#include "report/words.h"

#include "base/str.h"

struct page {
	const struct pd_report *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text; /* a paragraph before its marks are escaped */
	struct pd_notes notes;
};

static void put_escaped(struct page *p)
{
	pd_board_escape(p->out, pd_out_kept(&p->text));
	p->text.n = 0;
}

static void write_sides(struct page *p)
{
	for (size_t side = 0; side < p->r->result->rows->n_sides; side++) {
		pd_out_text(p->out, "- ");
		pd_prose_side(&p->text, p->r, side);
		put_escaped(p);
		pd_out_char(p->out, '\n');
	}
}

static void write_heading(void *page, const struct pd_section *s, const struct pd_scale *scale)
{
	struct page *p = page;

	pd_out_text(p->out, "\n### ");
	pd_names_title(&p->text, p->r, s, scale);
	put_escaped(p);
	pd_out_text(p->out, "\n\n");
	pd_names_subtitle(&p->text, p->r, s);
	if (s->n_common) {
		pd_out_text(&p->text, " (");
		pd_words_labels(&p->text, s->common, s->n_common);
		pd_out_char(&p->text, ')');
	}
	put_escaped(p);
	pd_out_char(p->out, '\n');
}

static void write_sections(struct page *p)
{
	const struct pd_sections all = {.report = p->r,
					.look = p->look,
					.markdown = true,
					.notes = &p->notes,
					.heading = write_heading,
					.page = p};

	pd_sections_write(&all, p->out);
}

static void write_unpaired(struct page *p)
{
	if (p->r->n_unpaired)
		pd_out_char(p->out, '\n');
	for (size_t i = 0; i < p->r->n_unpaired; i++) {
		pd_out_text(p->out, "- ");
		pd_prose_unpaired(&p->text, p->r, &p->r->unpaired[i]);
		put_escaped(p);
		pd_out_char(p->out, '\n');
	}
}

static void write_notes(struct page *p)
{
	if (p->look->quiet || !p->r->n_sections)
		return;
	pd_out_char(p->out, '\n');
	for (size_t i = 1; i <= pd_notes_count(&p->notes); i++) {
		pd_out_printf(p->out, "%zu. ", i);
		pd_board_escape(p->out, pd_notes_text(&p->notes, i));
		pd_out_char(p->out, '\n');
	}
	if (pd_notes_count(&p->notes))
		pd_out_char(p->out, '\n');
	pd_ordernote_write(&p->text, p->r, false);
	if (p->text.n)
		pd_out_text(&p->text, "\n\n");
	pd_prose_legend(&p->text, p->r);
	put_escaped(p);
	pd_out_char(p->out, '\n');
}

static void write_advice(struct page *p)
{
	char line[PD_ADVICE_MAX][PD_ADVICE_ROOM];
	size_t n = pd_advice(p->r, p->look, line);

	for (size_t i = 0; i < n; i++) {
		pd_out_text(p->out, i ? "- " : "\n- ");
		pd_out_text(&p->text, line[i]);
		put_escaped(p);
		pd_out_char(p->out, '\n');
	}
}

static void write_markdown(const struct pd_report *r, const struct pd_look *look,
			   struct pd_out *out)
{
	struct page p = {.r = r, .look = look, .out = out};

	pd_out_init(&p.text, -1);
	if (look->brief && r->kind == PD_REPORT_COMPARISON) {
		pd_brief_write(r, look, true, out);
		write_unpaired(&p);
	} else {
		write_sides(&p);
		write_sections(&p);
		write_unpaired(&p);
		write_notes(&p);
	}
	pd_out_char(out, '\n');
	pd_prose_skipped(&p.text, r);
	if (p.text.n)
		pd_out_char(&p.text, '\n');
	put_escaped(&p);
	pd_out_text(out, "**");
	pd_prose_counts(&p.text, r, look);
	p.text.n--;
	put_escaped(&p);
	pd_out_text(out, "**\n");
	write_advice(&p);
	pd_notes_release(&p.notes);
	(void)pd_out_close(&p.text);
}

const struct pd_style pd_style_markdown = {
	.name = "markdown",
	.what = "tables for GitHub",
	.write = write_markdown,
	.write_floors = pd_floors_markdown,
	.write_plan = pd_plans_markdown,
};

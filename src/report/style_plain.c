/* SPDX-License-Identifier: GPL-3.0-or-later */
/* style_plain.c - tables for a terminal */
#include "report/advice.h"
#include "report/brief.h"
#include "report/floors.h"
#include "report/names.h"
#include "report/notes.h"
#include "report/plans.h"
#include "report/prose.h"
#include "report/sections.h"
#include "report/style.h"
#include "report/words.h"

#include "base/str.h"

#include <stdio.h>

struct page {
	const struct pd_report *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_notes notes;
};

/* "base: 10 runs from 10 files -> head: 10 runs from 10 files" */
static void write_sides(const struct page *p)
{
	bool summary = p->r->kind == PD_REPORT_SUMMARY;

	for (size_t side = 0; side < p->r->result->rows->n_sides; side++) {
		if (side)
			pd_out_text(p->out, summary || side > 1 ? ", " : " -> ");
		pd_prose_side(p->out, p->r, side);
	}
	pd_out_char(p->out, '\n');
}

static void write_heading(void *page, const struct pd_section *s, const struct pd_scale *scale)
{
	const struct page *p = page;

	pd_out_char(p->out, '\n');
	pd_names_title(p->out, p->r, s, scale);
	pd_out_text(p->out, "; ");
	pd_names_subtitle(p->out, p->r, s);
	pd_out_char(p->out, '\n');
	if (s->n_common) {
		pd_words_labels(p->out, s->common, s->n_common);
		pd_out_char(p->out, '\n');
	}
}

static void write_sections(struct page *p)
{
	const struct pd_sections all = {.report = p->r,
					.look = p->look,
					.notes = &p->notes,
					.heading = write_heading,
					.page = p};

	pd_sections_write(&all, p->out);
}

static void write_unpaired(const struct page *p)
{
	if (p->r->n_unpaired)
		pd_out_char(p->out, '\n');
	for (size_t i = 0; i < p->r->n_unpaired; i++) {
		pd_prose_unpaired(p->out, p->r, &p->r->unpaired[i]);
		pd_out_char(p->out, '\n');
	}
}

/* Prose is broken for reading even where tables have no limit: in a file, a pipe, a mail. */
static size_t prose_width(const struct pd_look *look)
{
	return look->width ? look->width : 80;
}

static void write_notes(const struct page *p)
{
	struct pd_out legend;
	char number[32];

	if (p->look->quiet || !p->r->n_sections)
		return;
	pd_out_char(p->out, '\n');
	for (size_t i = 1; i <= pd_notes_count(&p->notes); i++) {
		(void)snprintf(number, sizeof(number), "[%zu] ", i);
		pd_prose_wrap(p->out, number, pd_notes_text(&p->notes, i), prose_width(p->look));
	}
	pd_prose_order(p->out, p->r, false, prose_width(p->look));
	pd_out_init(&legend, -1);
	pd_prose_legend(&legend, p->r);
	pd_prose_wrap(p->out, "", pd_out_kept(&legend), prose_width(p->look));
	(void)pd_out_close(&legend);
}

static void write_advice(const struct page *p)
{
	char line[PD_ADVICE_MAX][PD_ADVICE_ROOM];
	size_t n = pd_advice(p->r, p->look, line);

	for (size_t i = 0; i < n; i++)
		pd_prose_wrap(p->out, "advice: ", pd_str_of(line[i]), prose_width(p->look));
}

static void write_plain(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct page p = {.r = r, .look = look, .out = out};

	if (look->brief && r->kind == PD_REPORT_COMPARISON) {
		pd_brief_write(r, look, false, out);
		write_unpaired(&p);
	} else {
		write_sides(&p);
		write_sections(&p);
		write_unpaired(&p);
		write_notes(&p);
		pd_out_char(out, '\n');
	}
	pd_prose_skipped(out, r);
	pd_prose_counts(out, r, look);
	write_advice(&p);
	pd_notes_release(&p.notes);
}

const struct pd_style pd_style_plain = {
	.name = "plain",
	.what = "tables for a terminal",
	.write = write_plain,
	.write_floors = pd_floors_plain,
	.write_plan = pd_plans_plain,
};

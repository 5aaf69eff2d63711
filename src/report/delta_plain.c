/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta_plain.c - tables for a terminal */
#include "report/deltalegend.h"
#include "report/deltaprose.h"
#include "report/deltastyle.h"
#include "report/deltatable.h"
#include "report/prose.h"

#include "base/str.h"

#include <stdio.h>

struct page {
	const struct pd_deltareport *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text; /* a line before it is broken */
	struct pd_notes notes;
	unsigned int columns; /* that tables have */
};

/* Prose is broken for reading even where tables have no limit: in a file, a pipe, a mail. */
static size_t prose_width(const struct pd_look *look)
{
	return look->width ? look->width : 80;
}

/* The line in p->text, if there is one. */
static void put_line(struct page *p, const char *first)
{
	if (p->text.n)
		pd_prose_wrap(p->out, first, pd_out_kept(&p->text), prose_width(p->look));
	p->text.n = 0;
}

static void write_head(struct page *p, const struct pd_deltacells *c, size_t side)
{
	pd_out_char(p->out, '\n');
	pd_deltaprose_title(&p->text, c);
	if (p->r->result->n_sides > 2)
		pd_out_printf(&p->text, ", %.*s", PD_FMT(pd_deltacells_side(c->result, side)));
	pd_out_text(&p->text, "; ");
	pd_deltaprose_work(&p->text, c);
	put_line(p, "");
	pd_deltaprose_factor(&p->text, c, side);
	put_line(p, "");
	pd_deltaprose_recorded(&p->text, c, side);
	put_line(p, "");
	pd_deltaprose_total(&p->text, c, side);
	put_line(p, "");
	pd_deltaprose_runs(&p->text, c, side);
	put_line(p, "");
	pd_deltaprose_limits(&p->text, c, side);
	put_line(p, "");
	pd_out_char(p->out, '\n');
}

static void write_foot(struct page *p, const struct pd_deltacells *c, size_t side)
{
	const struct pd_delta_section *s = c->section;

	pd_deltaprose_sum(&p->text, c, side);
	put_line(p, "");
	pd_deltaprose_unlisted(&p->text, c, side);
	put_line(p, "");
	pd_deltaprose_open(&p->text, c, side);
	put_line(p, "");
	for (size_t i = 0; i < s->n_moved; i++)
		if (s->moved[i].side == side) {
			pd_deltaprose_moved(&p->text, c, &s->moved[i]);
			put_line(p, "");
		}
	for (size_t i = 0; i < s->n_calls; i++)
		if (s->call[i].side == side) {
			pd_deltaprose_call(&p->text, c, &s->call[i]);
			put_line(p, "");
		}
}

static void write_sections(struct page *p)
{
	const struct pd_delta_result *result = p->r->result;

	for (size_t i = 0; i < result->n_sections; i++) {
		struct pd_deltacells c = pd_deltacells_of(result, &result->section[i]);
		struct pd_deltatable t = {.report = p->r,
					  .look = p->look,
					  .notes = &p->notes,
					  .cells = &c,
					  .columns = &p->columns};

		for (t.side = 1; t.side < result->n_sides; t.side++) {
			if (!result->section[i].n_runs[t.side])
				continue;
			if (p->look->brief)
				pd_deltaprose_brief(&p->text, &c, t.side);
			else
				write_head(p, &c, t.side);
			put_line(p, "");
			(void)pd_deltatable_write(&t, p->out);
			if (!p->look->brief)
				write_foot(p, &c, t.side);
		}
	}
}

static void write_notes(struct page *p)
{
	char number[32];

	if (p->look->quiet || !p->r->result->n_sections)
		return;
	if (!p->look->brief || pd_notes_count(&p->notes))
		pd_out_char(p->out, '\n');
	for (size_t i = 1; i <= pd_notes_count(&p->notes); i++) {
		(void)snprintf(number, sizeof(number), "(%zu) ", i);
		pd_prose_wrap(p->out, number, pd_notes_text(&p->notes, i), prose_width(p->look));
	}
	if (p->look->brief)
		return;
	pd_deltalegend(&p->text, p->r->result, p->columns);
	put_line(p, "");
	pd_out_char(p->out, '\n');
}

static void write_plain(const struct pd_deltareport *r, const struct pd_look *look,
			struct pd_out *out)
{
	struct page p = {.r = r, .look = look, .out = out};

	pd_out_init(&p.text, -1);
	if (!look->brief) {
		pd_deltaprose_sides(&p.text, r->result);
		put_line(&p, "");
	}
	write_sections(&p);
	write_notes(&p);
	pd_deltaprose_skipped(&p.text, r->result);
	put_line(&p, "");
	pd_deltaprose_counts(&p.text, r->result);
	put_line(&p, "");
	pd_notes_release(&p.notes);
	(void)pd_out_close(&p.text);
}

const struct pd_deltastyle pd_delta_plain = {
	.name = "plain",
	.what = "tables for a terminal",
	.write = write_plain,
};

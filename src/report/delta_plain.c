/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta_plain.c - tables for a terminal */
#include "report/deltapage.h"
#include "report/deltaprose.h"
#include "report/inventory.h"
#include "report/prose.h"

#include <stdio.h>

/* Prose is broken for reading even where tables have no limit: in a file, a pipe, a mail. */
static size_t prose_width(const struct pd_look *look)
{
	return look->width ? look->width : 80;
}

static void put_line(const struct pd_deltapage *p, enum pd_deltapage_line kind, struct pd_str line)
{
	(void)kind;
	pd_prose_wrap(p->out, "", line, prose_width(p->look));
}

static void write_head(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	pd_out_char(p->out, '\n');
	pd_deltapage_title(p, t);
	pd_out_text(&p->text, "; ");
	pd_deltaprose_work(&p->text, t->cells);
	pd_deltapage_put(p, PD_DELTAPAGE_TITLE);
}

static void write_brief(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	pd_deltaprose_brief(&p->text, t->cells, t->side);
	pd_deltapage_put(p, PD_DELTAPAGE_TITLE);
	(void)pd_deltapage_table(p, t);
}

static void write_notes(struct pd_deltapage *p)
{
	char number[32];

	if (!p->look->brief || pd_notes_count(&p->notes))
		pd_out_char(p->out, '\n');
	for (size_t i = 1; i <= pd_notes_count(&p->notes); i++) {
		(void)snprintf(number, sizeof(number), "(%zu) ", i);
		pd_prose_wrap(p->out, number, pd_notes_text(&p->notes, i), prose_width(p->look));
	}
	if (p->look->brief)
		return;
	pd_deltapage_legend(p);
	pd_out_char(p->out, '\n');
}

static const struct pd_deltapage_setting setting = {
	.put = put_line, .head = write_head, .brief = write_brief, .notes = write_notes};

static void write_plain(const struct pd_deltareport *r, const struct pd_look *look,
			struct pd_out *out)
{
	pd_deltapage_write(&setting, r, look, out);
}

const struct pd_deltastyle pd_delta_plain = {
	.name = "plain",
	.what = "tables for a terminal",
	.write = write_plain,
	.write_inventory = pd_inventory_plain,
};

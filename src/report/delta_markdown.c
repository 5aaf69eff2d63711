/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta_markdown.c - the tables of plain for issues and pull requests on GitHub */
#include "report/deltapage.h"
#include "report/deltaprose.h"

static void put_line(const struct pd_deltapage *p, enum pd_deltapage_line kind, struct pd_str line)
{
	static const struct {
		const char *before, *after;
	} marks[] = {
		[PD_DELTAPAGE_TITLE] = {"\n### ", "\n\n"},
		[PD_DELTAPAGE_ITEM] = {"- ",     "\n"  },
		[PD_DELTAPAGE_PARAGRAPH] = {"",       "\n"  },
		[PD_DELTAPAGE_COUNTS] = {"**",     "**\n"},
	};

	pd_out_text(p->out, marks[kind].before);
	pd_board_escape(p->out, line);
	pd_out_text(p->out, marks[kind].after);
}

static void write_head(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	pd_deltapage_title(p, t);
	pd_deltapage_put(p, PD_DELTAPAGE_TITLE);
	pd_deltaprose_work(&p->text, t->cells);
	pd_deltapage_put(p, PD_DELTAPAGE_ITEM);
}

static void write_brief(struct pd_deltapage *p, const struct pd_deltatable *t)
{
	if (pd_deltapage_table(p, t))
		pd_out_char(p->out, '\n');
}

static void write_notes(struct pd_deltapage *p)
{
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
	pd_deltapage_legend(p);
}

static const struct pd_deltapage_setting setting = {.markdown = true,
						    .put = put_line,
						    .head = write_head,
						    .brief = write_brief,
						    .notes = write_notes};

static void write_markdown(const struct pd_deltareport *r, const struct pd_look *look,
			   struct pd_out *out)
{
	pd_deltapage_write(&setting, r, look, out);
}

const struct pd_deltastyle pd_delta_markdown = {
	.name = "markdown",
	.what = "tables for GitHub",
	.write = write_markdown,
};

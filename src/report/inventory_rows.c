/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/inventory_rows.h"

#include "report/board.h"
#include "report/deltacells.h"
#include "report/deltanames.h"
#include "report/scale.h"

#include "base/str.h"

#include <math.h>

static const struct pd_delta_section *section_of(const struct pd_delta_result *r, pd_id event)
{
	for (size_t i = 0; i < r->n_sections; i++)
		if (r->section[i].event == event)
			return &r->section[i];
	return NULL;
}

bool pd_inventory_rows_any(const struct pd_delta_result *result, pd_id event)
{
	return section_of(result, event) != NULL;
}

static bool has_hits(const struct pd_delta_section *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].kind == PD_DELTA_ROW && isnan(s->row[i].base.hits))
			return false;
	return true;
}

struct pd_str pd_inventory_rows_hits(bool rounded)
{
	return rounded ? PD_STR("least hits") : PD_STR("hits");
}

static void put_row(struct pd_board *b, const struct pd_deltacells *c,
		    const struct pd_delta_row *row, bool hits)
{
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(c->result, names);
	char buf[PD_NUMBER_MAX];

	(void)pd_scale_fixed(buf, 100 * row->base.share, 2);
	pd_out_printf(pd_board_text(b), "%s%%", buf);
	pd_board_cell(b);
	if (hits) {
		if (!isnan(row->base.hits))
			pd_out_printf(pd_board_text(b), "%.0f", row->base.hits);
		pd_board_cell(b);
	}
	for (size_t i = 0; i < n; i++)
		pd_board_put(b, pd_deltanames_row(c, row, names[i]));
	pd_board_row(b);
}

static void put_head(struct pd_board *b, const struct pd_deltacells *c, bool hits)
{
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(c->result, names);

	pd_board_column(b, PD_RIGHT,
			pd_deltacells_inclusive(c) ? PD_STR("with callees") : PD_STR("share"));
	if (hits)
		pd_board_column(b, PD_RIGHT, pd_inventory_rows_hits(c->section->rounded_hits));
	for (size_t i = 0; i < n; i++)
		pd_board_column(b, PD_LEFT, pd_str_of(pd_deltanames_word(names[i])));
	pd_board_head(b);
}

void pd_inventory_rows(const struct pd_delta_result *result, pd_id event, uint32_t n_top,
		       struct pd_out *out)
{
	const struct pd_delta_section *s = section_of(result, event);
	const struct pd_deltacells c = pd_deltacells_of(result, s);
	bool hits = has_hits(s);
	struct pd_board b = {0};
	size_t n = 0, left = 0;

	put_head(&b, &c, hits);
	for (size_t i = 0; i < s->n; i++)
		if (n_top && n == n_top) {
			left++;
		} else {
			put_row(&b, &c, &s->row[i], hits);
			n++;
		}
	pd_board_write(&b, out);
	pd_board_release(&b);
	if (left)
		pd_out_printf(out, "and %zu more\n", left);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_before_after.c - two columns and the change, as in a commit message
 *
 *	              without             with     change
 *	 1 groups  1.579 +/-29.16%  1.410 +/-13.46%  +10.70%
 */
#include "report/grid.h"
#include "report/listing.h"
#include "report/style.h"
#include "report/tally.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

struct before_after {
	const struct pd_report *report;
	const struct pd_look *look;
	struct pd_rowname names;
	struct pd_listing listing;
	struct pd_grid grid;
	struct pd_out text; /* scratch */
	bool spreads;       /* some side of the section has more than one run */
};

static void put_value(struct before_after *b, size_t row, size_t side)
{
	const struct pd_summary *s = pd_listing_summary(b->report, row, side);
	char buf[PD_NUMBER_MAX];

	if (!s) {
		pd_grid_cell_as(&b->grid, PD_RIGHT, PD_STR("N/A"));
	} else {
		size_t n = pd_listing_print(buf, &b->listing, b->report, row, side);

		pd_grid_cell(&b->grid, (struct pd_str){buf, n});
	}
	if (!b->spreads)
		return;
	b->text.n = 0;
	if (s && isfinite(100 * s->cv)) {
		(void)pd_number_print_fixed(buf, 100 * s->cv, 2);
		pd_out_printf(&b->text, "+/-%s%%", buf);
	}
	pd_grid_cell(&b->grid, pd_out_kept(&b->text));
}

static void put_change(struct before_after *b, size_t row, size_t side)
{
	struct pd_decimal gain = pd_listing_gain(&b->listing, b->report, row, side, true);
	char buf[PD_NUMBER_MAX];

	(void)pd_decimal_print(buf, gain);
	b->text.n = 0;
	pd_out_text(&b->text, gain.defined && gain.units >= 0 ? "+" : "");
	pd_out_text(&b->text, buf);
	pd_out_text(&b->text, gain.defined ? "%" : "");
	pd_out_text(&b->text, pd_listing_marked(b->report, row, side) ? "*" : "");
	pd_grid_cell(&b->grid, pd_out_kept(&b->text));
}

static void put_row(struct before_after *b, size_t i, size_t side)
{
	size_t row = b->names.section->row[i].row;

	b->text.n = 0;
	pd_rowname_write(&b->names, i, PD_ROWNAME_LIST, &b->text);
	pd_grid_cell(&b->grid, pd_out_kept(&b->text));
	put_value(b, row, 0);
	if (side) {
		put_value(b, row, side);
		put_change(b, row, side);
	}
	pd_grid_row(&b->grid);
}

static void put_head(struct before_after *b, size_t side)
{
	pd_grid_column(&b->grid, PD_LEFT, "");
	pd_grid_cell(&b->grid, PD_STR(""));
	for (size_t i = 0; i < (side ? 2 : 1); i++) {
		pd_grid_column(&b->grid, PD_POINT, "  ");
		pd_grid_cell_as(&b->grid, PD_RIGHT, pd_words_side(b->report, i ? side : 0));
		if (!b->spreads)
			continue;
		pd_grid_column(&b->grid, PD_POINT, " ");
		pd_grid_cell(&b->grid, PD_STR(""));
	}
	if (side) {
		pd_grid_column(&b->grid, PD_POINT, "  ");
		pd_grid_cell_as(&b->grid, PD_RIGHT, PD_STR("change"));
	}
	pd_grid_row(&b->grid);
}

static void write_table(struct before_after *b, size_t side, struct pd_out *out)
{
	put_head(b, side);
	for (uint32_t i = 0; i < b->names.section->n; i++)
		if (pd_listing_shown(b->report, b->look, b->names.section->row[i].row))
			put_row(b, i, side);
	pd_grid_write(&b->grid, out);
	pd_grid_release(&b->grid);
	pd_out_char(out, '\n');
}

static void write_caption(struct before_after *b, struct pd_out *out)
{
	struct pd_out how;

	pd_out_init(&how, -1);
	pd_out_text(&how, pd_listing_what(b->report, b->names.section));
	if (b->spreads)
		pd_out_text(&how, " +/- standard deviation in percent of it");
	if (b->report->kind == PD_REPORT_COMPARISON)
		pd_out_printf(&how, "\nchange in percent of the first column, %s",
			      pd_listing_plus(b->report, b->names.section->metric));
	pd_listing_caption(&b->names, b->listing.scale.unit, pd_out_kept(&how), b->look, out);
	(void)pd_out_close(&how);
}

static void write_section(struct before_after *b, const struct pd_section *s, struct pd_out *out)
{
	pd_rowname_init(&b->names, b->report, s);
	b->listing = pd_listing_section(b->report, s, 0);
	b->spreads = pd_listing_repeats(b->report, s);
	write_caption(b, out);
	if (b->report->kind == PD_REPORT_SUMMARY)
		write_table(b, 0, out);
	for (size_t side = 1; side < pd_listing_sides(b->report); side++)
		write_table(b, side, out);
}

static void write_before_after(const struct pd_report *r, const struct pd_look *look,
			       struct pd_out *out)
{
	struct before_after b = {.report = r, .look = look};

	pd_out_init(&b.text, -1);
	for (size_t i = 0; i < r->n_sections; i++)
		if (pd_listing_any_shown(r, look, &r->section[i]))
			write_section(&b, &r->section[i], out);
	pd_tally_write(r, look, true, out);
	(void)pd_out_close(&b.text);
}

const struct pd_style pd_style_before_after = {
	.name = "before-after",
	.what = "two columns and the change, as in a commit message",
	.list = true,
	.write = write_before_after,
};

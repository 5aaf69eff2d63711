/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_pct.c - the table of AMD's scheduler people
 *
 *	Test:                  base            patched
 *	 1-groups:   5.23 (0.00 pct)   4.61 (11.85 pct)
 *
 * They compute with `bc` and scale=2, so percentages are truncated.
 */
#include "report/sidetable.h"
#include "report/tally.h"

enum { VALUE, PERCENT, STAR, N_PIECES };

static void write_piece(const struct pd_sidetable *t, size_t row, size_t side, unsigned int k,
			struct pd_out *out)
{
	struct pd_decimal gain;
	char buf[PD_NUMBER_MAX];

	if (k == VALUE) {
		(void)pd_listing_print(buf, &t->listing, t->report, row, side);
		pd_out_text(out, buf);
	} else if (k == PERCENT) {
		gain = pd_listing_gain(&t->listing, t->report, row, side, t->look->round);
		(void)pd_decimal_print(buf, gain);
		pd_out_printf(out, gain.defined ? " (%s pct)" : " (%s)", buf);
	} else if (pd_listing_marked(t->report, row, side)) {
		pd_out_char(out, '*');
	}
}

static void write_pct(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct pd_sidetable t = {
		.report = r,
		.look = look,
		.title = "Test:",
		.how = " (pct of base: ",
		.after = look->round ? ")" : ", truncated toward zero)",
		.alone = "",
		.n_pieces = N_PIECES,
		.n_alone = VALUE + 1,
		.piece = write_piece,
	};

	pd_sidetable_write(&t, out);
}

const struct pd_style pd_style_pct = {
	.name = "pct",
	.what = "AMD's scheduler tables: mean (improvement in pct), first column base",
	.list = true,
	.write = write_pct,
};

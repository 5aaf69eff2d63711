/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_pct_cv.c - the table of AMD's scheduler people with the spread
 *
 *	Test:                           base                      patched
 *	1-workers:  18613.20 [0.01] (0.00 pct)  18348.00 [0.04] (1.42 pct)
 */
#include "report/sidetable.h"
#include "report/tally.h"

enum { VALUE, SPREAD, PERCENT, STAR, N_PIECES };

static void write_piece(const struct pd_sidetable *t, size_t row, size_t side, unsigned int k,
			struct pd_out *out)
{
	struct pd_decimal gain;
	char buf[PD_NUMBER_MAX];

	if (k == VALUE) {
		(void)pd_listing_print(buf, &t->listing, t->report, row, side);
		pd_out_text(out, buf);
	} else if (k == SPREAD) {
		(void)pd_scale_fixed(buf, pd_listing_summary(t->report, row, side)->cv, 2);
		pd_out_printf(out, " [%s]", buf);
	} else if (k == PERCENT) {
		gain = pd_listing_gain(&t->listing, t->report, row, side, true);
		(void)pd_decimal_print(buf, gain);
		pd_out_printf(out, gain.defined ? " (%s pct)" : " (%s)", buf);
	} else if (pd_listing_marked(t->report, row, side)) {
		pd_out_char(out, '*');
	}
}

static void write_pct_cv(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct pd_sidetable t = {
		.report = r,
		.look = look,
		.title = "Test:",
		.how = " [sd / mean] (pct of base: ",
		.after = ")",
		.alone = " [sd / mean]",
		.n_pieces = N_PIECES,
		.n_alone = SPREAD + 1,
		.piece = write_piece,
	};

	pd_sidetable_write(&t, out);
}

const struct pd_style pd_style_pct_cv = {
	.name = "pct-cv",
	.what = "AMD's scheduler tables: mean [CV] (improvement in pct)",
	.list = true,
	.write = write_pct_cv,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_pct_cv.c - the table of AMD's scheduler people with the spread
 *
 *	Test:                           base                      patched
 *	1-workers:  18613.20 [0.01] (0.00 pct)  18348.00 [0.04] (1.42 pct)
 */
#include "report/sidetable.h"

static void spread(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out)
{
	char buf[PD_NUMBER_MAX];

	(void)pd_scale_fixed(buf, pd_listing_summary(t->report, row, side)->cv, 2);
	pd_out_printf(out, " [%s]", buf);
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
		.round = true,
		.piece = {pd_sidetable_mean, spread, pd_sidetable_gain, pd_sidetable_star},
		.n_pieces = 4,
		.n_alone = 2,
	};

	pd_sidetable_write(&t, out);
}

const struct pd_style pd_style_pct_cv = {
	.name = "pct-cv",
	.what = "AMD's scheduler tables: mean [CV] (improvement in pct)",
	.list = true,
	.write = write_pct_cv,
};

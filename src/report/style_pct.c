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

static void write_pct(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct pd_sidetable t = {
		.report = r,
		.look = look,
		.title = "Test:",
		.how = " (pct of base: ",
		.after = look->round ? ")" : ", truncated toward zero)",
		.alone = "",
		.round = look->round,
		.piece = {pd_sidetable_mean, pd_sidetable_gain, pd_sidetable_star},
		.n_pieces = 3,
		.n_alone = 1,
	};

	pd_sidetable_write(&t, out);
}

const struct pd_style pd_style_pct = {
	.name = "pct",
	.what = "AMD's scheduler tables: mean (improvement in pct), first column base",
	.list = true,
	.write = write_pct,
};

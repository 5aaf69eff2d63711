/* SPDX-License-Identifier: GPL-3.0-or-later */
/* style_plain.c - tables for a terminal */
#include "report/style.h"
#include "report/words.h"

static void write_plain(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	(void)look;
	pd_words_counts(out, r);
	pd_out_char(out, '\n');
}

const struct pd_style pd_style_plain = {
	.name = "plain",
	.what = "tables for a terminal",
	.write = write_plain,
};

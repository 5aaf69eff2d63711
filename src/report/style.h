/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style.h - what a report style is
 *
 * To add a style: write style_NAME.c with one `const struct pd_style
 * pd_style_NAME`, and add its row to styles.def. Nothing else changes.
 */
#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

#include "base/out.h"

#include <perfdelta/report.h>

struct pd_aa_result;
struct pd_plan_result;

/* Taste and circumstance: what the terminal and the user want. */
struct pd_look {
	unsigned int width; /* columns; 0: no limit */
	bool shorten;       /* the width was asked for: names are cut where nothing else fits */
	bool color;         /* sign, star or word always say the same as a colour */
	bool ascii;         /* nothing but ASCII, for mail and old terminals */
	bool quiet;         /* no footnotes and no advice; never fewer rows or counts */
	bool brief;         /* only what changed or could not be decided, and the counts */
	bool remark;        /* grid: "30% drop", "~same" instead of percentages */
	bool round;         /* pct: round the percentages instead of truncating them */
};

struct pd_style {
	const char *name; /* --style=NAME; stable */
	const char *what; /* one line for `perfdelta list styles` */
	bool machine;     /* under the output contract: never coloured, never rounded */
	bool list; /* for mailing lists: ASCII but for lkp's plus-minus, 72 columns if it can */
	bool json; /* \u spells what is not ASCII */

	/* Failures stay in @out; styles have nothing to check. */
	void (*write)(const struct pd_report *r, const struct pd_look *look, struct pd_out *out);
	/*
	 * `perfdelta aa` and `perfdelta plan`, whose results are about @r; NULL: not told in
	 * this style.
	 */
	void (*write_floors)(const struct pd_aa_result *aa, const struct pd_report *r,
			     const struct pd_look *look, struct pd_out *out);
	void (*write_plan)(const struct pd_plan_result *plan, const struct pd_report *r,
			   const struct pd_look *look, struct pd_out *out);
};

#define PD_STYLE(name) extern const struct pd_style pd_style_##name;
#include "report/styles.def"
#undef PD_STYLE

/* In the order of styles.def, or NULL past the end. */
const struct pd_style *pd_style_at(size_t i);

/* Whether @word is the style @name; '-' and '_' are the same letter. */
bool pd_style_is_called(const char *name, const char *word);

/* The one that is called so, or NULL. */
const struct pd_style *pd_style_find(const char *name);

#endif

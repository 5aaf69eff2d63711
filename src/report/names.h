/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * names.h - the leftmost columns of a table: what tells the rows of a section apart
 *
 * Rows that differ in the same few labels get a column for each of them;
 * otherwise one column holds "groups=4 mode=thread".
 */
#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include "report/board.h"
#include "report/scale.h"

#include <perfdelta/report.h>

struct pd_names {
	bool bench;       /* a column with the benchmark */
	bool labels;      /* a column with all varying labels */
	uint32_t n_keys;  /* columns with one label each */
	size_t n_columns; /* of all of these */
};

/* Finds out which columns @s needs and adds them to @b. */
struct pd_names pd_names_columns(const struct pd_section *s, struct pd_board *b);

/* The cells of @row in these columns. */
void pd_names_cells(const struct pd_names *names, const struct pd_report *r,
		    const struct pd_report_row *row, struct pd_board *b);

/* @text in the first of these columns and nothing in the others; nothing if there are none. */
void pd_names_word(const struct pd_names *names, struct pd_str text, struct pd_board *b);

/* The unit in which all centres of a section are shown. */
struct pd_scale pd_names_scale(const struct pd_report *r, const struct pd_section *s);

/* "hackbench time in ms": what a section is about. */
void pd_names_title(struct pd_out *out, const struct pd_report *r, const struct pd_section *s,
		    const struct pd_scale *scale);

/* "lower is better, + is slower": which way is good, and what a plus means where there is one. */
void pd_names_subtitle(struct pd_out *out, const struct pd_report *r, const struct pd_section *s);

#endif

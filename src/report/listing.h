/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * listing.h - what the styles of the mailing lists have in common
 *
 * Means as they are printed, and a caption that says what the numbers are.
 */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "report/decimal.h"
#include "report/rowname.h"
#include "report/scale.h"
#include "report/style.h"

/* Sides to print: all of them, or the base alone in a summary. */
size_t pd_listing_sides(const struct pd_report *r);

/* Whether @row is to be printed: always, but for `brief`. */
bool pd_listing_shown(const struct pd_report *r, const struct pd_look *look, size_t row);

/* Whether any row of the section is. */
bool pd_listing_any_shown(const struct pd_report *r, const struct pd_look *look,
			  const struct pd_section *s);

/* The numbers of @row on @side; NULL if it has none there. */
const struct pd_summary *pd_listing_summary(const struct pd_report *r, size_t row, size_t side);

/* Whether any side has more than one run in the section. */
bool pd_listing_repeats(const struct pd_report *r, const struct pd_section *s);

/* "mean over runs", or "one value per side" where there is nothing to average. */
const char *pd_listing_what(const struct pd_report *r, const struct pd_section *s);

/* A change by the policy: regression, improvement or changed. False for the base. */
bool pd_listing_marked(const struct pd_report *r, size_t row, size_t side);

/* Scale and decimals of a section's means. */
struct pd_listing {
	struct pd_scale scale;
	int decimals;
};

struct pd_listing pd_listing_section(const struct pd_report *r, const struct pd_section *s,
				     int least_decimals);

/* The mean of @row on @side as printed; undefined if there is none. */
struct pd_decimal pd_listing_mean(const struct pd_listing *l, const struct pd_report *r, size_t row,
				  size_t side);

/* The same as text: digits, or %g where they are too many. Returns the length. */
size_t pd_listing_print(char buf[PD_NUMBER_MAX], const struct pd_listing *l,
			const struct pd_report *r, size_t row, size_t side);

/*
 * By how much the mean of @side as printed differs from that of the base, in
 * percent of it, positive when better. Where nobody said which way is better,
 * positive means larger. Undefined without both.
 */
struct pd_decimal pd_listing_gain(const struct pd_listing *l, const struct pd_report *r, size_t row,
				  size_t side, bool round);

/* "lower is better" ... */
const char *pd_listing_direction(enum pd_better better);

/* Benchmark, unless it varies, and metric, with @sep between them. */
void pd_listing_metric(const struct pd_report *r, const struct pd_section *s, char sep,
		       struct pd_out *out);

/* "+ = improvement" or, where the direction is unknown, "+ = larger". */
const char *pd_listing_plus(const struct pd_report *r, uint16_t metric);

/*
 * A line with the labels that all rows share, those that follow from others,
 * and the keys of values that stand without them in names; none if there is
 * nothing to say.
 */
void pd_listing_labels(const struct pd_rowname *names, struct pd_out *text);

/*
 * The lines above a table: benchmark, metric, unit (the base unit if @unit is
 * NULL), which way is better, the labels that all rows share, and @how, which
 * says what is printed and what + means. Broken to fit, and a blank line.
 */
void pd_listing_caption(const struct pd_rowname *names, const char *unit, struct pd_str how,
			const struct pd_look *look, struct pd_out *out);

/* The lines of @text, each broken to fit. */
void pd_listing_lines(struct pd_str text, const struct pd_look *look, struct pd_out *out);

#endif

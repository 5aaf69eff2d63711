/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltacells.h - rows of profiles as people read them: costs, shares, ranges
 *
 * Costs of a section have one unit and one number of decimals: a ten-thousandth
 * of the total is still seen, and a longer number is a larger one. What is not
 * listed everywhere is a range, "0-0.160", never a point.
 */
#ifndef REPORT_DELTACELLS_H
#define REPORT_DELTACELLS_H

#include "report/board.h"
#include "report/deltastyle.h"

#include "base/number.h"

enum { PD_DELTACELLS_UNIT_MAX = 32 };

/* One section; borrowed from a report. */
struct pd_deltacells {
	const struct pd_delta_result *result;
	const struct pd_delta_section *section;
	double up;                         /* a shown cost is cost * up */
	int decimals;                      /* of shown costs */
	char unit[PD_DELTACELLS_UNIT_MAX]; /* "s", "M", "%"; empty: a bare number */
	bool shares;                       /* costs are shares of the total: no column for both */
};

struct pd_deltacells pd_deltacells_of(const struct pd_delta_result *result,
				      const struct pd_delta_section *section);

/* "1.648", "-0.160"; "-" if it is not finite. Returns the length. */
size_t pd_deltacells_cost(const struct pd_deltacells *c, char buf[PD_NUMBER_MAX], double cost);
/* The same with a sign. */
size_t pd_deltacells_change(const struct pd_deltacells *c, char buf[PD_NUMBER_MAX], double cost);

/* Whether @cost is to be shown as a range: cut lists leave more open than rounding does. */
bool pd_deltacells_bounded(const struct pd_deltacells *c, const struct pd_delta_cost *cost,
			   size_t side);
/* The same of the change of @row on head @side. */
bool pd_deltacells_open(const struct pd_deltacells *c, const struct pd_delta_row *row, size_t side);

/* "0.493-0.608", "1.648", "" where @row is not on @side at all. */
void pd_deltacells_put_cost(const struct pd_deltacells *c, const struct pd_delta_row *row,
			    size_t side, struct pd_out *out);
/* The same as a share: "4.29-5.29%". */
void pd_deltacells_put_share(const struct pd_deltacells *c, const struct pd_delta_row *row,
			     size_t side, struct pd_out *out);
/* "+1.155", or "+1.040..+1.155". */
void pd_deltacells_put_change(const struct pd_deltacells *c, const struct pd_delta_row *row,
			      size_t side, struct pd_out *out);
/* The same in percent of the base total: "+10.06%"; nothing where that is 0. */
void pd_deltacells_put_of_total(const struct pd_deltacells *c, const struct pd_delta_row *row,
				size_t side, struct pd_out *out);
/* head/base - 1: "+22.10%", "new", "gone", "+171%..+234%", "-" where it does not exist. */
void pd_deltacells_put_relative(const struct pd_deltacells *c, const struct pd_delta_row *row,
				size_t side, struct pd_out *out);

/*
 * The bounds of head/base - 1, without a point: the least head over the largest base and the
 * other way round. hi is infinite where the base may be 0, both are NaN where the head may be too.
 */
struct pd_estimate pd_deltacells_relative(const struct pd_delta_cost *base,
					  const struct pd_delta_cost *head);

/* An end of an interval: "+22.10%", ">+1000%". Returns the length. */
size_t pd_deltacells_end(char buf[PD_NUMBER_MAX], double rel);
/* "5.2%", two digits as nobody can know more of it; ">1000%"; "" if it is not known. */
size_t pd_deltacells_detectable(char buf[PD_NUMBER_MAX], double rel);

/* The base or head of @row. */
const struct pd_delta_cost *pd_deltacells_of_side(const struct pd_delta_row *row, size_t side);

/* Whether @row says anything of head @side: what neither it nor the base lists is another head's. */
bool pd_deltacells_told(const struct pd_delta_row *row, size_t side);

/* regression, improvement, changed, or a candidate for one. */
bool pd_deltacells_flagged(const struct pd_delta_change *change);
/* Whether any row is flagged on any head: a brief report of the section says something. */
bool pd_deltacells_any_flagged(const struct pd_deltacells *c);
/* "regression" ..., "candidate"; "" for rows that are not judged. */
const char *pd_deltacells_verdict(const struct pd_delta_row *row,
				  const struct pd_delta_change *change);

/* Rows of the event hold what they called as well: their sum means nothing. */
bool pd_deltacells_inclusive(const struct pd_deltacells *c);

/*
 * Whether the row @i is one of the @n_top largest (0: all) that head @side tells of, of any head
 * if that is 0; sums always are.
 */
bool pd_deltacells_shown(const struct pd_deltacells *c, size_t i, uint32_t n_top, size_t side);

#endif

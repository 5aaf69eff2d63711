/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deltanames.h - what sides, events and rows of profiles are called */
#ifndef REPORT_DELTANAMES_H
#define REPORT_DELTANAMES_H

#include "report/deltacells.h"

struct pd_str pd_deltanames_side(const struct pd_delta_result *result, size_t side);
/* Its name if that is short, else "[2]": the heading of a column. */
void pd_deltanames_put_title(const struct pd_delta_result *result, size_t side, struct pd_out *out);
/* Its name, behind "[2] " where that is its heading. */
void pd_deltanames_put_side(const struct pd_delta_result *result, size_t side, struct pd_out *out);
struct pd_str pd_deltanames_event(const struct pd_deltacells *c);

/* Rows are symbols and their objects, as they are by default. */
bool pd_deltanames_are_symbols(const struct pd_delta_result *result);

/* Stable words of the dimensions: "symbol", "dso" ...; also what --by takes. */
const char *pd_deltanames_word(enum pd_by by);

/*
 * The dimensions that rows have, in the order in which they stand in a table:
 * what is broad first, the symbol last. Returns their number.
 */
size_t pd_deltanames_dimensions(const struct pd_delta_result *result, enum pd_by names[PD_N_BY]);

/* The name of @row in @by; "(others)", "(rare)", "(below limit)" in the last one of these rows. */
struct pd_str pd_deltanames_row(const struct pd_deltacells *c, const struct pd_delta_row *row,
				enum pd_by by);

/*
 * What it is called where there is no table: the symbol first, then what else
 * tells rows apart but for the object: "copyin in sched-messaging".
 */
void pd_deltanames_label(const struct pd_deltacells *c, const struct pd_delta_row *row,
			 struct pd_out *out);

#endif

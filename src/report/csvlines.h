/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csvlines.h - the fields of JSON as lines of CSV
 *
 * Nested names are joined by a dot (base.n, delta.rel); an undefined field is
 * empty. RFC 4180 quotes, but LF. The first line has the names: the walk over any
 * row writes them.
 */
#ifndef REPORT_CSVLINES_H
#define REPORT_CSVLINES_H

#include "report/fields.h"

#include "base/out.h"

enum { PD_CSVLINES_DEPTH = 4 };

struct pd_csvlines {
	struct pd_out *out;
	bool names; /* the line has the names of the fields, not their values */
	bool first; /* nothing stands on the line yet */
	const char *prefix[PD_CSVLINES_DEPTH]; /* of nested names: [depth] */
	size_t depth;
	struct pd_out text; /* a value that may need quotes */
};

/* For these @to is a struct pd_csvlines. */
extern const struct pd_fields pd_csvlines_fields;

void pd_csvlines_init(struct pd_csvlines *c, struct pd_out *out);
/* Ends the line. */
void pd_csvlines_end(struct pd_csvlines *c);
void pd_csvlines_release(struct pd_csvlines *c);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * record.h - comma-separated records, field by field, with their place
 *
 * RFC 4180 as libcsv takes it in its strict mode, over normalised lines: a
 * quoted field may hold commas, doubled quotes and line ends. Blanks around an
 * unquoted field do not count. Empty lines are no records.
 */
#ifndef READ_RECORD_H
#define READ_RECORD_H

#include <perfdelta/base.h>

#include <csv.h>

struct pd_ingest;
struct pd_input;

struct pd_record {
	struct pd_str *field; /* [n], borrowed until the next call */
	size_t n;
	size_t text_n; /* bytes that the fields have together, or a little more */
	uint64_t line; /* where the record began */

	/* private */
	struct pd_input *in;
	struct pd_ingest *out;
	struct csv_parser parser;
	char *text; /* the fields, one behind the other */
	size_t text_cap, field_cap;
	size_t n_before; /* fields that ended on earlier lines of this record */
	bool continued;  /* the current line began inside a quoted field */
	bool complete;
};

void pd_record_open(struct pd_record *r, struct pd_input *in, struct pd_ingest *out);
void pd_record_close(struct pd_record *r);

/*
 * The next record that can be read; false at the end. A line with a stray quote
 * is a warning (bad-quote) and left out; a quote that is never closed is one if
 * it stands on the last line, else an error, for nobody knows what it swallowed.
 */
bool pd_record_next(struct pd_record *r);

/* Where field @i begins in the line that is current; NULL if on an earlier one or past the end. */
const char *pd_record_at(const struct pd_record *r, size_t i);

#endif

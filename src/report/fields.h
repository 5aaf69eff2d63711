/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fields.h - the names and the order of everything that machines read
 *
 * JSON and CSV are two ways to write the same walk, so their field names
 * cannot drift apart. Names and their order are part of the output contract
 * (docs/json-schema.md): they may be added at the end of their object, never
 * changed.
 */
#ifndef REPORT_FIELDS_H
#define REPORT_FIELDS_H

#include <perfdelta/report.h>

/*
 * What a writer does with each kind of field; @to is its own. A number that is
 * not finite and a text without bytes (p NULL) are undefined.
 */
struct pd_fields {
	void (*open)(void *to, const char *name); /* what follows belongs to @name */
	void (*close)(void *to);
	void (*text)(void *to, const char *name, struct pd_str value);
	void (*number)(void *to, const char *name, double value); /* computed: 12 digits */
	void (*value)(void *to, const char *name, double value);  /* as read: all its digits */
	void (*count)(void *to, const char *name, uint64_t value);
	void (*flag)(void *to, const char *name, bool value);
	void (*labels)(void *to, const char *name, const struct pd_label *label, size_t n);
	void (*words)(void *to, const char *name, const char *const *word, size_t n);
	void (*interval)(void *to, const char *name, double lo, double hi);
};

/*
 * One comparison. @c is NULL where a side of @row is missing: the verdict is
 * "missing" and whatever is undefined without it is undefined.
 */
void pd_fields_comparison(const struct pd_fields *f, void *to, const struct pd_report *r,
			  size_t row, size_t side, const struct pd_comparison *c);

/* One series of a summary. */
void pd_fields_series(const struct pd_fields *f, void *to, const struct pd_report *r, size_t row,
		      size_t side);

/* Benchmark, labels, metric and unit: how any of these begins. */
void pd_fields_row(const struct pd_fields *f, void *to, const struct pd_report *r, size_t row);

void pd_fields_policy(const struct pd_fields *f, void *to, const struct pd_report *r);
void pd_fields_geomean(const struct pd_fields *f, void *to, const struct pd_report *r,
		       const struct pd_geomean *g);
void pd_fields_diag(const struct pd_fields *f, void *to, const struct pd_diag *d);
void pd_fields_counts(const struct pd_fields *f, void *to, const struct pd_report *r);

#endif

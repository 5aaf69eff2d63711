/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lock_table.h - the columns of perf lock, by the names in its header
 *
 * Which columns there are and in which order is the user's choice (-F, -k); what
 * stands behind the numbers depends on what rows are about.
 */
#ifndef READ_LOCK_TABLE_H
#define READ_LOCK_TABLE_H

#include <perfdelta/base.h>

enum pd_lock_column {
	PD_LOCK_COLUMN_CONTENDED,
	PD_LOCK_COLUMN_ACQUIRED,
	PD_LOCK_COLUMN_TOTAL_WAIT,
	PD_LOCK_COLUMN_MAX_WAIT,
	PD_LOCK_COLUMN_MIN_WAIT,
	PD_LOCK_COLUMN_AVG_WAIT,
	PD_N_LOCK_COLUMNS,
};

enum pd_lock_view {
	PD_LOCK_VIEW_NONE,
	PD_LOCK_VIEW_CALLER,  /* type   caller */
	PD_LOCK_VIEW_THREAD,  /* pid   comm */
	PD_LOCK_VIEW_OWNER,   /* pid   owner */
	PD_LOCK_VIEW_ADDRESS, /* address   symbol (type) */
	PD_LOCK_VIEW_CGROUP,
	PD_LOCK_VIEW_NAME, /* perf lock report: the name comes first */
};

enum { PD_LOCK_TABLE_COLUMNS = 16, PD_LOCK_TABLE_SEPARATOR = 16 };

struct pd_lock_table {
	enum pd_lock_view view;
	enum pd_lock_column column[PD_LOCK_TABLE_COLUMNS];
	size_t n;
	char separator[PD_LOCK_TABLE_SEPARATOR]; /* of -x; empty: columns of blanks */
};

struct pd_lock_row {
	uint64_t wait_ns;   /* in all */
	double rounding;    /* by so many ns it may be off */
	uint64_t hits;      /* contended, or PD_HITS_UNKNOWN */
	struct pd_str rest; /* what stands beside the numbers, trimmed */
};

/* Is @line a header? What it says goes to *ret. */
bool pd_lock_table_header(struct pd_str line, struct pd_lock_table *ret);

/* Do the columns give the time waited in all? */
bool pd_lock_table_has_wait(const struct pd_lock_table *t);

/* The row @line of a table that has it; false if it is none, *ret_at is where it broke. */
bool pd_lock_table_row(const struct pd_lock_table *t, struct pd_str line, struct pd_lock_row *ret,
		       const char **ret_at);

/* The next field of a row's rest: up to the separator of -x, else a word; trimmed. */
struct pd_str pd_lock_table_field(const struct pd_lock_table *t, struct pd_str *rest);

#endif

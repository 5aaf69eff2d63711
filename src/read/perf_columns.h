/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_columns.h - what the columns of a perf report mean, by their names
 *
 * perf prints whatever it was asked for in any order, so position means nothing.
 * The dotted ruler below the names says where each column stands, to the byte;
 * with -t there is no ruler, and a separator between padded cells.
 */
#ifndef READ_PERF_COLUMNS_H
#define READ_PERF_COLUMNS_H

#include <perfdelta/base.h>

enum pd_perf_column {
	PD_PERF_OTHER,
	PD_PERF_OVERHEAD, /* of the event's whole */
	PD_PERF_CHILDREN, /* with what was called */
	PD_PERF_SELF,
	PD_PERF_LATENCY, /* of wall-clock time */
	PD_PERF_SAMPLES,
	PD_PERF_PERIOD,
	PD_PERF_COMMAND,
	PD_PERF_PID_COMMAND, /* 16869:ordermatch */
	PD_PERF_DSO,
	PD_PERF_SYMBOL,
	PD_PERF_PLACE, /* a source line or file, in place of a symbol */
	PD_PERF_DATA_SYMBOL,
	PD_PERF_MEMORY_ACCESS,
	PD_PERF_SNOOP, /* these four say how an access went */
	PD_PERF_TLB,
	PD_PERF_LOCKED,
	PD_PERF_BLOCKED,
	PD_PERF_WEIGHT,       /* of all hits of the row ... */
	PD_PERF_LOCAL_WEIGHT, /* ... and of each of them */
	PD_PERF_LATENCY_OF_ALL,
	PD_PERF_LATENCY_OF_EACH,
	PD_PERF_FOREIGN, /* of another report: perf diff */
	PD_PERF_COLUMN_KINDS,
};

enum { PD_PERF_MAX_COLUMNS = 64, PD_PERF_MAX_LEVELS = 16, PD_PERF_NO_COLUMN = -1 };

struct pd_perf_columns {
	size_t n; /* 0: none known */
	enum pd_perf_column kind[PD_PERF_MAX_COLUMNS];
	size_t start[PD_PERF_MAX_COLUMNS]; /* in bytes; the first is 0 */
	int at[PD_PERF_COLUMN_KINDS];      /* the first column of a kind, or PD_PERF_NO_COLUMN */
	char separator[8];
	size_t n_separator; /* 0: ruled */

	/* --hierarchy: columns of numbers, then a tree of these */
	size_t n_levels;
	enum pd_perf_column level[PD_PERF_MAX_LEVELS];
};

/* Whether @line is a ruler: "# ........  ....". */
bool pd_perf_columns_is_ruler(struct pd_str line);

/* Whether @line starts with the name of a column: "# Overhead  Command". */
bool pd_perf_columns_are_names(struct pd_str line);

/* Takes names with the ruler below them; false if no column gives weights. */
bool pd_perf_columns_ruled(struct pd_perf_columns *c, struct pd_str names, struct pd_str ruler);

/* Takes the line "# Overhead,Command   ,Symbol"; false if it is no such line. */
bool pd_perf_columns_separated(struct pd_perf_columns *c, struct pd_str names);

/*
 * Cuts a row into cells without blanks around them, empty where the row ends
 * before. False if @row does not keep to the columns.
 */
bool pd_perf_columns_cut(const struct pd_perf_columns *c, struct pd_str row,
			 struct pd_str cell[PD_PERF_MAX_COLUMNS]);

#endif

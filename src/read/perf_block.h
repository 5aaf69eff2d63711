/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_block.h - the rows of one event, or one group of events, as weights
 *
 * A row's weight is its Period where there is one, else its share of the event's
 * count, else its share of PD_PROFILE_WHOLE. Hits are those of the column
 * Samples, else the share of what the line above says, of which perf prints
 * leading digits only: of "1K" the least is taken, 1000.
 */
#ifndef READ_PERF_BLOCK_H
#define READ_PERF_BLOCK_H

#include "read/perf_cells.h"
#include "read/perf_chains.h"
#include "read/perf_event_line.h"

enum { PD_PERF_EVENT_NAME = 256 }; /* bytes */

/* One event, and what its rows add up to. */
struct pd_perf_event {
	char name[PD_PERF_EVENT_NAME];
	size_t n_name;
	uint32_t id; /* of pd_hits_event() */
	bool is_declared;
	uint64_t weight, least; /* of all rows; of the smallest */
	uint64_t n_rows;
	uint64_t hits;   /* of rows, as far as they are known */
	bool lacks_hits; /* some row does not tell its own */
	double rounding;
};

/* Zero-initialized is ready to use; pd_perf_block_begin() before the first row. */
struct pd_perf_block {
	struct pd_hits *h;
	struct pd_perf_graph graph;
	struct pd_perf_event event[PD_PERF_GROUP_MAX];
	size_t n_events;
	uint64_t whole;          /* of the event, if has_whole */
	uint64_t n_hits, n_more; /* as in struct pd_perf_event_line */
	uint64_t lost;
	bool has_whole, has_hits;
	bool is_memory;          /* weights are latencies: "# Total weight : 169000" */
	bool counts_rows;        /* there is a column of hits */
	bool has_exact_rows;     /* and one of weights */
	bool has_counts_alone;   /* and nothing else */
	bool has_children_alone; /* shares are with what was called, and there are no others */
	bool is_unnamed;         /* no line said what event this is */
	bool lacks_rows;         /* some could not be read: what they weigh nobody knows */
	bool is_again;           /* one of them had rows before; whoever says so clears it */
	unsigned int n_unnamed;

	/* private: the row whose call graph follows */
	struct pd_perf_row row;
	struct pd_perf_event *of;
	bool has_row;
	char *text;
	size_t cap_text;
};

/* The events that the line above the columns names; none: of unknown name. */
void pd_perf_block_begin(struct pd_perf_block *b, const struct pd_perf_event_line *line);
/* Tells what is left to tell. */
void pd_perf_block_end(struct pd_perf_block *b);
void pd_perf_block_free(struct pd_perf_block *b);

/* Another event without a name: rows of `-q` start over. */
void pd_perf_block_next_unnamed(struct pd_perf_block *b);

/* Takes a row; false if its numbers do not fit what is known of the events. */
bool pd_perf_block_row(struct pd_perf_block *b, const struct pd_perf_cells *cells);

/* Tells the last row, whose call graph is complete. */
void pd_perf_block_flush(struct pd_perf_block *b);

#endif

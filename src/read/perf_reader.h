/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_reader.h - how far the reader of perf reports is: which profile, which event, which row */
#ifndef READ_PERF_READER_H
#define READ_PERF_READER_H

#include "read/mail_text.h"
#include "read/perf_block.h"
#include "read/perf_rows.h"
#include "read/perf_titles.h"

struct pd_perf_reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_hits *h;
	struct pd_mail_text mail;
	struct pd_perf_titles titles;
	struct pd_perf_rows rows;
	struct pd_perf_block block;

	bool in_profile, has_rows; /* of the profile */
	bool is_next_run;          /* the next profile is another run of this one */
	unsigned int n_untitled;
	double elapsed;   /* of the profile that comes; 0: not said */
	bool is_other;    /* below the columns of another program */
	bool was_comment; /* the line before */
	bool has_prose;   /* since the last row, and ... */
	bool has_gap;     /* ... an empty line */
	bool is_gap;      /* an empty line since the last row of a table, or ... */
	bool is_below;    /* ... text that is not part of it */

	struct pd_perf_kept names; /* the comment that may name columns */
	struct pd_perf_kept part;  /* of a row that was wrapped */
	unsigned int n_parts;
	bool part_is_row; /* its columns say that it is one */

	uint64_t last_share;
};

/* Tells the rows of the events that are being read. */
void pd_perf_reader_end_block(struct pd_perf_reader *r);

/* An event that rows are of was told before in this profile: that is said once. */
void pd_perf_reader_tell_again(struct pd_perf_reader *r);

/* The profile that a title or the top of a report announced starts with what it says first. */
void pd_perf_reader_begin_profile(struct pd_perf_reader *r);
void pd_perf_reader_end_profile(struct pd_perf_reader *r);

/* Text between profiles: true if it is a title, or how long the work took. */
bool pd_perf_reader_prose(struct pd_perf_reader *r, struct pd_str line);

/* Rows start over: below prose they are of another profile, else of another event. */
void pd_perf_reader_start_over(struct pd_perf_reader *r);

#endif

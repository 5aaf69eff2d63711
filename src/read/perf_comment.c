/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_comment.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/perf_header.h"

/* What perf says above the columns, when it starts a report. */
static bool starts_report(struct pd_str line)
{
	return pd_perf_header_starts(line) ||
	       pd_str_starts(line, PD_STR("# To display the perf.data header info")) ||
	       pd_str_starts(line, PD_STR("# Total Lost Samples:"));
}

bool pd_perf_comment_event(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_perf_event_line event;
	size_t count;

	if (!pd_perf_event_line(line, &event))
		return false;
	pd_perf_reader_end_block(r);
	pd_perf_reader_begin_profile(r);
	r->is_other = false;
	r->rows.columns.n = 0;
	r->rows.tree_margin = 0;
	r->rows.comm.n = r->rows.columns.n_levels ? 0 : r->rows.comm.n;
	pd_perf_block_begin(&r->block, &event);
	/* The viewer of perf says all in one line. */
	count = pd_str_find(event.rest, PD_STR("Event count (approx.): "));
	if (count < event.rest.n) {
		struct pd_str rest = pd_str_skip(event.rest, count + 23);

		r->block.has_whole = pd_number_parse_u64(pd_str_word(&rest), &r->block.whole);
	}
	return true;
}

/* "# Event count (approx.): 1323323322", "# Total weight : 169000", "# Total Lost Samples: 0" */
static bool take_total(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_str rest = line;
	bool is_memory = pd_str_eat(&rest, PD_STR("# Total weight : "));
	uint64_t lost;

	if (is_memory || pd_str_eat(&rest, PD_STR("# Event count (approx.): "))) {
		r->block.is_memory = is_memory;
		r->block.has_whole = pd_number_parse_u64(pd_str_trim(rest), &r->block.whole);
		return true;
	}
	if (!pd_str_eat(&rest, PD_STR("# Total Lost Samples: ")))
		return false;
	if (pd_number_parse_u64(pd_str_trim(rest), &lost))
		r->block.lost = lost;
	return true;
}

/* "# comm: ordermatch" says what a column would, had it not been filtered. */
static bool take_filter(struct pd_perf_reader *r, struct pd_str line)
{
	if (pd_str_eat(&line, PD_STR("# comm: ")))
		pd_perf_rows_keep(&r->rows.comm, pd_str_trim(line));
	else if (pd_str_eat(&line, PD_STR("# dso: ")))
		pd_perf_rows_keep(&r->rows.dso, pd_str_trim(line));
	else
		return false;
	return true;
}

static bool take_columns(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_perf_columns columns;
	bool known = true;

	if (pd_perf_columns_is_ruler(line))
		known = pd_perf_columns_ruled(&columns, pd_perf_rows_kept(&r->names), line);
	else if (!pd_perf_columns_separated(&columns, line))
		return false;
	r->rows.columns = columns;
	if (!known) {
		pd_ingest_warn(r->out, r->in, NULL, "bad-header",
			       "no column of this table gives weights; its rows are left out");
		r->rows.columns.n = 0;
	}
	r->is_other = !known;
	r->is_gap = r->is_below = false;
	memcpy(r->block.graph.separator, r->rows.columns.separator,
	       sizeof(r->rows.columns.separator));
	r->rows.tree_margin = 0;
	return true;
}

void pd_perf_comment(struct pd_perf_reader *r, struct pd_str line)
{
	pd_perf_block_flush(&r->block);
	if (starts_report(line) && r->has_rows) {
		pd_perf_reader_end_profile(r);
		r->is_next_run = true;
	}
	if (pd_perf_comment_event(r, line) || take_columns(r, line) || take_filter(r, line) ||
	    take_total(r, line) || starts_report(line)) {
		if (pd_perf_header_starts(line)) {
			pd_perf_reader_begin_profile(r);
			(void)pd_perf_header_line(r->h, line);
		}
	} else if (!(r->in_profile && pd_perf_header_line(r->h, line)) && !r->was_comment &&
		   !pd_perf_columns_are_names(line)) {
		(void)pd_perf_reader_prose(r, line);
	}
	pd_perf_rows_keep(&r->names, line);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_report.h"

#include "base/str.h"
#include "read/ingest.h"
#include "read/perf_bare.h"
#include "read/perf_comment.h"
#include "read/perf_looks.h"
#include "read/perf_reader.h"
#include "read/perf_share.h"

#include <stdlib.h>

enum { MAX_PARTS = 3 }; /* lines that one row was wrapped into */

/* ---- rows */

/* @odd is where a number should stand. */
static void leave_out(struct pd_perf_reader *r, struct pd_str odd, const char *expected)
{
	pd_perf_block_flush(&r->block);
	r->block.lacks_rows = true;
	pd_ingest_warn(r->out, r->in, odd.p, "bad-number", "expected %s, got '%.*s'; row left out",
		       expected, PD_FMT(odd));
}

static void say_row(struct pd_perf_reader *r, struct pd_perf_cells *c)
{
	pd_perf_reader_begin_profile(r);
	if (!r->block.n_events)
		pd_perf_block_begin(&r->block, NULL);
	if (!c->share.n && c->children.n) {
		r->block.has_children_alone = true;
		c->share = c->children;
		c->children = PD_STR("");
	}
	if (!pd_perf_block_row(&r->block, c)) {
		leave_out(r, c->share, "a number for each event");
		return;
	}
	pd_perf_reader_tell_again(r);
	r->has_rows = true;
	r->has_prose = r->has_gap = r->is_gap = r->is_below = false;
	if (pd_str_ends(c->symbol, PD_STR("...")))
		pd_ingest_mended(r->out, r->in, c->symbol.p, "cut-name",
				 "the name '%.*s' was cut; it is taken as it stands",
				 PD_FMT(c->symbol));
}

static void start_part(struct pd_perf_reader *r, struct pd_str line, bool is_row)
{
	pd_perf_block_flush(&r->block);
	pd_perf_rows_keep(&r->part, line);
	r->n_parts = 1;
	r->part_is_row = is_row;
}

static bool take_columns_row(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_perf_cells c;

	switch (pd_perf_rows_take(&r->rows, line, &c)) {
	case PD_PERF_NO_ROW:
		return false;
	case PD_PERF_UPPER_ROW:
		pd_perf_block_flush(&r->block);
		break;
	case PD_PERF_CUT_ROW:
		start_part(r, line, true);
		break;
	case PD_PERF_BAD_ROW:
		leave_out(r, c.share, "a percent");
		break;
	case PD_PERF_BAD_COUNT:
		leave_out(r, c.share, "a number of 64 bits");
		break;
	case PD_PERF_ROW:
		say_row(r, &c);
		break;
	}
	r->is_gap = r->is_below = false;
	return true;
}

static bool take_bare_row(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_perf_bare b;
	struct pd_perf_cells c = {0};
	uint64_t share;

	if (!pd_perf_bare(line, &b) || !pd_perf_share_parse(b.share, &share))
		return false;
	if (r->block.is_unnamed && r->has_rows && share > r->last_share &&
	    (r->has_gap || r->has_prose))
		pd_perf_reader_start_over(r);
	r->last_share = share;
	c.share = b.self.n ? b.self : b.share;
	c.children = b.self.n ? b.share : PD_STR("");
	c.comm = b.comm;
	c.dso = b.dso;
	c.symbol = b.symbol;
	say_row(r, &c);
	return true;
}

/* A row but for its number. */
static bool take_odd_row(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_str share;

	if (!pd_perf_bare_is_odd(line, &share))
		return false;
	leave_out(r, share, "a percent");
	return true;
}

/* ---- rows that a mail program wrapped */

static void drop_part(struct pd_perf_reader *r)
{
	if (r->n_parts && r->part_is_row) {
		r->block.lacks_rows = true;
		pd_ingest_warn(r->out, r->in, NULL, "cut-row",
			       "a row before this line ends without its symbol; left out");
	}
	r->n_parts = 0;
}

/*
 *	>>     12.00%  sched-messaging  [kernel.kallsyms]  [k]
 *	>> native_queued_spin_lock_slowpath
 */
static bool take_part(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_str rest = pd_str_trim(line);

	if (!r->n_parts || !rest.n)
		return false;
	if (pd_perf_bare_begins(line) || !pd_perf_rows_append(&r->part, rest)) {
		drop_part(r);
		return false;
	}
	if (take_bare_row(r, pd_perf_rows_kept(&r->part))) {
		pd_ingest_mended(r->out, r->in, NULL, "wrapped-row",
				 "a row goes on in this line; its parts are put together");
		r->n_parts = 0;
		return true;
	}
	if (++r->n_parts < MAX_PARTS)
		return true;
	drop_part(r);
	return false;
}

/* ---- lines */

/* A folded chain: "22.01% key_compare;match_round", "291 main". */
static bool may_be_folded(const struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_str separator = pd_str_of(r->block.graph.separator);
	struct pd_str first = pd_str_word(&line), rest = pd_str_trim(line);

	if (!separator.n)
		separator = PD_STR(";");
	return first.n && (pd_str_has(rest, separator) || pd_str_starts(rest, r->block.row.symbol));
}

static bool take_graph_line(struct pd_perf_reader *r, struct pd_str line)
{
	bool at_margin = line.n && line.p[0] != ' ';

	if (!r->block.has_row || (at_margin && !may_be_folded(r, line)))
		return false;
	return pd_perf_graph_line(&r->block.graph, line);
}

/*
 * Below columns everything is a row or of its call graph, up to what a mail's
 * author says of it: that begins at the margin, behind an empty line.
 */
static bool is_in_table(const struct pd_perf_reader *r, struct pd_str line)
{
	return r->rows.columns.n && !r->is_below && (!r->is_gap || line.p[0] == ' ');
}

/* "[...]", "<snip>": here the author left rows out. Hierarchies say "no entry >= 0.50%". */
static bool is_mark(struct pd_str line)
{
	line = pd_str_trim(line);
	for (size_t i = 0; i < line.n; i++)
		if (!strchr(" .[]<>-=_*~", line.p[i]))
			return pd_str_has(line, PD_STR("snip")) ||
			       pd_str_starts(line, PD_STR("no entry >= "));
	return true;
}

static void take_other(struct pd_perf_reader *r, struct pd_str line)
{
	bool is_in = is_in_table(r, line);

	pd_perf_block_flush(&r->block);
	if (pd_perf_comment_event(r, line))
		return;
	if (pd_perf_bare_begins(line)) {
		start_part(r, line, is_in);
		return;
	}
	r->has_prose = true;
	if (pd_perf_reader_prose(r, line))
		return;
	r->is_below |= !is_in;
	if (is_in && !is_mark(line))
		pd_ingest_warn(r->out, r->in, pd_str_trim(line).p, "unknown-line",
			       "neither a row nor a line of its call graph; left out");
}

static void take_line(struct pd_perf_reader *r, struct pd_str line)
{
	bool is_comment = line.n && line.p[0] == '#';

	if (is_comment) {
		drop_part(r);
		pd_perf_comment(r, line);
	} else if (!pd_str_trim(line).n) {
		r->has_gap = r->is_gap = true;
	} else if (!r->is_other && !take_part(r, line) && !take_columns_row(r, line) &&
		   !take_bare_row(r, line) && !take_odd_row(r, line) && !take_graph_line(r, line)) {
		take_other(r, line);
	}
	r->was_comment = is_comment;
}

/* ---- the whole text */

static void release(struct pd_perf_reader *r)
{
	pd_mail_text_free(&r->mail);
	pd_perf_titles_free(&r->titles);
	pd_perf_block_free(&r->block);
	free(r->names.p);
	free(r->part.p);
	free(r->rows.comm.p);
	free(r->rows.dso.p);
}

static void tell_graphs(const struct pd_perf_reader *r)
{
	const struct pd_perf_graph *g = &r->block.graph;

	if (g->is_unordered)
		pd_ingest_note(r->out, "chain-order", 1,
			       "some call graphs do not tell which end was hit; their rows are used "
			       "without callers");
	if (g->is_large)
		pd_ingest_note(r->out, "limit", 1,
			       "some call graphs are larger than there is room for; what was cut is "
			       "used without callers");
}

int pd_perf_report_read(struct pd_input *in, struct pd_ingest *out)
{
	struct pd_perf_reader *r = calloc(1, sizeof(*r));
	struct pd_str line, head = pd_input_head(in);

	if (!r)
		pd_arena_out_of_memory();
	r->in = in;
	r->out = out;
	pd_mail_text_look(&r->mail, head);
	r->titles.uses_prose = pd_perf_looks_several(head);
	free((char *)(uintptr_t)head.p);
	while (!pd_ingest_is_full(out) && pd_mail_text_line(&r->mail, in, &line))
		take_line(r, line);
	drop_part(r);
	pd_perf_reader_end_block(r);
	tell_graphs(r);
	release(r);
	free(r);
	return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_report.h"

#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/mail_text.h"
#include "read/perf_bare.h"
#include "read/perf_block.h"
#include "read/perf_header.h"
#include "read/perf_rows.h"
#include "read/perf_share.h"
#include "read/perf_titles.h"
#include "read/phrase.h"

#include <stdlib.h>

enum { MAX_PARTS = 3 }; /* lines that one row was wrapped into */

struct reader {
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

/* ---- which profile the rows belong to */

/* perf tells an event once in a report. */
static void tell_again(struct reader *r)
{
	if (r->block.is_again)
		pd_ingest_warn(r->out, r->in, NULL, "exceeds-whole",
			       "the event '%.*s' is told again in this profile; its rows and "
			       "wholes are added up",
			       (int)r->block.event[0].n_name, r->block.event[0].name);
	r->block.is_again = false;
}

static void end_block(struct reader *r)
{
	if (!r->block.n_events)
		return;
	pd_perf_block_end(&r->block);
	tell_again(r);
}

/* The profile that a title or the top of a report announced starts with what it says first. */
static void begin_profile(struct reader *r)
{
	struct pd_str title;
	uint32_t run;

	if (r->in_profile)
		return;
	r->h = r->block.h = pd_hits_of(r->out);
	if (pd_perf_titles_take(&r->titles, &title, &run)) {
		pd_hits_side(r->h, title);
		pd_hits_run(r->h, run);
	} else if (r->is_next_run) {
		pd_hits_next_run(r->h);
	}
	if (r->elapsed > 0)
		pd_hits_elapsed(r->h, r->elapsed);
	r->elapsed = 0;
	r->in_profile = true;
	r->has_rows = r->is_next_run = false;
}

static void end_profile(struct reader *r)
{
	end_block(r);
	r->in_profile = r->has_rows = r->is_other = false;
	r->rows.columns.n = 0;
	r->rows.comm.n = r->rows.dso.n = 0;
}

/* Text between profiles: true if it is a title, or how long the work took. */
static bool take_prose(struct reader *r, struct pd_str line)
{
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	double seconds;

	if (pd_phrase_match("Total time: {time} [sec]", line, field) == 1) {
		if (pd_number_parse(field[0].text, 0, &seconds) == PD_NUMBER_OK && seconds > 0)
			r->elapsed = seconds;
		else
			pd_ingest_warn(r->out, r->in, field[0].text.p, "bad-number",
				       "expected seconds, got '%.*s'; left out",
				       PD_FMT(field[0].text));
		return true;
	}
	if (!pd_perf_titles_line(&r->titles, line))
		return false;
	end_profile(r);
	r->elapsed = 0;
	return true;
}

/* Rows start over: below prose they are of another profile, else of another event. */
static void start_over(struct reader *r)
{
	char title[32] = "profile ";

	if (!r->has_prose) {
		pd_perf_block_next_unnamed(&r->block);
		return;
	}
	end_profile(r);
	(void)pd_number_print(title + strlen(title), r->n_untitled++ + 2);
	begin_profile(r);
	pd_hits_side(r->h, pd_str_of(title));
	pd_ingest_warn(r->out, r->in, NULL, "untitled",
		       "another profile starts here without a title; it is called '%s'", title);
}

/* ---- rows */

/* @odd is where a number should stand. */
static void leave_out(struct reader *r, struct pd_str odd, const char *expected)
{
	pd_perf_block_flush(&r->block);
	r->block.lacks_rows = true;
	pd_ingest_warn(r->out, r->in, odd.p, "bad-number", "expected %s, got '%.*s'; row left out",
		       expected, PD_FMT(odd));
}

static void say_row(struct reader *r, struct pd_perf_cells *c)
{
	begin_profile(r);
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
	tell_again(r);
	r->has_rows = true;
	r->has_prose = r->has_gap = r->is_gap = r->is_below = false;
	if (pd_str_ends(c->symbol, PD_STR("...")))
		pd_ingest_warn(r->out, r->in, c->symbol.p, "cut-name",
			       "the name '%.*s' was cut; it is taken as it stands",
			       PD_FMT(c->symbol));
}

static void start_part(struct reader *r, struct pd_str line, bool is_row)
{
	pd_perf_block_flush(&r->block);
	pd_perf_rows_keep(&r->part, line);
	r->n_parts = 1;
	r->part_is_row = is_row;
}

static bool take_columns_row(struct reader *r, struct pd_str line)
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

static bool take_bare_row(struct reader *r, struct pd_str line)
{
	struct pd_perf_bare b;
	struct pd_perf_cells c = {0};
	uint64_t share;

	if (!pd_perf_bare(line, &b) || !pd_perf_share_parse(b.share, &share))
		return false;
	if (r->block.is_unnamed && r->has_rows && share > r->last_share &&
	    (r->has_gap || r->has_prose))
		start_over(r);
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
static bool take_odd_row(struct reader *r, struct pd_str line)
{
	struct pd_str share;

	if (!pd_perf_bare_is_odd(line, &share))
		return false;
	leave_out(r, share, "a percent");
	return true;
}

/* ---- rows that a mail program wrapped */

static void drop_part(struct reader *r)
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
static bool take_part(struct reader *r, struct pd_str line)
{
	struct pd_str rest = pd_str_trim(line);
	size_t n = r->part.n;

	if (!r->n_parts || !rest.n)
		return false;
	if (n + rest.n + 2 > PD_PERF_KEPT_MAX || pd_perf_bare_begins(line)) {
		drop_part(r);
		return false;
	}
	r->part.p = pd_vec_grow(r->part.p, &r->part.cap, n + rest.n + 2, 1);
	memcpy(r->part.p + n, "  ", 2);
	memcpy(r->part.p + n + 2, rest.p, rest.n);
	r->part.n = n + 2 + rest.n;
	if (take_bare_row(r, pd_perf_rows_kept(&r->part))) {
		pd_ingest_warn(r->out, r->in, NULL, "wrapped-row",
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

/* What perf says above the columns, when it starts a report. */
static bool starts_report(struct pd_str line)
{
	return pd_perf_header_starts(line) ||
	       pd_str_starts(line, PD_STR("# To display the perf.data header info")) ||
	       pd_str_starts(line, PD_STR("# Total Lost Samples:"));
}

static bool take_event_line(struct reader *r, struct pd_str line)
{
	struct pd_perf_event_line event;
	size_t count;

	if (!pd_perf_event_line(line, &event))
		return false;
	end_block(r);
	begin_profile(r);
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
static bool take_total(struct reader *r, struct pd_str line)
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
static bool take_filter(struct reader *r, struct pd_str line)
{
	if (pd_str_eat(&line, PD_STR("# comm: ")))
		pd_perf_rows_keep(&r->rows.comm, pd_str_trim(line));
	else if (pd_str_eat(&line, PD_STR("# dso: ")))
		pd_perf_rows_keep(&r->rows.dso, pd_str_trim(line));
	else
		return false;
	return true;
}

static bool take_columns(struct reader *r, struct pd_str line)
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

static void take_comment(struct reader *r, struct pd_str line)
{
	pd_perf_block_flush(&r->block);
	if (starts_report(line) && r->has_rows) {
		end_profile(r);
		r->is_next_run = true;
	}
	if (take_event_line(r, line) || take_columns(r, line) || take_filter(r, line) ||
	    take_total(r, line) || starts_report(line)) {
		if (pd_perf_header_starts(line)) {
			begin_profile(r);
			(void)pd_perf_header_line(r->h, line);
		}
	} else if (!(r->in_profile && pd_perf_header_line(r->h, line)) && !r->was_comment &&
		   !pd_perf_columns_are_names(line)) {
		(void)take_prose(r, line);
	}
	pd_perf_rows_keep(&r->names, line);
}

/* A folded chain: "22.01% key_compare;match_round", "291 main". */
static bool may_be_folded(const struct reader *r, struct pd_str line)
{
	struct pd_str separator = pd_str_of(r->block.graph.separator);
	struct pd_str first = pd_str_word(&line), rest = pd_str_trim(line);

	if (!separator.n)
		separator = PD_STR(";");
	return first.n &&
	       (pd_str_find(rest, separator) < rest.n || pd_str_starts(rest, r->block.row.symbol));
}

static bool take_graph_line(struct reader *r, struct pd_str line)
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
static bool is_in_table(const struct reader *r, struct pd_str line)
{
	return r->rows.columns.n && !r->is_below && (!r->is_gap || line.p[0] == ' ');
}

/* "[...]", "<snip>": here the author left rows out. Hierarchies say "no entry >= 0.50%". */
static bool is_mark(struct pd_str line)
{
	line = pd_str_trim(line);
	for (size_t i = 0; i < line.n; i++)
		if (!strchr(" .[]<>-=_*~", line.p[i]))
			return pd_str_find(line, PD_STR("snip")) < line.n ||
			       pd_str_starts(line, PD_STR("no entry >= "));
	return true;
}

static void take_other(struct reader *r, struct pd_str line)
{
	bool is_in = is_in_table(r, line);

	pd_perf_block_flush(&r->block);
	if (take_event_line(r, line))
		return;
	if (pd_perf_bare_begins(line)) {
		start_part(r, line, is_in);
		return;
	}
	r->has_prose = true;
	if (take_prose(r, line))
		return;
	r->is_below |= !is_in;
	if (is_in && !is_mark(line))
		pd_ingest_warn(r->out, r->in, pd_str_trim(line).p, "unknown-line",
			       "neither a row nor a line of its call graph; left out");
}

static void take_line(struct reader *r, struct pd_str line)
{
	bool is_comment = line.n && line.p[0] == '#';

	if (is_comment) {
		drop_part(r);
		take_comment(r, line);
	} else if (!pd_str_trim(line).n) {
		r->has_gap = r->is_gap = true;
	} else if (!r->is_other && !take_part(r, line) && !take_columns_row(r, line) &&
		   !take_bare_row(r, line) && !take_odd_row(r, line) && !take_graph_line(r, line)) {
		take_other(r, line);
	}
	r->was_comment = is_comment;
}

/* ---- the whole text */

/*
 * Prose names profiles only where there are several: one alone is called as the
 * operand is.
 */
static bool has_several(struct pd_str head)
{
	unsigned int n = 0;
	bool waits = false;

	while (head.n) {
		struct pd_str line = pd_str_trim(pd_str_cut(&head, '\n'));
		struct pd_perf_bare bare;

		if (line.n && line.p[line.n - 1] == ':')
			waits = true;
		if (!pd_perf_bare(line, &bare))
			continue;
		n += waits;
		waits = false;
	}
	return n > 1;
}

static void release(struct reader *r)
{
	pd_mail_text_free(&r->mail);
	pd_perf_titles_free(&r->titles);
	pd_perf_block_free(&r->block);
	free(r->names.p);
	free(r->part.p);
	free(r->rows.comm.p);
	free(r->rows.dso.p);
}

static void tell_graphs(const struct reader *r)
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
	struct reader *r = calloc(1, sizeof(*r));
	struct pd_str line, head = pd_input_head(in);

	if (!r)
		pd_arena_out_of_memory();
	r->in = in;
	r->out = out;
	r->titles.uses_prose = has_several(head);
	free((char *)(uintptr_t)head.p);
	while (!pd_ingest_is_full(out) && pd_mail_text_line(&r->mail, in, &line))
		take_line(r, line);
	drop_part(r);
	end_block(r);
	tell_graphs(r);
	release(r);
	free(r);
	return 0;
}

/* ---- what a head looks like, as the mail's author wrote it */

enum looks { HAS_HEADER = 1, HAS_ROWS = 2 };

static unsigned int looks_of(struct pd_str head)
{
	struct pd_mail_text mail = {0};
	struct pd_perf_kept above = {0};
	struct pd_perf_columns c;
	struct pd_perf_bare bare;
	struct pd_input in;
	struct pd_str line;
	unsigned int looks = 0;
	bool is_other = false; /* a table of another program: perf diff, perf c2c */

	pd_input_open_memory(&in, "", head.p, head.n);
	while (!(looks & HAS_HEADER) && pd_mail_text_line(&mail, &in, &line)) {
		bool is_ruler = pd_perf_columns_is_ruler(line);

		if (is_ruler ? pd_perf_columns_ruled(&c, pd_perf_rows_kept(&above), line)
			     : pd_perf_columns_separated(&c, line))
			looks |= HAS_HEADER;
		else if (is_ruler)
			is_other = true;
		else if (!is_other && pd_perf_bare(line, &bare))
			looks |= HAS_ROWS;
		pd_perf_rows_keep(&above, line);
	}
	pd_input_close(&in);
	pd_mail_text_free(&mail);
	free(above.p);
	return looks;
}

bool pd_perf_report_has_header(struct pd_str head)
{
	return looks_of(head) & HAS_HEADER;
}

bool pd_perf_report_has_only_rows(struct pd_str head)
{
	return looks_of(head) == HAS_ROWS;
}

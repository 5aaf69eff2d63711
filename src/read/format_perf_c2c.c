/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"

#include <math.h>
#include <stdio.h>

/*
 * perf c2c report --stdio; with --stats it ends behind the second box:
 *
 *	=================================================
 *	            Trace Event Information
 *	=================================================
 *	  Total records                     :       1500
 *	  Load Local HITM                   :        284
 *	  LLC Misses to Local DRAM          :       80.4%
 *
 *	=================================================
 *	      Shared Cache Line Distribution Pareto
 *	=================================================
 *	#
 *	#        ----- HITM -----  ------- Store Refs ------  --------- Data address ...
 *	#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A              Offset  Node ...
 *	# .....  .......  .......  .......  .......  .......  ..................  .... ...
 *	#
 *	  ----------------------------------------------------------------------
 *	      1       50       54       82        0        0            0x40c0c0
 *	  ----------------------------------------------------------------------
 *	         100.00%  100.00%    0.00%    0.00%    0.00%                 0x0   N/A ...
 *
 * A row of counts is of a cache line; the rows below share them out, in percent.
 */
enum section { OTHER, TOTALS, SHARED, PARETO };

static const struct {
	const char *title;
	enum section section;
} titles[] = {
	{"Trace Event Information",                    TOTALS},
	{"Global Shared Cache Line Event Information", SHARED},
	{"c2c details",				OTHER },
	{"Shared Data Cache Line Table",               OTHER },
	{"Shared Cache Line Distribution Pareto",      PARETO},
};

/* Columns that are shared out: what they count, and in which total they are. */
enum { REMOTE, LOCAL, N_SHARES = 5, OFFSET = N_SHARES, SYMBOL, OBJECT, N_COLUMNS };
enum event { HITM, STORE, N_EVENTS };

static const struct {
	const char *name, *source;
	enum event event;
} columns[N_COLUMNS] = {
	[REMOTE] = {"RmtHitm", "Remote HITM", HITM },
	[LOCAL] = {"LclHitm", "Local HITM",  HITM },
	{"L1 Hit",  "L1 hit",      STORE},
	{"L1 Miss", "L1 miss",     STORE},
	{"N/A",     "N/A",         STORE},
	[OFFSET] = {"Offset",  NULL,          HITM },
	[SYMBOL] = {"Symbol",  NULL,          HITM },
	[OBJECT] = {"Object",  NULL,          HITM },
};

static const char *const events[N_EVENTS] = {"c2c/hitm", "c2c/store"};

enum {
	MAX_HEADER = 1 << 12, /* bytes of the line of column names */
	CUT_SYMBOL = 30,      /* perf cuts symbols here unless it is told --full-symbols */
	NOWHERE = -1
};

struct span {
	int start, end; /* bytes of a line; NOWHERE: the column is not there */
};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	enum section section;
	char header[MAX_HEADER]; /* the comment before this line */
	size_t n_header;
	struct span column[N_COLUMNS];
	bool has_columns;
	bool seen_total;

	uint64_t line[N_SHARES]; /* counts of the cache line */
	char address[32];        /* of it; empty: none yet */
	double rounding[N_EVENTS];
	uint64_t whole[N_EVENTS];
	uint64_t n_cut;
};

static int probe(struct pd_str head)
{
	while (head.n)
		if (pd_str_eq(pd_str_trim(pd_str_cut(&head, '\n')), pd_str_of(titles[0].title)))
			return 85;
	return 0;
}

/* ---- totals */

static uint32_t event_of(struct reader *r, enum event e)
{
	return pd_hits_event(pd_hits_of(r->out), pd_str_of(events[e]));
}

/* Rows share out what lies on shared lines; the rest of these totals is on others. */
static void add_to_whole(struct reader *r, struct pd_str name, struct pd_str value)
{
	bool hitm = pd_str_eq(name, PD_STR("Load Local HITM")) ||
		    pd_str_eq(name, PD_STR("Load Remote HITM"));
	enum event e = hitm ? HITM : STORE;
	uint64_t n;

	if (!hitm && !pd_str_eq(name, PD_STR("Store Operations")))
		return;
	if (!pd_number_parse_u64(value, &n) || n > UINT64_MAX - r->whole[e])
		return;
	r->whole[e] += n;
	pd_hits_whole(pd_hits_of(r->out), event_of(r, e), r->whole[e]);
	pd_hits_whole_hits(pd_hits_of(r->out), event_of(r, e), r->whole[e], 0);
}

/* Another report behind the first is another run. */
static void begin_report(struct reader *r)
{
	if (r->seen_total)
		pd_hits_next_run(pd_hits_of(r->out));
	r->seen_total = false;
	memset(r->whole, 0, sizeof(r->whole));
	memset(r->rounding, 0, sizeof(r->rounding));
}

static void read_total(struct reader *r, struct pd_str line)
{
	struct pd_quantity q = {.undirected = true};
	struct pd_str rest = line, name = pd_str_trim(pd_str_cut(&rest, ':'));
	struct pd_str value = pd_str_trim(rest);

	if (!name.n || name.n + 1 >= line.n)
		return;
	q.name = name;
	if (pd_str_ends(value, PD_STR("%"))) {
		value.n--;
		q.unit = PD_STR("%");
		q.redundant = true;
	}
	/* The second box has names of the first. */
	pd_ingest_bench(r->out, PD_STR("c2c"));
	pd_ingest_label(r->out, PD_STR("lines"), PD_STR("shared"));
	if (r->section == TOTALS)
		pd_ingest_clear_labels(r->out);
	if (!pd_ingest_literal(r->out, r->in, &q, value))
		return;
	r->seen_total = true;
	if (r->section == TOTALS)
		add_to_whole(r, name, value);
}

/* ---- the table of cache lines */

static int find_column(const struct reader *r, struct span span)
{
	struct pd_str name = {r->header + span.start, 0};

	if ((size_t)span.start >= r->n_header)
		return NOWHERE;
	name.n = (size_t)span.end < r->n_header ? (size_t)(span.end - span.start)
						: r->n_header - (size_t)span.start;
	name = pd_str_trim(name);
	for (int i = 0; i < N_COLUMNS; i++)
		if (r->column[i].start == NOWHERE && pd_str_eq(name, pd_str_of(columns[i].name)))
			return i;
	return NOWHERE;
}

/* `# .....  .......` says where the columns stand whose names are in the line above. */
static void read_ruler(struct reader *r, struct pd_str line)
{
	for (int i = 0; i < N_COLUMNS; i++)
		r->column[i] = (struct span){NOWHERE, NOWHERE};
	for (size_t i = 1; i < line.n && i < MAX_HEADER;) {
		struct span span = {(int)i, (int)i};
		int at;

		while (i < line.n && line.p[i] == '.')
			i++;
		span.end = (int)i++;
		if (span.end == span.start)
			continue;
		at = find_column(r, span);
		if (at != NOWHERE)
			r->column[at] = span;
	}
	r->has_columns = true;
	for (int i = 0; i < N_COLUMNS; i++)
		r->has_columns = r->has_columns && r->column[i].start != NOWHERE;
	if (!r->has_columns)
		pd_ingest_warn(r->out, r->in, NULL, "missing-column",
			       "the table of cache lines has not all of the columns RmtHitm, "
			       "LclHitm, L1 Hit, L1 Miss, N/A, Offset, Symbol, Object; left out");
}

static bool is_ruler(struct pd_str line)
{
	size_t dots = 0;

	for (size_t i = 1; i < line.n; i++) {
		if (line.p[i] != '.' && !pd_str_is_blank(line.p[i]))
			return false;
		dots += line.p[i] == '.';
	}
	return dots > 0;
}

static void read_comment(struct reader *r, struct pd_str line)
{
	if (is_ruler(line)) {
		read_ruler(r, line);
	} else if (line.n > 1) {
		r->n_header = line.n < MAX_HEADER ? line.n : MAX_HEADER;
		memcpy(r->header, line.p, r->n_header);
	}
}

static struct pd_str cell(const struct reader *r, struct pd_str line, int column)
{
	struct span s = r->column[column];

	if (line.n <= (size_t)s.start)
		return PD_STR("");
	line = pd_str_skip(line, (size_t)s.start);
	if (line.n > (size_t)(s.end - s.start))
		line.n = (size_t)(s.end - s.start);
	return pd_str_trim(line);
}

static void read_line_counts(struct reader *r, struct pd_str line)
{
	struct pd_str address = cell(r, line, OFFSET);

	r->address[0] = '\0';
	if (!address.n || address.n >= sizeof(r->address)) {
		pd_ingest_warn(r->out, r->in, NULL, "missing-column",
			       "a cache line without an address; left out with its rows");
		return;
	}
	for (int i = 0; i < N_SHARES; i++) {
		struct pd_str count = cell(r, line, i);
		double half;

		if (!pd_number_parse_u64(count, &r->line[i])) {
			pd_ingest_warn(r->out, r->in, count.p, "bad-number",
				       "expected a count, got '%.*s'; the cache line is left out",
				       PD_FMT(count));
			return;
		}
		/* Counts are whole: only large ones are hidden by two decimals of percent. */
		half = (double)r->line[i] * 0.00005;
		if (half >= 0.5 && half > r->rounding[columns[i].event])
			r->rounding[columns[i].event] = half;
	}
	memcpy(r->address, address.p, address.n);
	r->address[address.n] = '\0';
}

/* "[k] do_wait": the letter is of the processor's mode. */
static struct pd_str symbol_of(struct pd_str s)
{
	if (s.n > 4 && s.p[0] == '[' && s.p[2] == ']' && s.p[3] == ' ')
		return pd_str_trim(pd_str_skip(s, 4));
	return s;
}

static void say_share(struct reader *r, struct pd_str line, int column, double percent)
{
	struct pd_hits *h = pd_hits_of(r->out);
	struct pd_str offset = cell(r, line, OFFSET);
	uint64_t n = (uint64_t)llround((double)r->line[column] * fmin(percent, 100) / 100);
	char data[80];
	int len = snprintf(data, sizeof(data), "%s+%.*s", r->address, (int)(offset.n % 32),
			   offset.p);

	if (!n)
		return;
	pd_hits_begin(h, event_of(r, columns[column].event), PD_STR(""));
	pd_hits_frame(h, symbol_of(cell(r, line, SYMBOL)), cell(r, line, OBJECT));
	pd_hits_data(h, (struct pd_str){data, (size_t)len}, pd_str_of(columns[column].source));
	pd_hits_end_row(h, n, n);
	if (r->rounding[columns[column].event] > 0)
		pd_hits_rounding(h, event_of(r, columns[column].event),
				 r->rounding[columns[column].event]);
}

static void read_shares(struct reader *r, struct pd_str line)
{
	double percent[N_SHARES];

	if (!r->address[0])
		return;
	if (!cell(r, line, SYMBOL).n || !cell(r, line, OBJECT).n) {
		pd_ingest_warn(r->out, r->in, NULL, "missing-column",
			       "a row without a symbol; skipped");
		return;
	}
	for (int i = 0; i < N_SHARES; i++) {
		struct pd_str share = cell(r, line, i), digits = share;

		digits.n -= pd_str_ends(share, PD_STR("%"));
		if (pd_number_parse(digits, 0, &percent[i]) != PD_NUMBER_OK || percent[i] < 0) {
			pd_ingest_warn(r->out, r->in, share.p, "bad-number",
				       "expected a share in percent, got '%.*s'; row skipped",
				       PD_FMT(share));
			return;
		}
	}
	r->n_cut += cell(r, line, SYMBOL).n == CUT_SYMBOL;
	for (int i = 0; i < N_SHARES; i++)
		say_share(r, line, i, percent[i]);
}

static void read_pareto(struct reader *r, struct pd_str line)
{
	struct pd_str text = pd_str_trim(line);

	if (line.p[0] == '#')
		read_comment(r, line);
	else if (!r->has_columns || pd_str_starts(text, PD_STR("----")))
		return;
	/* The number of the line stands in the first column, left of the first share. */
	else if (text.p < line.p + r->column[REMOTE].start - 1 && !memchr(text.p, '%', text.n))
		read_line_counts(r, line);
	else
		read_shares(r, line);
}

/* ---- lines */

static bool read_title(struct reader *r, struct pd_str text)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(titles); i++) {
		if (!pd_str_eq(text, pd_str_of(titles[i].title)))
			continue;
		if (i == 0)
			begin_report(r);
		r->section = titles[i].section;
		r->has_columns = false;
		r->address[0] = '\0';
		return true;
	}
	return pd_str_starts(text, PD_STR("===="));
}

static int read_perf_c2c(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out};
	struct pd_str line;

	while (pd_input_line(in, &line)) {
		struct pd_str text = pd_str_trim(line);

		if (!text.n || read_title(&r, text))
			continue;
		if (r.section == TOTALS || r.section == SHARED)
			read_total(&r, line);
		else if (r.section == PARETO)
			read_pareto(&r, line);
	}
	if (r.n_cut)
		pd_ingest_note(out, "cut-name", 0,
			       "%llu symbols fill all of their %d columns and may be cut: print "
			       "them with --full-symbols",
			       (unsigned long long)r.n_cut, CUT_SYMBOL);
	return 0;
}

const struct pd_format pd_format_perf_c2c = {
	.name = "perf-c2c",
	.what = "perf c2c report --stdio: its totals, and who hits modified cache lines",
	.probe = probe,
	.read = read_perf_c2c,
};

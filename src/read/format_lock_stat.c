/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "model/lock.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"

/*
 * /proc/lock_stat of a kernel with CONFIG_LOCK_STAT, times in microseconds:
 *
 *	lock_stat version 0.4
 *	------------------------------------------------------------------------
 *	          class name    con-bounces    contentions   waittime-min ... holdtime-avg
 *	------------------------------------------------------------------------
 *
 *	     tasklist_lock-W:           152            160           0.26 ...         2.31
 *	     tasklist_lock-R:            37             41           0.19 ...         1.20
 *	     ---------------
 *	       tasklist_lock             98          [<ffffffff8135ebf0>] copy_process+0x1520/0x1f90
 *	     ---------------
 *	       tasklist_lock             61          [<ffffffff813654cc>] release_task+0xbc/0x7a0
 *	........................................................................
 *
 * The first block of sites waited for the lock, the second held it. Version 0.3
 * has no averages. `grep :` leaves rows of locks only, and that is what is mailed.
 */
enum {
	CONTENTIONS = 1, /* columns */
	WAIT_TOTAL = 4,
	N_COLUMNS = 12,
	N_COLUMNS_3 = 10, /* of version 0.3 */
};

enum block { NO_BLOCK, WAITING, HOLDING };

struct lock_row {
	struct pd_str name;
	struct pd_str number[N_COLUMNS];
	size_t n;
};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_hits *hits;
	enum block block;
	bool is_known; /* the header or a row said that this is lock_stat */
};

/* ---- rows of locks */

static bool is_number(struct pd_str s, bool is_time)
{
	bool has_dot = s.n > 3 && s.p[s.n - 3] == '.';

	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] < '0' || s.p[i] > '9') && !(has_dot && i == s.n - 3))
			return false;
	return s.n && has_dot == is_time;
}

/* Counts, times of waiting, counts, times of holding. */
static bool is_time(size_t i, size_t n)
{
	size_t in_half = i % (n / 2);

	return in_half > CONTENTIONS;
}

/* Names hold blanks and colons, numbers do not: the last colon of the line counts. */
static bool take_apart(struct pd_str line, struct lock_row *ret)
{
	const char *colon = line.n ? memrchr(line.p, ':', line.n) : NULL;
	struct lock_row row = {
		{line.p, 0},
                {{NULL, 0}     },
                0
        };
	struct pd_str rest;

	if (!colon)
		return false;
	row.name.n = (size_t)(colon - line.p);
	row.name = pd_str_trim(row.name);
	for (rest = pd_str_trim(pd_str_skip(line, (size_t)(colon - line.p) + 1)); rest.n;
	     rest = pd_str_trim(rest)) {
		if (row.n == N_COLUMNS)
			return false;
		row.number[row.n++] = pd_str_word(&rest);
	}
	if (!row.name.n || (row.n != N_COLUMNS && row.n != N_COLUMNS_3))
		return false;
	for (size_t i = 0; i < row.n; i++)
		if (!is_number(row.number[i], is_time(i, row.n)))
			return false;
	*ret = row;
	return true;
}

static bool is_header(struct pd_str line)
{
	return pd_str_starts(line, PD_STR("lock_stat version "));
}

static int probe(struct pd_str head)
{
	struct lock_row row;

	while (head.n) {
		struct pd_str line = pd_str_trim(pd_str_cut(&head, '\n'));

		if (is_header(line))
			return 90;
		if (take_apart(line, &row))
			return 75;
	}
	return 0;
}

/* What macros made of a name: "&(&zone->lru_lock)->rlock" is zone->lru_lock, "&rq->lock" rq->lock. */
static struct pd_str lock_of(struct pd_str name)
{
	struct pd_str inner = name, tail = PD_STR(")->rlock");

	if (pd_str_eat(&inner, PD_STR("&(&")) && pd_str_ends(inner, tail))
		return (struct pd_str){inner.p, inner.n - tail.n};
	(void)pd_str_eat(&name, PD_STR("&"));
	return name;
}

static void tell(struct reader *r, struct pd_str event_name, struct pd_str name,
		 struct pd_str count, struct pd_str time)
{
	uint32_t event;
	uint64_t hits = 0;
	double ns = 0;
	bool is_count = pd_number_parse_u64(count, &hits);

	if (!is_count || pd_number_parse(time, 3, &ns) != PD_NUMBER_OK ||
	    !(ns < 9223372036854775808.0)) {
		pd_ingest_warn(r->out, r->in, is_count ? time.p : count.p, "bad-number",
			       "a number that 64 bits do not hold; row skipped");
		return;
	}
	if (!hits && !(ns > 0))
		return; /* never taken: says nothing that its absence does not */
	event = pd_hits_event(r->hits, event_name);
	pd_hits_rounding(r->hits, event, 5); /* 0.01 us */
	pd_hits_begin(r->hits, event, (struct pd_str){NULL, 0});
	pd_hits_lock(r->hits, PD_LOCK_ANY, lock_of(name));
	pd_hits_end_row(r->hits, (uint64_t)(ns + 0.5), hits);
}

static void read_lock(struct reader *r, const struct lock_row *row)
{
	size_t half = row->n / 2;

	r->block = NO_BLOCK;
	tell(r, PD_STR("lock/wait"), row->name, row->number[CONTENTIONS], row->number[WAIT_TOTAL]);
	tell(r, PD_STR("lock/hold"), row->name, row->number[half + CONTENTIONS],
	     row->number[half + WAIT_TOTAL]);
}

/* ---- sites */

/* "tasklist_lock   98   [<ffffffff8135ebf0>] copy_process+0x1520/0x1f90", module "[name]" behind it. */
static bool read_site(struct reader *r, struct pd_str line)
{
	struct pd_str rest = line, symbol = pd_str_last_word(&rest),
		      dso = PD_STR("[kernel.kallsyms]"), address, count;
	uint32_t event;
	uint64_t n;

	if (pd_str_starts(symbol, PD_STR("[")) && !pd_str_starts(symbol, PD_STR("[<"))) {
		dso = symbol;
		symbol = pd_str_last_word(&rest);
	}
	address = pd_str_last_word(&rest);
	count = pd_str_last_word(&rest);
	rest = pd_str_trim(rest);
	if (!pd_str_starts(address, PD_STR("[<")) || !pd_number_parse_u64(count, &n) || !rest.n)
		return false;
	symbol.n = pd_str_find(symbol, PD_STR("+0x"));
	event = pd_hits_event(r->hits, r->block == HOLDING ? PD_STR("lock/holder")
							   : PD_STR("lock/contended"));
	pd_hits_begin(r->hits, event, (struct pd_str){NULL, 0});
	pd_hits_frame(r->hits, symbol.n ? symbol : PD_STR("[unknown]"), dso);
	pd_hits_lock(r->hits, PD_LOCK_ANY, lock_of(rest));
	pd_hits_end_row(r->hits, n, n);
	return true;
}

static bool is_rule(struct pd_str line, char c)
{
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != c)
			return false;
	return line.n > 1;
}

static void read_line(struct reader *r, struct pd_str line)
{
	struct lock_row row;

	if (is_header(line)) {
		if (r->is_known)
			pd_hits_next_run(r->hits);
		r->is_known = true;
	} else if (take_apart(line, &row)) {
		read_lock(r, &row);
		r->is_known = true;
	} else if (is_rule(line, '-')) {
		r->block = r->block == NO_BLOCK ? WAITING : HOLDING;
	} else if (is_rule(line, '.')) {
		r->block = NO_BLOCK;
	} else if (pd_str_starts(line, PD_STR("*WARNING*"))) {
		pd_ingest_warn(r->out, r->in, NULL, "not-available",
			       "lock debugging was disabled: the kernel stopped counting");
	} else if (r->is_known && !pd_str_starts(line, PD_STR("class name")) &&
		   !(r->block != NO_BLOCK && read_site(r, line))) {
		pd_ingest_warn(r->out, r->in, NULL, "bad-number",
			       "neither a lock with its 12 numbers nor a site with its count; "
			       "row skipped");
	}
}

static int read_lock_stat(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out, .hits = pd_hits_of(out)};
	struct pd_str line;

	while (!pd_ingest_is_full(out) && pd_input_line(in, &line)) {
		line = pd_str_trim(line);
		if (line.n)
			read_line(&r, line);
	}
	return pd_input_status(in);
}

const struct pd_format pd_format_lock_stat = {
	.name = "lock-stat",
	.what = "/proc/lock_stat, whole or its rows of locks only (`grep :`)",
	.probe = probe,
	.read = read_lock_stat,
};

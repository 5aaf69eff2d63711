/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/lock.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/lock_table.h"

#include <stdlib.h>

/*
 * perf lock contention, by caller; with -v the chain, leaf first:
 *
 *	 contended   total wait     max wait     avg wait         type   caller
 *
 *	        12     43.03 ms     11.49 ms      3.59 ms      rwsem:W   copy_process+0x1258
 *				0xffffffff8226adbc  rwsem_down_write_slowpath+0x3cc
 *				0xffffffff8226b176  down_write+0x66
 *
 * by thread (-t) and by lock (-l):
 *
 *	 contended   total wait     max wait     avg wait          pid   comm
 *	        35     12.91 ms      7.64 ms    368.88 us        25321   :25321
 *	 contended   total wait     max wait     avg wait            address   symbol
 *	        20    959.33 us    110.35 us     47.97 us   ffffffff83008080   tasklist_lock (rwlock)
 *
 * with -x SEP, in nanoseconds:
 *
 *	# output: contended, total wait, max wait, avg wait, type, caller
 *	12, 43034315, 11491409, 3586192, rwsem:W, kernel_clone+0xb8
 *
 * perf lock report, whose names are cut:
 *
 *	                Name   acquired  contended     avg wait   total wait     max wait     min wait
 *
 *	 perf_try_init_ev...        107        107     25.04 us      2.68 ms    139.07 us      3.07 us
 */
#define KERNEL PD_STR("[kernel.kallsyms]")

enum { MAX_SYMBOL = 512 }; /* KSYM_NAME_LEN of the kernel */

/* One row of -l: the name of its lock is known to be one when all rows were seen. */
struct address_row {
	pd_id address, symbol;
	enum pd_lock_class lock_class;
	uint64_t wait_ns, hits;
};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_hits *hits;
	struct pd_lock_table table;
	enum pd_lock_view first; /* what the first table of the file is about */
	uint32_t event;
	double rounding; /* the most of this run */
	uint64_t n_rows, n_cut;

	/* a row whose chain may follow */
	bool is_open, has_chain;
	uint64_t wait_ns, n_hits;
	char caller[MAX_SYMBOL];
	size_t n_caller;

	struct pd_intern names; /* of -l */
	struct address_row *row;
	size_t n_addresses, cap_addresses;
};

static int probe(struct pd_str head)
{
	struct pd_lock_table table;

	while (head.n)
		if (pd_lock_table_header(pd_str_cut(&head, '\n'), &table))
			return 85;
	return 0;
}

/* ---- rows by caller */

/* "copy_process+0x1258" is copy_process; what perf could not resolve has no name. */
static struct pd_str symbol_of(struct pd_str text)
{
	text.n = pd_str_find(text, PD_STR("+0x"));
	if (!text.n || pd_str_eq(text, PD_STR("Unknown")))
		return PD_STR("[unknown]");
	return text;
}

static void close_row(struct reader *r)
{
	if (!r->is_open)
		return;
	if (!r->has_chain)
		pd_hits_frame(r->hits, (struct pd_str){r->caller, r->n_caller}, KERNEL);
	pd_hits_end_row(r->hits, r->wait_ns, r->n_hits);
	r->is_open = r->has_chain = false;
}

static void open_row(struct reader *r, const struct pd_lock_row *row, struct pd_str caller)
{
	caller = symbol_of(caller);
	r->n_caller = caller.n < sizeof(r->caller) ? caller.n : sizeof(r->caller);
	memcpy(r->caller, caller.p, r->n_caller);
	r->wait_ns = row->wait_ns;
	r->n_hits = row->hits;
	r->is_open = true;
	pd_hits_begin(r->hits, r->event, (struct pd_str){NULL, 0});
}

/* "0xffffffff8135ebf0  copy_process+0x1520"; addresses of user space have no symbol. */
static void read_frame(struct reader *r, struct pd_str line)
{
	struct pd_str address = pd_str_word(&line), symbol = pd_str_trim(line);
	bool is_kernel = pd_str_starts(address, PD_STR("0xffff")) && address.n == 18;

	pd_hits_frame(r->hits, symbol_of(symbol), is_kernel ? KERNEL : PD_STR(""));
	r->has_chain = true;
}

static void read_caller(struct reader *r, const struct pd_lock_row *row)
{
	struct pd_str rest = row->rest, word = pd_lock_table_field(&r->table, &rest);
	enum pd_lock_class lock_class = pd_lock_parse_word(word);
	struct pd_str caller = pd_lock_table_field(&r->table, &rest);

	if (lock_class == PD_LOCK_NONE) {
		lock_class = PD_LOCK_ANY;
		pd_ingest_mended(r->out, r->in, word.p, "bad-word",
				 "'%.*s' is no class of locks that is known; the row counts without",
				 PD_FMT(word));
	}
	open_row(r, row, caller);
	pd_hits_lock(r->hits, lock_class, PD_STR(""));
	/* -x -v: "0xffffffff8226adbc rwsem_down_write_slowpath+0x3cc: 0x... down_write+0x66" */
	while (rest.n)
		read_frame(r, pd_str_trim(pd_str_cut(&rest, ':')));
}

/* ---- rows by lock */

static void read_address(struct reader *r, const struct pd_lock_row *row)
{
	struct pd_str rest = row->rest, address = pd_lock_table_field(&r->table, &rest);
	struct pd_str symbol = pd_lock_table_field(&r->table, &rest),
		      word = pd_lock_table_field(&r->table, &rest);

	if (!r->table.separator[0] && pd_str_starts(symbol, PD_STR("("))) {
		word = symbol;
		symbol.n = 0;
	}
	if (pd_str_eat(&word, PD_STR("(")) && pd_str_ends(word, PD_STR(")")))
		word.n--;
	r->row = pd_vec_grow(r->row, &r->cap_addresses, r->n_addresses + 1, sizeof(*r->row));
	r->row[r->n_addresses++] =
		(struct address_row){pd_intern(&r->names, address), pd_intern(&r->names, symbol),
				     pd_lock_parse_word(word), row->wait_ns, row->hits};
}

/* perf's own names for locks of many objects may stand at many addresses. */
static bool is_per_object(struct pd_str symbol)
{
	return pd_str_eq(symbol, PD_STR("mmap_lock")) || pd_str_eq(symbol, PD_STR("siglock")) ||
	       pd_str_eq(symbol, PD_STR("rq_lock")) || pd_str_starts(symbol, PD_STR("&"));
}

/*
 * A kernel that does not tell the symbols of its data has perf print the nearest
 * one that it has: the same for every lock, and the name of none.
 */
static bool is_nearest(const struct reader *r, const struct address_row *row,
		       const pd_id *address_of)
{
	struct pd_str symbol = pd_intern_name(&r->names, row->symbol);

	return pd_str_eq(symbol, PD_STR("__start_init_stack")) ||
	       (address_of[row->symbol] == UINT32_MAX && !is_per_object(symbol));
}

/* For each symbol the one address it stands for, UINT32_MAX if there are several. */
static pd_id *addresses_of_symbols(const struct reader *r)
{
	size_t cap = 0;
	pd_id *address_of = pd_vec_grow(NULL, &cap, r->names.n, sizeof(*address_of));

	memset(address_of, 0, sizeof(*address_of) * r->names.n);
	for (size_t i = 0; i < r->n_addresses; i++) {
		pd_id *address = &address_of[r->row[i].symbol];

		*address = *address && *address != r->row[i].address ? UINT32_MAX
								     : r->row[i].address;
	}
	return address_of;
}

static void tell_address(struct reader *r, const struct address_row *row, bool is_named)
{
	struct pd_str name = is_named ? pd_intern_name(&r->names, row->symbol) : PD_STR("");

	pd_hits_begin(r->hits, r->event, (struct pd_str){NULL, 0});
	pd_hits_lock(r->hits, row->lock_class, name);
	pd_hits_end_row(r->hits, row->wait_ns, row->hits);
}

static void close_addresses(struct reader *r)
{
	uint64_t n_unnamed = 0;
	pd_id *address_of;

	if (!r->n_addresses)
		return;
	address_of = addresses_of_symbols(r);
	for (size_t i = 0; i < r->n_addresses; i++) {
		bool is_named = !is_nearest(r, &r->row[i], address_of);

		tell_address(r, &r->row[i], is_named);
		n_unnamed += !is_named;
	}
	if (n_unnamed)
		pd_ingest_note(r->out, "not-available", 0,
			       "%llu locks have the name of another: the kernel does not tell "
			       "the symbols of its data; they go by their class",
			       (unsigned long long)n_unnamed);
	free(address_of);
	r->n_addresses = 0;
}

/* ---- the other rows */

static void read_comm(struct reader *r, const struct pd_lock_row *row)
{
	struct pd_str comm = row->rest;

	if (r->table.view != PD_LOCK_VIEW_CGROUP) {
		(void)pd_lock_table_field(&r->table, &comm); /* the number of the thread */
		comm = pd_str_trim(comm);
	}
	pd_hits_begin(r->hits, r->event, comm);
	pd_hits_end_row(r->hits, row->wait_ns, row->hits);
}

/*
 * What a name is, perf lock report does not say: a caller has an offset, a
 * thread that is gone a colon and its number, and a lock of lockdep neither.
 */
static void read_name(struct reader *r, const struct pd_lock_row *row)
{
	struct pd_str name = row->rest;
	bool is_cut = pd_str_ends(name, PD_STR("..."));
	bool is_lock = name.p[0] == '&' || name.p[0] == '(' ||
		       (!is_cut && pd_str_find(name, PD_STR("+0x")) == name.n);

	r->n_cut += is_cut;
	if (name.p[0] == ':') {
		pd_hits_begin(r->hits, r->event, name);
		pd_hits_end_row(r->hits, row->wait_ns, row->hits);
	} else if (is_lock && !pd_str_eq(name, PD_STR("Unknown"))) {
		pd_hits_begin(r->hits, r->event, (struct pd_str){NULL, 0});
		pd_hits_lock(r->hits, PD_LOCK_ANY, name);
		pd_hits_end_row(r->hits, row->wait_ns, row->hits);
	} else {
		open_row(r, row, name);
		pd_hits_lock(r->hits, PD_LOCK_ANY, PD_STR(""));
		close_row(r);
	}
}

static void read_row(struct reader *r, struct pd_str line)
{
	struct pd_lock_row row;
	const char *at = NULL;

	if (!pd_lock_table_row(&r->table, line, &row, &at) || !row.rest.n) {
		pd_ingest_warn(r->out, r->in, at, "bad-number",
			       "expected a row of perf lock with its counts and times; row skipped");
		return;
	}
	r->n_rows++;
	if (row.rounding > r->rounding) {
		r->rounding = row.rounding;
		pd_hits_rounding(r->hits, r->event, row.rounding);
	}
	switch (r->table.view) {
	case PD_LOCK_VIEW_NONE:
		break;
	case PD_LOCK_VIEW_CALLER:
		read_caller(r, &row);
		break;
	case PD_LOCK_VIEW_THREAD:
	case PD_LOCK_VIEW_OWNER:
	case PD_LOCK_VIEW_CGROUP:
		read_comm(r, &row);
		break;
	case PD_LOCK_VIEW_ADDRESS:
		read_address(r, &row);
		break;
	case PD_LOCK_VIEW_NAME:
		read_name(r, &row);
		break;
	}
}

/* ---- tables */

static void close_table(struct reader *r)
{
	close_row(r);
	close_addresses(r);
	r->table.view = PD_LOCK_VIEW_NONE;
}

/* Another table of the same kind is another run; one of another kind says the same time again. */
static void open_table(struct reader *r, const struct pd_lock_table *table)
{
	if (r->first != PD_LOCK_VIEW_NONE && r->first != table->view) {
		pd_ingest_warn(r->out, r->in, NULL, "mixed-formats",
			       "this table tells by something else what the first told; left out");
		return;
	}
	if (!pd_lock_table_has_wait(table)) {
		pd_ingest_warn(r->out, r->in, NULL, "missing-column",
			       "the table has no total wait, nor average and contended; left out");
		return;
	}
	if (r->n_rows)
		pd_hits_next_run(r->hits);
	r->first = table->view;
	r->table = *table;
	r->n_rows = 0;
	r->rounding = 0;
	r->event = pd_hits_event(r->hits, table->view == PD_LOCK_VIEW_OWNER
						  ? PD_STR("lock/wait-by-owner")
						  : PD_STR("lock/wait"));
}

static void read_line(struct reader *r, struct pd_str line)
{
	struct pd_lock_table table;

	line = pd_str_trim(line);
	if (!line.n || pd_str_starts(line, PD_STR("# debug:")))
		return;
	if (pd_str_starts(line, PD_STR("=== output for debug"))) {
		close_table(r);
	} else if (pd_lock_table_header(line, &table)) {
		close_table(r);
		open_table(r, &table);
	} else if (r->is_open && pd_str_starts(line, PD_STR("0x"))) {
		read_frame(r, line);
	} else if (r->table.view != PD_LOCK_VIEW_NONE) {
		close_row(r);
		read_row(r, line);
	}
}

static int read_perf_lock(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out, .hits = pd_hits_of(out)};
	struct pd_str line;

	while (!pd_ingest_is_full(out) && pd_input_line(in, &line))
		read_line(&r, line);
	close_table(&r);
	if (r.n_cut)
		pd_ingest_note(out, "cut-name", 0,
			       "%llu names were cut by perf lock report: callers of one beginning "
			       "count as one",
			       (unsigned long long)r.n_cut);
	pd_intern_free(&r.names);
	free(r.row);
	return pd_input_status(in);
}

const struct pd_format pd_format_perf_lock = {
	.name = "perf-lock",
	.what = "perf lock contention (by caller, lock or thread, -v, -x) and perf lock report",
	.probe = probe,
	.read = read_perf_lock,
};

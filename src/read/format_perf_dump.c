/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/str.h"
#include "read/dump_event.h"
#include "read/dump_hit.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/script_frame.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * perf report -D and perf script -D: each record as bytes and as words. What IBS
 * saw stands between the two; perf script prints its own lines behind a hit, with
 * the names of symbols, which nothing else here has.
 *
 *	0x360@perf.data [0xa0]: event: 9
 *	.
 *	. ... raw event: size 160 bytes
 *	.  0000:  09 00 00 00 01 00 a0 00 68 00 00 00 00 00 00 00  ........h.......
 *	.  0010:  a4 58 26 82 ff ff ff ff d1 07 00 00 d1 07 00 00  .X&.............
 *
 *	ibs_op_ctl:	000000e6000e186a MaxCnt    100000 L3MissOnly 0 En 1 ...
 *	ibs_op_data3:	0000000001060001 LdOp 1 StOp 0 DcL1TlbMiss 0 DcL2TlbMiss 0 ...
 *	3 1000000067611 0x360 [0xa0]: PERF_RECORD_SAMPLE(IP, 0x1): 2001/2001: 0xffffffff822658a4 period: 100000 addr: 0
 *	... FP chain: nr:2
 *	.....  0: ffffffffffffff80
 *	... weight: 0
 *	 . data_src: 0x29080142
 *	 ... thread: sched-messaging:2001
 *	 ...... dso: [kernel.kallsyms]
 *	env 16860   692.700952:    1001001 cpu-clock:
 *		           1c6a8 dl_main+0x6e8 (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
 *
 *	Aggregated stats:
 *	          SAMPLE events:       1383  (79.3%)
 */
enum { TYPE_SAMPLE = 9 };

/* Registers, by the names that perf gives their words. */
static const char *const words[PD_DUMP_WORDS] = {
	[PD_DUMP_OP_CTL] = "ibs_op_ctl:",       [PD_DUMP_OP_DATA] = "ibs_op_data:",
	[PD_DUMP_OP_DATA2] = "ibs_op_data2:",   [PD_DUMP_OP_DATA3] = "ibs_op_data3:",
	[PD_DUMP_FETCH_CTL] = "ibs_fetch_ctl:", [PD_DUMP_FETCH_EXT] = "ic_ibs_ext_ctl:",
};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_hits *hits;
	struct pd_dump_events events;
	struct pd_ibs_cpu cpu;

	bool in_sample;   /* the record is a hit */
	bool seen_header; /* its line with the address has come */
	bool in_totals;
	struct pd_dump_hit hit;

	uint64_t n_hits, n_told; /* read, and what the end of the dump says */
	bool has_told;
	uint64_t n_nameless, n_named_totals;
};

static int probe(struct pd_str head)
{
	return pd_str_has(head, PD_STR("\n. ... raw event: size ")) ? 90 : 0;
}

/* ---- words */

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static bool parse_hex(struct pd_str s, uint64_t *ret)
{
	uint64_t v = 0;

	if (pd_str_starts(s, PD_STR("0x")))
		s = pd_str_skip(s, 2);
	if (!s.n || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int digit = digit_of(s.p[i]);

		if (digit < 0)
			return false;
		v = v << 4 | (uint64_t)digit;
	}
	*ret = v;
	return true;
}

/* ---- one hit */

static struct pd_str name_of_event(struct reader *r)
{
	struct pd_dump_hit *h = &r->hit;
	struct pd_str name = pd_dump_hit_text(h, h->event);

	if (!name.n)
		name = pd_dump_event_name(&r->events,
					  pd_dump_event_id(&r->events, h->raw, h->n_raw));
	if (name.n)
		return name;
	if (pd_dump_hit_is_op(h))
		return PD_STR("ibs_op");
	if (pd_dump_hit_is_fetch(h))
		return PD_STR("ibs_fetch");
	r->n_nameless++;
	return PD_STR("hits");
}

static void finish_hit(struct reader *r)
{
	if (!r->hit.is_open)
		return;
	pd_dump_hit_say(&r->hit, name_of_event(r), &r->cpu, r->hits);
	pd_dump_hit_reset(&r->hit);
}

/* ---- lines of a record */

/* 0x360@perf.data [0xa0]: event: 9 */
static bool read_begin(struct reader *r, struct pd_str line)
{
	size_t at = pd_str_find(line, PD_STR("]: event: "));
	uint64_t type;

	if (!pd_str_starts(line, PD_STR("0x")) || at == line.n ||
	    !pd_number_parse_u64(pd_str_trim(pd_str_skip(line, at + 10)), &type))
		return false;
	finish_hit(r);
	pd_dump_hit_reset(&r->hit);
	r->in_sample = type == TYPE_SAMPLE;
	r->seen_header = false;
	return true;
}

/* .  0010:  a4 58 26 82 ff ff ff ff d1 07 00 00 d1 07 00 00  .X&............. */
static void read_bytes(struct reader *r, struct pd_str line)
{
	struct pd_str rest = pd_str_skip(line, 1), word = pd_str_word(&rest);
	uint64_t at;

	if (!pd_str_ends(word, PD_STR(":")))
		return;
	word.n--;
	if (!parse_hex(word, &at) || at != r->hit.n_raw)
		return;
	for (size_t i = 0; i < 16 && r->hit.n_raw < PD_DUMP_RECORD; i++) {
		uint64_t byte;

		word = pd_str_word(&rest);
		if (word.n != 2 || !parse_hex(word, &byte))
			return;
		r->hit.raw[r->hit.n_raw++] = (uint8_t)byte;
	}
}

/*
 * The words decide, not what perf made of them; but where perf knew of errata and
 * left fields out, the processor is one that has them.
 */
static void note_errata(struct reader *r, enum pd_dump_word word, struct pd_str printed)
{
	const char *field = word == PD_DUMP_FETCH_CTL ? " IcMiss " : " L2Miss ";

	if (word != PD_DUMP_FETCH_CTL && word != PD_DUMP_OP_DATA3)
		return;
	if (!r->cpu.family && printed.n && pd_str_find(printed, pd_str_of(field)) == printed.n)
		r->cpu.family = 0x19;
}

static bool read_word(struct reader *r, struct pd_str line)
{
	for (size_t i = 0; i < PD_DUMP_WORDS; i++) {
		struct pd_str rest = line;

		if (!pd_str_eat(&rest, pd_str_of(words[i])))
			continue;
		r->hit.has_word[i] = parse_hex(pd_str_word(&rest), &r->hit.word[i]);
		note_errata(r, (enum pd_dump_word)i, rest);
		if (!r->hit.has_word[i])
			pd_ingest_warn(r->out, r->in, line.p + strlen(words[i]), "bad-number",
				       "expected the hexadecimal word of a register; left out");
		return true;
	}
	return false;
}

/* PERF_RECORD_SAMPLE(IP, 0x1): 2001/2001: 0xffffffff822658a4 period: 100000 addr: 0 */
static void read_sample(struct reader *r, struct pd_str text)
{
	struct pd_str rest = pd_str_skip(text, pd_str_find(text, PD_STR("): ")) + 3), word;
	uint64_t address;

	r->n_hits++;
	r->seen_header = true;
	(void)pd_str_word(&rest);
	word = pd_str_word(&rest);
	if (parse_hex(word, &address) && pd_str_eq(pd_str_word(&rest), PD_STR("period:")) &&
	    pd_number_parse_u64(pd_str_word(&rest), &r->hit.period)) {
		r->hit.is_open = true;
		return;
	}
	pd_ingest_warn(r->out, r->in, text.p, "bad-number",
		       "expected 'PERF_RECORD_SAMPLE(...): PID/TID: 0xADDRESS period: N'; hit "
		       "skipped");
}

/* PERF_RECORD_LOST: id:101: lost:37 */
static void read_lost(struct reader *r, struct pd_str text)
{
	size_t id_at = pd_str_find(text, PD_STR("id:")), at = pd_str_find(text, PD_STR("lost:"));
	struct pd_str id = pd_str_skip(text, id_at + 3), event;
	uint64_t lost, number = 0;

	if (!pd_number_parse_u64(pd_str_trim(pd_str_skip(text, at + 5)), &lost))
		return;
	(void)pd_number_parse_u64(pd_str_trim(pd_str_cut(&id, ':')), &number);
	event = pd_dump_event_name(&r->events, number);
	pd_hits_lost(r->hits, pd_hits_event(r->hits, event.n ? event : PD_STR("hits")), lost);
}

static bool read_header(struct reader *r, struct pd_str line)
{
	size_t at = pd_str_find(line, PD_STR("]: PERF_RECORD_"));
	struct pd_str text = pd_str_skip(line, at + 3);

	if (at == line.n)
		return false;
	if (pd_str_starts(text, PD_STR("PERF_RECORD_SAMPLE(")))
		read_sample(r, text);
	else if (pd_str_starts(text, PD_STR("PERF_RECORD_LOST:")))
		read_lost(r, text);
	return true;
}

/* " ... thread: comm:tid": threads may be called anything. */
static void read_thread(struct reader *r, struct pd_str comm)
{
	while (comm.n && comm.p[comm.n - 1] != ':')
		comm.n--;
	comm.n -= comm.n > 0;
	r->hit.comm = pd_dump_hit_keep(&r->hit, comm);
}

static void read_dso(struct reader *r, struct pd_str dso)
{
	if (!pd_str_eq(dso, PD_STR("<not found>")))
		r->hit.dso = pd_dump_hit_keep(&r->hit, dso);
	r->hit.has_dso = true;
}

/* A line about the hit; false if it says nothing of use. */
static bool read_about(struct reader *r, struct pd_str line)
{
	struct pd_str rest = line, first;

	if (pd_str_eat(&rest, PD_STR("... weight: "))) {
		first = pd_str_cut(&rest, ',');
		(void)pd_number_parse_u64(pd_str_trim(first), &r->hit.weight);
	} else if (pd_str_eat(&rest, PD_STR(" . data_src: "))) {
		(void)parse_hex(pd_str_trim(rest), &r->hit.data_src);
	} else if (pd_str_eat(&rest, PD_STR(" ... thread: "))) {
		read_thread(r, rest);
	} else if (pd_str_eat(&rest, PD_STR(" ...... dso: "))) {
		read_dso(r, rest);
	} else {
		return pd_str_starts(pd_str_trim(line), PD_STR("."));
	}
	return true;
}

/* ---- what perf script prints behind a hit */

/* What stands behind an address: "dl_main+0x6e8 (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)" */
static void read_frame(struct reader *r, struct pd_str line)
{
	struct pd_script_frame frame;

	if (!pd_script_frame_address(&line))
		return;
	frame = pd_script_frame(line);
	pd_dump_hit_frame(&r->hit, frame.symbol, frame.inlined ? PD_STR("") : frame.dso);
}

/* "env 16860   692.700952:    1001001 cpu-clock: ": the period is known, the event follows. */
static void read_script_header(struct reader *r, struct pd_str line)
{
	char period[PD_NUMBER_MAX];
	int n = snprintf(period, sizeof(period), " %llu ", (unsigned long long)r->hit.period);
	struct pd_str rest = line, name;
	size_t at = pd_str_find(rest, (struct pd_str){period, (size_t)n});

	if (r->hit.event || at == line.n)
		return;
	rest = pd_str_trim(pd_str_skip(rest, at + (size_t)n));
	name = (struct pd_str){rest.p, pd_str_find(rest, PD_STR(": "))};
	name.n -= pd_str_ends(name, PD_STR(":"));
	r->hit.event = pd_dump_hit_keep(&r->hit, name);
	rest = pd_str_skip(rest, name.n + 1);
	if (pd_str_trim(rest).n)
		read_frame(r, rest);
}

static void read_script(struct reader *r, struct pd_str line)
{
	if (line.p[0] == '\t')
		read_frame(r, line);
	else
		read_script_header(r, line);
}

/* ---- the header, and the totals at the end */

/* # cpuid : AuthenticAMD,25,17,1 */
static void read_comment(struct reader *r, struct pd_str line)
{
	if (!pd_dump_event_line(&r->events, line) && pd_str_eat(&line, PD_STR("# cpuid : ")))
		pd_ibs_cpuid(line, &r->cpu);
}

static void read_total(struct reader *r, struct pd_str line)
{
	struct pd_str text = pd_str_trim(line);

	if (pd_str_ends(text, PD_STR(" stats:"))) {
		r->n_named_totals++;
	} else if (!r->has_told && pd_str_eat(&text, PD_STR("SAMPLE events:"))) {
		r->has_told = pd_number_parse_u64(pd_str_word(&text), &r->n_told);
	}
}

/* ---- one dump after the other */

static void check_totals(struct reader *r)
{
	if (r->has_told && r->n_told != r->n_hits)
		pd_ingest_warn(r->out, NULL, NULL, "cut-dump",
			       "%llu hits were read, and the totals at its end say %llu: the dump "
			       "has lost some, or was filtered",
			       (unsigned long long)r->n_hits, (unsigned long long)r->n_told);
	if (r->n_nameless && r->n_named_totals > 1)
		pd_ingest_note(r->out, "ambiguous", 0,
			       "%llu hits do not say which of the events they are of, and count as "
			       "one: dump them with --header",
			       (unsigned long long)r->n_nameless);
}

/* What follows the totals of a dump is of another one: another run. */
static void begin_dump(struct reader *r)
{
	check_totals(r);
	pd_dump_event_free(&r->events);
	r->cpu = (struct pd_ibs_cpu){0};
	r->in_totals = r->has_told = false;
	r->n_hits = r->n_nameless = r->n_named_totals = 0;
	pd_hits_next_run(r->hits);
}

static bool begins_dump(struct pd_str line)
{
	return line.p[0] == '#' ||
	       (pd_str_starts(line, PD_STR("0x")) && pd_str_has(line, PD_STR("]: event: ")));
}

/* ---- all lines */

static void read_line(struct reader *r, struct pd_str line)
{
	if (line.n && r->in_totals && begins_dump(line))
		begin_dump(r);
	if (!line.n) {
		if (r->hit.has_dso)
			finish_hit(r);
	} else if (line.p[0] == '#') {
		read_comment(r, line);
	} else if (pd_str_eq(line, PD_STR("Aggregated stats:"))) {
		finish_hit(r);
		r->in_totals = true;
	} else if (r->in_totals) {
		read_total(r, line);
	} else if (read_begin(r, line)) {
		return;
	} else if (line.p[0] == '.' && r->in_sample && !r->seen_header) {
		read_bytes(r, line);
	} else if (r->in_sample && !r->hit.is_open) {
		(void)(read_word(r, line) || read_header(r, line));
	} else if (r->hit.is_open) {
		if (!read_about(r, line) && r->hit.has_dso)
			read_script(r, line);
	} else {
		(void)read_header(r, line);
	}
}

static void check_end(struct reader *r)
{
	bool cut = r->in_sample && (!r->seen_header || (r->hit.is_open && !r->hit.has_dso));

	if (cut && !r->in_totals) {
		pd_ingest_warn(r->out, r->in, NULL, "cut-dump",
			       "the dump ends inside a hit, which is left out");
		r->n_hits -= r->hit.is_open;
	} else {
		finish_hit(r);
	}
	check_totals(r);
}

static int read_perf_dump(struct pd_input *in, struct pd_ingest *out)
{
	struct reader *r = calloc(1, sizeof(*r));
	struct pd_str line;

	if (!r)
		pd_arena_out_of_memory();
	r->in = in;
	r->out = out;
	r->hits = pd_hits_of(out);
	pd_dump_hit_reset(&r->hit);
	while (pd_input_line(in, &line))
		read_line(r, line);
	check_end(r);
	pd_dump_event_free(&r->events);
	pd_dump_hit_free(&r->hit);
	free(r);
	return 0;
}

const struct pd_format pd_format_perf_dump = {
	.name = "perf-dump",
	.what = "perf report -D and perf script -D: raw dumps, what AMD IBS saw decoded from its words",
	.probe = probe,
	.read = read_perf_dump,
};

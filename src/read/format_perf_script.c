/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/perf_header.h"
#include "read/script_frame.h"
#include "read/script_header.h"
#include "read/script_hit.h"
#include "read/script_probe.h"
#include "read/script_quick.h"

/*
 *	# hostname : vm						with --header
 *	env 16860   692.699904: PERF_RECORD_COMM exec: env:16860/16860	with --show-task-events
 *	env 16860   692.705205:    1001001 cpu-clock:
 *		ffffffff8225a6c1 do_syscall_64+0x71 ([kernel.kallsyms])
 *		            13d6 mix+0x26 (inlined)
 *	  mix.c:12						with -F +srcline
 *		           11f59 __tls_init_tp+0x119 (/usr/lib/ld-linux-x86-64.so.2)
 *
 * Without call chains a hit is one line:
 *
 *	ordermatch 18242  1329.213605:    2500000 cpu-clock:  ffffffff8225fd19 pvm_irq_enable+0x19 ([kernel.kallsyms])
 */
enum {
	WORTH_REMEMBERING = 100, /* lines: the table takes longer to make than these to read */
	ADDRESS_END = 17,        /* of a frame: a tab and 16 columns */
};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_script_hit hit;
	uint64_t n_junk;

	bool has_header; /* some hit of the file had one */
	bool blank;      /* the line before was blank, or there was none */
	bool continues;  /* lines that belong to the last hit may follow */
	bool skipping;   /* frames of a hit that nobody announced */

	struct pd_script_header maybe; /* kind NONE if there is none; names are in the kept */
	struct pd_script_kept maybe_comm, maybe_event;
	uint64_t maybe_line;

	struct pd_script_quick *quick;
};

static void open_hit(struct reader *r, const struct pd_script_header *h)
{
	pd_script_hit_open(&r->hit, h);
	r->has_header = r->continues = true;
	r->skipping = false;
}

static void close_hit(struct reader *r)
{
	pd_script_hit_close(&r->hit);
	r->skipping = false;
}

static void drop_maybe(struct reader *r)
{
	const struct pd_input place = {.line = r->maybe_line};

	if (r->maybe.kind == PD_SCRIPT_MAYBE)
		pd_ingest_warn(r->out, &place, NULL, "unknown-line",
			       "no frame of a call chain follows this line; left out");
	r->maybe.kind = PD_SCRIPT_NONE;
}

static void wait_for_frame(struct reader *r, const struct pd_script_header *h)
{
	close_hit(r);
	r->maybe = *h;
	r->maybe_line = r->in->line;
	if (!pd_script_hit_keep(&r->maybe_comm, h->comm) ||
	    !pd_script_hit_keep(&r->maybe_event, h->event))
		drop_maybe(r);
}

static void open_maybe(struct reader *r)
{
	r->maybe.comm = pd_script_hit_kept(&r->maybe_comm);
	r->maybe.event = pd_script_hit_kept(&r->maybe_event);
	r->maybe.rest.n = 0;
	open_hit(r, &r->maybe);
	r->maybe.kind = PD_SCRIPT_NONE;
}

/* ---- frames */

static bool is_frame(struct pd_str line)
{
	return pd_script_frame_address(&line);
}

/* Do the lines behind the first chain go on without headers, too? */
static bool chains_follow(struct pd_str rest)
{
	while (rest.n && pd_str_trim(pd_str_cut(&rest, '\n')).n)
		;
	while (rest.n) {
		struct pd_str line = pd_str_cut(&rest, '\n');

		if (line.n)
			return is_frame(line);
	}
	return true;
}

/*
 * perf script -F ip,sym prints nothing but chains. Elsewhere frames without a
 * header are the rest of a text that was cut.
 */
static bool open_nameless(struct reader *r)
{
	const struct pd_script_header h = {.kind = PD_SCRIPT_SURE};

	if (r->skipping)
		return false;
	if (r->has_header || !r->blank ||
	    (!pd_hits_count(r->hit.hits) && !chains_follow(pd_input_peek(r->in)))) {
		pd_ingest_warn(r->out, r->in, NULL, "missing-header",
			       "frames of a hit without the line that says whose it is; left out");
		r->skipping = true;
		return false;
	}
	open_hit(r, &h);
	r->has_header = false;
	return true;
}

static void read_frame(struct reader *r, struct pd_str text)
{
	if (r->maybe.kind == PD_SCRIPT_MAYBE)
		open_maybe(r);
	if (!r->hit.open && !open_nameless(r))
		return;
	(void)pd_script_hit_frame(&r->hit, pd_script_frame(text));
}

/* ---- other lines */

/* PERF_RECORD_LOST lost 12 */
static void read_record(struct reader *r, struct pd_str rest)
{
	uint64_t n;

	if (!pd_str_starts(rest, PD_STR("PERF_RECORD_LOST")))
		return;
	rest = pd_str_skip(rest, pd_str_find(rest, PD_STR(" lost ")) + 6);
	if (pd_number_parse_u64(pd_str_word(&rest), &n))
		pd_script_hit_lost(&r->hit, n);
}

/* The hit is there, but nobody knows what it weighs: its frames go with it. */
static void skip_hit(struct reader *r, struct pd_str period)
{
	close_hit(r);
	pd_ingest_warn(r->out, r->in, period.p, "bad-number",
		       "expected a period of at most 64 bits, got '%.*s'; hit left out",
		       PD_FMT(period));
	r->has_header = r->skipping = true;
}

static bool read_header(struct reader *r, struct pd_str line)
{
	struct pd_script_header h = pd_script_header(line);

	if (h.kind == PD_SCRIPT_NONE)
		return false;
	drop_maybe(r);
	if (h.odd_period.n) {
		skip_hit(r, h.odd_period);
	} else if (h.kind == PD_SCRIPT_SURE) {
		open_hit(r, &h);
	} else if (h.kind == PD_SCRIPT_MAYBE) {
		wait_for_frame(r, &h);
	} else {
		close_hit(r);
		read_record(r, h.rest);
	}
	return true;
}

/*
 *	  rtld.c:1153					srcline
 *	  [kernel.kallsyms][ffffffff822572d4]
 *	 0x40115f/0x401149/P/-/-/20/			brstack
 *	 ABI:2    AX:0xffff888100a3c000    BX:0x0	iregs, uregs
 */
static bool belongs_to_hit(const struct reader *r, struct pd_str line)
{
	struct pd_str all = line;
	struct pd_str word = pd_str_word(&line);

	if (!r->continues || !pd_str_is_blank(all.p[0]))
		return false;
	if (pd_script_frame_is_branch(word) || pd_str_starts(word, PD_STR("ABI:")))
		return true;
	return all.n > 2 && all.p[1] == ' ' && !pd_str_is_blank(all.p[2]) &&
	       (all.p[2] == '[' || pd_str_has(all, PD_STR(":")));
}

static void read_other(struct reader *r, struct pd_str line)
{
	if (belongs_to_hit(r, line))
		return;
	drop_maybe(r);
	pd_ingest_warn(r->out, r->in, line.p, "unknown-line",
		       "neither a hit nor a frame of its call chain; line left out");
}

/* A frame begins with blanks, but for texts that lost them; and not all that does is one. */
static bool reads_as_frame(struct pd_str line, bool waits)
{
	struct pd_str text = line;

	return pd_script_frame_address(&text) && line.p[line.n - 1] != ':' &&
	       (line.p[0] == '\t' || waits);
}

/* A hit may begin with blanks, too, where perf aligns names; then what is not one is a frame. */
static void read_line(struct reader *r, struct pd_str line)
{
	bool waits = (r->hit.open && !r->hit.provisional) || r->maybe.kind == PD_SCRIPT_MAYBE;
	struct pd_str text = line;
	bool addressed = pd_script_frame_address(&text);

	if (reads_as_frame(line, waits)) {
		read_frame(r, text);
		return;
	}
	if (pd_script_header_is_comment(line)) {
		(void)pd_perf_header_line(r->hit.hits, line);
		return;
	}
	if ((waits && belongs_to_hit(r, line)) || read_header(r, line))
		return;
	if (!waits && line.p[0] == ' ' && addressed)
		read_frame(r, text);
	else
		read_other(r, line);
}

/* Most lines by far: a tab, 16 columns of address, a blank. */
static bool is_plain_frame(struct pd_str line)
{
	uint64_t bad = 0;

	if (line.n <= ADDRESS_END + 1 || line.p[0] != '\t' || line.p[ADDRESS_END] != ' ' ||
	    line.p[ADDRESS_END - 1] == ' ' || line.p[ADDRESS_END + 1] == ' ')
		return false;
	for (size_t i = 1; i < ADDRESS_END; i++) {
		unsigned char c = (unsigned char)line.p[i];

		bad |= (uint64_t) !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ' ');
	}
	return !bad;
}

/* ---- lines like those before */

static void read_plain_frame(struct reader *r, struct pd_str line)
{
	struct pd_str text = pd_str_skip(line, ADDRESS_END + 1);
	bool leaf = r->hit.empty;
	uint32_t frame = pd_script_hit_frame(&r->hit, pd_script_frame(text));

	if (frame && r->quick && pd_input_is_raw(r->in))
		pd_script_quick_remember(r->quick, line, leaf, frame);
}

static size_t quick_frame(struct reader *r, struct pd_str bytes)
{
	size_t n = 0;
	uint32_t frame;

	if (!r->hit.open || r->hit.provisional || r->hit.n_inlined || !r->quick)
		return 0;
	frame = pd_script_quick_frame(r->quick, bytes, r->hit.empty, &n);
	pd_hits_frame_again(r->hit.hits, frame);
	r->hit.empty &= !frame;
	return n;
}

static size_t quick_header(struct reader *r, struct pd_str bytes)
{
	struct pd_script_header h = {.kind = PD_SCRIPT_SURE};
	size_t n;

	if (r->maybe.kind != PD_SCRIPT_NONE)
		return 0;
	n = pd_script_quick_header(bytes, pd_script_hit_kept(&r->hit.event_name), &h.comm,
				   &h.period);
	h.has_period = h.period > 0;
	h.event = pd_script_hit_kept(&r->hit.event_name);
	if (n)
		open_hit(r, &h);
	return n;
}

/* As many lines as are known, straight from what was read. */
static void read_quickly(struct reader *r)
{
	struct pd_str rest = pd_input_peek(r->in), all = rest;
	uint64_t lines = 0;

	while (rest.n > PD_SCRIPT_QUICK_LINE && r->in->line + lines) {
		bool blank = rest.p[0] == '\n';
		size_t n = 1;

		if (rest.p[0] == '\t')
			n = quick_frame(r, rest);
		else if (blank)
			close_hit(r);
		else
			n = quick_header(r, rest);
		if (!n)
			break;
		r->blank = blank;
		rest = pd_str_skip(rest, n);
		lines++;
	}
	pd_input_skip(r->in, all.n - rest.n, lines);
}

/* ---- the end */

static void give_up(struct reader *r)
{
	pd_ingest_warn(r->out, r->in, NULL, "cut-short",
		       "the text ends inside a hit; that one is left out");
	r->maybe.kind = PD_SCRIPT_NONE;
	pd_script_hit_drop(&r->hit);
}

/* The last line has no newline, which perf never forgets: a frame without its object is a part of one. */
static void read_last(struct reader *r, struct pd_str line)
{
	if (line.n && pd_str_is_blank(line.p[0]) && line.p[line.n - 1] != ')') {
		give_up(r);
		return;
	}
	if (line.n)
		read_line(r, line);
	if (r->hit.open && r->hit.empty)
		give_up(r);
}

static int read_perf_script(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out, .hit.hits = pd_hits_of(out), .blank = true};
	struct pd_str line;

	pd_input_by_line(in);
	while (!pd_ingest_is_full(out)) {
		if (!r.quick && in->line > WORTH_REMEMBERING)
			r.quick = pd_script_quick_new();
		read_quickly(&r);
		if (!pd_input_line(in, &line))
			break;
		if (in->unended) {
			read_last(&r, line);
		} else if (r.hit.open && !r.hit.provisional && is_plain_frame(line)) {
			read_plain_frame(&r, line);
		} else if (in->n_junk != r.n_junk) {
			r.n_junk = in->n_junk;
		} else {
			if (line.n)
				read_line(&r, line);
			else
				close_hit(&r);
			r.blank = !line.n;
		}
	}
	drop_maybe(&r);
	pd_script_hit_finish(&r.hit);
	pd_script_quick_free(r.quick);
	return pd_input_status(in);
}

/*
 * Before a header that is one whatever came before it: not what a hit could go on
 * with, as lines of the source do, indented by two, and addresses.
 */
static bool cut(struct pd_str line)
{
	struct pd_str text = line, rest = line, word = pd_str_word(&rest);
	size_t indent = word.n ? (size_t)(word.p - line.p) : 0;

	return line.n && line.p[0] != '\t' && line.p[0] != '#' && indent != 2 &&
	       !pd_script_frame_address(&text) && !pd_script_frame_is_branch(word) &&
	       !pd_str_starts(word, PD_STR("ABI:")) &&
	       pd_script_header(line).kind == PD_SCRIPT_SURE;
}

const struct pd_format pd_format_perf_script = {
	.name = "perf-script",
	.what = "text of perf script, with or without call chains",
	.probe = pd_script_probe,
	.read = read_perf_script,
	.cut = cut,
};

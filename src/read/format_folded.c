/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"

enum {
	MAX_COUNT = 1000000, /* what is above is a period: nobody folds so many hits into a line */
	DECIMALS = 6,        /* of counts that have some */
	SCALE = 1000000,     /* 10^DECIMALS */
	MAX_WHOLE = 20,      /* digits before the point */
	LINES_PROBED = 16,
	MARKS = 3, /* semicolons that make a line of which the end is not seen a stack */
};

/*
 *	bash;main;[unknown];read;entry_SYSCALL_64_[k];do_syscall_64_[k] 27
 *	java-4821/4830;Interpreter_[j];LFoo:::bar_[i] 14.25
 *	perf;main;run_builtin 12 15		of two recordings, one beside the other
 *	# comments
 */
struct row {
	struct pd_str stack;
	struct pd_str count[2]; /* the second is empty where there is one recording */
};

static bool is_count(struct pd_str s)
{
	size_t i = 0, digits = 0;

	for (; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
		digits++;
	if (i < s.n && s.p[i] == '.')
		for (i++; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
			digits++;
	return digits && i == s.n;
}

/* The word behind the last blank of *s, which loses it; empty if there is no blank. */
static struct pd_str last_word(struct pd_str *s)
{
	struct pd_str all = pd_str_trim(*s), word;
	size_t n = all.n;

	while (n && !pd_str_is_blank(all.p[n - 1]))
		n--;
	if (!n)
		return (struct pd_str){all.p, 0};
	word = pd_str_skip(all, n);
	*s = pd_str_trim((struct pd_str){all.p, n});
	return word;
}

/* False if the line does not end with a count. @two: a second one may stand before it. */
static bool take_apart(struct pd_str line, bool two, struct row *ret)
{
	struct pd_str stack = line, last = last_word(&stack), shorter, before;

	if (!stack.n || !is_count(last))
		return false;
	shorter = stack;
	before = two ? last_word(&shorter) : (struct pd_str){line.p, 0};
	if (two && shorter.n && is_count(before))
		*ret = (struct row){
			shorter, {before, last}
                };
	else
		*ret = (struct row){
			stack, {last, {line.p, 0}}
                };
	return true;
}

static bool is_comment(struct pd_str line)
{
	return !line.n || line.p[0] == '#';
}

/* What the first lines of a file have in common. */
struct shape {
	size_t n, folded, with_frames;
	bool two, decimal; /* all have two counts; some count has a point */
};

static bool has_point(const struct row *r)
{
	return pd_str_has(r->count[0], PD_STR(".")) || pd_str_has(r->count[1], PD_STR("."));
}

/* Looks at the first @max lines of @text, of which the last and long ones may be cut. */
static struct shape shape_of(struct pd_str text, size_t max)
{
	struct shape s = {.two = true};

	while (text.n && s.n < max) {
		size_t end = pd_str_find(text, PD_STR("\n"));
		bool whole = end < text.n && end <= PD_INPUT_CUT;
		struct pd_str line = pd_str_cut(&text, '\n');
		struct row row;

		if (is_comment(pd_str_trim(line)))
			continue;
		if (!take_apart(line, true, &row)) {
			s.n += whole;
			continue;
		}
		s.n++;
		s.folded++;
		s.with_frames += pd_str_has(row.stack, PD_STR(";"));
		s.two &= row.count[1].n > 0;
		s.decimal |= has_point(&row);
	}
	s.two &= s.folded > 0;
	return s;
}

/* One line, longer than what is probed. */
static bool is_long_stack(struct pd_str line)
{
	size_t marks = 0;

	for (size_t i = 0; i < line.n; i++)
		marks += line.p[i] == ';';
	return marks >= MARKS;
}

/* Lines that end with a count are many; it takes the semicolons to be sure. */
static int probe(struct pd_str head)
{
	struct shape s = shape_of(head, LINES_PROBED);

	if (!s.n && is_long_stack(pd_str_cut(&head, '\n')))
		return 10;
	return s.n && s.folded == s.n && s.with_frames ? 55 : 0;
}

/* ---- frames */

/*
 *	java-4821/4830, java-?/4830, java-?
 * A name that ends with a number alone is one: worker-12.
 */
static struct pd_str comm_of(struct pd_str s)
{
	size_t n = s.n, slash;

	while (n && s.p[n - 1] >= '0' && s.p[n - 1] <= '9')
		n--;
	if (n < s.n && n && s.p[n - 1] == '/') {
		slash = --n;
		while (n && s.p[n - 1] >= '0' && s.p[n - 1] <= '9')
			n--;
		if (n == slash && n && s.p[n - 1] == '?')
			n--;
		if (n < slash && n > 1 && s.p[n - 1] == '-')
			return (struct pd_str){s.p, n - 1};
	}
	if (s.n > 2 && pd_str_ends(s, PD_STR("-?")))
		return (struct pd_str){s.p, s.n - 2};
	return s;
}

/*
 * Marks say where the code lies. An inlined function keeps no mark: it is the
 * same function where the compiler did not inline it.
 */
static void say_frame(struct pd_hits *h, struct pd_str frame)
{
	struct pd_str dso = {frame.p, 0};

	if (pd_str_ends(frame, PD_STR("_[k]")))
		dso = PD_STR("[kernel]");
	else if (pd_str_ends(frame, PD_STR("_[j]")))
		dso = PD_STR("[jit]");
	if (dso.n || pd_str_ends(frame, PD_STR("_[i]")))
		frame.n -= 4;
	pd_hits_frame(h, frame, dso);
}

static void say_stack(struct pd_hits *h, uint32_t event, struct pd_str stack)
{
	struct pd_str rest = stack, comm = pd_str_cut(&rest, ';');

	pd_hits_begin(h, event, comm_of(comm));
	if (comm.n == stack.n)
		return;
	for (;;) {
		size_t n = rest.n;

		while (n && rest.p[n - 1] != ';')
			n--;
		say_frame(h, pd_str_skip(rest, n));
		if (!n)
			break;
		rest.n = n - 1;
	}
}

/* ---- counts */

struct reader {
	struct pd_hits *hits;
	bool two, decimal;
	bool uncounted[2];
};

/* @literal as a multiple of 10^-DECIMALS, to the nearest. False if it has too many digits. */
static bool parse_scaled(struct pd_str literal, uint64_t *ret)
{
	struct pd_str fraction = literal, whole = pd_str_cut(&fraction, '.');
	uint64_t v = 0;

	if (whole.n == literal.n)
		fraction.n = 0;
	if (whole.n > MAX_WHOLE || (whole.n && !pd_number_parse_u64(whole, &v)))
		return false;
	for (size_t i = 0; i < DECIMALS; i++) {
		uint64_t digit = i < fraction.n ? (uint64_t)(fraction.p[i] - '0') : 0;

		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	v += fraction.n > DECIMALS && fraction.p[DECIMALS] >= '5' && v < UINT64_MAX;
	*ret = v;
	return true;
}

static bool parse_count(struct reader *r, const struct pd_input *in, struct pd_ingest *out,
			struct pd_str literal, uint64_t *ret)
{
	uint64_t v;

	if (!parse_scaled(literal, &v)) {
		pd_ingest_warn(out, in, literal.p, "bad-number",
			       "the count '%.*s' is too large; stack left out", PD_FMT(literal));
		return false;
	}
	if (r->decimal) {
		*ret = v;
		return true;
	}
	if (v % SCALE)
		pd_ingest_warn(out, in, literal.p, "bad-number",
			       "the count '%.*s' has decimals although the first ones have none; "
			       "rounded",
			       PD_FMT(literal));
	*ret = v / SCALE + (v % SCALE >= SCALE / 2);
	return true;
}

static void say_row(struct reader *r, size_t side, struct pd_str stack, uint64_t weight)
{
	static const struct pd_str names[] = {
		{"base", 4},
                {"head", 4}
        };
	uint32_t event;

	if (r->two)
		pd_hits_side(r->hits, names[side]);
	event = pd_hits_event(r->hits, PD_STR("hits"));
	if ((r->decimal || weight > MAX_COUNT) && !r->uncounted[side]) {
		r->uncounted[side] = true;
		if (r->decimal)
			pd_hits_parts(r->hits, event, SCALE);
		else
			pd_hits_uncounted(r->hits, event);
	}
	if (!weight && r->two)
		return; /* the other one has it */
	say_stack(r->hits, event, stack);
	pd_hits_end_row(r->hits, weight, r->uncounted[side] ? PD_HITS_UNKNOWN : weight);
}

static void read_line(struct reader *r, const struct pd_input *in, struct pd_ingest *out,
		      struct pd_str line)
{
	size_t n_sides = r->two ? 2 : 1;
	struct row row;
	uint64_t weight[2] = {0};

	if (!take_apart(line, r->two, &row) || (r->two && !row.count[1].n)) {
		pd_ingest_warn(out, in, line.p, "unknown-line",
			       "expected 'frame;frame COUNT%s'; line left out",
			       r->two ? " COUNT" : "");
		return;
	}
	for (size_t i = 0; i < n_sides; i++)
		if (!parse_count(r, in, out, row.count[i], &weight[i]))
			return;
	for (size_t i = 0; i < n_sides; i++)
		say_row(r, i, row.stack, weight[i]);
}

/* The first line is in hand when what the file is like is looked at. */
static int read_folded(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.hits = NULL};
	struct pd_str line;
	bool looked = false;

	while (!pd_ingest_is_full(out) && pd_input_line(in, &line)) {
		struct row row;

		if (is_comment(pd_str_trim(line)))
			continue;
		if (!looked && take_apart(line, true, &row)) {
			struct shape rest = shape_of(pd_input_peek(in), SIZE_MAX);

			looked = true;
			r.hits = pd_hits_of(out);
			r.two = row.count[1].n && (rest.two || !rest.folded);
			r.decimal = has_point(&row) || rest.decimal;
		}
		read_line(&r, in, out, line);
	}
	return pd_input_status(in);
}

const struct pd_format pd_format_folded = {
	.name = "folded",
	.what = "folded stacks, one 'frame;frame;frame COUNT' a line, or two counts of two sides",
	.probe = probe,
	.read = read_folded,
	.has_long_lines = true,
};

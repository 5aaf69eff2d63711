/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/script_header.h"

#include "base/number.h"
#include "base/str.h"
#include "read/script_frame.h"

enum {
	COMM_MAX = 15,       /* bytes of a thread's name in Linux */
	PERIOD_WIDTH = 10,   /* perf prints %10llu */
	MAX_TID = 4194304,   /* PID_MAX_LIMIT */
	ADDRESS_COLUMN = 17, /* a blank and 16 digits */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool all_digits(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

static struct pd_str trim_right(struct pd_str s)
{
	while (s.n && pd_str_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* The last word of @s, which has no blank at its end; the whole of it if it is one. */
static struct pd_str last_word(struct pd_str s)
{
	size_t n = s.n;

	while (n && !pd_str_is_blank(s.p[n - 1]))
		n--;
	return pd_str_skip(s, n);
}

static struct pd_str before(struct pd_str s, struct pd_str word)
{
	return (struct pd_str){s.p, (size_t)(word.p - s.p)};
}

/* ---- left of the time: who */

/* 18371, 9/9, -1/0 */
static bool is_tid(struct pd_str s)
{
	size_t slash = pd_str_find(s, PD_STR("/"));
	struct pd_str pid = {s.p, slash}, tid = pd_str_skip(s, slash + 1);

	(void)pd_str_eat(&pid, PD_STR("-"));
	return all_digits(pid) && (slash == s.n || all_digits(tid));
}

/* [003] */
static bool is_cpu(struct pd_str s)
{
	return s.n > 2 && s.p[0] == '[' && s.p[s.n - 1] == ']' &&
	       all_digits((struct pd_str){s.p + 1, s.n - 2});
}

/* K, U, Sp: the mode that the hit was in */
static bool is_mode(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr("KUHGgMESp", s.p[i]) || !s.p[i])
			return false;
	return s.n > 0 && s.n <= 6;
}

/*
 * Blanks before a name are perf's where it fills a column of 16, and those of a
 * quotation; a name that long with them has none.
 */
static struct pd_str comm_of(struct pd_str s)
{
	s = trim_right(s);
	return s.n > COMM_MAX ? pd_str_trim(s) : s;
}

/* "comm tid [cpu] mode"; true if there is a tid, which no name can hide. */
static bool parse_who(struct pd_str s, struct pd_str *ret_comm)
{
	struct pd_str word, left = trim_right(s);
	bool has_tid;

	word = last_word(left);
	if (is_mode(word)) {
		struct pd_str other = trim_right(before(left, word)), next = last_word(other);

		if (is_tid(next) || is_cpu(next)) {
			left = other;
			word = next;
		}
	}
	if (is_cpu(word)) {
		struct pd_str other = trim_right(before(left, word)), next = last_word(other);

		left = other;
		word = next;
	}
	has_tid = is_tid(word);
	*ret_comm = comm_of(has_tid ? before(left, word) : left);
	return has_tid;
}

/* ---- right of the time: what */

/* A number in a column that is wider than a period's is an address. */
static bool is_address_column(struct pd_str s, struct pd_str word)
{
	return (size_t)(word.p + word.n - s.p) >= ADDRESS_COLUMN;
}

static bool is_event(struct pd_str word)
{
	return word.n > 1 && word.p[word.n - 1] == ':';
}

/* "-5", "1e308", twenty-one digits: meant as a number where a period stands. */
static bool is_odd_number(struct pd_str word)
{
	size_t digits = 0;

	for (size_t i = 0; i < word.n; i++) {
		digits += is_digit(word.p[i]);
		if (!is_digit(word.p[i]) && !strchr("+-.e", word.p[i]))
			return false;
	}
	return digits && word.p[0] != 'e';
}

/* An event behind it makes any number a period; else it may be an address. */
static void parse_period(struct pd_str *s, struct pd_script_header *ret)
{
	struct pd_str rest = *s, word = pd_str_word(&rest), behind = rest;
	bool before_event = is_event(pd_str_word(&behind));

	if (is_address_column(*s, word) && !before_event)
		return;
	ret->has_period = pd_number_parse_u64(word, &ret->period);
	if (!ret->has_period && (!before_event || !is_odd_number(word)))
		return;
	if (!ret->has_period)
		ret->odd_period = word;
	*s = rest;
}

/* "period event: rest"; false if @s is something else. */
static bool parse_what(struct pd_str s, struct pd_script_header *ret)
{
	struct pd_str rest, word, all;
	struct pd_script_frame f;

	ret->event = (struct pd_str){s.p, 0};
	parse_period(&s, ret);
	rest = s;
	word = pd_str_word(&rest);
	ret->rest = s;
	if (!word.n)
		return true;
	if (pd_str_starts(word, PD_STR("PERF_RECORD_"))) {
		ret->kind = PD_SCRIPT_RECORD;
		ret->rest = pd_str_trim(s);
		return true;
	}
	all = pd_str_trim(s);
	if (!is_event(word) && all.p[all.n - 1] == ':') {
		word = all; /* a name with blanks */
		rest = pd_str_skip(s, s.n);
	}
	if (is_event(word)) {
		ret->event = (struct pd_str){word.p, word.n - 1};
		ret->rest = trim_right(rest);
		return true;
	}
	return pd_script_frame_is_branch(word) || pd_script_frame_alone(s, &f, &all) ||
	       (is_address_column(s, word) && word.n == all.n);
}

static bool is_one_word(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (pd_str_is_blank(s.p[i]))
			return false;
	return true;
}

/* ---- with a time */

/* 1211.047761: or with nine decimals; *at is behind the digits, *ret_start where they start. */
static bool is_time(struct pd_str line, size_t colon, size_t *ret_start)
{
	size_t i = colon, n = 0;

	if (colon + 1 < line.n && !pd_str_is_blank(line.p[colon + 1]))
		return false;
	for (; i && is_digit(line.p[i - 1]); i--)
		n++;
	if ((n != 6 && n != 9) || !i || line.p[i - 1] != '.')
		return false;
	for (n = --i; i && is_digit(line.p[i - 1]); i--)
		;
	*ret_start = i;
	return i < n && (!i || pd_str_is_blank(line.p[i - 1]));
}

/*
 * A thread's name may look like a time, and so may what follows the event. The
 * first one between a thread's number and an event's one word wins, else the last.
 */
static bool parse_timed(struct pd_str line, struct pd_script_header *ret)
{
	struct pd_script_header h;
	const char *colon = line.p;
	bool found = false;
	size_t start;

	while ((colon = memchr(colon, ':', line.n - (size_t)(colon - line.p)))) {
		size_t at = (size_t)(colon++ - line.p);

		h = (struct pd_script_header){.kind = PD_SCRIPT_SURE};
		if (is_time(line, at, &start) && parse_what(pd_str_skip(line, at + 1), &h)) {
			bool has_tid = parse_who((struct pd_str){line.p, start}, &h.comm);

			*ret = h;
			found = true;
			if (has_tid && is_one_word(h.event))
				break;
		}
	}
	return found;
}

/* ---- without one */

/*
 *	env 16860    1001001		env    1001001		env 16860
 * A period fills a column of ten; a thread's number does not.
 */
static struct pd_str take_period(struct pd_str s, struct pd_script_header *ret)
{
	struct pd_str left = trim_right(s), word = last_word(left), rest = before(left, word);
	size_t blanks = rest.n - trim_right(rest).n;
	uint64_t v;

	if (!all_digits(word) || !pd_number_parse_u64(word, &v))
		return s;
	if (v <= MAX_TID && (blanks ? blanks - 1 : 0) + word.n < PERIOD_WIDTH)
		return s;
	ret->period = v;
	ret->has_period = true;
	return rest;
}

static struct pd_script_header untimed(struct pd_str left, struct pd_str event, struct pd_str rest,
				       enum pd_script_kind kind)
{
	struct pd_script_header h = {.kind = kind, .event = event, .rest = rest};

	(void)parse_who(take_period(left, &h), &h.comm);
	if (kind == PD_SCRIPT_MAYBE && h.comm.n > COMM_MAX)
		h.kind = PD_SCRIPT_NONE;
	return h;
}

static struct pd_str no_event(struct pd_str line)
{
	return (struct pd_str){line.p, 0};
}

/* comm tid event:   address symbol (object) */
static bool parse_event_and_frame(struct pd_str line, struct pd_script_header *ret)
{
	struct pd_str rest = line, word, left;
	struct pd_script_frame f;

	for (word = pd_str_word(&rest); word.n; word = pd_str_word(&rest)) {
		if (pd_script_frame_is_branch(word)) {
			*ret = untimed(before(line, word), no_event(line),
				       pd_str_skip(line, (size_t)(word.p - line.p)),
				       PD_SCRIPT_SURE);
			return true;
		}
		if (is_event(word) && pd_script_frame_alone(rest, &f, &left)) {
			*ret = untimed(before(line, word), (struct pd_str){word.p, word.n - 1},
				       rest, PD_SCRIPT_SURE);
			return true;
		}
	}
	return false;
}

bool pd_script_header_is_comment(struct pd_str line)
{
	return line.p[0] == '#' && (line.n == 1 || pd_str_is_blank(line.p[1]));
}

struct pd_script_header pd_script_header(struct pd_str line)
{
	struct pd_script_header h = {.kind = PD_SCRIPT_NONE};
	struct pd_str all = trim_right(line), left;
	struct pd_script_frame f;

	if (!all.n || parse_timed(line, &h))
		return h;
	if (pd_str_starts(pd_str_trim(all), PD_STR("PERF_RECORD_"))) {
		h.kind = PD_SCRIPT_RECORD;
		h.rest = pd_str_trim(all);
		return h;
	}
	if (all.p[all.n - 1] == ':') {
		struct pd_str word = last_word(all);

		if (!is_event(word))
			return h;
		return untimed(before(all, word), (struct pd_str){word.p, word.n - 1},
			       no_event(line), PD_SCRIPT_MAYBE);
	}
	if (parse_event_and_frame(line, &h))
		return h;
	if (pd_script_frame_alone(line, &f, &left) &&
	    (left.n ||
	     (line.n > ADDRESS_COLUMN && line.p[0] == ' ' && line.p[ADDRESS_COLUMN] == ' ')))
		return untimed(left, no_event(line), pd_str_skip(line, left.n), PD_SCRIPT_SURE);
	return untimed(all, no_event(line), no_event(line), PD_SCRIPT_MAYBE);
}

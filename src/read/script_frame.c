/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/script_frame.h"

#include "base/str.h"

enum { WIDTH = 16 /* of an address */, SLASHES = 4 /* of a branch, at least */ };

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool pd_script_frame_address(struct pd_str *s)
{
	size_t i = 0, start;

	while (i < s->n && pd_str_is_blank(s->p[i]))
		i++;
	for (start = i; i < s->n && is_hex(s->p[i]); i++)
		;
	if (i == start || i - start > WIDTH)
		return false;
	if (i < s->n && (s->p[i] != ' ' || (i + 1 < s->n && pd_str_is_blank(s->p[i + 1]))))
		return false;
	*s = pd_str_skip(*s, i + 1);
	return true;
}

/* Where the parenthesis opens that the last byte closes; s.n if it has none. */
static size_t opening(struct pd_str s)
{
	size_t depth = 0;

	for (size_t i = s.n; i-- > 0;) {
		depth += s.p[i] == ')';
		if (s.p[i] == '(' && --depth == 0)
			return i;
	}
	return s.n;
}

/* do_syscall_64+0x71, libc.so.6+0x2724a */
static struct pd_str without_offset(struct pd_str s)
{
	size_t n = s.n;

	while (n && is_hex(s.p[n - 1]))
		n--;
	if (n == s.n || n < 3 || memcmp(s.p + n - 3, "+0x", 3) != 0)
		return s;
	return (struct pd_str){s.p, n - 3};
}

/*
 *	operator()(int) const (/usr/bin/x)	/dev/zero (deleted)	Foo::bar(int)
 * An object stands behind a blank, or alone; an argument list follows its name.
 */
struct pd_script_frame pd_script_frame(struct pd_str text)
{
	struct pd_script_frame f = {
		.symbol = text, .dso = {text.p, 0}
        };
	size_t open = text.n;

	if (text.n && text.p[text.n - 1] == ')')
		open = opening(text);
	if (open < text.n && (!open || pd_str_is_blank(text.p[open - 1]))) {
		f.dso = (struct pd_str){text.p + open + 1, text.n - open - 2};
		f.symbol.n = open ? open - 1 : 0;
	}
	f.inlined = pd_str_eq(f.dso, PD_STR("inlined"));
	f.dso = f.inlined ? (struct pd_str){text.p, 0} : without_offset(f.dso);
	f.symbol = without_offset(f.symbol);
	if (!f.symbol.n)
		f.symbol = PD_STR("[unknown]");
	return f;
}

bool pd_script_frame_is_branch(struct pd_str word)
{
	size_t n = 0;

	for (size_t i = 0; i < word.n; i++)
		n += word.p[i] == '/';
	return n >= SLASHES &&
	       (pd_str_has(word, PD_STR("/P/")) || pd_str_has(word, PD_STR("/M/")) ||
		pd_str_has(word, PD_STR("/N/")) || pd_str_has(word, PD_STR("/-/")));
}

/* ---- without a chain */

/* The word that starts behind the blanks at @from, its place in *ret_at. */
static struct pd_str word_at(struct pd_str s, size_t from, size_t *ret_at)
{
	size_t end;

	while (from < s.n && pd_str_is_blank(s.p[from]))
		from++;
	for (end = from; end < s.n && !pd_str_is_blank(s.p[end]); end++)
		;
	*ret_at = from;
	return (struct pd_str){s.p + from, end - from};
}

/* A hexadecimal number that ends a column of @width at least. */
static bool is_column(struct pd_str word, size_t blanks, size_t width)
{
	for (size_t i = 0; i < word.n; i++)
		if (!is_hex(word.p[i]))
			return false;
	return word.n && word.n <= WIDTH && blanks + word.n >= width;
}

/* Fields behind the symbol: branches, instructions, a physical address. */
static struct pd_str without_fields(struct pd_str s)
{
	size_t at, next = 0, blanks_from = 0;
	struct pd_str word;

	for (word = word_at(s, 0, &at); word.n; word = word_at(s, next, &at)) {
		if (at &&
		    (pd_script_frame_is_branch(word) || pd_str_eq(word, PD_STR("ilen:")) ||
		     pd_str_eq(word, PD_STR("insn:")) || is_column(word, at - blanks_from, WIDTH)))
			return (struct pd_str){s.p, blanks_from};
		next = blanks_from = at + word.n;
	}
	return (struct pd_str){s.p, blanks_from};
}

/*
 *	readerreader+0x28/reader+0x12/P/-/-/20/
 * perf 6.1 puts no blank between the symbol and the branches. The newest branch
 * mostly led to where the hit was; else the symbol is the one it left, twice.
 */
static struct pd_str unglued(struct pd_str word)
{
	struct pd_str rest = word, from = pd_str_cut(&rest, '/'), to = pd_str_cut(&rest, '/');
	size_t half;

	to = without_offset(to);
	if (to.n && from.n > to.n && pd_str_starts(from, to))
		return to;
	from = without_offset(from);
	half = from.n / 2;
	if (half && from.n == 2 * half && !memcmp(from.p, from.p + half, half))
		return (struct pd_str){from.p, half};
	return PD_STR("[unknown]");
}

/* The symbol at the front of @s; @s starts right behind the blank that follows the address. */
static struct pd_script_frame symbol_of(struct pd_str s)
{
	size_t at;
	struct pd_str first = word_at(s, 0, &at), close = s;

	if (pd_script_frame_is_branch(first))
		return (struct pd_script_frame){
			unglued(first), {s.p, 0},
                         false
                };
	s = without_fields(s);
	/* reader ([unknown])reader+0x28/...: the rest of a word behind the object is no name */
	if (s.n && s.p[s.n - 1] != ')' && close.n > s.n) {
		size_t open = pd_str_find(s, PD_STR(" ("));

		while (s.n > open && s.p[s.n - 1] != ')')
			s.n--;
	}
	return pd_script_frame(s);
}

bool pd_script_frame_alone(struct pd_str s, struct pd_script_frame *ret, struct pd_str *ret_before)
{
	size_t at, next = 0, best = s.n, best_end = 0;
	struct pd_str word;

	for (word = word_at(s, 0, &at); word.n; word = word_at(s, next, &at)) {
		size_t end = at + word.n;

		if (is_column(word, at - next, WIDTH + 1) && end + 1 < s.n && s.p[end] == ' ' &&
		    !pd_str_is_blank(s.p[end + 1]) && s.p[end + 1] != '|') {
			best = next;
			best_end = end;
		}
		next = end;
	}
	if (best == s.n)
		return false;
	*ret = symbol_of(pd_str_skip(s, best_end + 1));
	*ret_before = (struct pd_str){s.p, best};
	return true;
}

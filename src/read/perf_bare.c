/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_bare.h"

#include "base/str.h"
#include "read/perf_share.h"

enum { MAX_FIELDS = 16 };

/*
 *	    22.01%  ordermatch  ordermatch            [.] key_compare
 *	+   98.64%     0.08%  ordermatch  libc.so.6   [.] main
 *	     8.45%  my worker 1  [JIT] tid 1873  [.] LazyCompile:*hot loop /app/my file.js:12
 *	| 5.15% sched-messaging [kernel.vmlinux] [k] __switch_to_asm
 *	     1.89%  [k] pvm_irq_enable
 */
static struct pd_str without_margin(struct pd_str line)
{
	size_t i = 0;

	while (i < line.n && (pd_str_is_blank(line.p[i]) || line.p[i] == '>' || line.p[i] == '|'))
		i++;
	/* The viewer of perf marks rows that unfold. */
	if (i + 1 < line.n && (line.p[i] == '+' || line.p[i] == '-') &&
	    pd_str_is_blank(line.p[i + 1]))
		i++;
	return pd_str_trim(pd_str_skip(line, i));
}

/* Moves *s past a percent at its front. */
static bool take_share(struct pd_str *s, struct pd_str *ret)
{
	struct pd_str rest = *s, word = pd_str_word(&rest);
	uint64_t share;

	if (!pd_perf_share_parse(word, &share))
		return false;
	*ret = word;
	*s = rest;
	return true;
}

/* k . g u H: kernel, user, guest kernel, guest user, hypervisor; !: not resolved. */
static bool is_level(char c)
{
	static const char levels[] = {'k', '.', 'g', 'u', 'H', '!'};

	for (size_t i = 0; i < sizeof(levels); i++)
		if (c == levels[i])
			return true;
	return false;
}

/* The length of "[k] " at the front of @s, or of "[k]" if nothing follows. */
static size_t level_length(struct pd_str s)
{
	if (s.n < 3 || s.p[0] != '[' || s.p[2] != ']' || !is_level(s.p[1]))
		return 0;
	if (s.n == 3)
		return 3;
	return s.p[3] == ' ' ? 4 : 0;
}

/* Where "[k] " stands behind a blank or at the front; the length of @s if nowhere. */
static size_t find_level(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '[' && (!i || pd_str_is_blank(s.p[i - 1])) &&
		    level_length(pd_str_skip(s, i)))
			return i;
	return s.n;
}

/* Where @s has two blanks in a row or a tab. */
static size_t find_gap(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '\t' || (s.p[i] == ' ' && i + 1 < s.n && pd_str_is_blank(s.p[i + 1])))
			return i;
	return s.n;
}

static bool is_count(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n;
}

/*
 * The object is the last field, the thread name the one before. Fields have two
 * blanks between them, unless the mail lost them: then the object is the last
 * word. Numbers of hits may stand before a thread name, which may be a number
 * itself. @wide: the mail kept two blanks before the first field.
 */
static void take_fields(struct pd_str fields, bool wide, struct pd_perf_bare *b)
{
	struct pd_str field[MAX_FIELDS];
	size_t n = 0, first = 0, last;
	const char *end;

	while (fields.n && n < MAX_FIELDS) {
		size_t gap = n + 1 < MAX_FIELDS ? find_gap(fields) : fields.n;

		field[n++] = (struct pd_str){fields.p, gap};
		fields = pd_str_trim(pd_str_skip(fields, gap));
	}
	/* -v puts "0x1274             B" before the symbol. */
	if (n > 2 && field[n - 1].n == 1 && pd_str_starts(field[n - 2], PD_STR("0x")))
		n -= 2;
	else if (n > 1 && pd_str_starts(field[n - 1], PD_STR("0x")))
		n--;
	if (n < 2) {
		last = n && !wide ? field[0].n : 0;
		while (last > 0 && !pd_str_is_blank(field[0].p[last - 1]))
			last--;
		b->dso = n ? pd_str_skip(field[0], last) : PD_STR("");
		b->comm = n ? pd_str_trim((struct pd_str){field[0].p, last}) : PD_STR("");
		return;
	}
	while (first + 2 < n && is_count(field[first]))
		first++;
	end = field[n - 2].p + field[n - 2].n;
	b->comm = (struct pd_str){field[first].p, (size_t)(end - field[first].p)};
	b->dso = field[n - 1];
}

struct pd_str pd_perf_bare_symbol(struct pd_str cell)
{
	size_t level;

	cell = pd_str_trim(cell);
	level = find_level(cell);
	/* Before the level stands nothing, or -v's address and where the name was found. */
	if (level < cell.n && (!level || pd_str_starts(cell, PD_STR("0x"))))
		cell = pd_str_skip(cell, level + level_length(pd_str_skip(cell, level)));
	if (pd_str_ends(cell, PD_STR(" (inlined)")))
		cell.n -= sizeof(" (inlined)") - 1;
	return pd_str_trim(cell);
}

bool pd_perf_bare(struct pd_str line, struct pd_perf_bare *ret)
{
	struct pd_perf_bare b = {0};
	struct pd_str rest = without_margin(line), symbol;
	size_t level;
	bool wide;

	if (!take_share(&rest, &b.share))
		return false;
	(void)take_share(&rest, &b.self);
	wide = find_gap(rest) == 0;
	rest = pd_str_trim(rest);
	/* perf diff: "22.01%     +7.18%  ordermatch  [.] key_compare" */
	if (rest.n > 1 && (rest.p[0] == '+' || rest.p[0] == '-') && rest.p[1] >= '0' &&
	    rest.p[1] <= '9')
		return false;
	level = find_level(rest);
	symbol = pd_str_skip(rest, level);
	symbol = pd_str_trim(pd_str_skip(symbol, level_length(symbol)));
	/* Columns behind the symbol are of no interest. */
	symbol.n = find_gap(symbol);
	if (!symbol.n)
		return false;
	b.symbol = pd_perf_bare_symbol(symbol);
	take_fields(pd_str_trim((struct pd_str){rest.p, level}), wide, &b);
	*ret = b;
	return b.symbol.n;
}

bool pd_perf_bare_begins(struct pd_str line)
{
	struct pd_str rest = without_margin(line), share;

	return take_share(&rest, &share) && pd_str_trim(rest).n;
}

/* "+7.18%" is of perf diff. */
bool pd_perf_bare_is_odd(struct pd_str line, struct pd_str *ret_share)
{
	struct pd_str rest = without_margin(line), word = pd_str_word(&rest), symbol;
	uint64_t share;
	size_t level;

	if (word.n < 2 || word.p[word.n - 1] != '%' || word.p[0] == '+' ||
	    pd_perf_share_parse(word, &share))
		return false;
	level = find_level(rest);
	symbol = pd_str_skip(rest, level);
	if (!pd_str_trim(pd_str_skip(symbol, level_length(symbol))).n)
		return false;
	*ret_share = word;
	return true;
}

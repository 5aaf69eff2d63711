/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/respell.h"

#include "base/str.h"
#include "model/symbol.h"

/* One place of a name: what is taken from it and what is written instead. */
struct change {
	size_t taken;
	struct pd_str text; /* never longer than what was taken */
};

static size_t digits_at(struct pd_str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
		n++;
	return n;
}

static size_t hex_at(struct pd_str s)
{
	size_t n = 0;

	while (n < s.n && ((s.p[n] >= '0' && s.p[n] <= '9') || (s.p[n] >= 'a' && s.p[n] <= 'f') ||
			   (s.p[n] >= 'A' && s.p[n] <= 'F')))
		n++;
	return n;
}

static bool is_name_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_' || c == '$';
}

/* "/0x0000000800c8a440": the length of a separator and the address of a hidden class. */
static size_t address_at(struct pd_str s)
{
	size_t n;

	if (s.n < 4 || !(s.p[0] == '/' || s.p[0] == '.' || s.p[0] == '+') || s.p[1] != '0' ||
	    s.p[2] != 'x')
		return 0;
	n = hex_at(pd_str_skip(s, 3));
	return n ? n + 3 : 0;
}

/*
 *	core[846817f741e54dfd]::fmt::write	Rust v0, printed with its disambiguators
 */
static struct change disambiguator(struct pd_str s)
{
	size_t n = hex_at(pd_str_skip(s, 1));

	if (s.p[0] != '[' || n < 8 || n > 17 ||
	    !pd_str_starts(pd_str_skip(s, n + 1), PD_STR("]::")))
		return (struct change){0, PD_STR("")};
	return (struct change){n + 2, PD_STR("")};
}

/*
 *	Lcom/x/Y$$Lambda$733/0x0000000800c8a440;::apply		JDK 11
 *	com.x.Y$$Lambda/0x00007f0e1c0f5c00.apply		JDK 21
 */
static struct change lambda(struct pd_str s)
{
	const struct pd_str word = PD_STR("$$Lambda");
	size_t n = word.n, digits;

	if (!pd_str_starts(s, word))
		return (struct change){0, PD_STR("")};
	digits = pd_str_starts(pd_str_skip(s, n), PD_STR("$")) ? digits_at(pd_str_skip(s, n + 1))
							       : 0;
	n += digits ? digits + 1 : 0;
	n += address_at(pd_str_skip(s, n));
	if (n == word.n)
		return (struct change){0, PD_STR("")};
	return (struct change){n, PD_STR("$$Lambda$N")};
}

/* Classes that are made while the program runs, and the number each got. */
static struct change counted(struct pd_str s)
{
	static const struct {
		struct pd_str word, text;
	} rows[] = {
#define ROW(word)           \
 {                          \
  {word, sizeof(word) - 1}, \
  {                         \
   word "N", sizeof(word)   \
  }                         \
 }
		ROW("GeneratedMethodAccessor"),
		ROW("GeneratedConstructorAccessor"),
		ROW("GeneratedSerializationConstructorAccessor"),
		ROW("$Proxy"),
		ROW("__C"),
#undef ROW
	};

	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++) {
		size_t n = rows[i].word.n, digits = 0;

		if (pd_str_starts(s, rows[i].word))
			digits = digits_at(pd_str_skip(s, n));
		if (digits && !(n + digits < s.n && is_name_char(s.p[n + digits])))
			return (struct change){n + digits, rows[i].text};
	}
	return (struct change){0, PD_STR("")};
}

static struct change hidden_class(struct pd_str s)
{
	size_t n = address_at(s);

	if (n < 11)
		return (struct change){0, PD_STR("")};
	return (struct change){n, PD_STR("/0xN")};
}

/* "*ABS*+0xa0720@plt": a jump to a function chosen at start. */
static struct change absolute(struct pd_str s)
{
	const struct pd_str word = PD_STR("*ABS*");
	size_t n = word.n, more;

	if (!pd_str_starts(s, word))
		return (struct change){0, word};
	while ((more = address_at(pd_str_skip(s, n))))
		n += more;
	return (struct change){n > word.n ? n : 0, word};
}

/* The first rule that holds at @at; nothing is taken if none does. */
static struct change change_at(struct pd_str name, size_t at)
{
	struct pd_str s = pd_str_skip(name, at);
	bool inside = at > 0 && is_name_char(name.p[at - 1]);
	struct change c = {0, PD_STR("")};

	switch (s.p[0]) {
	case '[':
		return inside ? disambiguator(s) : c;
	case '$':
		c = lambda(s);
		return c.taken ? c : counted(s);
	case 'G':
		return counted(s);
	case '_':
		return inside ? c : counted(s);
	case '/':
	case '.':
	case '+':
		return inside ? hidden_class(s) : c;
	case '*':
		return absolute(s);
	}
	return c;
}

static bool is_tier(char c)
{
	return c == '~' || c == '^' || c == '+' || c == '*';
}

/*
 *	LazyCompile:*onRead /srv/app/net.js:118:9
 *	JS:~onRead /srv/app/net.js:118:9
 *
 * The mark is the tier: ~ interpreted, ^ and + baseline, * optimised.
 */
static size_t tier_at(struct pd_str name)
{
	static const char *const kinds[] = {"LazyCompile:", "Function:", "JS:", "Eval:", "Script:"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++) {
		struct pd_str kind = pd_str_of(kinds[i]);

		if (pd_str_starts(name, kind) && name.n > kind.n && is_tier(name.p[kind.n]))
			return kind.n;
	}
	return 0;
}

static bool has_digit(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= '0' && s.p[i] <= '9')
			return true;
	return false;
}

/* Where the ":118:9" of a function with a name starts; the length if there is none. */
static size_t position_at(struct pd_str name)
{
	static const char *const kinds[] = {"LazyCompile:", "Function:", "JS:"};
	size_t at = name.n;

	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++) {
		struct pd_str kind = pd_str_of(kinds[i]), rest = pd_str_skip(name, kind.n);

		if (!pd_str_starts(name, kind) || !rest.n)
			continue;
		if (is_tier(rest.p[0]))
			rest = pd_str_skip(rest, 1);
		if (!rest.n || rest.p[0] == ' ')
			return name.n; /* without a name the place is what tells it apart */
		while (at > kind.n &&
		       ((name.p[at - 1] >= '0' && name.p[at - 1] <= '9') || name.p[at - 1] == ':'))
			at--;
		return at < name.n && has_digit(pd_str_skip(name, at)) ? at : name.n;
	}
	return name.n;
}

/* Runs of digits in @tail become N. */
static size_t put_position(struct pd_str tail, char *to)
{
	size_t n = 0;

	while (tail.n) {
		size_t digits = digits_at(tail);

		if (digits)
			to[n++] = 'N';
		else
			to[n++] = tail.p[0];
		tail = pd_str_skip(tail, digits ? digits : 1);
	}
	return n;
}

static bool may_change(struct pd_str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (change_at(name, i).taken)
			return true;
	return tier_at(name) || position_at(name) < name.n;
}

bool pd_respell(struct pd_str *name, char *buf, size_t size, unsigned int *flags)
{
	const struct pd_str old = *name;
	size_t n = 0, tier, end;

	if (old.n > size || !may_change(old))
		return false;
	tier = tier_at(old);
	end = position_at(old);
	for (size_t i = 0; i < end;) {
		struct change c = change_at(old, i);

		if (tier && i == tier && is_tier(old.p[i])) {
			*flags |= PD_SYMBOL_CLONE;
			tier = ++i;
		} else if (c.taken) {
			memmove(buf + n, c.text.p, c.text.n);
			n += c.text.n;
			i += c.taken;
		} else {
			buf[n++] = old.p[i++];
		}
	}
	n += put_position(pd_str_skip(old, end), buf + n);
	*name = (struct pd_str){buf, n};
	return true;
}

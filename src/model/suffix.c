/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/suffix.h"

#include "base/str.h"
#include "model/symbol.h"

enum number { NONE, OPTIONAL, DECIMAL, HASH };

/*
 * What follows the last dots of a name, and the number behind it:
 *
 *	tokenise.isra.0			gcc: other parameters
 *	do_wait.part.0.cold		gcc: a piece, of which the cold half
 *	show.__uniq.2930117.llvm.77	clang: a static function, exported by ThinLTO
 *
 * Sources: ipa-*.cc and tree-*.cc of gcc 12, FunctionSamples::getCanonicalFnName() of LLVM.
 */
static const struct {
	struct pd_str word;
	enum number number;
	unsigned int flags;
} suffixes[] = {
#define ROW(word, number, flags)             \
 {                                           \
  {"" word, sizeof(word) - 1}, number, flags \
 }
	ROW("isra", DECIMAL, PD_SYMBOL_CLONE),
	ROW("constprop", DECIMAL, PD_SYMBOL_CLONE),
	ROW("part", DECIMAL, PD_SYMBOL_PART),
	ROW("__part", DECIMAL, PD_SYMBOL_PART),
	ROW("clone", DECIMAL, PD_SYMBOL_CLONE),
	ROW("lto_priv", OPTIONAL, PD_SYMBOL_CLONE),
	ROW("localalias", OPTIONAL, PD_SYMBOL_CLONE),
	ROW("ipa_vr", OPTIONAL, PD_SYMBOL_CLONE),
	ROW("simdclone", DECIMAL, PD_SYMBOL_CLONE),
	ROW("variant", DECIMAL, PD_SYMBOL_CLONE),
	ROW("cold", OPTIONAL, PD_SYMBOL_COLD),
	ROW("coldclone", OPTIONAL, PD_SYMBOL_CLONE | PD_SYMBOL_COLD),
	ROW("unlikely", OPTIONAL, PD_SYMBOL_COLD),
	ROW("hot", OPTIONAL, 0),
	ROW("warm", OPTIONAL, 0),
	ROW("llvm", DECIMAL, PD_SYMBOL_CLONE),
	ROW("__uniq", DECIMAL, 0),
	ROW("cfi", NONE, 0),
	ROW("cfi_jt", NONE, PD_SYMBOL_CFI),
	ROW("argprom", OPTIONAL, PD_SYMBOL_CLONE),
	ROW("argelim", OPTIONAL, PD_SYMBOL_CLONE),
	ROW("retelim", OPTIONAL, PD_SYMBOL_CLONE),
	ROW("specialized", DECIMAL, PD_SYMBOL_CLONE),
	ROW("memprof", DECIMAL, PD_SYMBOL_CLONE),
	ROW("content", HASH, 0),
#undef ROW
};

static bool is_hex_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool pd_suffix_is_hex(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_hex_digit(s.p[i]))
			return false;
	return s.n > 0;
}

bool pd_suffix_is_digits(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

/*
 * No suffix is longer, and no more of a name is looked at to see what it is: however
 * many there are, each costs the same.
 */
#define WINDOW 256

static struct pd_str window(struct pd_str s)
{
	return pd_str_skip(s, s.n > WINDOW ? s.n - WINDOW : 0);
}

static bool is_name(struct pd_str whole, const char *others)
{
	struct pd_str s = window(whole);

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
		    !(c && strchr(others, c)))
			return false;
	}
	return s.n > 0;
}

/* *s loses its last @sep and what follows, which is returned; false if there is no @sep. */
static bool cut_last(struct pd_str *s, char sep, struct pd_str *ret)
{
	struct pd_str end = window(*s);
	const char *at = end.n ? memrchr(end.p, sep, end.n) : NULL;

	if (!at)
		return false;
	*ret = pd_str_skip(*s, (size_t)(at - s->p) + 1);
	s->n = (size_t)(at - s->p);
	return true;
}

static bool take_word(struct pd_str word, struct pd_str number, unsigned int *flags)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(suffixes); i++) {
		enum number wants = suffixes[i].number;

		if (!pd_str_eq(suffixes[i].word, word))
			continue;
		if (number.n ? wants == NONE || (wants != HASH && !pd_suffix_is_digits(number))
			     : wants == DECIMAL || wants == HASH)
			return false;
		*flags |= suffixes[i].flags;
		return true;
	}
	return false;
}

/* ".isra.0", ".cold": one row of the table; *s may become empty. */
static bool take_dotted(struct pd_str *s, unsigned int *flags)
{
	struct pd_str rest = *s, last, word;

	if (!cut_last(&rest, '.', &last))
		return false;
	if (take_word(last, (struct pd_str){NULL, 0}, flags)) {
		*s = rest;
		return true;
	}
	if (!pd_suffix_is_hex(last) || !cut_last(&rest, '.', &word) ||
	    !take_word(word, last, flags))
		return false;
	*s = rest;
	return true;
}

/* "foo(int) [clone .constprop.0.isra.0]", as demanglers print what they do not know. */
static bool take_clone(struct pd_str *s, unsigned int *flags)
{
	struct pd_str open = PD_STR(" [clone "), rest = *s, inner;
	unsigned int found = 0;

	if (!pd_str_ends(rest, PD_STR("]")) || !cut_last(&rest, '[', &inner) || rest.n < 2 ||
	    rest.p[rest.n - 1] != ' ' || !pd_str_starts(pd_str_skip(*s, rest.n - 1), open))
		return false;
	inner = pd_str_skip(inner, open.n - 2);
	inner.n--;
	while (inner.n && take_dotted(&inner, &found))
		;
	if (inner.n)
		return false;
	s->n = rest.n - 1;
	*flags |= found;
	return true;
}

/* BOLT's "/1" and the "$<hash>" of older clangs, behind plain names only. */
static bool take_file(struct pd_str *s)
{
	struct pd_str rest = *s, last;

	if (cut_last(&rest, '/', &last) && pd_suffix_is_digits(last) && is_name(rest, "_.$")) {
		*s = rest;
		return true;
	}
	rest = *s;
	if (!cut_last(&rest, '$', &last) || last.n < 16 || !pd_suffix_is_hex(last) ||
	    !is_name(rest, "_.$"))
		return false;
	*s = rest;
	return true;
}

/*
 *	_IO_file_xsputn@@GLIBC_2.2.5
 *	memcpy@GLIBC_2.14
 *
 * One @ is also what JavaScript puts before a file: there the version has to end in a number.
 */
static bool take_version(struct pd_str *s)
{
	struct pd_str rest = *s, version, number;

	if (!cut_last(&rest, '@', &version) || !is_name(version, "_.") ||
	    pd_str_eq(version, PD_STR("plt")))
		return false;
	if (pd_str_ends(rest, PD_STR("@"))) {
		rest.n--;
	} else {
		struct pd_str name = version;

		if (!is_name(rest, "_.$") || !cut_last(&name, '_', &number) ||
		    !(number.n && number.p[0] >= '0' && number.p[0] <= '9'))
			return false;
	}
	if (!rest.n)
		return false;
	*s = rest;
	return true;
}

/* "::h0123456789abcdef", 17 digits at times, and the ".60" of a split unit behind it. */
static bool take_rust_hash(struct pd_str *s)
{
	struct pd_str rest = *s, last;

	if (!cut_last(&rest, ':', &last) || !pd_str_ends(rest, PD_STR(":")))
		return false;
	if (pd_str_starts(last, PD_STR("h"))) {
		struct pd_str hash = pd_str_skip(last, 1), number = {NULL, 0};

		if (!cut_last(&hash, '.', &number))
			number = PD_STR("0");
		if ((hash.n != 16 && hash.n != 17) || !pd_suffix_is_hex(hash) ||
		    !pd_suffix_is_digits(number))
			return false;
		s->n = rest.n - 1;
		return true;
	}
	return false;
}

/* The number that follows the end of a mangled Rust name: ..17h0123456789abcdefE.60 */
static bool take_rust_number(struct pd_str *s)
{
	struct pd_str rest = *s, last;

	if (!cut_last(&rest, '.', &last) || !pd_suffix_is_digits(last))
		return false;
	if (!pd_str_starts(rest, PD_STR("_R"))) {
		struct pd_str hash = pd_str_skip(rest, rest.n > 20 ? rest.n - 20 : 0);

		if (!pd_str_starts(rest, PD_STR("_ZN")) || !pd_str_starts(hash, PD_STR("17h")) ||
		    !pd_str_ends(hash, PD_STR("E")))
			return false;
	}
	*s = rest;
	return true;
}

static bool take_inlined(struct pd_str *s, unsigned int *flags)
{
	struct pd_str inlined = PD_STR(" (inlined)");

	if (!pd_str_ends(*s, inlined))
		return false;
	s->n -= inlined.n;
	*flags |= PD_SYMBOL_INLINED;
	return true;
}

struct pd_str pd_suffix_strip(struct pd_str name, unsigned int *flags)
{
	for (;;) {
		struct pd_str s = name;
		unsigned int found = 0;

		if (!(take_inlined(&s, &found) || take_dotted(&s, &found) ||
		      take_clone(&s, &found) || take_file(&s) || take_version(&s) ||
		      take_rust_hash(&s) || take_rust_number(&s)) ||
		    !s.n)
			return name;
		*flags |= found;
		name = s;
	}
}

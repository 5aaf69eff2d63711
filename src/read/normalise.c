/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/normalise.h"

#include "base/str.h"
#include "base/vec.h"

enum { ESC = 0x1b, LATIN1_PLUS_MINUS = 0xb1, LATIN1_NBSP = 0xa0 };

/* All in bytes, so that it is done to as many at once as the processor can. */
bool pd_normalise_is_plain(const char *p, size_t n)
{
	unsigned char odd = 0;

	for (size_t i = 0; i < n; i++) {
		signed char c = (signed char)p[i];

		odd |= (unsigned char)((c < ' ') & (c != '\t') & (c != '\n'));
		odd |= (unsigned char)(c == 0x7f);
	}
	return !odd;
}

/*
 *	> > Time: 0.327		quoted twice in a mail
 */
static struct pd_str unquote(struct pd_str line)
{
	while (line.n && line.p[0] == '>') {
		line = pd_str_skip(line, 1);
		(void)pd_str_eat(&line, PD_STR(" "));
	}
	return line;
}

/* The length of the escape sequence at the front of @s: ESC [ parameters letter, or ESC ( B. */
static size_t escape_length(struct pd_str s)
{
	size_t i = 2;

	if (s.n >= 3 && (s.p[1] == '(' || s.p[1] == ')'))
		return 3;
	if (s.n < 2 || s.p[1] != '[')
		return 1;
	while (i < s.n && (unsigned char)s.p[i] < '@')
		i++;
	return i < s.n ? i + 1 : s.n;
}

/* What one element of a line becomes: *ret_in bytes are replaced by *ret_out; false for junk. */
static bool translate(struct pd_str s, size_t *ret_in, struct pd_str *ret_out)
{
	unsigned char c = (unsigned char)s.p[0];
	size_t length = pd_str_utf8(s);

	*ret_in = length ? length : 1;
	*ret_out = (struct pd_str){s.p, *ret_in};
	if (c == ESC) {
		*ret_in = escape_length(s);
		ret_out->n = 0;
	} else if (pd_str_starts(s, PD_STR("\302\240")) ||
		   pd_str_starts(s, PD_STR("\342\200\257")) || (!length && c == LATIN1_NBSP)) {
		*ret_out = PD_STR(" ");
	} else if (!length && c == LATIN1_PLUS_MINUS) {
		*ret_out = PD_STR("\302\261");
	} else if (c < ' ' && c != '\t' && c != '\r' && c != '\f' && c != '\b') {
		return false;
	}
	return true;
}

bool pd_normalise(struct pd_str raw, bool plain, struct pd_normalise_buf *buf,
		  struct pd_str *ret_line)
{
	struct pd_str rest;
	size_t n = 0;
	bool coloured;

	if (raw.n && raw.p[raw.n - 1] == '\r')
		raw.n--;
	(void)pd_str_eat(&raw, PD_STR("\357\273\277")); /* files put together keep their marks */
	rest = unquote(raw);
	if (plain || pd_normalise_is_plain(rest.p, rest.n)) {
		*ret_line = rest;
		return true;
	}
	coloured = rest.p[0] == ESC; /* as the marks of quoting themselves are */
	/* No element grows to more than twice its length. */
	buf->p = pd_vec_grow(buf->p, &buf->cap, 2 * rest.n, 1);
	while (rest.n) {
		struct pd_str out;
		size_t in;

		if (!translate(rest, &in, &out))
			return false;
		if (out.n)
			memcpy(buf->p + n, out.p, out.n);
		n += out.n;
		rest = pd_str_skip(rest, in);
	}
	*ret_line = (struct pd_str){buf->p, n};
	if (coloured)
		*ret_line = unquote(*ret_line);
	return true;
}

static bool is_plain_name(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < ' ' || (unsigned char)s.p[i] >= 0x7f)
			return false;
	return true;
}

/* One element of a name, written to @to; returns how much of @s it was. */
static size_t put_name_element(struct pd_str s, char *to, size_t *n)
{
	unsigned char c = (unsigned char)s.p[0];
	size_t length = pd_str_utf8(s), control = pd_str_control(s);

	if (control) {
		to[(*n)++] = '?';
		return control;
	}
	if (pd_str_starts(s, PD_STR("\302\240")) || pd_str_starts(s, PD_STR("\342\200\257")) ||
	    (!length && c == LATIN1_NBSP)) {
		to[(*n)++] = ' ';
	} else if (length) {
		memcpy(to + *n, s.p, length);
		*n += length;
	} else {
		to[(*n)++] = (char)(0xc0 | c >> 6);
		to[(*n)++] = (char)(0x80 | (c & 0x3f));
	}
	return length ? length : 1;
}

struct pd_str pd_normalise_name(struct pd_str s, struct pd_normalise_buf *buf)
{
	size_t n = 0;

	if (is_plain_name(s))
		return s;
	buf->p = pd_vec_grow(buf->p, &buf->cap, 2 * s.n, 1);
	while (s.n)
		s = pd_str_skip(s, put_name_element(s, buf->p, &n));
	return (struct pd_str){buf->p, n};
}

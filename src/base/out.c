/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/out.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FLUSH_AT = 1 << 16 };

void pd_out_init(struct pd_out *o, int fd)
{
	*o = (struct pd_out){.fd = fd};
}

static void write_all(struct pd_out *o, struct pd_str s)
{
	while (s.n && !o->saved_errno) {
		ssize_t w = write(o->fd, s.p, s.n);

		if (w >= 0)
			s = pd_str_skip(s, (size_t)w);
		else if (errno != EINTR)
			o->saved_errno = errno;
	}
}

/* The code point of a UTF-8 sequence of two bytes or more. */
static uint32_t code_point(struct pd_str s)
{
	uint32_t c = (unsigned char)s.p[0] & (0x7fu >> s.n);

	for (size_t i = 1; i < s.n; i++)
		c = c << 6 | ((unsigned char)s.p[i] & 0x3fu);
	return c;
}

/* What is beyond sixteen bits takes two escapes (RFC 8259, section 7). */
static void put_escape(struct pd_out *to, uint32_t c)
{
	if (c >= 0x10000) {
		pd_out_printf(to, "\\u%04x", 0xd800u + ((c - 0x10000) >> 10));
		c = 0xdc00u + ((c - 0x10000) & 0x3ffu);
	}
	pd_out_printf(to, "\\u%04x", c);
}

static void put_ascii(struct pd_out *to, struct pd_str s, enum pd_out_ascii how)
{
	while (s.n) {
		size_t n = pd_str_utf8(s);

		if (n == 1)
			pd_out_char(to, s.p[0]);
		else if (how == PD_OUT_MARK)
			pd_out_char(to, '?');
		else
			put_escape(to, n ? code_point((struct pd_str){s.p, n}) : 0xfffd);
		s = pd_str_skip(s, n ? n : 1);
	}
}

/* How many bytes at the end of @s may be the beginning of a character: 0 to 3. */
static size_t unfinished(struct pd_str s)
{
	for (size_t n = 1; n <= 3 && n <= s.n; n++) {
		unsigned char c = (unsigned char)s.p[s.n - n];

		if (c >= 0xc0)
			return n < (c >= 0xf0 ? 4u : c >= 0xe0 ? 3u : 2u) ? n : 0;
		if (c < 0x80)
			break;
	}
	return 0;
}

static void flush(struct pd_out *o, bool last)
{
	size_t rest = o->ascii == PD_OUT_ANY || last ? 0 : unfinished(pd_out_kept(o));
	struct pd_str ready = {o->buf, o->n - rest};
	struct pd_out ascii;

	pd_out_init(&ascii, -1);
	if (o->ascii != PD_OUT_ANY) {
		put_ascii(&ascii, ready, o->ascii);
		ready = pd_out_kept(&ascii);
	}
	write_all(o, ready);
	(void)pd_out_close(&ascii);
	if (rest)
		memmove(o->buf, o->buf + o->n - rest, rest);
	o->n = rest;
}

void pd_out_bytes(struct pd_out *o, const char *p, size_t n)
{
	if (!n || o->saved_errno)
		return;
	o->buf = pd_vec_grow(o->buf, &o->cap, o->n + n, 1);
	memcpy(o->buf + o->n, p, n);
	o->n += n;
	if (o->fd >= 0 && o->n >= FLUSH_AT)
		flush(o, false);
}

void pd_out_str(struct pd_out *o, struct pd_str s)
{
	pd_out_bytes(o, s.p, s.n);
}

void pd_out_text(struct pd_out *o, const char *text)
{
	pd_out_bytes(o, text, strlen(text));
}

void pd_out_char(struct pd_out *o, char c)
{
	pd_out_bytes(o, &c, 1);
}

void pd_out_fill(struct pd_out *o, char c, size_t n)
{
	for (; n; n--)
		pd_out_char(o, c);
}

void pd_out_printf(struct pd_out *o, const char *fmt, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, fmt);
	n = vasprintf(&text, fmt, args);
	va_end(args);
	if (n < 0)
		pd_arena_out_of_memory();
	pd_out_bytes(o, text, (size_t)n);
	free(text);
}

void pd_out_line(struct pd_out *out, struct pd_out *line)
{
	while (line->n && line->buf[line->n - 1] == ' ')
		line->n--;
	pd_out_bytes(out, line->buf, line->n);
	pd_out_char(out, '\n');
	line->n = 0;
}

int pd_out_close(struct pd_out *o)
{
	if (o->fd >= 0)
		flush(o, true);
	free(o->buf);
	o->buf = NULL;
	o->n = o->cap = 0;
	return o->saved_errno ? PD_EIO : PD_OK;
}

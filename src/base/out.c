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

static void flush(struct pd_out *o)
{
	size_t done = 0;

	while (done < o->n && !o->saved_errno) {
		ssize_t w = write(o->fd, o->buf + done, o->n - done);

		if (w >= 0)
			done += (size_t)w;
		else if (errno != EINTR)
			o->saved_errno = errno;
	}
	o->n = 0;
}

void pd_out_bytes(struct pd_out *o, const char *p, size_t n)
{
	if (!n || o->saved_errno)
		return;
	o->buf = pd_vec_grow(o->buf, &o->cap, o->n + n, 1);
	memcpy(o->buf + o->n, p, n);
	o->n += n;
	if (o->fd >= 0 && o->n >= FLUSH_AT)
		flush(o);
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
		flush(o);
	free(o->buf);
	o->buf = NULL;
	o->n = o->cap = 0;
	return o->saved_errno ? PD_EIO : PD_OK;
}

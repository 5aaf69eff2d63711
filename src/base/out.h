/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * out.h - bytes on their way out, with an error that sticks
 *
 * Writers need no error handling: the first failure is kept, what follows is
 * dropped, and pd_out_close() tells once.
 */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <perfdelta/base.h>

/* What becomes of characters that are not ASCII, on their way to an fd. */
enum pd_out_ascii {
	PD_OUT_ANY,  /* they stay */
	PD_OUT_MARK, /* "?" each: as wide as they were */
	PD_OUT_JSON, /* "\u00e9" each: in JSON they stand in strings only */
};

struct pd_out {
	int fd;          /* -1: keep everything in @buf */
	int saved_errno; /* of the first failure; 0 while all is well */
	char *buf;
	size_t n, cap;
	enum pd_out_ascii ascii; /* set before anything is written; of no effect if fd is -1 */
};

void pd_out_init(struct pd_out *o, int fd);
void pd_out_bytes(struct pd_out *o, const char *p, size_t n);
void pd_out_str(struct pd_out *o, struct pd_str s);
void pd_out_text(struct pd_out *o, const char *text);
void pd_out_char(struct pd_out *o, char c);
/* @c @n times. */
void pd_out_fill(struct pd_out *o, char c, size_t n);
/* Numbers go through number.h: no %f or %g here. */
void pd_out_printf(struct pd_out *o, const char *fmt, ...) PD_PRINTF(2, 3);

/* What @buf holds: all that was written if fd is -1. Borrowed until @o is used again. */
static inline struct pd_str pd_out_kept(const struct pd_out *o)
{
	return (struct pd_str){o->buf, o->n};
}

/* What @line holds as a line of @out, without blanks at its end; @line is empty then. */
void pd_out_line(struct pd_out *out, struct pd_out *line);

/* Writes what is left and frees the buffer; the fd stays open. 0, or PD_EIO with saved_errno set. */
int pd_out_close(struct pd_out *o);

#endif

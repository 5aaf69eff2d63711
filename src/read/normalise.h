/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normalise.h - one line as the program printed it, before mail and terminals touched it */
#ifndef READ_NORMALISE_H
#define READ_NORMALISE_H

#include <perfdelta/base.h>

/* Room for lines that had to be rewritten; free p when done. Zero-initialized is ready. */
struct pd_normalise_buf {
	char *p;
	size_t cap;
};

/*
 * Normalises one line without its newline (input.h says what that is). Most
 * lines are plain and come back as they are; the others stand in @buf until the
 * next call. False if the line is binary junk.
 */
bool pd_normalise(struct pd_str raw, bool plain, struct pd_normalise_buf *buf,
		  struct pd_str *ret_line);

/*
 * Nothing but printable ASCII, tabs and newlines: most lines of most files. A
 * block is looked at faster as a whole than line by line; @plain above says that
 * it was.
 */
bool pd_normalise_is_plain(const char *p, size_t n);

/*
 * A name that stands in a ledger: UTF-8 without anything that pd_str_control()
 * finds (it becomes '?'), blanks plain as in lines. What is no UTF-8 is taken as Latin-1. Cleaning a clean name
 * changes nothing. Borrowed: @s itself or @buf, until either is used again.
 */
struct pd_str pd_normalise_name(struct pd_str s, struct pd_normalise_buf *buf);

#endif

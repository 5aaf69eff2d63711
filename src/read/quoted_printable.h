/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quoted_printable.h - whether a text is quoted-printable although no header of it says so */
#ifndef READ_QUOTED_PRINTABLE_H
#define READ_QUOTED_PRINTABLE_H

#include "base/str.h"

/*
 * Of the first bytes of a file, normalised as lines are. Rows of a profile decide:
 * each is ASCII of at most 76 columns, and each '=' in them is a soft break or
 * escapes a byte that has to be escaped; and there is a break or an escape that
 * nothing else explains. False where a header says what the text is.
 */
bool pd_quoted_printable_looks(struct pd_str head);

/* The byte that "=C2" at the front of @s stands for, or -1. */
int pd_quoted_printable_escape(struct pd_str s);

#endif

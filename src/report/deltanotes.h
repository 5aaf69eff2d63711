/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltanotes.h - caveats of profile rows: a stable word for machines, a footnote for people
 */
#ifndef REPORT_DELTANOTES_H
#define REPORT_DELTANOTES_H

#include "report/notes.h"

#include <perfdelta/delta.h>

/*
 * The i-th caveat of enum pd_delta_caveat (1 << i): its word and one line;
 * false past the end.
 */
bool pd_deltanotes_at(size_t i, const char **ret_code, const char **ret_what);

/* Notes all caveats of @set and writes their marks, "(1,3)", as "[1]" is a side; nothing if there are none. */
void pd_deltanotes_mark(struct pd_notes *notes, uint32_t set, struct pd_out *marks);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_looks.h - what the beginning of a text with perf reports looks like */
#ifndef READ_PERF_LOOKS_H
#define READ_PERF_LOOKS_H

#include <perfdelta/base.h>

/* Whether lines of a report's header stand in @head: columns of ours with what is above them. */
bool pd_perf_looks_has_header(struct pd_str head);

/* Whether rows stand in @head, and no such header. */
bool pd_perf_looks_has_only_rows(struct pd_str head);

/*
 * Whether prose announces several profiles. It names them only then: one alone is
 * called as the operand is.
 */
bool pd_perf_looks_several(struct pd_str head);

#endif

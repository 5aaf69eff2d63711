/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/diag.h - what went wrong, and where
 *
 * The library never prints. It reports to the caller's sink, once per fact.
 */
#ifndef PERFDELTA_DIAG_H
#define PERFDELTA_DIAG_H

#include <perfdelta/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum pd_severity {
	PD_NOTE,
	PD_WARNING, /* input was skipped or repaired; the run goes on */
	PD_ERROR,   /* the call that reported it returns a negative status */
};

/* Lines and columns count from 1, columns in bytes; 0 means "not known". */
struct pd_loc {
	const char *file; /* NULL: not about a file */
	uint64_t line;
	uint32_t col;
};

struct pd_diag {
	enum pd_severity severity;
	struct pd_loc loc;
	const char *code; /* stable word, e.g. "bad-number"; `perfdelta list codes` has them all */
	const char *msg;  /* no capital, no full stop, no newline; valid during the call */
	uint64_t count;   /* facts this one stands for: more than 1 in "1204 more ..." */
};

typedef void pd_diag_fn(void *cookie, const struct pd_diag *d);

#ifdef __cplusplus
}
#endif
#endif

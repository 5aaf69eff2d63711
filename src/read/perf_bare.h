/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_bare.h - rows of a perf report that lost their header
 *
 * What `perf report -q` prints, and what people paste into mails. Without a
 * ruler the row itself must tell where its fields are.
 */
#ifndef READ_PERF_BARE_H
#define READ_PERF_BARE_H

#include <perfdelta/base.h>

struct pd_perf_bare {
	struct pd_str share, self; /* "22.01%"; self: where Children stand before it, else empty */
	struct pd_str comm, dso;   /* empty if there is none */
	struct pd_str symbol;      /* without its "[k] " */
};

/*
 * Takes @line apart, if it is such a row: a percent, fields, and a symbol behind
 * "[k] ". Slices point into @line.
 */
bool pd_perf_bare(struct pd_str line, struct pd_perf_bare *ret);

/* Whether @line may be the first part of a row that was wrapped: a percent, then words. */
bool pd_perf_bare_begins(struct pd_str line);

/* A row but that its first percent is none: "1e308%", "200.00%", "-10.00%", "60,00%". */
bool pd_perf_bare_is_odd(struct pd_str line, struct pd_str *ret_share);

/* The name in a cell "[k] name", "0x1274             B [.] name" or "name (inlined)". */
struct pd_str pd_perf_bare_symbol(struct pd_str cell);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/ctx.h - what one use of the library shares: memory, names, trouble
 *
 * A context belongs to one thread. Everything that a call with it returns lives
 * until pd_ctx_free().
 */
#ifndef PERFDELTA_CTX_H
#define PERFDELTA_CTX_H

#include <perfdelta/base.h>
#include <perfdelta/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pd_ctx;

/* @sink is called once per diagnostic with @cookie; NULL to only keep them. */
PD_API struct pd_ctx *pd_ctx_new(pd_diag_fn *sink, void *cookie);
PD_API void pd_ctx_free(struct pd_ctx *ctx);

/* The name behind an id, NUL-terminated, borrowed from @ctx. */
PD_API struct pd_str pd_ctx_name(const struct pd_ctx *ctx, pd_id id);
PD_API pd_id pd_ctx_id(struct pd_ctx *ctx, struct pd_str name);

/* Zeroed memory that lives as long as @ctx. */
PD_API void *pd_ctx_alloc(struct pd_ctx *ctx, size_t size);

/* @p, from malloc or NULL, is freed together with @ctx. */
PD_API void pd_ctx_own(struct pd_ctx *ctx, void *p);

/* Reports to the sink and keeps a copy for the report's diagnostics. */
PD_API void pd_ctx_diag(struct pd_ctx *ctx, enum pd_severity severity, struct pd_loc loc,
			const char *code, const char *fmt, ...) PD_PRINTF(5, 6);

/* Reports a ready-made diagnostic, copied. */
PD_API void pd_ctx_repeat(struct pd_ctx *ctx, const struct pd_diag *d);

/* All diagnostics so far in the order reported, borrowed; *ret_n is their number. */
PD_API const struct pd_diag *pd_ctx_diags(const struct pd_ctx *ctx, size_t *ret_n);

#ifdef __cplusplus
}
#endif
#endif

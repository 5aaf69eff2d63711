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

/**
 * pd_ctx_new - begin to use the library
 * @sink: called on the thread of the call that reports, once per diagnostic; NULL
 *        to only keep them for pd_ctx_diags()
 * @cookie: what @sink is called with
 *
 * Return: a context, never NULL: running out of memory, here and in every
 * function that takes a context, ends the process with a message.
 */
PD_API struct pd_ctx *pd_ctx_new(pd_diag_fn *sink, void *cookie);

/**
 * pd_ctx_branch - a context for work beside that of @ctx, on another thread perhaps
 *
 * It knows the names that @ctx knows, and must be freed before @ctx learns another or is
 * freed. Memory and diagnostics are its own; nobody is told of the latter.
 * pd_ctx_id() is not for it.
 *
 * Return: never NULL.
 */
PD_API struct pd_ctx *pd_ctx_branch(const struct pd_ctx *ctx);

/* Frees @ctx and all that was made with it. NULL is fine. */
PD_API void pd_ctx_free(struct pd_ctx *ctx);

/* The name behind @id, which came from @ctx or is 0; NUL-terminated, borrowed from @ctx. */
PD_API struct pd_str pd_ctx_name(const struct pd_ctx *ctx, pd_id id);

/* The id of @name, copied if it is new; 0 for the empty string. Any bytes but NUL. */
PD_API pd_id pd_ctx_id(struct pd_ctx *ctx, struct pd_str name);

/* @size bytes, may be 0, zeroed and aligned for any type, that live as long as @ctx. */
PD_API void *pd_ctx_alloc(struct pd_ctx *ctx, size_t size);

/* @p, from malloc or NULL, is freed together with @ctx. */
PD_API void pd_ctx_own(struct pd_ctx *ctx, void *p);

/**
 * pd_ctx_diag - report to the sink, and keep a copy for the report
 * @loc: what it is about; {NULL, 0, 0} if that is no file
 * @code: a stable word, one of `perfdelta list codes`; copied
 * @fmt: as for printf: no capital, no full stop, no newline; what went wrong first
 */
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

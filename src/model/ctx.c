/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/ctx.h>

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct pd_ctx {
	struct pd_arena arena;
	struct pd_intern names;
	pd_diag_fn *sink;
	void *cookie;
	struct pd_diag *diag;
	size_t n_diags, cap_diags;
	void **owned;
	size_t n_owned, cap_owned;
	bool borrows_names;
};

struct pd_ctx *pd_ctx_new(pd_diag_fn *sink, void *cookie)
{
	struct pd_ctx *ctx = calloc(1, sizeof(*ctx));

	if (!ctx)
		pd_arena_out_of_memory();
	ctx->sink = sink;
	ctx->cookie = cookie;
	return ctx;
}

struct pd_ctx *pd_ctx_branch(const struct pd_ctx *ctx)
{
	struct pd_ctx *branch = pd_ctx_new(NULL, NULL);

	branch->names = ctx->names;
	branch->borrows_names = true;
	return branch;
}

void pd_ctx_free(struct pd_ctx *ctx)
{
	if (!ctx)
		return;
	if (!ctx->borrows_names)
		pd_intern_free(&ctx->names);
	pd_arena_free(&ctx->arena);
	free(ctx->diag);
	for (size_t i = 0; i < ctx->n_owned; i++)
		free(ctx->owned[i]);
	free(ctx->owned);
	free(ctx);
}

struct pd_str pd_ctx_name(const struct pd_ctx *ctx, pd_id id)
{
	return pd_intern_name(&ctx->names, id);
}

pd_id pd_ctx_id(struct pd_ctx *ctx, struct pd_str name)
{
	assert(!ctx->borrows_names);
	return pd_intern(&ctx->names, name);
}

void *pd_ctx_alloc(struct pd_ctx *ctx, size_t size)
{
	return pd_arena_alloc(&ctx->arena, size);
}

void pd_ctx_own(struct pd_ctx *ctx, void *p)
{
	ctx->owned = pd_vec_grow(ctx->owned, &ctx->cap_owned, ctx->n_owned + 1,
				 sizeof(*ctx->owned));
	ctx->owned[ctx->n_owned++] = p;
}

static const char *keep(struct pd_ctx *ctx, const char *text)
{
	return text ? pd_arena_dup(&ctx->arena, pd_str_of(text)) : NULL;
}

void pd_ctx_repeat(struct pd_ctx *ctx, const struct pd_diag *d)
{
	struct pd_diag *kept;

	ctx->diag = pd_vec_grow(ctx->diag, &ctx->cap_diags, ctx->n_diags + 1, sizeof(*ctx->diag));
	kept = &ctx->diag[ctx->n_diags++];
	*kept = *d;
	kept->loc.file = keep(ctx, d->loc.file);
	kept->code = keep(ctx, d->code);
	kept->msg = keep(ctx, d->msg);
	if (ctx->sink)
		ctx->sink(ctx->cookie, kept);
}

void pd_ctx_diag(struct pd_ctx *ctx, enum pd_severity severity, struct pd_loc loc, const char *code,
		 const char *fmt, ...)
{
	struct pd_diag d = {.severity = severity, .loc = loc, .code = code, .count = 1};
	va_list args;
	char *msg;
	int n;

	va_start(args, fmt);
	n = vasprintf(&msg, fmt, args);
	va_end(args);
	if (n < 0)
		pd_arena_out_of_memory();
	d.msg = msg;
	pd_ctx_repeat(ctx, &d);
	free(msg);
}

const struct pd_diag *pd_ctx_diags(const struct pd_ctx *ctx, size_t *ret_n)
{
	*ret_n = ctx->n_diags;
	return ctx->diag;
}

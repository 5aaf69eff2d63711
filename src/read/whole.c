/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/whole.h"

#include "base/str.h"
#include "read/input.h"

static const char *shown(const char *path)
{
	return strcmp(path, "-") ? path : "<stdin>";
}

static int trouble(struct pd_ctx *ctx, const char *path, int status, int saved_errno)
{
	char buf[128];

	if (status == PD_ELIMIT)
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){shown(path), 0, 0}, "limit",
			    "a table of more than 64 MiB");
	else
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "open",
			    "cannot read '%s': %s", shown(path),
			    strerror_r(saved_errno, buf, sizeof(buf)));
	return status;
}

static struct pd_str copy(struct pd_ctx *ctx, struct pd_str text)
{
	char *p = pd_ctx_alloc(ctx, text.n + 1);

	if (text.n)
		memcpy(p, text.p, text.n);
	return (struct pd_str){p, text.n};
}

int pd_whole(struct pd_ctx *ctx, const char *path, struct pd_str *ret)
{
	struct pd_input in;
	struct pd_str text;
	int r = pd_input_open(&in, path, PD_WHOLE_MAX);

	if (!r && !pd_input_all(&in, &text))
		r = pd_input_status(&in);
	if (!r)
		*ret = copy(ctx, text);
	else
		r = trouble(ctx, path, r, in.saved_errno);
	pd_input_close(&in);
	return r;
}

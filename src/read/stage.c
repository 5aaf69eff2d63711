/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/stage.h"

#include "base/str.h"
#include "base/vec.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* How often @code was met, this time among them. */
static uint64_t count(struct pd_stage_diags *d, const char *code)
{
	for (size_t i = 0; i < d->n_codes; i++)
		if (!strcmp(d->count[i].code, code))
			return ++d->count[i].n;
	assert(d->n_codes < PD_ARRAY_SIZE(d->count));
	d->count[d->n_codes++] = (struct pd_stage_code){code, 1};
	return 1;
}

/* Cut between two characters, not inside one. */
static void shorten(char *msg)
{
	size_t n = PD_STAGE_MESSAGE - 3;

	if (strlen(msg) <= PD_STAGE_MESSAGE)
		return;
	while (n && ((unsigned char)msg[n] & 0xc0) == 0x80)
		n--;
	memcpy(msg + n, "...", 4);
}

void pd_stage_diag(struct pd_stage_diags *d, enum pd_severity severity, struct pd_loc loc,
		   const char *code, const char *fmt, va_list args)
{
	struct pd_stage_diag *kept;

	d->n_skipped += severity == PD_WARNING;
	if (count(d, code) > PD_STAGE_DIAGS_SHOWN)
		return;
	d->diag = pd_vec_grow(d->diag, &d->cap, d->n + 1, sizeof(*d->diag));
	kept = &d->diag[d->n++];
	kept->diag = (struct pd_diag){severity, loc, code, NULL, 1};
	if (vasprintf(&kept->msg, fmt, args) < 0)
		pd_arena_out_of_memory();
	shorten(kept->msg);
	kept->diag.msg = kept->msg;
}

void pd_stage_diags_free(struct pd_stage_diags *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->diag[i].msg);
	free(d->diag);
	*d = (struct pd_stage_diags){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/symbol_files.h"

#include "base/arena.h"

#include <stdlib.h>

struct pd_symbol_files {
	struct pd_symbol_options options;
};

struct pd_symbol_files *pd_symbol_files_new(const struct pd_symbol_options *options)
{
	struct pd_symbol_files *f = calloc(1, sizeof(*f));

	if (!f)
		pd_arena_out_of_memory();
	f->options = *options;
	return f;
}

void pd_symbol_files_free(struct pd_symbol_files *f)
{
	free(f);
}

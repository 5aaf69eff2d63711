/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol_search.h - the file that ran, and the one with its symbols, among all places they may be
 *
 * In the order of perf: the debug file that the object names, perf's own cache, the
 * places of Fedora and Ubuntu, and of files by build-id, the object itself.
 */
#ifndef READ_SYMBOL_SEARCH_H
#define READ_SYMBOL_SEARCH_H

#include "read/symbol_files.h"

struct pd_symbol_search {
	const struct pd_symbol_options *options;
	const char *path;           /* as the recording has it */
	struct pd_perf_build_id id; /* that it must have; n is 0: not known */
	bool is_same;               /* without an id: @path is what ran */
	bool saw_other;             /* a file was there, and was another one */
	char at[4096];              /* where something was found last */
};

/* What ran; false if it is nowhere. Its own build-id becomes @s->id. */
bool pd_symbol_search_runtime(struct pd_symbol_search *s, struct pd_elf *ret);
/*
 * A file that has all symbols of what ran: a debug file of its build-id. @runtime: what
 * ran, or NULL. False if there is none.
 */
bool pd_symbol_search_debug(struct pd_symbol_search *s, const struct pd_elf *runtime,
			    struct pd_elf *ret);
/* The bytes of this machine's vdso if it is the one that ran, or of a copy that perf kept; to be freed. */
bool pd_symbol_search_vdso(struct pd_symbol_search *s, struct pd_str *ret);

/* A path made as by printf; false if it is too long. */
bool pd_symbol_search_path(char ret[4096], const char *format, ...) PD_PRINTF(2, 3);
/* The folder and file name that a build-id has in a store of them: "3f/a74454..." */
struct pd_symbol_search_hex {
	char text[2 * PD_PERF_BUILD_ID + 1], parts[2 * PD_PERF_BUILD_ID + 2];
};
struct pd_symbol_search_hex pd_symbol_search_hex(const struct pd_perf_build_id *id);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_map_file.h - what a JIT writes about its code to /tmp/perf-PID.map
 *
 *	7f8937d9b000 1b LazyCompile:*hot loop /app/my file.js:12
 */
#ifndef READ_PERF_MAP_FILE_H
#define READ_PERF_MAP_FILE_H

#include "read/symbol_table.h"

/*
 * Adds the functions in @text; lines that are none are left out. Code that was thrown
 * away makes room for other code: the later line counts where two start at one address.
 */
void pd_perf_map_file_parse(struct pd_symbol_table *t, struct pd_str text);

#endif

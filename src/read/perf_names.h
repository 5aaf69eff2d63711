/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_names.h - addresses of a recording become frames
 *
 *	struct pd_perf_names *n = pd_perf_names_new(symbols, maps, hits);
 *
 *	pd_perf_names_release(n, PD_STR("6.1.0-18-amd64"));
 *	pd_perf_names_build_id(n, PD_STR("/usr/bin/sh"), &id);
 *	...
 *	pd_hits_frame_again(hits, pd_perf_names_frame(n, pid, PD_PERF_USER, ip, false));
 *	...
 *	pd_perf_names_warn(n, out);
 *
 * A frame is what the text reader makes of a line of perf script: the function and
 * its object, "[unknown]" where there is none. Symbols are taken only of the very
 * file that ran: its build-id must match, of a list of the kernel's symbols its
 * release or build-id.
 */
#ifndef READ_PERF_NAMES_H
#define READ_PERF_NAMES_H

#include "read/perf_maps.h"

struct pd_hits;
struct pd_ingest;
struct pd_symbol_files; /* read/symbol_files.h: shared by all recordings of one reading */

/* PERF_RECORD_MISC_CPUMODE, and what the markers in a call chain switch to. */
enum pd_perf_mode {
	PD_PERF_MODE_UNKNOWN,
	PD_PERF_MODE_KERNEL,
	PD_PERF_MODE_USER,
	PD_PERF_MODE_HYPERVISOR,
	PD_PERF_MODE_GUEST_KERNEL,
	PD_PERF_MODE_GUEST_USER,
};

struct pd_perf_names;

/*
 * Names for one recording; all are borrowed until pd_perf_names_free(). @files may
 * be NULL: no symbols at all.
 */
struct pd_perf_names *pd_perf_names_new(struct pd_symbol_files *files, struct pd_perf_maps *maps,
					struct pd_hits *hits);
void pd_perf_names_free(struct pd_perf_names *n); /* NULL is fine */

/* ---- what the header says; before the first address */

/* The machine's kernel, as `uname -r` has it, and the machine's name. */
void pd_perf_names_release(struct pd_perf_names *n, struct pd_str release);
void pd_perf_names_host(struct pd_perf_names *n, struct pd_str host);
/* The path of the recording, borrowed, for lists of symbols beside it; without a call: standard input. */
void pd_perf_names_beside(struct pd_perf_names *n, const char *recording);
/* A row of the table of build-ids, or HEADER_BUILD_ID: the build-id of an object. */
void pd_perf_names_build_id(struct pd_perf_names *n, struct pd_str path,
			    const struct pd_perf_build_id *id);

/* ---- addresses */

/*
 * The frame at @address, for pd_hits_frame_again(). @is_caller: the address is one
 * that a call returns to, so the call is the byte before it; not so for the first
 * of a chain, nor for the first behind a marker of the chain.
 */
uint32_t pd_perf_names_frame(struct pd_perf_names *n, uint32_t pid, enum pd_perf_mode mode,
			     uint64_t address, bool is_caller);

/* Data at an address: "tasklist_lock+0x0"; both empty if it is not known. */
struct pd_perf_data_symbol {
	struct pd_str symbol, object; /* borrowed until the next call */
};
struct pd_perf_data_symbol pd_perf_names_data(struct pd_perf_names *n, uint32_t pid,
					      uint64_t address);

/* Says which frames have no names and why; once, at the end. */
void pd_perf_names_warn(const struct pd_perf_names *n, struct pd_ingest *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stage.h - what one file said, before it is merged
 *
 * Private to ingest.c and merge.c. A slot is a key on a side of this file: the
 * unit in which runs are counted.
 */
#ifndef READ_STAGE_H
#define READ_STAGE_H

#include "base/intern.h"
#include "model/table.h"
#include "read/normalise.h"
#include "read/runs.h"

#include <perfdelta/read.h>
#include <perfdelta/table.h>

#include <stdarg.h>

enum {
	PD_STAGE_MAX_VALUES = 100000000,
	PD_STAGE_MAX_NAMES = 1000000, /* benchmarks, labels, metrics, units, sides */
	PD_STAGE_MESSAGE = 400,       /* bytes; lines that are quoted may have 16 MiB */
	PD_STAGE_DIAGS_SHOWN = 5,     /* of each code; the rest is counted */
};

struct pd_hits;
struct pd_quantity;

struct pd_stage_label {
	pd_id key, val;
};

struct pd_stage_quantity {
	struct pd_metric metric; /* names are of this stage */
	int shift;
	double factor;
};

/* The last quantity, as it was said. */
struct pd_stage_said {
	pd_id name, unit;
	enum pd_better better;
	bool undirected, exact, redundant, absolute;
	uint32_t index;
};

struct pd_stage_slot {
	pd_id side, bench, labels;
	uint32_t quantity;
	uint32_t n_runs;
	uint32_t epoch, run, n_iterations; /* of the run that iterations are being added to */
	struct pd_runs_slot named;
};

struct pd_stage_diag {
	struct pd_diag diag; /* file unset; strings owned */
	char *msg;
};

struct pd_stage_diags {
	struct pd_stage_diag *diag;
	size_t n, cap;
	struct pd_stage_code {
		const char *code;
		uint64_t n;
	} count[32];
	size_t n_codes;
	uint64_t n_skipped;
};

struct pd_ingest {
	const struct pd_read_options *options;
	struct pd_symbol_files *symbols;
	int status;
	bool full; /* a limit was passed */

	struct pd_intern names; /* clean, as pd_normalise_name() leaves them */
	struct pd_normalise_buf normal;
	struct pd_intern quantity_ids, slot_ids; /* packed structs as names; ids from 1 */

	pd_id *declared; /* [n_declared] sides */
	size_t n_declared, cap_declared;

	pd_id side, bench, labels;
	bool has_sides, labels_packed;
	struct pd_stage_label label[PD_LABELS_MAX]; /* sorted by key */
	size_t n_labels;
	uint32_t epoch;
	double when; /* meaningful once values.when is there */

	struct pd_stage_said said;
	struct pd_stage_quantity *quantity;
	struct pd_stage_slot *slot;
	size_t n_quantities, cap_quantities, n_slots, cap_slots;

	struct pd_runs runs;
	struct pd_intern run_names; /* as many as values at most */
	struct pd_intern_guess run_guess;

	struct pd_aggregate about; /* of the next value; told is false where nothing is */
	bool told;

	struct pd_table_columns values; /* key: a slot; side: none yet */

	struct pd_hits *hits; /* NULL: nobody spoke of any */

	struct pd_stage_diags diags;
};

/* The id of a name, cleaned; that of no name once there are too many. */
pd_id pd_stage_name(struct pd_ingest *g, struct pd_str name);

/* The number of the slot for the current side, benchmark and labels with @q, from 1. */
uint32_t pd_stage_key(struct pd_ingest *g, const struct pd_quantity *q);

/* Keeps the message, or only counts it if its code was met often. */
void pd_stage_diag(struct pd_stage_diags *d, enum pd_severity severity, struct pd_loc loc,
		   const char *code, const char *fmt, va_list args) PD_PRINTF(5, 0);
void pd_stage_diags_free(struct pd_stage_diags *d);

#endif

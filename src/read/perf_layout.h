/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_layout.h - where in a perf.data things are
 *
 *	file       "PERFILE2", header of 104 bytes, attributes, records, features
 *	pipe       "PERFILE2", header of 16 bytes, records, which say all the rest
 *	directory  a file `data`, and records in data.0, data.1 ... beside it
 *
 * A magic that reads "2ELIFREP" is that of a machine of the other byte order.
 * Source: tools/perf/Documentation/perf.data-file-format.txt.
 */
#ifndef READ_PERF_LAYOUT_H
#define READ_PERF_LAYOUT_H

#include "read/perf_recording.h"

/* Does a recording begin so, whatever its version? */
bool pd_perf_layout_is(struct pd_str head);

/* Where the parts of a file are. */
struct pd_perf_section {
	uint64_t at, size;
};

enum { PD_PERF_FEATURES = 256 }; /* bits of the set of features */

struct pd_perf_layout {
	bool swap, is_pipe;
	uint64_t header, attr_size;
	struct pd_perf_section attrs, data;
	bool has_feature[PD_PERF_FEATURES];
};

/*
 * Reads the header at the front of @b. NULL, or what is wrong with it: half a
 * sentence. Sections may lie anywhere: whoever reads them looks.
 */
const char *pd_perf_layout_read(struct pd_perf_layout *l, struct pd_perf_bytes b);

/*
 * Takes attributes and features of a file, not of a pipe, from its bytes @b; what is
 * cut is warned of. NULL, or why nothing of the recording can be read.
 */
const char *pd_perf_layout_attrs(const struct pd_perf_layout *l, struct pd_perf_bytes b,
				 struct pd_perf_recording *r);
void pd_perf_layout_features(const struct pd_perf_layout *l, struct pd_perf_bytes b,
			     struct pd_perf_recording *r);

/* The records: what of them is there; a recorder that was killed left their size 0. */
struct pd_perf_bytes pd_perf_layout_records(const struct pd_perf_layout *l, struct pd_perf_bytes b,
					    struct pd_perf_recording *r);

#endif

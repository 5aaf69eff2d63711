/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rowname.h - the names of a section's rows, as short as they can be
 *
 * Only labels that vary are in a name. A number that is always the same
 * multiple of another one (40 tasks per group) says nothing new: it is left
 * out of the names, and pd_rowname_ties() says it once.
 */
#ifndef REPORT_ROWNAME_H
#define REPORT_ROWNAME_H

#include "base/out.h"

#include <perfdelta/report.h>

enum pd_rowname_form {
	PD_ROWNAME_LIST, /* 4-groups, or process 4-groups */
	PD_ROWNAME_DOTS, /* process.4-groups */
	PD_ROWNAME_DASH, /* process-4 */
};

/* A label that is @factor times another one in every row. */
struct pd_rowname_tie {
	struct pd_str key, of;
	uint64_t factor;
};

struct pd_rowname {
	const struct pd_report *report;
	const struct pd_section *section;
	struct pd_rowname_tie tie[PD_LABELS_MAX];
	size_t n_ties;
};

void pd_rowname_init(struct pd_rowname *names, const struct pd_report *r,
		     const struct pd_section *s);

/*
 * The name of the @i-th row of the section: its benchmark if that varies, then
 * its labels. A number goes before its key, other values stand alone. Empty
 * for the only row of a section.
 */
void pd_rowname_write(const struct pd_rowname *names, size_t i, enum pd_rowname_form form,
		      struct pd_out *out);

/* The same without the benchmark. */
void pd_rowname_labels(const struct pd_rowname *names, size_t i, enum pd_rowname_form form,
		       struct pd_out *out);

/* "tasks = 40 x groups", comma-separated; nothing if there are no ties. */
void pd_rowname_ties(const struct pd_rowname *names, struct pd_out *out);

/* Whether a name has a value that stands without its key. */
bool pd_rowname_has_words(const struct pd_rowname *names);

/* The keys of the values in a name, comma-separated. */
void pd_rowname_keys(const struct pd_rowname *names, struct pd_out *out);

#endif

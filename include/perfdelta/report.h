/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/report.h - what there is to say, before anyone decides how it looks
 *
 * A report is semantic: no widths, no colours, no strings but names.
 */
#ifndef PERFDELTA_REPORT_H
#define PERFDELTA_REPORT_H

#include <perfdelta/base.h>
#include <perfdelta/compare.h>
#include <perfdelta/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One line of a section, with the labels in which it differs from its neighbours. */
struct pd_report_row {
	uint32_t row; /* index into rows->row */
	struct pd_label *varying;
	uint32_t n_varying;
};

/* Rows of one metric, in display order; a table in most styles. */
struct pd_section {
	uint16_t metric;
	bool bench_varies;       /* rows are of several benchmarks: the name is part of the line */
	pd_id bench;             /* of all rows when it does not vary */
	struct pd_label *common; /* labels that all rows share */
	uint32_t n_common;
	struct pd_report_row *row;
	uint32_t n;
};

/* Something that stands on some sides only: said, never dropped. */
struct pd_unpaired {
	uint32_t row;
	uint16_t side; /* where it is missing; 0: the base has none */
};

/* Heads against the base, or every side by itself. */
enum pd_report_kind { PD_REPORT_COMPARISON, PD_REPORT_SUMMARY };

/* All that a style needs, and nothing of how it looks. Rows on one side only are no section's. */
struct pd_report {
	enum pd_report_kind kind;
	const struct pd_ctx *ctx;
	const struct pd_result *result; /* rows, centres, comparisons, policy, counts */
	const char *version;            /* of perfdelta: "0.1.0" */
	struct pd_section *section;     /* by first appearance, derived metrics last */
	size_t n_sections;
	struct pd_unpaired *unpaired;
	size_t n_unpaired;
	const struct pd_diag *diag; /* [n_diags] */
	size_t n_diags;
	uint64_t n_values;  /* of the ledger, before anything was filtered or dropped */
	uint64_t n_skipped; /* rows or lines that readers left out */
};

/* The order of rows in a section: as read, by natural order of names, or the worst change first. */
enum pd_sort { PD_SORT_FILE, PD_SORT_NAME, PD_SORT_CHANGE };

/**
 * pd_report - put a result into the order in which it is told
 * @ctx: owns the report; diagnostics reported so far are part of it
 * @result: from pd_compare() with the same @ctx
 * @kind: of a summary all rows are shown, of a comparison those with a base and a head
 * @sort: order of the rows of a section
 *
 * Cost: O(n log n) in the rows.
 *
 * Return: the report, never NULL; without rows it has no sections.
 */
PD_API const struct pd_report *pd_report(struct pd_ctx *ctx, const struct pd_result *result,
					 enum pd_report_kind kind, enum pd_sort sort);

/* The i-th style: its name and one line; false past the end. */
PD_API bool pd_report_style_at(size_t i, const char **ret_name, const char **ret_what);

/* The same of the styles of profile reports. */
PD_API bool pd_report_deltastyle_at(size_t i, const char **ret_name, const char **ret_what);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltastyle.h - what a style of profile reports is
 *
 * To add one: write delta_NAME.c with one `const struct pd_deltastyle
 * pd_delta_NAME`, and add its row to deltastyles.def. Nothing else changes.
 */
#ifndef REPORT_DELTASTYLE_H
#define REPORT_DELTASTYLE_H

#include "base/out.h"
#include "report/style.h"

#include <perfdelta/delta.h>

struct pd_inventory;

/* All that a style of profiles needs, and nothing of how it looks. */
struct pd_deltareport {
	const struct pd_delta_result *result;
	const char *version;
	const struct pd_diag *diag; /* [n_diags] */
	size_t n_diags;
	uint32_t n_top; /* rows shown of each section, the largest changes; 0: all */
};

struct pd_deltastyle {
	const char *name;         /* --style=NAME; stable */
	const char *what;         /* one line for `perfdelta list styles` */
	bool machine, list, json; /* as in struct pd_style */
	void (*write)(const struct pd_deltareport *r, const struct pd_look *look,
		      struct pd_out *out);
	/* `perfdelta summary`; NULL: not told in this style. */
	void (*write_inventory)(const struct pd_inventory *v, const struct pd_look *look,
				struct pd_out *out);
};

#define PD_DELTASTYLE(name) extern const struct pd_deltastyle pd_delta_##name;
#include "report/deltastyles.def"
#undef PD_DELTASTYLE

/* In the order of deltastyles.def, or NULL past the end. */
const struct pd_deltastyle *pd_deltastyle_at(size_t i);
/* The one that is called so, as in style.h, or NULL. */
const struct pd_deltastyle *pd_deltastyle_find(const char *name);

#endif

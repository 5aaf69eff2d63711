/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltafields.h - what machines read of profiles: names and order of the fields
 *
 * The contract is docs/json-profile.md, kept as fields.h keeps that of
 * benchmarks: JSON and CSV are two ways to write the same walk.
 */
#ifndef REPORT_DELTAFIELDS_H
#define REPORT_DELTAFIELDS_H

#include "report/deltastyle.h"
#include "report/fields.h"

/* @row on head @side, from 1. */
void pd_deltafields_row(const struct pd_fields *f, void *to, const struct pd_delta_result *result,
			const struct pd_delta_section *section, const struct pd_delta_row *row,
			size_t side);

void pd_deltafields_policy(const struct pd_fields *f, void *to,
			   const struct pd_delta_result *result);
void pd_deltafields_counts(const struct pd_fields *f, void *to,
			   const struct pd_delta_result *result);
/* What the profiles of @side say of machine and recording, where they agree. */
void pd_deltafields_setup(const struct pd_fields *f, void *to, const struct pd_delta_result *result,
			  size_t side);

/* How @section was measured and tested, without the arrays by side. */
void pd_deltafields_section(const struct pd_fields *f, void *to,
			    const struct pd_delta_result *result,
			    const struct pd_delta_section *section);

/* The elements of the arrays by side: the factor of work, the whole, what is not listed. */
void pd_deltafields_factor(const struct pd_fields *f, void *to,
			   const struct pd_delta_section *section, size_t side);
void pd_deltafields_total(const struct pd_fields *f, void *to,
			  const struct pd_delta_section *section, size_t side);
void pd_deltafields_below_limit(const struct pd_fields *f, void *to,
				const struct pd_delta_section *section, size_t side);

#endif

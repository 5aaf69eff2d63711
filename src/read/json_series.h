/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_series.h - arrays of measured numbers in a JSON document */
#ifndef READ_JSON_SERIES_H
#define READ_JSON_SERIES_H

#include "read/json.h"

#include <perfdelta/base.h>

struct pd_ingest;

/* Where a series stands, for messages: the run 3 of "telco". */
struct pd_json_series {
	const struct pd_json_doc *doc;
	struct pd_ingest *out;
	struct pd_str name;
	const char *what;
	size_t index;
	int shift;       /* decimal exponent to apply before the unit's own */
	bool may_be_nan; /* what is not finite is absent; else it fails the file */
};

/*
 * Adds @first and what follows it as iterations of the current run of @key. What is
 * no number is a warning (bad-number). Return: how many were absent.
 */
uint64_t pd_json_series_add(const struct pd_json_series *s, uint32_t key, const cJSON *first);

/* One iteration, which is finite or fails the file. */
void pd_json_series_value(const struct pd_json_series *s, uint32_t key, double v);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json.h - a file that is one JSON document, as a tree
 *
 * What cJSON cannot take is told or mended first: a byte order mark is skipped,
 * bare NaN and Infinity tokens, which several tools write, become null and are
 * counted, and a fault is reported with its place. Deep nesting is refused, and
 * so is what has two meanings: a NUL, and two members of one name.
 */
#ifndef READ_JSON_H
#define READ_JSON_H

#include "base/json.h"

#include <perfdelta/base.h>

struct pd_ingest;
struct pd_input;

enum {
	PD_JSON_MAX_DEPTH = 256,
	PD_JSON_MAX_SIZE = 256 << 20, /* bytes; the tree takes up to 40 times as much */
};

struct pd_json_doc {
	const struct pd_json_api *api;
	cJSON *root;
	uint64_t n_nonfinite; /* tokens that became null */
};

/*
 * Reads all of @in. Return: 0, or a negative status; what can be said about the
 * text (bad-json, limit, missing-library) is an error of @out then.
 */
int pd_json_open(struct pd_json_doc *d, struct pd_input *in, struct pd_ingest *out) PD_MUST_USE;
void pd_json_close(struct pd_json_doc *d);

enum pd_json_value {
	PD_JSON_NUMBER,
	PD_JSON_ABSENT,     /* null */
	PD_JSON_NOT_FINITE, /* beyond a double, or null where tokens were replaced */
	PD_JSON_OTHER,      /* no number; also for a NULL @item */
};

/* What @item is as a measured value; *ret is set for PD_JSON_NUMBER only, never -0. */
enum pd_json_value pd_json_value(const struct pd_json_doc *d, const cJSON *item, double *ret);

/* A member of an object, or NULL if it is missing, null, or @object is no object. */
const cJSON *pd_json_member(const struct pd_json_doc *d, const cJSON *object, const char *key);
/* A member that is a string; empty if it is none. Borrowed from @d. */
struct pd_str pd_json_string(const struct pd_json_doc *d, const cJSON *object, const char *key);
/* The first element of a member that is an array; NULL if it is none or empty. Go on with ->next. */
const cJSON *pd_json_elements(const struct pd_json_doc *d, const cJSON *object, const char *key);
/* True only for a member that is true. */
bool pd_json_true(const struct pd_json_doc *d, const cJSON *object, const char *key);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tree.h - one line of JSON through cJSON, built as it is walked
 *
 * A document has as many lines as comparisons; only one of them is a tree at a
 * time, so memory stays small. If this machine has no libcjson the writer's
 * error sticks (ELIBACC) and nothing more is written.
 */
#ifndef REPORT_TREE_H
#define REPORT_TREE_H

#include "base/json.h"
#include "base/out.h"

enum { PD_TREE_DEPTH = 8 };

struct pd_tree {
	struct pd_out *out;
	const struct pd_json_api *api;
	cJSON *at[PD_TREE_DEPTH]; /* from the root to what is open */
	size_t depth;
	struct pd_out text; /* names and strings on their way to cJSON */
};

/* @name is NULL inside arrays. Bytes of a string that are no UTF-8 become U+FFFD. */
void pd_tree_init(struct pd_tree *t, struct pd_out *out);
void pd_tree_release(struct pd_tree *t);

/* A root object, and its text once it is complete. */
void pd_tree_begin(struct pd_tree *t);
void pd_tree_end(struct pd_tree *t);
/* The same, with the first member written by whoever calls: text without the braces. */
void pd_tree_end_members(struct pd_tree *t);

void pd_tree_object(struct pd_tree *t, const char *name);
void pd_tree_array(struct pd_tree *t, const char *name);
void pd_tree_close(struct pd_tree *t);

/* null where p is NULL */
void pd_tree_string(struct pd_tree *t, const char *name, struct pd_str value);
/* With a name that is no literal. */
void pd_tree_member(struct pd_tree *t, struct pd_str name, struct pd_str value);
/* null where it is not finite; 12 significant digits, or the shortest that reads back. */
void pd_tree_number(struct pd_tree *t, const char *name, double value);
void pd_tree_value(struct pd_tree *t, const char *name, double value);
void pd_tree_count(struct pd_tree *t, const char *name, uint64_t value);
void pd_tree_flag(struct pd_tree *t, const char *name, bool value);
void pd_tree_null(struct pd_tree *t, const char *name);

#endif

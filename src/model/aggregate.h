/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.h - values that stand for others, and the words for what these were */
#ifndef MODEL_AGGREGATE_H
#define MODEL_AGGREGATE_H

#include <perfdelta/table.h>

/* "runs", "iterations", "inside" */
struct pd_str pd_aggregate_word(enum pd_aggregate_of of);
bool pd_aggregate_parse_word(struct pd_str word, enum pd_aggregate_of *ret);

/* Is nothing told at all? */
bool pd_aggregate_is_empty(const struct pd_aggregate *a);

#endif

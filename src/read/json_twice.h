/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_twice.h - names that stand twice in one object
 *
 * {"a": 1, "a": 2} is grammatical, and what it means is up to each program: the
 * first, the last, or both. For measured values that is no answer.
 */
#ifndef READ_JSON_TWICE_H
#define READ_JSON_TWICE_H

#include "base/json.h"

/* A name that stands twice in @root or an object within, or NULL. Takes linear time. */
const char *pd_json_twice(const struct pd_json_api *api, const cJSON *root);

#endif

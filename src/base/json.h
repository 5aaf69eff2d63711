/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json.h - cJSON, loaded by the first JSON that is read or written
 *
 * A run that meets no JSON does not load the library: that is a tenth of the
 * time such a run takes. The functions are called through a table:
 * pd_json()->Parse(...) is cJSON_Parse(...).
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <cjson/cJSON.h>

#define PD_JSON_FUNCTIONS(X)   \
 X(ParseWithLengthOpts)        \
 X(Delete)                     \
 X(GetObjectItemCaseSensitive) \
 X(GetArraySize)               \
 X(IsArray)                    \
 X(IsBool)                     \
 X(IsNull)                     \
 X(IsNumber)                   \
 X(IsObject)                   \
 X(IsString)                   \
 X(IsTrue)                     \
 X(CreateArray)                \
 X(CreateBool)                 \
 X(CreateNull)                 \
 X(CreateObject)               \
 X(CreateRaw)                  \
 X(CreateString)               \
 X(AddItemToArray)             \
 X(AddItemToObject)            \
 X(PrintUnformatted)           \
 X(free)

struct pd_json_api {
#define PD_JSON_FIELD(name) __typeof__(&cJSON_##name) name;
	PD_JSON_FUNCTIONS(PD_JSON_FIELD)
#undef PD_JSON_FIELD
};

/* The functions, or NULL if this machine has no libcjson. Safe from any thread. */
const struct pd_json_api *pd_json(void);

#endif

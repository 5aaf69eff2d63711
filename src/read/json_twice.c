/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/json_twice.h"

#include "base/intern.h"
#include "base/str.h"
#include "read/json.h"

enum { FEW = 16 }; /* so many names are compared faster than remembered */

static const char *among_few(const cJSON *object)
{
	for (const cJSON *m = object->child; m; m = m->next)
		for (const cJSON *other = m->next; other; other = other->next)
			if (!strcmp(m->string, other->string))
				return m->string;
	return NULL;
}

static const char *among_many(const cJSON *object)
{
	struct pd_intern names = {0};
	const char *twice = NULL;

	(void)pd_intern(&names, PD_STR(""));
	for (const cJSON *m = object->child; m && !twice; m = m->next) {
		/* The empty name is always known: it gets another one that no member has. */
		struct pd_str name = m->string[0] ? pd_str_of(m->string) : (struct pd_str){"", 1};
		size_t before = names.n;

		(void)pd_intern(&names, name);
		if (names.n == before)
			twice = m->string;
	}
	pd_intern_free(&names);
	return twice;
}

static const char *in_object(const cJSON *object)
{
	size_t n = 0;

	for (const cJSON *m = object->child; m && n <= FEW; m = m->next)
		n++;
	return n <= FEW ? among_few(object) : among_many(object);
}

const char *pd_json_twice(const struct pd_json_api *api, const cJSON *root)
{
	const cJSON *next[PD_JSON_MAX_DEPTH + 1] = {root};
	const char *twice = NULL;
	size_t depth = 0;

	/* next[d]: where to go on at depth d; the text was no deeper than that. */
	while (!twice) {
		const cJSON *item = next[depth];

		if (!item && !depth)
			break;
		if (!item) {
			depth--;
			continue;
		}
		next[depth] = item->next;
		if (api->IsObject(item))
			twice = in_object(item);
		if (item->child)
			next[++depth] = item->child;
	}
	return twice;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/str.h"

#include <perfdelta/read.h>

static const struct pd_format *const formats[] = {
#define PD_FORMAT(name) &pd_format_##name,
#include "read/formats.def"
#undef PD_FORMAT
};

const struct pd_format *pd_format_at(size_t i)
{
	return i < PD_ARRAY_SIZE(formats) ? formats[i] : NULL;
}

const struct pd_format *pd_format_find(const char *name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	return NULL;
}

const struct pd_format *pd_format_probe(struct pd_str head)
{
	const struct pd_format *best = NULL;
	int sure = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(formats); i++) {
		int s = formats[i]->probe(head);

		if (s > sure) {
			sure = s;
			best = formats[i];
		}
	}
	return best;
}

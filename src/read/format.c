/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/str.h"

#include <perfdelta/read.h>

enum { OWN_WORDS = 60 }; /* what a probe says that knows them at least */

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

const struct pd_format *pd_format_probe_bytes(struct pd_str head)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(formats); i++)
		if (formats[i]->probe_bytes && formats[i]->probe_bytes(head) > 0)
			return formats[i];
	return NULL;
}

const struct pd_format *pd_format_probe(struct pd_str head, const struct pd_format **ret_other)
{
	const struct pd_format *best = NULL, *second = NULL;
	int sure = 0, less_sure = OWN_WORDS - 1;

	for (size_t i = 0; i < PD_ARRAY_SIZE(formats); i++) {
		int s = formats[i]->probe ? formats[i]->probe(head) : 0;

		if (s > sure) {
			second = sure > less_sure ? best : second;
			less_sure = sure > less_sure ? sure : less_sure;
			sure = s;
			best = formats[i];
		} else if (s > less_sure) {
			less_sure = s;
			second = formats[i];
		}
	}
	*ret_other = second;
	return best;
}

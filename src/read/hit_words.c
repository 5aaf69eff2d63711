/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hit_words.h"

#include <stdio.h>

struct pd_str pd_hit_words_weight(struct pd_str event, char buf[PD_HIT_WORDS_WEIGHT])
{
	int n;

	while (event.n && event.p[event.n - 1] == '/')
		event.n--;
	n = snprintf(buf, PD_HIT_WORDS_WEIGHT, "%.*s/weight", (int)(event.n < 200 ? event.n : 200),
		     event.p);
	return (struct pd_str){buf, (size_t)n};
}

void pd_hit_words_source(uint64_t data_src, char buf[PD_DATA_SRC_MAX])
{
	buf[0] = '\0';
	if (data_src)
		(void)pd_data_src_print(buf, data_src);
	if (!strcmp(buf, "N/A"))
		buf[0] = '\0';
}

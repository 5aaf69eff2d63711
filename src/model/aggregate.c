/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/aggregate.h"

#include "base/str.h"

#include <math.h>

static const char *const words[] = {
	[PD_AGGREGATE_RUNS] = "runs",
	[PD_AGGREGATE_ITERATIONS] = "iterations",
	[PD_AGGREGATE_INSIDE] = "inside",
};

struct pd_str pd_aggregate_word(enum pd_aggregate_of of)
{
	return pd_str_of(words[of]);
}

bool pd_aggregate_parse_word(struct pd_str word, enum pd_aggregate_of *ret)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++) {
		if (!pd_str_eq(word, pd_str_of(words[i])))
			continue;
		*ret = (enum pd_aggregate_of)i;
		return true;
	}
	return false;
}

bool pd_aggregate_is_empty(const struct pd_aggregate *a)
{
	return !a->n && isnan(a->spread);
}

const struct pd_aggregate *pd_aggregate_of(const struct pd_table *table, size_t row)
{
	size_t lo = 0, hi = table->n_aggregates;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (table->aggregate[mid].row < row)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < table->n_aggregates && table->aggregate[lo].row == row ? &table->aggregate[lo]
									   : NULL;
}

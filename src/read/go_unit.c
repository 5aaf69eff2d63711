/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/go_unit.h"

#include "base/str.h"
#include "model/metric.h"

static bool is_one_of(struct pd_str word, const char *const *words)
{
	for (; *words; words++)
		if (pd_str_eq(word, pd_str_of(*words)))
			return true;
	return false;
}

/* Not "min" and "h": those are words of programs as well ("latency-min"). */
static bool is_time(struct pd_str word)
{
	static const char *const words[] = {"ns", "us", "ms", "s", "sec", NULL};

	return is_one_of(word, words);
}

static bool is_bytes(struct pd_str word)
{
	static const char *const words[] = {"B", "bytes", "kB", "KB", "MB", "GB", NULL};

	return is_one_of(word, words);
}

/* "p99-ns": true, with what stands before and behind the last dash. */
static bool cut_measure(struct pd_str unit, struct pd_str *ret_name, struct pd_str *ret_measure)
{
	const char *dash = unit.n ? memrchr(unit.p, '-', unit.n) : NULL;
	struct pd_str measure, over, under;

	if (!dash || dash == unit.p)
		return false;
	measure = under = pd_str_skip(unit, (size_t)(dash - unit.p) + 1);
	over = pd_str_cut(&under, '/');
	if (!is_time(over) && !is_bytes(over))
		return false;
	*ret_name = (struct pd_str){unit.p, (size_t)(dash - unit.p)};
	*ret_measure = measure;
	return true;
}

struct pd_quantity pd_go_unit_quantity(struct pd_str unit)
{
	struct pd_str under = unit, over = pd_str_cut(&under, '/');
	struct pd_quantity q = {.name = unit, .unit = PD_STR("1")};

	if (cut_measure(unit, &q.name, &q.unit))
		return q;
	if (!over.n || (!under.n && !is_time(over) && !is_bytes(over)))
		return q;
	q.unit = unit;
	q.name = over;
	if (is_time(over))
		q.name = PD_STR("time");
	else if (is_bytes(over))
		q.name = pd_str_eq(under, PD_STR("s")) ? PD_STR("throughput") : PD_STR("memory");
	return q;
}

bool pd_go_unit_same(struct pd_str a, struct pd_str b)
{
	const struct pd_unit x = pd_metric_unit(a), y = pd_metric_unit(b);

	return !strcmp(x.base, y.base);
}

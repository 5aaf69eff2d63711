/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat_json.h"

#include "base/str.h"
#include "read/digits.h"
#include "read/perf_stat.h"
#include "read/perf_stat_place.h"

#include <stddef.h>

/*
 *	{"counter-value" : "219.488876", "unit" : "msec", "event" : "task-clock", "variance" : 9.59,
 *	 "event-runtime" : 219488876, "pcnt-running" : 100.00, "metric-value" : 0.770621,
 *	 "metric-unit" : "CPUs utilized"}
 *	{"interval" : 0.101173177, "counter-value" : "<not counted>", ...
 *	{"cpu" : "0", "counter-value" : "33.000000", ...
 *	{"core" : "S0-D0-C0", "aggregate-number" : 1, "counter-value" : ...
 *	{..., "metric-value" : 0.520000, "metric-unit" : "stalled cycles per insn"}	further metrics
 *	{"counter-value" : "1352,220489", ..., "pcnt-running" : 100,00, ...	LC_ALL=de_DE
 *	{"insn per cycle" : "1.25", "GHz" : "3.1"}	--metric-only
 */

/* Up to the closing quote; backslashes guard. False if there is none. */
static bool eat_string(struct pd_str *s, struct pd_str *ret)
{
	size_t i = 1;

	if (!s->n || s->p[0] != '"')
		return false;
	while (i < s->n && s->p[i] != '"')
		i += s->p[i] == '\\' ? 2 : 1;
	if (i >= s->n)
		return false;
	*ret = (struct pd_str){s->p + 1, i - 1};
	*s = pd_str_skip(*s, i + 1);
	return true;
}

/* A number in any locale: its comma is none of ours, for ours are followed by a key. */
static bool eat_bare(struct pd_str *s, struct pd_str *ret)
{
	size_t i = 0;

	for (; i < s->n && s->p[i] != '}' && s->p[i] != '"'; i++)
		if (s->p[i] == ',' &&
		    pd_str_starts(pd_str_trim(pd_str_skip(*s, i + 1)), PD_STR("\"")))
			break;
	*ret = pd_str_trim((struct pd_str){s->p, i});
	*s = pd_str_skip(*s, i);
	return ret->n > 0;
}

static bool eat(struct pd_str *s, const char *mark)
{
	*s = pd_str_trim(*s);
	return pd_str_eat(s, pd_str_of(mark));
}

bool pd_perf_stat_json_member(struct pd_str *s, struct pd_perf_stat_member *ret)
{
	struct pd_str rest = *s;

	(void)eat(&rest, ",");
	if (eat(s, "}"))
		return false;
	rest = pd_str_trim(rest);
	if (!eat_string(&rest, &ret->key) || !eat(&rest, ":"))
		return false;
	rest = pd_str_trim(rest);
	if (!eat_string(&rest, &ret->value) && !eat_bare(&rest, &ret->value))
		return false;
	*s = rest;
	return true;
}

static const struct member {
	const char *key;
	size_t offset; /* of a text in the row; SIZE_MAX: known, and not needed */
} members[] = {
	{"interval",			offsetof(struct pd_perf_stat_row,                  time)},
	{"counter-value",				 offsetof(struct pd_perf_stat_row,								    value)},
	{"unit",			   offsetof(struct pd_perf_stat_row,         unit)},
	{"event",offsetof(struct pd_perf_stat_row,           event)},
	{"cgroup",			   offsetof(struct pd_perf_stat_row,								      cgroup)},
	{"variance",				 offsetof(struct pd_perf_stat_row,									   spread)},
	{"pcnt-running",			  offsetof(struct pd_perf_stat_row,      running)},
	{"metric-value",offsetof(struct pd_perf_stat_row,metric)},
	{"metric-unit",                    offsetof(struct pd_perf_stat_row,            metric_unit)},
	{"aggregate-number",				 offsetof(struct pd_perf_stat_row,								     n_cpus)},
	{"event-runtime",			  SIZE_MAX																	  },
	{"counters",SIZE_MAX       },
	{"metric-threshold",                SIZE_MAX},
};

static const struct member *find(struct pd_str key)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(members); i++)
		if (pd_str_eq(key, pd_str_of(members[i].key)))
			return &members[i];
	return NULL;
}

static bool is_place(struct pd_str key)
{
	for (size_t i = 0; pd_perf_stat_place_kind(i); i++)
		if (pd_str_eq(key, pd_str_of(pd_perf_stat_place_kind(i))))
			return true;
	return false;
}

bool pd_perf_stat_json_is_metric(const struct pd_perf_stat_member *m)
{
	return !find(m->key) && !is_place(m->key);
}

static void take(const struct pd_perf_stat_member *m, struct pd_perf_stat_row *row)
{
	const struct member *known = find(m->key);

	if (known && known->offset != SIZE_MAX) {
		memcpy((char *)row + known->offset, &m->value, sizeof(m->value));
	} else if (is_place(m->key)) {
		row->place_kind = m->key;
		row->place = m->value;
	}
}

static void mend(struct pd_perf_stat_row *row)
{
	if (pd_str_eq(row->place_kind, PD_STR("thread")))
		(void)pd_perf_stat_place_thread(row->place, row);
	/* All values have six decimals: they do not tell of milliseconds. */
	if (!row->unit.n && pd_perf_stat_is_clock(row->event))
		row->unit = PD_STR("ns");
	row->value = pd_digits_decimal(row->value, row->value_buf);
	row->spread = pd_digits_decimal(row->spread, row->spread_buf);
	/* Without a metric perf prints 0.000000 and no unit. */
	row->metric = row->metric_unit.n ? pd_digits_decimal(row->metric, row->metric_buf)
					 : PD_STR("");
}

bool pd_perf_stat_json(struct pd_str line, struct pd_perf_stat_row *row)
{
	struct pd_perf_stat_member m;
	struct pd_str rest = pd_str_trim(line);

	*row = (struct pd_perf_stat_row){.is_text = false};
	if (!pd_str_eat(&rest, PD_STR("{")))
		return false;
	while (pd_perf_stat_json_member(&rest, &m))
		take(&m, row);
	mend(row);
	if (pd_str_trim(rest).n || (row->time.n && !pd_perf_stat_place_time(row->time)))
		return false;
	return !row->event.n || row->value.n;
}

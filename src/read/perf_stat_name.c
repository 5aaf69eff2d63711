/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat_name.h"

#include "base/str.h"

bool pd_perf_stat_name_add(struct pd_perf_stat_name *name, struct pd_str words)
{
	while (words.n) {
		struct pd_str word = pd_str_word(&words);

		if (!word.n)
			break;
		if (name->n + 1 + word.n >= sizeof(name->text))
			return false;
		if (name->n)
			name->text[name->n++] = ' ';
		memcpy(name->text + name->n, word.p, word.n);
		name->n += word.n;
	}
	return true;
}

/* "# 2.571 K/sec": the exponent of the prefix, -1 if this is no rate. */
static int exponent_of_rate(struct pd_str unit)
{
	static const struct {
		const char *text;
		int exponent;
	} rates[] = {
		{"/sec",  0},
                {"K/sec", 3},
                {"M/sec", 6},
                {"G/sec", 9}
        };

	for (size_t i = 0; i < PD_ARRAY_SIZE(rates); i++)
		if (pd_str_eq(unit, pd_str_of(rates[i].text)))
			return rates[i].exponent;
	return -1;
}

/*
 *	#    0.819 CPUs utilized
 *	#    2.571 K/sec
 *	#    4.25% of all branches		the CSV has no % here
 *	#     54.3 %  tma_retiring
 */
struct pd_str pd_perf_stat_name_metric(const struct pd_perf_stat_row *row, struct pd_str *ret_unit,
				       int *ret_exponent)
{
	struct pd_str what = pd_str_trim(row->metric_unit);
	int exponent = exponent_of_rate(what);

	*ret_unit = PD_STR("1");
	*ret_exponent = exponent > 0 ? exponent : 0;
	if (pd_str_eat(&what, PD_STR("%")) || row->metric_is_percent ||
	    pd_str_has(what, PD_STR("of all ")))
		*ret_unit = PD_STR("%");
	if (pd_str_eq(what, PD_STR("GHz"))) {
		*ret_unit = what;
		return PD_STR("frequency");
	}
	if (exponent < 0)
		return what;
	*ret_unit = PD_STR("/s");
	return PD_STR("rate");
}

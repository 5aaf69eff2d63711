/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat_place.h"

#include "base/str.h"
#include "read/perf_stat.h"

const char *pd_perf_stat_place_kind(size_t i)
{
	static const char *const kinds[] = {"cpu", "core",   "cluster", "cache",
					    "die", "socket", "node",    "thread"};

	return i < PD_ARRAY_SIZE(kinds) ? kinds[i] : NULL;
}

static size_t count_digits(struct pd_str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
		n++;
	return n;
}

bool pd_perf_stat_place_time(struct pd_str s)
{
	size_t n = count_digits(s);

	s = pd_str_skip(s, n);
	return n > 0 && n < 12 && pd_str_eat(&s, PD_STR(".")) && s.n == 9 && count_digits(s) == 9;
}

/* One step of "S0-D0-C1": letters, a number. */
static bool eat_part(struct pd_str *s, const char *letters)
{
	struct pd_str rest = *s;
	size_t n;

	if (!pd_str_eat(&rest, pd_str_of(letters)))
		return false;
	n = count_digits(rest);
	if (!n)
		return false;
	*s = pd_str_skip(rest, n);
	return true;
}

bool pd_perf_stat_place(struct pd_str s, struct pd_perf_stat_row *row, bool *ret_has_cpus)
{
	struct pd_str rest = s, kind = PD_STR("");

	if (eat_part(&rest, "CPU")) {
		kind = PD_STR("cpu");
		s = pd_str_skip(s, strlen("CPU"));
	} else if (eat_part(&rest, "N")) {
		kind = PD_STR("node");
	} else if (eat_part(&rest, "S")) {
		kind = PD_STR("socket");
		if (eat_part(&rest, "-D"))
			kind = PD_STR("die");
		if (eat_part(&rest, "-CLS"))
			kind = PD_STR("cluster");
		else if (eat_part(&rest, "-C"))
			kind = PD_STR("core");
		else if (eat_part(&rest, "-L") && eat_part(&rest, "-ID"))
			kind = PD_STR("cache");
	}
	if (rest.n || rest.p == s.p)
		return false;
	row->place_kind = kind;
	row->place = s;
	*ret_has_cpus = !pd_str_eq(kind, PD_STR("cpu"));
	return true;
}

bool pd_perf_stat_place_thread(struct pd_str s, struct pd_perf_stat_row *row)
{
	size_t n = s.n;

	while (n && s.p[n - 1] >= '0' && s.p[n - 1] <= '9')
		n--;
	if (n < 2 || n == s.n || s.p[n - 1] != '-')
		return false;
	row->place_kind = PD_STR("thread");
	row->place = (struct pd_str){s.p, n - 1};
	return true;
}

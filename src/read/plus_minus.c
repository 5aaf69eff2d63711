/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/plus_minus.h"

#include "base/str.h"

/* Most cells have none, and are a few bytes: one look at each instead of three searches. */
static bool may_have_sign(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '+' || s.p[i] == '\302')
			return true;
	return false;
}

bool pd_plus_minus(struct pd_str s, struct pd_plus_minus *ret)
{
	static const char *const signs[] = {"\302\261", "+/-", "+-"};

	for (size_t i = 0; may_have_sign(s) && i < PD_ARRAY_SIZE(signs); i++) {
		struct pd_str sign = pd_str_of(signs[i]);
		size_t at = pd_str_find(s, sign);

		if (at >= s.n)
			continue;
		ret->mean = pd_str_trim((struct pd_str){s.p, at});
		ret->spread = pd_str_trim(pd_str_skip(s, at + sign.n));
		ret->is_percent = pd_str_ends(ret->spread, PD_STR("%"));
		ret->spread.n -= ret->is_percent;
		ret->spread = pd_str_trim(ret->spread);
		return true;
	}
	return false;
}

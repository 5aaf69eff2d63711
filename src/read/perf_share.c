/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_share.h"

#include "base/str.h"

enum { DECIMALS = 7, PER_PERCENT = PD_PROFILE_WHOLE / 100 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Decimals beyond the seventh are below a unit. */
static uint64_t fraction(struct pd_str digits)
{
	uint64_t v = 0;

	for (size_t i = 0; i < DECIMALS; i++)
		v = 10 * v + (uint64_t)(i < digits.n ? digits.p[i] - '0' : 0);
	return v;
}

bool pd_perf_share_parse(struct pd_str cell, uint64_t *ret)
{
	struct pd_str left = pd_str_trim(cell), right;
	uint64_t percent = 0;

	if (left.n < 2 || left.p[left.n - 1] != '%')
		return false;
	left.n--;
	right = left;
	left = pd_str_cut(&right, '.');
	if (!left.n || left.n > 3 || (right.n == 0 && left.p[left.n] == '.'))
		return false;
	for (size_t i = 0; i < left.n; i++) {
		if (!is_digit(left.p[i]))
			return false;
		percent = 10 * percent + (uint64_t)(left.p[i] - '0');
	}
	for (size_t i = 0; i < right.n; i++)
		if (!is_digit(right.p[i]))
			return false;
	percent = percent * PER_PERCENT + fraction(right);
	if (percent > PD_PROFILE_WHOLE)
		return false;
	*ret = percent;
	return true;
}

double pd_perf_share_rounding(struct pd_str cell)
{
	double half = PER_PERCENT / 2.0;

	cell = pd_str_trim(cell);
	(void)pd_str_cut(&cell, '.');
	for (size_t i = 0; i < cell.n && is_digit(cell.p[i]); i++)
		half /= 10;
	return half;
}

uint64_t pd_perf_share_part(uint64_t whole, uint64_t n, uint64_t d)
{
	__extension__ unsigned __int128 product = (unsigned __int128)whole * n + d / 2;

	product /= d;
	return product > UINT64_MAX ? UINT64_MAX : (uint64_t)product;
}

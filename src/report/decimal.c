/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/decimal.h"

#include "base/str.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { DECIMALS_MAX = 9, DIGITS_WANTED = 5, DIGITS_EXACT = 7 };

/* Two such numbers may differ by 4e14, and 20000 times that is below 2^63. */
static const int64_t units_end = INT64_C(200000000000000);

static const double power[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/* As exact counts what differs by no more than the last bits of a mean. */
static bool is_exact(double v, int decimals)
{
	return fabs(v - nearbyint(v * power[decimals]) / power[decimals]) <= 1e-12 * fabs(v);
}

int pd_decimal_places(double v)
{
	int exact = 0, enough = 0;

	if (!isfinite(v))
		return 0;
	while (exact < DECIMALS_MAX && !is_exact(v, exact))
		exact++;
	if (fabs(v) * power[exact] < power[DIGITS_EXACT])
		return exact;
	while (enough < exact && fabs(v) * power[enough] < power[DIGITS_WANTED - 1])
		enough++;
	return enough;
}

struct pd_decimal pd_decimal_of(double v, int decimals)
{
	struct pd_decimal d = {.decimals = decimals};
	char buf[PD_NUMBER_MAX];
	size_t n;

	assert(decimals >= 0 && decimals <= DECIMALS_MAX);
	if (!(fabs(v) * power[decimals] < (double)units_end))
		return d;
	n = pd_number_print_fixed(buf, v, decimals);
	for (size_t i = 0; i < n; i++)
		if (buf[i] >= '0' && buf[i] <= '9')
			d.units = d.units * 10 + (buf[i] - '0');
	d.units = buf[0] == '-' ? -d.units : d.units;
	d.defined = true;
	return d;
}

size_t pd_decimal_print(char buf[PD_NUMBER_MAX], struct pd_decimal d)
{
	uint64_t scale = (uint64_t)power[d.decimals];
	uint64_t units = d.units < 0 ? 0 - (uint64_t)d.units : (uint64_t)d.units;
	const char *sign = d.units < 0 ? "-" : "";
	int n;

	if (!d.defined)
		n = snprintf(buf, PD_NUMBER_MAX, "n/a");
	else if (!d.decimals)
		n = snprintf(buf, PD_NUMBER_MAX, "%s%" PRIu64, sign, units);
	else
		n = snprintf(buf, PD_NUMBER_MAX, "%s%" PRIu64 ".%0*" PRIu64, sign, units / scale,
			     d.decimals, units % scale);
	return (size_t)n;
}

struct pd_decimal pd_decimal_percent(struct pd_decimal part, struct pd_decimal whole, bool round)
{
	struct pd_decimal ret = {.decimals = 2};
	int64_t p = part.units, w = whole.units < 0 ? -whole.units : whole.units;

	assert(part.decimals == whole.decimals);
	ret.defined = part.defined && whole.defined && (w || !p);
	if (!ret.defined || !w)
		return ret;
	if (round)
		ret.units = (p * 20000 + (p < 0 ? -w : w)) / (2 * w);
	else
		ret.units = p * 10000 / w;
	return ret;
}

struct pd_decimal pd_decimal_minus(struct pd_decimal a, struct pd_decimal b)
{
	assert(a.decimals == b.decimals);
	return (struct pd_decimal){a.units - b.units, a.decimals, a.defined && b.defined};
}

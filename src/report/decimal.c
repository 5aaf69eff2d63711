/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/decimal.h"

#include "base/str.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { DECIMALS_MAX = 9, DIGITS_WANTED = 5 };

/* Two such numbers may differ by 4e14, and 20000 times that is below 2^63. */
static const int64_t units_end = INT64_C(200000000000000);

static const double power[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/* The decimals after which @v has no more digits, taking 12 significant digits as all of it. */
static int decimals_of(double v)
{
	for (int d = 0; d < DECIMALS_MAX; d++)
		if (fabs(v - nearbyint(v * power[d]) / power[d]) <= 1e-12 * fabs(v))
			return d;
	return DECIMALS_MAX;
}

int pd_decimal_places(const double *v, size_t n, int least)
{
	double smallest = HUGE_VAL, largest = 0;
	int exact = least, enough = least;

	for (size_t i = 0; i < n; i++) {
		int d = isnan(v[i]) ? 0 : decimals_of(v[i]);

		exact = d > exact ? d : exact;
		if (v[i] != 0 && fabs(v[i]) < smallest)
			smallest = fabs(v[i]);
		if (isfinite(v[i]) && fabs(v[i]) > largest)
			largest = fabs(v[i]);
	}
	while (enough < DECIMALS_MAX && smallest * power[enough] < power[DIGITS_WANTED - 1])
		enough++;
	enough = exact < enough ? exact : enough;
	while (enough > 0 && largest * power[enough] >= (double)units_end)
		enough--;
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

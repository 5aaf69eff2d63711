/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "base/str.h"

#include <assert.h>
#include <math.h>

static const double chances[] = {
#define PD_DIP_CHANCE(p) p,
#include "stat/dip_chances.def"
#undef PD_DIP_CHANCE
};

static const struct row {
	size_t n;
	double reach[PD_ARRAY_SIZE(chances)]; /* ascending */
} rows[] = {
#define PD_DIP_ROW(n, ...) {n, {__VA_ARGS__}},
#include "stat/dip_p.def"
#undef PD_DIP_ROW
};

/* Of a million simulations none went further than this; beyond nobody can tell. */
#define LEAST 1e-6

/* Chances fall by the same factor for each step outwards: so do tails, nearly. */
static double between(double reach, double from, double from_chance, double to, double to_chance)
{
	return from_chance * pow(to_chance / from_chance, (reach - from) / (to - from));
}

static double chance_in(const struct row *row, double reach)
{
	size_t last = PD_ARRAY_SIZE(chances) - 1, i = 0;
	double least = 0.5 / sqrt((double)row->n);

	while (i <= last && row->reach[i] < reach)
		i++;
	if (i == 0)
		return reach > least ? between(reach, least, 1, row->reach[0], chances[0]) : 1;
	if (i > last)
		i = last;
	return fmax(between(reach, row->reach[i - 1], chances[i - 1], row->reach[i], chances[i]),
		    LEAST);
}

double pd_dip_p(double dip, size_t n)
{
	double size = (double)n, reach = sqrt(size) * dip, a, b, part;
	size_t i = 0;

	assert(n > 0 && dip >= 0);

	if (n < rows[0].n)
		return 1;
	while (i < PD_ARRAY_SIZE(rows) && rows[i].n < n)
		i++;
	if (i == PD_ARRAY_SIZE(rows))
		return chance_in(&rows[i - 1], reach);
	if (rows[i].n == n)
		return chance_in(&rows[i], reach);
	/* the law changes with 1/sqrt(n) on the way to its limit */
	a = sqrt((double)rows[i - 1].n);
	b = sqrt((double)rows[i].n);
	part = (1 / a - 1 / sqrt(size)) / (1 / a - 1 / b);
	return (1 - part) * chance_in(&rows[i - 1], reach) + part * chance_in(&rows[i], reach);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/scale.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>

struct step {
	const char *unit;
	double up, down; /* exact: dividing by 1e-3 would round twice */
};

/* From the largest to the smallest; the last one takes what is left. */
struct ladder {
	const char *unit; /* before a '/' */
	bool rate;        /* only where "/s" follows */
	double least;     /* the smallest number that is still comfortable */
	struct step step[5];
};

static const struct ladder ladders[] = {
	{"s",   false, 0.1, {{"s", 1, 1}, {"ms", 1e3, 1}, {"us", 1e6, 1}, {"ns", 1e9, 1}}        },
	{"B",
	 true,	 1,
	 {{"TB", 1, 1e12}, {"GB", 1, 1e9}, {"MB", 1, 1e6}, {"kB", 1, 1e3}, {"B", 1, 1}}          },
	{"B",
	 false,        1,
	 {{"TiB", 1, 0x1p40},
	  {"GiB", 1, 0x1p30},
	  {"MiB", 1, 0x1p20},
	  {"KiB", 1, 0x1p10},
	  {"B", 1, 1}}									   },
	{"ops",
	 true,	 1,
	 {{"Tops", 1, 1e12}, {"Gops", 1, 1e9}, {"Mops", 1, 1e6}, {"kops", 1, 1e3}, {"ops", 1, 1}}},
};

void pd_scale_see(struct pd_scale *s, double v)
{
	double size = fabs(v);

	if (!isfinite(v))
		return;
	s->fractions = s->fractions || v != rint(v);
	if (size == 0)
		return;
	if (s->smallest == 0 || size < s->smallest)
		s->smallest = size;
	if (size > s->largest)
		s->largest = size;
}

static const struct ladder *find_ladder(struct pd_str over, struct pd_str under)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(ladders); i++)
		if (pd_str_eq(over, pd_str_of(ladders[i].unit)) &&
		    (!ladders[i].rate || pd_str_eq(under, PD_STR("s"))))
			return &ladders[i];
	return NULL;
}

static const struct step *find_step(const struct ladder *l, double smallest)
{
	const struct step *last = l->step;

	for (size_t i = 0; i < PD_ARRAY_SIZE(l->step) && l->step[i].unit; i++) {
		last = &l->step[i];
		if (smallest * last->up / last->down >= l->least)
			break;
	}
	return last;
}

void pd_scale_choose(struct pd_scale *s, struct pd_str base_unit)
{
	struct pd_str under = base_unit, over = pd_str_cut(&under, '/');
	const struct ladder *l = find_ladder(over, under);
	const struct step *step;
	size_t slash = over.n;

	s->up = s->down = 1;
	s->unit[0] = '\0';
	step = l && s->smallest > 0 ? find_step(l, s->smallest) : NULL;
	if (step && isfinite(s->largest * step->up)) {
		s->up = step->up;
		s->down = step->down;
		s->fractions = s->fractions || s->down > 1;
		(void)snprintf(s->unit, sizeof(s->unit), "%s%.*s", step->unit,
			       PD_FMT(pd_str_skip(base_unit, slash)));
	} else if (!pd_str_eq(base_unit, PD_STR("1"))) {
		(void)snprintf(s->unit, sizeof(s->unit), "%.*s", PD_FMT(base_unit));
	}
}

/* The decimal exponent of @v > 0, for -9 .. 15; beyond, the nearer end. */
static int exponent_of(double v)
{
	static const double power[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1,
				       1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
				       1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	int e = -9;

	while (e < 15 && v >= power[e + 1 + 9])
		e++;
	return e;
}

/* Decimals that leave @digits significant digits; 9.9996 becomes 10.00, not 10.000. */
static int decimals_of(double size, int digits)
{
	int e = exponent_of(size);
	int decimals = digits - 1 - e;

	if (decimals > 0) {
		double half = 0.5;

		for (int i = 0; i < decimals; i++)
			half /= 10;
		if (exponent_of(size + half) > e)
			decimals--;
	}
	return decimals < 0 ? 0 : decimals;
}

size_t pd_scale_print(const struct pd_scale *s, char buf[PD_NUMBER_MAX], double v, int digits)
{
	double shown = v * s->up / s->down, size = fabs(shown);
	int decimals;

	if (!isfinite(v) || size == 0)
		return pd_scale_fixed(buf, v, 0);
	if (!s->fractions && shown == rint(shown))
		return pd_scale_fixed(buf, shown, 0);
	decimals = decimals_of(size, digits);
	/* A table of 0.0000 helps nobody: what is too small is written with an exponent. */
	if (decimals > 9 || size < 1e-9)
		return pd_number_print_digits(buf, shown, digits);
	return pd_scale_fixed(buf, shown, decimals);
}

size_t pd_scale_rough(char buf[PD_NUMBER_MAX], double v)
{
	const struct pd_scale plain = {.fractions = true, .up = 1, .down = 1};

	return pd_scale_print(&plain, buf, v, 2);
}

static size_t words(char buf[PD_NUMBER_MAX], const char *text)
{
	return (size_t)snprintf(buf, PD_NUMBER_MAX, "%s", text);
}

size_t pd_scale_fixed(char buf[PD_NUMBER_MAX], double v, int decimals)
{
	size_t n;

	if (!isfinite(v))
		return words(buf, "-");
	n = pd_number_print_fixed(buf, v, decimals);
	/* "-0.00": the sign says nothing once the digits are gone. */
	if (buf[0] == '-' && strspn(buf + 1, "0.") == n - 1) {
		memmove(buf, buf + 1, n);
		n--;
	}
	return n;
}

size_t pd_scale_percent(char buf[PD_NUMBER_MAX], double rel)
{
	size_t n = pd_scale_fixed(buf, rel * 100, 2);

	if (!isfinite(rel * 100))
		return n;
	/* What rounds to zero has no sign. */
	if (buf[0] != '-' && strspn(buf, "0.") != n) {
		memmove(buf + 1, buf, n + 1);
		buf[0] = '+';
		n++;
	}
	buf[n++] = '%';
	buf[n] = '\0';
	return n;
}

size_t pd_scale_p(char buf[PD_NUMBER_MAX], double p)
{
	if (isnan(p))
		return words(buf, "-");
	if (p < 1e-4)
		return words(buf, "<1e-4");
	return pd_scale_fixed(buf, p, 4);
}

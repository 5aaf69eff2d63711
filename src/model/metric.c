/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/metric.h"

#include "base/number.h"
#include "base/str.h"

#include <stdio.h>

static const struct unit_row {
	const char *printed, *base;
	int shift;
	double factor;
} rows[] = {
#define PD_UNIT(printed, base, shift, factor) {printed, base, shift, factor},
#include "model/units.def"
#undef PD_UNIT
};

static const struct unit_row *find(struct pd_str printed)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++)
		if (pd_str_eq(printed, pd_str_of(rows[i].printed)))
			return &rows[i];
	return NULL;
}

static enum pd_better better_of(struct pd_str over, struct pd_str under)
{
	if (pd_str_eq(under, PD_STR("s")))
		return PD_HIGHER;
	if (pd_str_eq(over, PD_STR("s")) || pd_str_eq(under, PD_STR("op")))
		return PD_LOWER;
	return PD_BETTER_UNKNOWN;
}

struct pd_unit pd_metric_unit(struct pd_str printed)
{
	struct pd_unit unit = {.factor = 1};
	struct pd_str under = printed, over = pd_str_cut(&under, '/');
	const struct unit_row *top = find(over), *bottom = under.n ? find(under) : NULL;

	if (top && over.n == 0 && under.n)
		top = NULL; /* "/sec": no numerator to take apart */
	if (top) {
		over = pd_str_of(top->base);
		unit.shift = top->shift;
		unit.factor = top->factor;
	}
	/* Only whole seconds: a rate per ms has no place in a base unit. */
	if (bottom && !bottom->shift && bottom->factor == 1 && !strcmp(bottom->base, "s"))
		under = PD_STR("s");
	(void)snprintf(unit.base, sizeof(unit.base), "%.*s%s%.*s", PD_FMT(over), under.n ? "/" : "",
		       PD_FMT(under));
	unit.better = better_of(over, under);
	return unit;
}

struct pd_str pd_metric_word(enum pd_better better)
{
	switch (better) {
	case PD_LOWER:
		return PD_STR("lower");
	case PD_HIGHER:
		return PD_STR("higher");
	case PD_BETTER_UNKNOWN:
		break;
	}
	return PD_STR("none");
}

bool pd_metric_parse_word(struct pd_str word, enum pd_better *ret)
{
	static const enum pd_better all[] = {PD_BETTER_UNKNOWN, PD_LOWER, PD_HIGHER};

	for (size_t i = 0; i < PD_ARRAY_SIZE(all); i++) {
		if (!pd_str_eq(word, pd_metric_word(all[i])))
			continue;
		*ret = all[i];
		return true;
	}
	return false;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "99", "99.9", and of "9999" the share that these digits mean behind a point. */
static double share_of(struct pd_str digits)
{
	double v = 0;
	bool nines = digits.n > 2;

	for (size_t i = 0; i < digits.n; i++)
		nines = nines && digits.p[i] == '9';
	if (pd_number_parse(digits, nines ? -(int)digits.n : -2, &v) != PD_NUMBER_OK)
		return 0;
	return v > 0 && v < 1 ? v : 0;
}

double pd_metric_quantile(struct pd_str name)
{
	for (size_t i = 0, end; i < name.n; i = end) {
		bool after_p = i && (name.p[i - 1] == 'p' || name.p[i - 1] == 'P') &&
			       (i == 1 || (!is_letter(name.p[i - 2]) && !is_digit(name.p[i - 2])));
		struct pd_str rest;

		for (end = i; end < name.n && (is_digit(name.p[end]) ||
					       (name.p[end] == '.' && end > i && end + 1 < name.n &&
						is_digit(name.p[end + 1])));)
			end++;
		if (end == i) {
			end++;
			continue;
		}
		rest = pd_str_skip(name, end);
		if ((after_p && (!rest.n || !is_letter(rest.p[0]))) ||
		    ((!i || !is_letter(name.p[i - 1])) && pd_str_starts(rest, PD_STR("th")) &&
		     (rest.n == 2 || !is_letter(rest.p[2]))))
			return share_of((struct pd_str){name.p + i, end - i});
	}
	return 0;
}

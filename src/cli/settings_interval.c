/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which interval stands beside, and what becomes of the tail of a run. */
#include "cli/argument.h"
#include "cli/setters.h"

#include "base/number.h"
#include "base/str.h"

SETTER(ci)
{
	const char *wrong = argument_choice(s, arg, "auto ratio-mean bca bca-median hierarchical",
					    &s->policy.beside);

	s->grouping.keep_parts = s->policy.beside == PD_BESIDE_HIERARCHICAL;
	return wrong;
}

/* "p99.9" is 0.999, as the decimal that it is. */
static bool parse_percentile(const char *arg, double *ret)
{
	double v;

	if (arg[0] != 'p' || pd_number_parse(pd_str_of(arg + 1), -2, &v) != PD_NUMBER_OK ||
	    v <= 0 || v >= 1)
		return false;
	*ret = v;
	return true;
}

SETTER(collapse)
{
	if (parse_percentile(arg, &s->grouping.quantile)) {
		s->grouping.collapse = PD_COLLAPSE_QUANTILE;
		return NULL;
	}
	return argument_choice(s, arg, "median mean min none", &s->grouping.collapse)
		       ? "expected median, mean, min or none, or a percentile such as p99"
		       : NULL;
}

SETTER(quantile_type)
{
	return argument_choice(s, arg, "7 6 8 hd", &s->grouping.quantile_kind)
		       ? "expected 6, 7, 8 or hd"
		       : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counts as a change, and when the exit status says so. */
#include "cli/argument.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/setters.h"

#include "base/number.h"
#include "base/str.h"
#include "model/codes.h"

#include <math.h>

SETTER(alpha)
{
	if (!argument_fraction(arg, &s->policy.alpha) || s->policy.alpha >= 0.5)
		return "expected a number in (0, 0.5), such as 0.05";
	s->delta.alpha = s->policy.alpha;
	return NULL;
}

SETTER(level)
{
	if (!argument_fraction(arg, &s->policy.level))
		return "expected a number in (0, 1), such as 0.95";
	s->delta.level = s->policy.level;
	return NULL;
}

SETTER(min_effect)
{
	struct pd_match own;
	const char *wrong;

	if (command_takes(s, GROUP_DELTA) && !strncmp(arg, "symbol=", strlen("symbol=")))
		return argument_threshold(arg + strlen("symbol="), &s->symbol_effect);
	if ((s->command->takes & GROUP_SELECT) && argument_pair(s, arg, &own)) {
		if (s->grouping.n_min_effect == MAX_LIST)
			return "too many of these";
		s->min_effect[s->grouping.n_min_effect].metric = own.key;
		return argument_share(own.glob,
				      &s->min_effect[s->grouping.n_min_effect++].min_effect);
	}
	wrong = argument_share(arg, &s->policy.min_effect);
	(void)argument_threshold(arg, &s->delta.min_effect);
	return wrong;
}

SETTER(min_effect_abs)
{
	struct pd_match own;
	double v;

	if (argument_pair(s, arg, &own)) {
		if (s->grouping.n_min_effect_abs == MAX_LIST)
			return "too many of these";
		if (!argument_number(own.glob, 0, HUGE_VAL, &v))
			return "expected METRIC=X, X in the metric's unit, 0 or more";
		s->min_effect_abs[s->grouping.n_min_effect_abs++] = (struct pd_threshold){own.key,
											  v};
		return NULL;
	}
	return argument_number(arg, 0, HUGE_VAL, &s->policy.min_effect_abs)
		       ? NULL
		       : "expected a number in the metric's unit, 0 or more";
}

SETTER(adjust)
{
	bool logs = command_takes(s, GROUP_POLICY);
	unsigned int how = PD_ADJUST_BH;
	const char *wrong =
		argument_choice(s, arg, logs ? "bh holm by none dunnett" : "bh holm by none", &how);

	s->policy.adjust = how > PD_ADJUST_NONE ? PD_ADJUST_DUNNETT : (enum pd_adjust)how;
	s->delta.adjust = s->policy.adjust;
	return wrong;
}

SETTER(rule)
{
	return argument_choice(s, arg, "point strict", &s->policy.rule);
}

SETTER(method)
{
	s->policy.method = strcmp(arg, "auto") ? arg : NULL;
	if (!strcmp(arg, "exact"))
		return "a metric without noise is named by --exact=METRIC";
	return s->policy.method ? argument_name(s, arg, pd_compare_method_at, "methods") : NULL;
}

SETTER(shift)
{
	s->policy.shift = on;
	return NULL;
}

SETTER(gate)
{
	s->policy.gate = arg;
	return NULL;
}

SETTER(seed)
{
	return pd_number_parse_u64(pd_str_of(arg), &s->policy.seed) ? NULL
								    : "expected a 64-bit count";
}

SETTER(exit_code)
{
	s->exit_code = on ? WHEN_ALWAYS : WHEN_NEVER;
	return NULL;
}

SETTER(fail_on)
{
	static const char words[] = "regression improvement changed inconclusive missing "
				    "single-run symbol-regression";
	const char *list[MAX_LIST], *wrong;
	size_t n = 0;

	s->fail_on = 0;
	s->exit_code = WHEN_ALWAYS;
	if (!strcmp(arg, "none"))
		return NULL;
	wrong = argument_list(s, arg, list, &n);
	for (size_t i = 0; i < n && !wrong; i++) {
		unsigned int w;

		if (argument_choice(s, list[i], words, &w))
			wrong = "expected regression, improvement, changed, inconclusive, missing, "
				"single-run, symbol-regression or none";
		else
			s->fail_on |= 1u << w;
	}
	/* it would never be found */
	if (!wrong && (s->fail_on & FAIL_ON_SYMBOL_REGRESSION) && !command_takes(s, GROUP_DELTA))
		wrong = "'perfdelta check' and 'perfdelta profile' compare symbols, this does not";
	/* It says which rows count as well, not what is to be looked for in them. */
	if (s->fail_on == FAIL_ON_SINGLE_RUN)
		s->fail_on |= FAIL_ON_REGRESSION;
	return wrong;
}

SETTER(fail_on_warning)
{
	const char *wrong = NULL;

	s->fail_on_warning = true;
	s->n_fail_on_codes = 0;
	s->exit_code = WHEN_ALWAYS;
	if (arg)
		wrong = argument_list(s, arg, s->fail_on_code, &s->n_fail_on_codes);
	/* a misspelt code would be a check that never fails */
	for (size_t i = 0; i < s->n_fail_on_codes && !wrong; i++)
		wrong = argument_name(s, s->fail_on_code[i], pd_codes_at, "codes");
	return wrong;
}

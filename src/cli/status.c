/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/status.h"

#include "cli/cli.h"

#include <string.h>

unsigned int status_matched_by(enum pd_verdict verdict)
{
	switch (verdict) {
	case PD_VERDICT_REGRESSION:
		return FAIL_ON_REGRESSION;
	case PD_VERDICT_IMPROVEMENT:
		return FAIL_ON_IMPROVEMENT;
	case PD_VERDICT_CHANGED:
		return FAIL_ON_CHANGED;
	case PD_VERDICT_INCONCLUSIVE:
		return FAIL_ON_INCONCLUSIVE;
	case PD_VERDICT_SAME:
	case PD_N_VERDICTS:
		break;
	}
	return 0;
}

static bool is_named(const struct settings *s, const char *code)
{
	for (size_t i = 0; i < s->n_fail_on_codes; i++)
		if (!strcmp(s->fail_on_code[i], code))
			return true;
	return !s->n_fail_on_codes;
}

static bool warned(const struct settings *s)
{
	size_t n;
	const struct pd_diag *diag = pd_ctx_diags(s->ctx, &n);

	for (size_t i = 0; i < n; i++)
		if (diag[i].severity == PD_WARNING && is_named(s, diag[i].code))
			return true;
	return false;
}

int status_exit(const struct settings *s, unsigned int matched)
{
	if (s->exit_code != WHEN_ALWAYS)
		return EXIT_NOTHING;
	if (s->fail_on_warning && warned(s))
		return EXIT_MATCHED;
	matched &= s->fail_on;
	if (matched == FAIL_ON_INCONCLUSIVE)
		return EXIT_INCONCLUSIVE;
	return matched ? EXIT_MATCHED : EXIT_NOTHING;
}

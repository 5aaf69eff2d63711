/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

static void assert_adjusted(enum pd_adjust how, const double *expected)
{
	const double p[] = {0.04, 0.01, 0.03, 0.005};
	double a[4];

	pd_multiple_adjust(how, p, 4, a);
	for (size_t i = 0; i < 4; i++)
		assert_close(a[i], expected[i], 1e-15);
}

/* Ascending 0.005 0.01 0.03 0.04 times 4/1 4/2 4/3 4/4 is 0.02 0.02 0.04 0.04. */
static void benjamini_hochberg_divides_by_the_rank(void **state)
{
	(void)state;
	assert_adjusted(PD_ADJUST_BH, (const double[]){0.04, 0.02, 0.04, 0.02});
}

/* Times 4 3 2 1: 0.02 0.03 0.06 0.04, and the last may not fall below 0.06. */
static void holm_counts_down(void **state)
{
	(void)state;
	assert_adjusted(PD_ADJUST_HOLM, (const double[]){0.06, 0.03, 0.06, 0.02});
}

/* The same products, each held down by the ones above it. */
static void hochberg_counts_up(void **state)
{
	(void)state;
	assert_adjusted(PD_ADJUST_HOCHBERG, (const double[]){0.04, 0.03, 0.04, 0.02});
}

/* BH times 1 + 1/2 + 1/3 + 1/4 = 25/12. */
static void benjamini_yekutieli_pays_for_dependence(void **state)
{
	(void)state;
	assert_adjusted(PD_ADJUST_BY, (const double[]){1.0 / 12, 0.5 / 12, 1.0 / 12, 0.5 / 12});
}

static void bonferroni_multiplies_and_none_does_not(void **state)
{
	(void)state;
	assert_adjusted(PD_ADJUST_BONFERRONI, (const double[]){0.16, 0.04, 0.12, 0.02});
	assert_adjusted(PD_ADJUST_NONE, (const double[]){0.04, 0.01, 0.03, 0.005});
}

static void nan_is_not_in_the_family(void **state)
{
	const double p[] = {nan(""), 0.02, nan(""), 0.5};
	double a[4];

	(void)state;
	pd_multiple_adjust(PD_ADJUST_BONFERRONI, p, 4, a);
	assert_true(isnan(a[0]) && isnan(a[2]));
	assert_close(a[1], 0.04, 1e-15);
	assert_close(a[3], 1, 0);
}

static void an_empty_family_is_fine(void **state)
{
	double p[1] = {nan("")};

	(void)state;
	pd_multiple_adjust(PD_ADJUST_BH, p, 0, p);
	pd_multiple_adjust(PD_ADJUST_BY, p, 1, p);
	assert_true(isnan(p[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(benjamini_hochberg_divides_by_the_rank),
		cmocka_unit_test(holm_counts_down),
		cmocka_unit_test(hochberg_counts_up),
		cmocka_unit_test(benjamini_yekutieli_pays_for_dependence),
		cmocka_unit_test(bonferroni_multiplies_and_none_does_not),
		cmocka_unit_test(nan_is_not_in_the_family),
		cmocka_unit_test(an_empty_family_is_fine),
	};

	return cmocka_run_group_tests_name("multiple", tests, NULL, NULL);
}

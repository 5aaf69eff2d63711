/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_power.h>

#include "base/str.h"

#include <gsl/gsl_cdf.h>

/* The noncentral t integrated in Python by tanh-sinh quadrature over s/(1 + s). */
static void power_by_other_quadrature(void **state)
{
	(void)state;
	assert_close(pd_power(3, 2, 0.05), 0.4626081286481511, 1e-10);
	assert_close(pd_power(10, 1, 0.05), 0.5619846150342211, 1e-10);
	assert_close(pd_power(4, 1.5, 0.001), 0.02631885372993373, 1e-9);
}

static void no_effect_is_found_by_mistake_alone(void **state)
{
	static const double n[] = {2, 3, 10, 1000, 1e7};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(n); i++)
		assert_close(pd_power(n[i], 0, 0.05), 0.025, 1e-8);
}

static void many_runs_are_normal(void **state)
{
	double effect = 2.8 / sqrt(5e6);

	(void)state;
	assert_close(pd_power(1e7, effect, 0.05),
		     gsl_cdf_ugaussian_Q(gsl_cdf_ugaussian_Qinv(0.025) - 2.8), 1e-6);
}

/* As the first; what R's power.t.test() gives for these is off in the third digit. */
static void effects_of_twenty_and_thirty_runs(void **state)
{
	(void)state;
	assert_close(pd_power_effect(20, 0.8, 0.05), 0.9091301276266677, 1e-9);
	assert_close(pd_power_effect(30, 0.8, 0.05), 0.7356219641255848, 1e-9);
}

static void runs_and_effect_are_inverse(void **state)
{
	static const double n[] = {2.5, 3, 7, 40, 1e4};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(n); i++)
		assert_close(pd_power_runs(pd_power_effect(n[i], 0.8, 0.01), 0.8, 0.01), n[i],
			     1e-6);
}

static void two_runs_are_the_least(void **state)
{
	(void)state;
	assert_close(pd_power_runs(1e6, 0.8, 0.05), 2, 0);
}

static void no_effect_takes_no_number_of_runs(void **state)
{
	(void)state;
	assert_true(isnan(pd_power_runs(0, 0.8, 0.05)));
	assert_true(isnan(pd_power_runs(nan(""), 0.8, 0.05)));
	assert_true(pd_power_runs(1e-12, 0.8, 0.05) >= 1e15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(power_by_other_quadrature),
		cmocka_unit_test(no_effect_is_found_by_mistake_alone),
		cmocka_unit_test(many_runs_are_normal),
		cmocka_unit_test(effects_of_twenty_and_thirty_runs),
		cmocka_unit_test(runs_and_effect_are_inverse),
		cmocka_unit_test(two_runs_are_the_least),
		cmocka_unit_test(no_effect_takes_no_number_of_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

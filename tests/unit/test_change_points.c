/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_history.h>

enum { MAX = 120 };

static int setup(void **state)
{
	*state = pd_scratch_new();
	return 0;
}

static int teardown(void **state)
{
	pd_scratch_free(*state);
	return 0;
}

/* Noise in 0 .. 1 around levels of @length values each: a linear congruence. */
static size_t fill(double *v, const double *level, size_t n_levels, size_t length)
{
	uint64_t x = 1;

	for (size_t i = 0; i < n_levels * length; i++) {
		x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		v[i] = level[i / length] + (double)(x >> 40) * 0x1p-24;
	}
	return n_levels * length;
}

/*
 * 0 0 1 1 with two values in a part: between the parts every distance is 1, inside them 0, so
 * 2 x 2/4 (2 x 1 - 0 - 0) = 2.
 */
static void energy_of_four_values_by_hand(void **state)
{
	const double v[] = {0, 0, 1, 1};
	double q[1];

	pd_edivisive_energy(v, 4, 2, *state, q);
	assert_close(q[0], 2, 1e-15);
}

/* Energy has the unit of the values, up to the largest. */
static void energy_scales_with_the_values(void **state)
{
	const double v[] = {0, 2, 1, 5, 4, 7},
		     large[] = {0, 0x1p1021, 0x1p1020, 0x1.4p1022, 0x1p1022, 0x1.cp1022};
	double q[3], l[3];

	pd_edivisive_energy(v, 6, 2, *state, q);
	pd_edivisive_energy(large, 6, 2, *state, l);
	for (size_t i = 0; i < 3; i++)
		assert_close(l[i] * 0x1p-1020, q[i], 1e-14);
}

static void five_values_cannot_be_cut_into_threes(void **state)
{
	const double v[] = {1, 1, 1, 9, 9};

	assert_int_equal(pd_edivisive_split(v, 5, NULL, *state).at, 0);
}

/* With 20 values on each level no shuffled series is as good: p is 1/200. */
static void each_level_begins_with_a_point(void **state)
{
	const double level[] = {10, 13, 11};
	double v[MAX];
	size_t at[MAX], n = fill(v, level, 3, 20);
	struct pd_edivisive_how how = {.seed = 1};

	assert_close(pd_edivisive_split(v, n, &how, *state).p, 1.0 / 200, 1e-15);
	for (int published = 0; published < 2; published++) {
		how.published = published;
		assert_int_equal(pd_edivisive(v, n, &how, *state, at), 2);
		assert_int_equal(at[0], 20);
		assert_int_equal(at[1], 40);
	}
	assert_int_equal(pd_edpelt(v, n, NULL, *state, at), 2);
	assert_int_equal(at[0], 20);
	assert_int_equal(at[1], 40);
}

static void one_level_has_no_points(void **state)
{
	const double level[] = {10};
	double v[MAX];
	size_t at[MAX], n = fill(v, level, 1, 40);
	struct pd_edivisive_how how = {.published = true};

	assert_int_equal(pd_edivisive(v, n, NULL, *state, at), 0);
	assert_int_equal(pd_edivisive(v, n, &how, *state, at), 0);
}

static void a_constant_series_has_no_points(void **state)
{
	double v[30] = {0};
	size_t at[30];

	assert_int_equal(pd_edivisive(v, 30, NULL, *state, at), 0);
	assert_int_equal(pd_edpelt(v, 30, NULL, *state, at), 0);
	assert_int_equal(pd_edpelt(v, 5, NULL, *state, at), 0);
}

/* Four levels that do not overlap: parts of one level explain all, and others do not. */
static void levels_of_three_values_are_enough(void **state)
{
	const double v[] = {1, 2, 1, 5, 6, 5, 6, 1, 2, 2, 9, 8, 9};
	const struct pd_edpelt_how how = {.penalty = 0.5, .n_quantiles = 6},
				   dear = {.penalty = 100, .n_quantiles = 6};
	size_t at[13], n = pd_edpelt(v, 13, &how, *state, at);

	assert_int_equal(n, 3);
	assert_int_equal(at[0], 3);
	assert_int_equal(at[1], 7);
	assert_int_equal(at[2], 10);
	assert_int_equal(pd_edpelt(v, 13, &dear, *state, at), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(energy_of_four_values_by_hand),
		cmocka_unit_test(energy_scales_with_the_values),
		cmocka_unit_test(five_values_cannot_be_cut_into_threes),
		cmocka_unit_test(each_level_begins_with_a_point),
		cmocka_unit_test(one_level_has_no_points),
		cmocka_unit_test(a_constant_series_has_no_points),
		cmocka_unit_test(levels_of_three_values_are_enough),
	};

	return cmocka_run_group_tests_name("change_points", tests, setup, teardown);
}

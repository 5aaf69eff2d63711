/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/select.h"

#include <string.h>

enum { N = 1000 };

/* Orders that are hard on a quickselect: sorted, reversed, equal, a roof, few values, mixed. */
static double pattern(int which, size_t i)
{
	switch (which) {
	case 0:
		return (double)i;
	case 1:
		return -(double)i;
	case 2:
		return 7;
	case 3:
		return (double)(i < N / 2 ? i : N - i);
	case 4:
		return (double)(i * 7919 % 3);
	default:
		return (double)(i * 7919 % N);
	}
}

static void ranks_are_where_sorting_puts_them(void **state)
{
	const size_t rank[] = {0, 1, 25, 25, 499, 500, 974, 998, 999};
	double sorted[N], v[N];

	(void)state;
	for (int which = 0; which < 6; which++) {
		for (size_t i = 0; i < N; i++)
			v[i] = pattern(which, i);
		memcpy(sorted, v, sizeof(v));
		pd_select_sort(sorted, N);
		for (size_t i = 1; i < N; i++)
			assert_true(sorted[i - 1] <= sorted[i]);
		pd_select_ranks(v, N, rank, sizeof(rank) / sizeof(*rank));
		for (size_t i = 0; i < sizeof(rank) / sizeof(*rank); i++)
			assert_close(v[rank[i]], sorted[rank[i]], 0);
	}
}

static void medians_of_few_values(void **state)
{
	double one[] = {3}, two[] = {4, 2}, three[] = {9, 1, 5}, four[] = {9, 1, 5, 6};

	(void)state;
	assert_close(pd_select_median(one, 1), 3, 0);
	assert_close(pd_select_median(two, 2), 3, 0);
	assert_close(pd_select_median(three, 3), 5, 0);
	assert_close(pd_select_median(four, 4), 5.5, 0);
}

static void middles_do_not_overflow(void **state)
{
	(void)state;
	assert_close(pd_select_middle(1.7e308, 1.5e308), 1.6e308, 1e-15);
	assert_close(pd_select_between(-1.5e308, 1.5e308, 0.5), 0, 0);
	assert_close(pd_select_between(3, 3, 0.3), 3, 0);
	assert_close(pd_select_between(10, 20, 0.25), 12.5, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_where_sorting_puts_them),
		cmocka_unit_test(medians_of_few_values),
		cmocka_unit_test(middles_do_not_overflow),
	};

	return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}

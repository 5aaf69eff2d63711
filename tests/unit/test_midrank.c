/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/midrank.h"

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

/* 2 of the doubled ranks 2 4 6 8 10: ten sums 6 8 10 10 12 12 14 14 16 18, mean 12. */
static void untied_scores_by_counting(void **state)
{
	const int64_t score[] = {2, 4, 6, 8, 10};
	struct pd_midrank r;

	assert_true(pd_midrank_exact(score, 5, 2, 10, *state, &r));
	assert_close(r.less, 4.0 / 10, 1e-15);
	assert_close(r.greater, 8.0 / 10, 1e-15);
	assert_close(r.absdev, 8.0 / 10, 1e-15);
	assert_true(pd_midrank_exact(score, 5, 2, 18, *state, &r));
	assert_close(r.less, 1, 1e-15);
	assert_close(r.greater, 1.0 / 10, 1e-15);
	assert_close(r.absdev, 2.0 / 10, 1e-15);
}

/* Scores 3 3 6 9 9 are on a grid of 3; one of them: 3 twice, 6, 9 twice, mean 6. */
static void a_sum_at_the_mean_deviates_by_nothing(void **state)
{
	const int64_t score[] = {3, 3, 6, 9, 9};
	struct pd_midrank r;

	assert_true(pd_midrank_exact(score, 5, 1, 6, *state, &r));
	assert_close(r.less, 0.6, 1e-15);
	assert_close(r.greater, 0.6, 1e-15);
	assert_close(r.absdev, 1, 0);
}

/* One of 2 2 2 2 8: w = 8 is 4.8 above the mean 3.2, and nothing is as far below. */
static void a_far_tail_may_be_empty(void **state)
{
	const int64_t score[] = {2, 2, 2, 2, 8};
	struct pd_midrank r;

	assert_true(pd_midrank_exact(score, 5, 1, 8, *state, &r));
	assert_close(r.greater, 0.2, 1e-15);
	assert_close(r.absdev, 0.2, 1e-15);
	/* w = 2 is 1.2 below, 8 is further above */
	assert_true(pd_midrank_exact(score, 5, 1, 2, *state, &r));
	assert_close(r.less, 0.8, 1e-15);
	assert_close(r.absdev, 1, 0);
}

static void equal_scores_decide_nothing(void **state)
{
	const int64_t score[] = {4, 4, 4};
	struct pd_midrank r;

	assert_true(pd_midrank_exact(score, 3, 1, 4, *state, &r));
	assert_close(r.less, 1, 0);
	assert_close(r.greater, 1, 0);
	assert_close(r.absdev, 1, 0);
}

/* 400 of 800 untied scores near their mean: some 1e10 cells, far beyond the budget. */
static void work_beyond_the_budget_is_declined(void **state)
{
	enum { TOTAL = 800, K = TOTAL / 2 };
	static int64_t score[TOTAL];
	struct pd_midrank r = {.less = 42};
	const int64_t half = K;
	int64_t lowest = 0;

	for (int i = 0; i < TOTAL; i++) {
		score[i] = i + i;
		lowest += i < K ? score[i] : 0;
	}
	assert_false(pd_midrank_exact(score, TOTAL, K, lowest + half * half, *state, &r));
	assert_close(r.less, 42, 0);
	/* at the very end there is next to nothing to do */
	assert_true(pd_midrank_exact(score, TOTAL, K, lowest, *state, &r));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(untied_scores_by_counting),
		cmocka_unit_test(a_sum_at_the_mean_deviates_by_nothing),
		cmocka_unit_test(a_far_tail_may_be_empty),
		cmocka_unit_test(equal_scores_decide_nothing),
		cmocka_unit_test(work_beyond_the_budget_is_declined),
	};

	return cmocka_run_group_tests_name("midrank", tests, setup, teardown);
}

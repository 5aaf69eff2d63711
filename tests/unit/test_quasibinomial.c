/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_profile.h>

#include "base/str.h"

/*
 * 4 and 6 of 20 against 8 and 12 of 20: shares 1/4 and 1/2. Misfit
 * 2/(20 3/16) + 8/(20/4) = 8/15 + 8/5 = 32/15, phi = 16/15 with df 2. Log odds
 * 0 - log(1/3); variance phi (1/(10 3/4) + 1/(20/2)) = 16/15 * 7/30.
 */
static void four_runs_by_hand(void **state)
{
	const double hits[] = {4, 6, 8, 12}, all[] = {20, 20, 20, 20};
	const struct pd_cost_matrix m = {
		.hits = hits, .total_hits = all, .n_symbols = 1, .n_base = 2, .n_head = 2};
	struct pd_quasibinomial q;
	double t;

	(void)state;
	assert_int_equal(pd_quasibinomial(&m, 0, &q), PD_OK);
	assert_close(q.phi, 16.0 / 15, 1e-14);
	assert_close(q.logit_diff, log(3), 1e-14);
	assert_close(q.se, sqrt(16.0 / 15 * 7 / 30), 1e-14);
	assert_close(q.df, 2, 0);
	/* Student with df 2: P(|T| >= t) = 1 - t/sqrt(2 + t^2) */
	t = q.t;
	assert_close(q.p, 1 - t / sqrt(2 + t * t), 1e-12);
	/* pooled share 3/8: 2 (10 log(2/3) + 30 log(6/5) + 20 log(4/3) + 20 log(4/5)) */
	assert_close(q.deviance,
		     20 * log(2.0 / 3) + 60 * log(1.2) + 40 * log(4.0 / 3) + 40 * log(0.8), 1e-12);
	assert_close(q.f, q.deviance * 15 / 16, 1e-13);
	t = sqrt(q.f);
	assert_close(q.f_p, 1 - t / sqrt(2 + t * t), 1e-12);
}

/* None or all of the hits on a side have no log odds; equal shares no dispersion. */
static void what_has_no_odds_or_no_variation_is_undefined(void **state)
{
	static const double hits[][4] = {
		{0,  0,  3, 4},
                {20, 20, 3, 4},
                {5,  5,  5, 5}
        };
	const double all[] = {20, 20, 20, 20};
	struct pd_quasibinomial q = {.t = 42};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(hits); i++) {
		struct pd_cost_matrix m = {.hits = hits[i],
					   .total_hits = all,
					   .n_symbols = 1,
					   .n_base = 2,
					   .n_head = 2};

		assert_int_equal(pd_quasibinomial(&m, 0, &q), PD_EUNDEFINED);
		m.n_head = 0;
		assert_int_equal(pd_quasibinomial(&m, 0, &q), PD_EUNDEFINED);
	}
	assert_close(q.t, 42, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_runs_by_hand),
		cmocka_unit_test(what_has_no_odds_or_no_variation_is_undefined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

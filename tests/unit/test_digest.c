/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_design.h>

static const double x[] = {.331, .325, .340, .318, .341}, y[] = {.361, .350, .372, .366, .356};

/* As pd_welch() of the values; p is that of R 4.2.2's t.test. */
static void digests_are_tested_as_their_values_are(void **state)
{
	struct pd_digest a = pd_digest_of(x, 5, false), b = pd_digest_of(y, 5, false);
	struct pd_welch of_values, w;

	(void)state;
	assert_close(a.mean, 0.331, 1e-15);
	assert_close(a.sd, 0.009823441352194259, 1e-13);
	assert_int_equal(pd_welch(x, 5, y, 5, 0.95, &of_values), PD_OK);
	assert_int_equal(pd_digest_welch(&a, &b, 0.95, &w), PD_OK);
	assert_close(w.p, 0.0009251721140990808, 1e-10);
	assert_close(w.p, of_values.p, 1e-10);
	assert_close(w.df, of_values.df, 1e-11);
	assert_close(w.lo, of_values.lo, 1e-10);
	assert_close(w.p_less, of_values.p_less, 1e-10);
	a = pd_digest_of(x, 5, true);
	b = pd_digest_of(y, 5, true);
	assert_int_equal(pd_welch_log(x, 5, y, 5, 0.95, &of_values), PD_OK);
	assert_int_equal(pd_digest_welch(&a, &b, 0.95, &w), PD_OK);
	assert_close(w.p, of_values.p, 1e-10);
	assert_close(w.hi, of_values.hi, 1e-10);
}

/* Means .331 and .361, sds .012 and .010 of five: by R 4.2.2 from log1p(cv^2) and its half. */
static void logs_follow_from_mean_and_coefficient_of_variation(void **state)
{
	const struct pd_digest a = {5, .331, .012}, b = {5, .361, .010};
	struct pd_digest la = pd_digest_logs(&a), lb = pd_digest_logs(&b);
	struct pd_welch w;

	(void)state;
	assert_int_equal(pd_digest_welch(&la, &lb, 0.95, &w), PD_OK);
	assert_close(w.diff, 0.087032798722935345, 1e-13);
	assert_close(w.se, 0.020398603430698596, 1e-13);
	assert_close(w.df, 7.483762268931313, 1e-13);
	assert_close(w.p, 0.003188708805924993, 1e-11);
	assert_close(expm1(w.lo), 0.040210087047652499, 1e-11);
	assert_close(expm1(w.hi), 0.14412814084918546, 1e-11);
}

/*
 * The digests below times 2^1020 and 2^-1020: a thousand times the mean, and squares of
 * deviations, are beyond what a double holds, the results are not.
 */
static void huge_and_tiny_digests_join_as_others_do(void **state)
{
	(void)state;
	for (int exponent = -1020; exponent <= 1020; exponent += 2040) {
		const struct pd_digest part[] = {
			{1000, scalbn(2, exponent), scalbn(sqrt(2), exponent)},
			{1000, scalbn(6, exponent), scalbn(sqrt(2), exponent)}
                };
		struct pd_digest d = pd_digest_join(part, 2);

		assert_close(scalbn(d.mean, -exponent), 4, 1e-15);
		/* within: 2 * 999 * 2; between: 2000 * 2^2 */
		assert_close(scalbn(d.sd, -exponent), sqrt((3996.0 + 8000) / 1999), 1e-14);
	}
}

/* The smallest double beside the largest: log(1 + cv^2) is 2 log(sd/mean). */
static void a_deviation_beyond_all_means_has_logs(void **state)
{
	const struct pd_digest part = {4, 0x1p-1074, 0x1p1023};
	struct pd_digest d = pd_digest_join(&part, 1), logs;

	(void)state;
	assert_close(d.mean, 0x1p-1074, 0);
	assert_close(d.sd, 0x1p1023, 1e-15);
	logs = pd_digest_logs(&d);
	assert_close(logs.sd * logs.sd, 2 * (1023 + 1074) * log(2), 1e-14);
	assert_close(logs.mean, -(1074 + 1023 + 1074) * log(2), 1e-14);
}

/* Parts {1 3} and {5 7} of {1 3 5 7}: mean 4, sd sqrt(20/3); a value is a part of its own. */
static void digests_join_to_that_of_all_values(void **state)
{
	const struct pd_digest halves[] = {
		{2, 2, sqrt(2)},
                {2, 6, sqrt(2)}
        };
	const struct pd_digest singles[] = {
		{1, 1, 0      },
                {2, 4, sqrt(2)},
                {1, 7, 0      }
        };
	struct pd_digest d = pd_digest_join(halves, 2);

	(void)state;
	assert_int_equal(d.n, 4);
	assert_close(d.mean, 4, 1e-15);
	assert_close(d.sd, sqrt(20.0 / 3), 1e-14);
	d = pd_digest_join(singles, 3);
	assert_int_equal(d.n, 4);
	assert_close(d.sd, sqrt(20.0 / 3), 1e-14);
	d = pd_digest_join(singles, 1);
	assert_close(d.sd, 0, 0);
}

/* R: 0.5/qt(.9995, 9) * sqrt(10), and .331 - qt(.975, 4) * .012/sqrt(5). */
static void a_spread_and_an_interval_are_the_same_knowledge(void **state)
{
	const struct pd_digest d = {5, .331, .012}, one = {1, .331, 0};
	struct pd_estimate e = pd_digest_ci(&d, 0.95);

	(void)state;
	assert_close(pd_digest_sd(0.5, 0.999, 10), 0.3307190419538319, 1e-13);
	assert_true(isnan(pd_digest_sd(0.5, 0.999, 1)));
	assert_close(e.lo, 0.3161000320215548, 1e-13);
	assert_close(e.hi, 2 * .331 - 0.3161000320215548, 1e-13);
	assert_true(e.reached);
	assert_close(pd_digest_sd(e.hi - e.point, 0.95, 5), .012, 1e-13);
	e = pd_digest_ci(&one, 0.95);
	assert_true(isnan(e.lo) && e.level == 0);
}

static void what_does_not_vary_is_not_tested(void **state)
{
	const struct pd_digest a = {5, 1, 0}, b = {5, 2, 0}, one = {1, 3, 0};
	struct pd_welch w = {.p = 42};

	(void)state;
	assert_int_equal(pd_digest_welch(&a, &b, 0.95, &w), PD_EUNDEFINED);
	assert_int_equal(pd_digest_welch(&a, &one, 0.95, &w), PD_EUNDEFINED);
	assert_close(w.p, 42, 0);
}

/* One side that does not vary leaves the other's degrees of freedom; tiny and huge sds are no trouble. */
static void the_scale_of_the_data_does_not_matter(void **state)
{
	static const double factor[] = {1e300, 1, 1e-300};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct pd_digest a = {5, 10 * factor[i], 0},
				       b = {4, 12 * factor[i], factor[i]};
		struct pd_welch w;

		assert_int_equal(pd_digest_welch(&a, &b, 0.95, &w), PD_OK);
		assert_close(w.df, 3, 1e-14);
		assert_close(w.t, 4, 1e-14);
	}
}

/* pnorm(.030/sqrt(.012^2 + .010^2)) */
static void overlap_is_that_of_normal_values(void **state)
{
	const struct pd_digest a = {5, .331, .012}, b = {5, .361, .010}, c = {5, 1, 0},
			       d = {5, 2, 0};

	(void)state;
	assert_close(pd_digest_a12(&a, &b), 0.9726059698925276, 1e-13);
	assert_close(pd_digest_a12(&c, &d), 1, 0);
	assert_close(pd_digest_a12(&d, &c), 0, 0);
	assert_close(pd_digest_a12(&c, &c), 0.5, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digests_are_tested_as_their_values_are),
		cmocka_unit_test(logs_follow_from_mean_and_coefficient_of_variation),
		cmocka_unit_test(digests_join_to_that_of_all_values),
		cmocka_unit_test(huge_and_tiny_digests_join_as_others_do),
		cmocka_unit_test(a_deviation_beyond_all_means_has_logs),
		cmocka_unit_test(a_spread_and_an_interval_are_the_same_knowledge),
		cmocka_unit_test(what_does_not_vary_is_not_tested),
		cmocka_unit_test(the_scale_of_the_data_does_not_matter),
		cmocka_unit_test(overlap_is_that_of_normal_values),
	};

	return cmocka_run_group_tests_name("digest", tests, NULL, NULL);
}

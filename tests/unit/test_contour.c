/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/contour.h"

#include <perfdelta/stat.h>

/* Gaussian binomial coefficients added up in big integers, then divided by C(2n, n). */
static void probabilities_agree_with_big_integers(void **state)
{
	static const struct {
		size_t n, u;
		double p;
	} known[] = {
		{300,  2538,   2.1512293511876728e-126},
                {300,  34384,  2.475405477596095e-07  },
		{300,  40838,  0.024966850538116814   },
                {300,  45000,  0.5000938828041236     },
		{500,  33667,  1.2423685196629442e-103},
                {500,  97600,  8.185134192016436e-10  },
		{500,  116049, 0.024984774328601207   },
                {500,  125000, 0.5000436604354813     },
		{1000, 241736, 2.9701066330183783e-95 },
                {1000, 422520, 8.992082619466326e-10  },
		{1000, 474690, 0.024992089145865853   },
                {1000, 500000, 0.5000154436302057     },
	};
	struct pd_scratch *s = pd_scratch_new();

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		assert_close(pd_contour_less(known[i].n, known[i].n, known[i].u, s), known[i].p,
			     1e-13);
	pd_scratch_free(s);
}

/* U = 0 is one arrangement, U <= 1 two, U <= 2 four (partitions of 0, 1, 2). */
static void the_far_end_is_a_count_of_partitions(void **state)
{
	struct pd_scratch *s = pd_scratch_new();
	double one = pd_ranktest_min_p(40, 50) / 2;

	(void)state;
	assert_close(pd_contour_less(40, 50, 0, s), one, 1e-12);
	assert_close(pd_contour_less(40, 50, 1, s), 2 * one, 1e-12);
	assert_close(pd_contour_less(40, 50, 2, s), 4 * one, 1e-12);
	/* 1 1 2 3 5 7 11 15 22 30 42 partitions of 0 .. 10 are 139 */
	assert_close(pd_contour_less(40, 50, 10, s), 139 * one, 1e-12);
	pd_scratch_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probabilities_agree_with_big_integers),
		cmocka_unit_test(the_far_end_is_a_count_of_partitions),
	};

	return cmocka_run_group_tests_name("contour", tests, NULL, NULL);
}

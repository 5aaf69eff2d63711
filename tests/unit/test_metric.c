/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "model/metric.h"

#include "base/str.h"

static void unit_is(const char *printed, const char *base, int shift, double factor,
		    enum pd_better better)
{
	struct pd_unit unit = pd_metric_unit(pd_str_of(printed));

	assert_string_equal(unit.base, base);
	assert_int_equal(unit.shift, shift);
	assert_close(unit.factor, factor, 0);
	assert_int_equal(unit.better, better);
}

static void a_unit_is_taken_apart_at_its_first_slash(void **state)
{
	(void)state;
	unit_is("usecs/op", "s/op", -6, 1, PD_LOWER);
	unit_is("MB/sec", "B/s", 6, 1, PD_HIGHER);
	unit_is("KiB/s", "B/s", 0, 1024, PD_HIGHER);
	unit_is("min", "s", 0, 60, PD_LOWER);
	unit_is("cycles/op", "cycles/op", 0, 1, PD_LOWER);
}

/* Below a slash only whole seconds are a base unit: per ms stays as it was printed. */
static void a_rate_per_millisecond_stands_for_itself(void **state)
{
	(void)state;
	unit_is("requests/ms", "requests/ms", 0, 1, PD_BETTER_UNKNOWN);
}

static void what_is_unknown_stands_for_itself_and_has_no_direction(void **state)
{
	(void)state;
	unit_is("furlong", "furlong", 0, 1, PD_BETTER_UNKNOWN);
	unit_is("", "1", 0, 1, PD_BETTER_UNKNOWN);
}

static void a_unit_that_is_nothing_but_a_rate_keeps_its_slash(void **state)
{
	(void)state;
	unit_is("/sec", "/s", 0, 1, PD_HIGHER);
}

static void words_and_directions_are_each_other(void **state)
{
	static const char *const words[] = {
		[PD_BETTER_UNKNOWN] = "none", [PD_LOWER] = "lower", [PD_HIGHER] = "higher"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++) {
		enum pd_better better = (enum pd_better)i, back = PD_BETTER_UNKNOWN;

		assert_string_equal(pd_metric_word(better).p, words[i]);
		assert_true(pd_metric_parse_word(pd_str_of(words[i]), &back));
		assert_int_equal(back, better);
	}
}

static void another_word_changes_nothing(void **state)
{
	static const char *const others[] = {"", "low", "lowers", "Lower", "more"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(others); i++) {
		enum pd_better better = PD_HIGHER;

		assert_false(pd_metric_parse_word(pd_str_of(others[i]), &better));
		assert_int_equal(better, PD_HIGHER);
	}
}

static void a_percentile_is_known_by_its_name(void **state)
{
	static const struct {
		const char *name;
		double quantile;
	} names[] = {
		{"p99",                0.99  },
		{"latency-p99.9",      0.999 },
		{"p50 of all",         0.5   },
		{"99.0th",             0.99  },
		{"lat 5th percentile", 0.05  },
		{"p999",               0.999 },
		{"P9999",              0.9999},
		{"clat_ns.p95",        0.95  },
		{"time",               0     },
		{"p100",               0     },
		{"p0",                 0     },
		{"cpu99",              0     },
		{"p99x",               0     },
		{"mp3",                0     },
		{"4k",                 0     },
		{"100th",              0     },
		{"x5th",               0     },
		{"",                   0     },
		{"p123",               0     },
		{"p",                  0     },
		{"map50",              0     }
        };

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		assert_close(pd_metric_quantile(pd_str_of(names[i].name)), names[i].quantile, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_unit_is_taken_apart_at_its_first_slash),
		cmocka_unit_test(a_rate_per_millisecond_stands_for_itself),
		cmocka_unit_test(what_is_unknown_stands_for_itself_and_has_no_direction),
		cmocka_unit_test(a_unit_that_is_nothing_but_a_rate_keeps_its_slash),
		cmocka_unit_test(words_and_directions_are_each_other),
		cmocka_unit_test(another_word_changes_nothing),
		cmocka_unit_test(a_percentile_is_known_by_its_name),
	};

	return cmocka_run_group_tests_name("metric", tests, NULL, NULL);
}

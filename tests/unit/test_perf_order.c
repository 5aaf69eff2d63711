/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_perf_order.c - records in the order of time, those of one time in that of the file */
#include "read/perf_order.h"
#include "testing.h"

#include <stdbool.h>

enum { MOST = 300 };

static const uint8_t file[MOST + 1];

/* Small numbers that look random, the same everywhere. */
static uint64_t draw(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % n;
}

/*
 * In order, and stable: of two records with one time the one first in the file is first.
 * As no two records are at one place, only one order is.
 */
static void assert_in_order(const struct pd_perf_order *o, size_t n)
{
	bool seen[MOST] = {false};

	assert_int_equal(o->n, n);
	for (size_t i = 0; i < n; i++) {
		size_t at = (size_t)(o->moment[i].record - file);

		assert_true(at < n && !seen[at]);
		seen[at] = true;
		if (!i)
			continue;
		assert_true(o->moment[i - 1].time <= o->moment[i].time);
		if (o->moment[i - 1].time == o->moment[i].time)
			assert_true(o->moment[i - 1].record < o->moment[i].record);
	}
}

static void check(size_t n, uint32_t n_times, uint32_t part, uint32_t seed)
{
	struct pd_perf_order o = {0};
	uint64_t time = 0;

	for (size_t i = 0; i < n; i++) {
		time = part && i % part ? time + draw(&seed, 3) : draw(&seed, n_times);
		pd_perf_order_add(&o, time, file + i);
	}
	pd_perf_order_sort(&o);
	assert_in_order(&o, n);
	pd_perf_order_free(&o);
}

static void nothing_and_one_are_in_order(void **state)
{
	(void)state;
	check(0, 1, 0, 1);
	check(1, 1, 0, 1);
}

/* Every arrangement of up to five times out of four. */
static void small_ones_in_every_order(void **state)
{
	(void)state;
	for (uint32_t all = 0; all < 1024; all++) {
		struct pd_perf_order o = {0};

		for (size_t i = 0; i < 5; i++)
			pd_perf_order_add(&o, all >> 2 * i & 3, file + i);
		pd_perf_order_sort(&o);
		assert_in_order(&o, 5);
		pd_perf_order_free(&o);
	}
}

/* Buffers of some records each, in order or not, that overlap a little or wholly. */
static void buffers_of_any_length(void **state)
{
	(void)state;
	for (uint32_t seed = 0; seed < 400; seed++)
		check(seed % MOST, 1 + seed % 97, seed % 13, seed);
}

static void times_at_both_ends_of_what_there_is(void **state)
{
	struct pd_perf_order o = {0};

	(void)state;
	pd_perf_order_add(&o, UINT64_MAX, file);
	pd_perf_order_add(&o, 0, file + 1);
	pd_perf_order_add(&o, UINT64_MAX, file + 2);
	pd_perf_order_add(&o, 0, file + 3);
	pd_perf_order_sort(&o);
	assert_in_order(&o, 4);
	pd_perf_order_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_and_one_are_in_order),
		cmocka_unit_test(small_ones_in_every_order),
		cmocka_unit_test(buffers_of_any_length),
		cmocka_unit_test(times_at_both_ends_of_what_there_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

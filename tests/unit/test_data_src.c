/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "read/data_src.h"

#include <string.h>

static const char *text(uint64_t word)
{
	static char buf[PD_DATA_SRC_MAX];

	size_t n = pd_data_src_print(buf, word);

	assert_int_equal(n, strlen(buf));
	return buf;
}

/* Words and texts side by side, as `perf script -F data_src` of perf 6.1 prints them. */
static void words_are_told_as_perf_tells_them(void **state)
{
	(void)state;
	assert_string_equal(text(0x28100142), "L1 hit");
	assert_string_equal(text(0x28100242), "LFB/MAB hit");
	assert_string_equal(text(0x28100442), "L2 hit");
	assert_string_equal(text(0x2a800842), "L3 hit");
	assert_string_equal(text(0x28101042), "Local RAM hit");
	assert_string_equal(text(0x28808042), "Remote Cache (1 hop) hit");
	assert_string_equal(text(0x5080021), "N/A");
	assert_string_equal(text(0), "N/A");
}

/* Bits 33-36 are the level, 37 remote, 43-45 hops: <linux/perf_event.h>. */
static void the_number_of_a_level_stands_for_its_set(void **state)
{
	uint64_t l3 = UINT64_C(3) << 33, remote = UINT64_C(1) << 37, hop = UINT64_C(2) << 43;

	(void)state;
	assert_string_equal(text(l3), "L3");
	assert_string_equal(text(l3 | 0x28100842), "L3 hit");
	assert_string_equal(text(l3 | remote | hop), "Remote node, same socket L3");
	assert_string_equal(text(UINT64_C(13) << 33 | 4 << 5), "RAM miss");
	/* 15 is not available: the set still says. */
	assert_string_equal(text(UINT64_C(15) << 33 | 0x28100142), "L1 hit");
}

static void all_bits_fit(void **state)
{
	(void)state;
	assert_true(strlen(text(UINT64_MAX)) < PD_DATA_SRC_MAX);
	assert_true(strlen(text(UINT64_MAX & ~(UINT64_C(15) << 33))) < PD_DATA_SRC_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_told_as_perf_tells_them),
		cmocka_unit_test(the_number_of_a_level_stands_for_its_set),
		cmocka_unit_test(all_bits_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

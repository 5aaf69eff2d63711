/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/moment.h"
#include "base/str.h"

#include <math.h>

static double moment(const char *text)
{
	double v;

	return pd_moment_parse(pd_str_of(text), &v) ? v : nan("");
}

/* Seconds by Python's datetime in UTC. */
static void dates_count_from_1970_in_the_gregorian_calendar(void **state)
{
	(void)state;
	assert_close(moment("1970-01-01T00:00:00Z"), 0, 0);
	assert_close(moment("2000-02-29T23:59:59Z"), 951868799, 0);
	assert_close(moment("2026-11-30T14:31:12Z"), 1796049072, 0);
	assert_close(moment("2100-03-01T00:00:00Z"), 4107542400, 0);
}

static void iso_8601_is_taken_as_programs_write_it(void **state)
{
	(void)state;
	/* Google Benchmark, pyperf, by hand */
	assert_close(moment("2026-11-30T14:31:12+00:00"), 1796049072, 0);
	assert_close(moment("2016-10-21 03:14:19.670631"), 1477019659.670631, 1e-15);
	assert_close(moment("2026-11-30 14:31"), 1796049072 - 12, 0);
	assert_close(moment(" 2026-11-30 "), 1796049072 - 14 * 3600 - 31 * 60 - 12, 0);
	assert_close(moment("2026-11-30T14:31:12,5Z"), 1796049072.5, 0);
	assert_close(moment("2026-11-30T14:31:12.12345678901234567890Z"), 1796049072.123456789,
		     1e-15);
}

static void a_zone_moves_the_clock_and_none_is_utc(void **state)
{
	(void)state;
	assert_close(moment("2026-11-30T15:31:12+01:00"), 1796049072, 0);
	assert_close(moment("2026-11-30T20:01:12+0530"), 1796049072, 0);
	assert_close(moment("2026-11-30T06:31:12-08"), 1796049072, 0);
	assert_close(moment("2026-11-30T14:31:12"), 1796049072, 0);
	assert_close(moment("2026-11-30 14:31:12 +00:00"), 1796049072, 0);
}

static void ctime_is_english_and_pads_days(void **state)
{
	(void)state;
	assert_close(moment("Mon Nov 30 14:31:12 2026"), 1796049072, 0);
	assert_close(moment("Mon Nov 30 14:31:12 UTC 2026"), 1796049072, 0);
	assert_close(moment("Sat Jan  3 00:00:00 1970"), 2 * 86400, 0);
	/* UnixBench */
	assert_close(moment("Mon Nov 30 2026 14:31:12"), 1796049072, 0);
}

static void what_is_no_moment_is_refused(void **state)
{
	static const char *const none[] = {"",
					   "2026",
					   "1796049072",
					   "12:30",
					   "2026-02-29",
					   "2100-02-29",
					   "1969-12-31",
					   "2026-13-01",
					   "2026-00-01",
					   "2026-01-00",
					   "2026-11-31",
					   "2026-11-30T24:00:00",
					   "2026-11-30T14:60",
					   "2026-11-30T14:31:61",
					   "2026-11-30T14:31:12 noon",
					   "2026-11-30T14:31:12+1",
					   "2026-11-30T14:31:12+01:00x",
					   "2026-11-30x",
					   "2026-11-30T",
					   "2026-1-3",
					   "Mon Nov 30 14:31:12",
					   "Mon Nov 30 14:31:12 2026 x",
					   "Mon Nov 31 14:31:12 2026",
					   "Mon Okt 30 14:31:12 2026",
					   "Mon Nov 30 14:31:12 26",
					   "Mon Nov 30 2026 2026",
					   "Mon Nov 30 14:31:12 14:31:12",
					   "Mon Nov 30 14.31.12 2026",
					   "30 Nov 2026"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(none); i++)
		if (!isnan(moment(none[i])))
			fail_msg("'%s' was taken for a moment", none[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates_count_from_1970_in_the_gregorian_calendar),
		cmocka_unit_test(iso_8601_is_taken_as_programs_write_it),
		cmocka_unit_test(a_zone_moves_the_clock_and_none_is_utc),
		cmocka_unit_test(ctime_is_english_and_pads_days),
		cmocka_unit_test(what_is_no_moment_is_refused),
	};

	return cmocka_run_group_tests_name("moment", tests, NULL, NULL);
}

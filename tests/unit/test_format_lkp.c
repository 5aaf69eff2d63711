/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>
#include <unistd.h>

#define LKP(text, rows, said) assert_reads(&pd_format_lkp, text, rows, said)

static int probe(const char *text)
{
	return pd_format_lkp.probe(pd_str_of(text));
}

static void a_name_up_to_its_first_dot_is_the_benchmark(void **state)
{
	(void)state;
	LKP("{\"stress-ng.aiol.ops_per_sec\": 187.64, \"uptime.boot\": 50, \"nodot\": 1, \".x\": 2}",
	    "operand|stress-ng||aiol.ops_per_sec|ops/s|higher|0.0|187.64\n"
	    "operand|uptime||boot|1|-|0.0|50\n"
	    "operand|||nodot|1|-|0.0|1\n"
	    "operand|||.x|1|-|0.0|2\n",
	    "");
}

static void each_entry_of_an_array_is_a_run(void **state)
{
	(void)state;
	LKP("{\"hackbench.throughput\": [3, 1, 2], \"stats_source\": [\"a\", \"b\", \"c\"]}",
	    "operand|hackbench||throughput|1|higher|0.0|3\n"
	    "operand|hackbench||throughput|1|higher|1.0|1\n"
	    "operand|hackbench||throughput|1|higher|2.0|2\n",
	    "");
}

/* Run 1 gave a.x and not b.y, or b.y was 0: kept. Run 2 gave nothing at all. */
static void a_zero_is_padding_only_where_a_run_has_nothing_else(void **state)
{
	struct reading r = reading_text(&pd_format_lkp,
					"{\"a.x\": [1, 2, 0, 4], \"b.y\": [5, 0, 0, 0],"
					" \"stats_source\": [\"0\", \"1\", \"2\", \"3\"]}");

	(void)state;
	assert_string_equal(r.rows, "operand|a||x|1|-|0.0|1\n"
				    "operand|a||x|1|-|1.0|2\n"
				    "operand|a||x|1|-|2.0|4\n"
				    "operand|b||y|1|-|0.0|5\n"
				    "operand|b||y|1|-|1.0|0\n"
				    "operand|b||y|1|-|2.0|0\n");
	assert_string_equal(r.said, "note 0:0 not-available\n");
	assert_int_equal(r.n_skipped, 2);
	reading_close(&r);
}

static void zeros_of_the_only_name_are_kept(void **state)
{
	(void)state;
	LKP("{\"a.x\": [1, 0]}", "operand|a||x|1|-|0.0|1\noperand|a||x|1|-|1.0|0\n", "");
}

static void what_holds_no_numbers_is_told(void **state)
{
	struct reading r = reading_text(&pd_format_lkp,
					"{\"a.x\": [1, null], \"a.s\": \"word\", \"a.l\": [\"w\"],"
					" \"a.o\": {}, \"a.n\": null}");

	(void)state;
	assert_string_equal(r.rows, "operand|a||x|1|-|0.0|1\n");
	assert_string_equal(r.said, "note 0:0 not-available\nnote 0:0 bad-member\n");
	assert_int_equal(r.n_skipped, 5);
	reading_close(&r);
	LKP("[1, 2]", "", "error 0:0 bad-member\n");
	LKP("{\"a.x\": [1, NaN], \"a.y\": 1}", "", "error 0:0 not-finite\n");
}

static void names_tell_unit_and_direction_where_they_are_certain(void **state)
{
	static const struct {
		const char *name, *expected; /* as in reading.h, behind the metric */
	} cases[] = {
		{"will-it-scale.per_process_ops",               "1|higher"            },
		{"will-it-scale.64.processes",                  "1|-"                 },
		{"unixbench.score",                             "1|higher"            },
		{"fio.read_iops",                               "1|higher"            },
		{"fio.write_bw_MBps",                           "1|higher"            },
		{"fio.read_clat_mean_us",                       "1|lower"             },
		{"netperf.Throughput_Mbps",                     "1|higher"            },
		{"schbench.request_latency_99%_us",             "1|lower"             },
		{"ebizzy.throughput.per_thread.stddev_percent", "1|- redundant"       },
		{"stress-ng.fork.ops",                          "ops|higher redundant"},
		{"hackbench.time.elapsed_time",                 "s|lower"             },
		{"time.system_time",                            "s|lower redundant"   },
		{"hackbench.time.voluntary_context_switches",   "1|-"                 },
		{"kernbench.elapsed_time",                      "s|lower"             },
		{"perf-profile.self.cycles-pp.copyout",         "%|- absolute"        },
		{"perf-stat.i.iops",                            "1|-"                 },
		{"mpstat.cpu.all.idle%",                        "%|- absolute"        },
		{"turbostat.PkgWatt",                           "1|-"                 },
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		char text[128], expected[160];
		const char *dot = strchr(cases[i].name, '.');

		(void)snprintf(text, sizeof(text), "{\"%s\": 7}", cases[i].name);
		(void)snprintf(expected, sizeof(expected), "operand|%.*s||%s|%s|0.0|7\n",
			       (int)(dot - cases[i].name), cases[i].name, dot + 1,
			       cases[i].expected);
		LKP(text, expected, "");
	}
}

static void names_with_dots_over_numbers_tell_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(probe("{\n  \"a.b\": 1.5"), 60);
	assert_int_equal(probe("{ \"a.b\" : [ -1"), 60);
	assert_int_equal(probe("{\"stats_source\": [\"x\"]"), 60);
	assert_int_equal(probe("{\"a\": 1}"), 20);
	assert_int_equal(probe("{\"a.b\": \"c\"}"), 0);
	assert_int_equal(probe("{\"results\": [{\"command\""), 0);
	assert_int_equal(probe("[1]"), 0);
	assert_int_equal(probe(""), 0);
}

/*
 * The raw arrays behind one published line: 187.64, 186.48 and 98.29 are the
 * means that the robot printed for 24, 16 and 15 runs.
 */
static void published_arrays_have_their_published_means(void **state)
{
	static const struct {
		const char *file;
		size_t n;
		double mean;
	} cases[] = {
		{"v6.12-rc4",  24, 187.64},
                {"a3396b9999", 16, 186.48},
                {"e70c301fae", 15, 98.29 }
        };

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		struct pd_ctx *ctx;
		char path[512];
		const char *operand = path;
		struct pd_table t;
		double sum = 0;

		(void)snprintf(path, sizeof(path),
			       "%s/../shared/data/kernel/lkp-raw/%s.matrix.json", SOURCE_ROOT,
			       cases[i].file);
		if (access(path, R_OK) != 0)
			return; /* cmocka's skip() reads as a failure in TAP */
		ctx = pd_ctx_new(NULL, NULL);
		assert_int_equal(pd_read(ctx, &operand, 1, NULL, &t), PD_OK);
		assert_int_equal(t.n, cases[i].n);
		for (size_t j = 0; j < t.n; j++)
			sum += t.value[j];
		assert_true(fabs(sum / (double)t.n - cases[i].mean) <= 0.005);
		pd_ctx_free(ctx);
	}
}

/*
 * 53.46 % is 534600000 of 10^9. Run 1 did not list f: below 0.05 %; run 2 gave nothing at all,
 * and run 3 is the third that counts. In traces the robot prints nothing below 0.5 %.
 */
static void shares_of_profiles_are_hits_of_each_run(void **state)
{
	static const char text[] =
		"{\"perf-profile.self.cycles-pp.f\": [53.46, 0, 0, 1],"
		" \"perf-profile.calltrace.cycles-pp.f.isra.0.g\": [2, 3, 0, 4], \"a.b\": [1, 1, 0, 1]}";

	(void)state;
	assert_places(
		&pd_format_lkp, text,
		"operand.0|self.cycles-pp|whole 1000000000/- shares rounding 50000 limit 500000\n"
		"operand.0|calltrace.cycles-pp|whole 1000000000/- shares inclusive rounding 50000 limit 5e+06\n"
		"operand.1|self.cycles-pp|whole 1000000000/- shares rounding 50000 limit 500000\n"
		"operand.1|calltrace.cycles-pp|whole 1000000000/- shares inclusive rounding 50000 limit 5e+06\n"
		"operand.2|self.cycles-pp|whole 1000000000/- shares rounding 50000 limit 500000\n"
		"operand.2|calltrace.cycles-pp|whole 1000000000/- shares inclusive rounding 50000 limit 5e+06\n",
		"operand.0|self.cycles-pp||f|||||534600000/-\n"
		"operand.0|calltrace.cycles-pp||f.isra.0||g|||20000000/-\n"
		"operand.1|calltrace.cycles-pp||f.isra.0||g|||30000000/-\n"
		"operand.2|self.cycles-pp||f|||||10000000/-\n"
		"operand.2|calltrace.cycles-pp||f.isra.0||g|||40000000/-\n",
		"note 0:0 not-available\n");
}

/* A thousand runs of a job are more than anybody makes; their numbers are kept all the same. */
static void profiles_of_very_many_runs_are_told_and_left_out(void **state)
{
	char *text = malloc(1 << 16);
	struct profiling p;
	size_t n;

	(void)state;
	assert_non_null(text);
	n = (size_t)snprintf(text, 64, "{\"perf-profile.self.c.f\": [1");
	for (int i = 0; i < 1030; i++)
		n += (size_t)snprintf(text + n, 8, ",%d", 1 + i % 3);
	(void)snprintf(text + n, 8, "]}");
	p = profiling_text(&pd_format_lkp, text);
	assert_int_equal(p.profiles.n, 1024);
	assert_string_equal(p.said, "note 0:0 limit\n");
	profiling_close(&p);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_of_profiles_are_hits_of_each_run),
		cmocka_unit_test(profiles_of_very_many_runs_are_told_and_left_out),
		cmocka_unit_test(a_name_up_to_its_first_dot_is_the_benchmark),
		cmocka_unit_test(each_entry_of_an_array_is_a_run),
		cmocka_unit_test(a_zero_is_padding_only_where_a_run_has_nothing_else),
		cmocka_unit_test(zeros_of_the_only_name_are_kept),
		cmocka_unit_test(what_holds_no_numbers_is_told),
		cmocka_unit_test(names_tell_unit_and_direction_where_they_are_certain),
		cmocka_unit_test(names_with_dots_over_numbers_tell_it_from_other_json),
		cmocka_unit_test(published_arrays_have_their_published_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

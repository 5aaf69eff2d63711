/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"
#include "samples.h"

#define GO(text, rows, said) assert_reads(&pd_format_go_bench, text, rows, said)

static int probe(const char *text)
{
	return pd_format_go_bench.probe(pd_str_of(text));
}

/* 1726 ns is 1.726e-6 s, and 41.2 MB/s are 41200000 B/s. */
static void repeats_are_iterations_of_one_process(void **state)
{
	(void)state;
	GO("BenchmarkEncode-8   \t  690848\t      1726 ns/op\t  41.2 MB/s\n"
	   "BenchmarkEncode-8   \t  684861\t      1723 ns/op\t  41.3 MB/s\n"
	   "PASS\n",
	   "operand|Encode|gomaxprocs=8|time|s/op|lower|0.0|1.726e-06\n"
	   "operand|Encode|gomaxprocs=8|throughput|B/s|higher redundant|0.0|41200000\n"
	   "operand|Encode|gomaxprocs=8|time|s/op|lower|0.1|1.723e-06\n"
	   "operand|Encode|gomaxprocs=8|throughput|B/s|higher redundant|0.1|41300000\n",
	   "");
}

static void another_process_is_another_run(void **state)
{
	(void)state;
	GO("BenchmarkA 1 5 ns/op\nPASS\nok  \tx\t3.614s\n"
	   "BenchmarkA 1 6 ns/op\nBenchmarkA 1 7 ns/op\n"
	   "goos: linux\ngoos:\nBenchmarkA 1 8 ns/op\nFAIL\tx\nPASS\nBenchmarkA 1 9 ns/op\n",
	   "operand|A||time|s/op|lower|0.0|5e-09\n"
	   "operand|A||time|s/op|lower|1.0|6e-09\n"
	   "operand|A||time|s/op|lower|1.1|7e-09\n"
	   "operand|A||time|s/op|lower|2.0|8e-09\n"
	   "operand|A||time|s/op|lower|3.0|9e-09\n",
	   "");
}

static void configuration_holds_until_it_changes(void **state)
{
	(void)state;
	GO("pkg: a/b\nnote: before and\tafter \nBenchmarkA 1 5 ns/op\n"
	   "note:\npkg: c\nBenchmarkA 1 6 ns/op\n"
	   "gomaxprocs: 3\nBenchmarkA-2 1 7 ns/op\n",
	   "operand|A|note=before and?after pkg=a/b|time|s/op|lower|0.0|5e-09\n"
	   "operand|A|pkg=c|time|s/op|lower|0.0|6e-09\n"
	   "operand|A|config.gomaxprocs=3 gomaxprocs=2 pkg=c|time|s/op|lower|0.0|7e-09\n",
	   "");
}

static void what_tests_print_is_no_configuration(void **state)
{
	(void)state;
	GO("Note: x\na b: x\naB: x\nurl:x\n: x\n--- BENCH: BenchmarkA\n    a_test.go:3: hello\n"
	   "\nexit status 1\nBenchmarkA 1 5 ns/op\n",
	   "operand|A||time|s/op|lower|0.0|5e-09\n", "");
}

static void parts_of_names_are_labels(void **state)
{
	(void)state;
	GO("BenchmarkRun/10k/16-12 1 1 s/op\n"
	   "BenchmarkRun/gob/size=1k/tail/level=9-8 1 2 s/op\n"
	   "BenchmarkRun/size=1k/gob 1 3 s/op\n"
	   "BenchmarkRun 1 4 s/op\n",
	   "operand|Run|gomaxprocs=12 sub=10k/16|time|s/op|lower|0.0|1\n"
	   "operand|Run|gomaxprocs=8 level=9 size=1k sub=gob/size=/tail|time|s/op|lower|0.0|2\n"
	   "operand|Run|size=1k sub=size=/gob|time|s/op|lower|0.0|3\n"
	   "operand|Run||time|s/op|lower|0.0|4\n",
	   "");
}

/* Were one label the other, results would be pooled that have different names. */
static void names_of_labels_never_collide(void **state)
{
	(void)state;
	GO("size: 4\n"
	   "BenchmarkRun/size=1k/sub=x/gomaxprocs=y/a=1/a=2/b=/=c-2 1 1 s/op\n"
	   "size:\n"
	   "BenchmarkRun/size=1k 1 2 s/op\n",
	   "operand|Run|/gomaxprocs=y /size=1k /sub=x a=1 gomaxprocs=2 size=4"
	   " sub=size=/sub=/gomaxprocs=/a=/a=2/b=/=c|time|s/op|lower|0.0|1\n"
	   "operand|Run|size=1k|time|s/op|lower|0.0|2\n",
	   "");
}

/* GOMAXPROCS of 1 is not printed, and a number of one's own cannot be told from it. */
static void a_number_behind_the_last_dash_is_gomaxprocs(void **state)
{
	(void)state;
	GO("BenchmarkA/x-20 1 1 s/op\nBenchmarkA- 1 1 s/op\nBenchmarkA-x2 1 1 s/op\n"
	   "Benchmark-7 1 1 s/op\nBenchmark 1 1 s/op\n",
	   "operand|A|gomaxprocs=20 sub=x|time|s/op|lower|0.0|1\n"
	   "operand|A-||time|s/op|lower|0.0|1\n"
	   "operand|A-x2||time|s/op|lower|0.0|1\n"
	   "operand|-7||time|s/op|lower|0.0|1\n"
	   "operand|Benchmark||time|s/op|lower|0.0|1\n",
	   "");
}

static void a_unit_is_a_metric(void **state)
{
	(void)state;
	GO("BenchmarkA 1 2 ns/op 3 B/op 4 allocs/op 5 p99-ns 6 text-bytes 7 widgets 8 hits/s"
	   " 9 latency-min 10 live-MB 11 -ns 12 ns/GC 13 /op 14 B\n",
	   "operand|A||time|s/op|lower|0.0|2e-09\n"
	   "operand|A||memory|B/op|lower|0.0|3\n"
	   "operand|A||allocs|allocs/op|lower|0.0|4\n"
	   "operand|A||p99|s|lower|0.0|5e-09\n"
	   "operand|A||text|B|-|0.0|6\n"
	   "operand|A||widgets|1|-|0.0|7\n"
	   "operand|A||hits|hits/s|higher|0.0|8\n"
	   "operand|A||latency-min|1|-|0.0|9\n"
	   "operand|A||live|B|-|0.0|10000000\n"
	   "operand|A||-ns|1|-|0.0|11\n"
	   "operand|A||time|s/GC|lower|0.0|1.2e-08\n"
	   "operand|A||/op|1|-|0.0|13\n"
	   "operand|A||memory|B|-|0.0|14\n",
	   "");
}

static void old_and_new_units_of_time_are_one(void **state)
{
	(void)state;
	GO("BenchmarkA 1 2 ns/op\nPASS\nBenchmarkA 1 3e-9 sec/op 3 MB/s\nBenchmarkB 1 4 MB/s\n",
	   "operand|A||time|s/op|lower|0.0|2e-09\n"
	   "operand|A||time|s/op|lower|1.0|3e-09\n"
	   "operand|A||throughput|B/s|higher redundant|0.0|3000000\n"
	   "operand|B||throughput|B/s|higher redundant|0.0|4000000\n",
	   "");
}

static void units_may_be_described(void **state)
{
	(void)state;
	GO("Unit widgets better=higher assume=exact\nUnit sec/op better=higher extra=1\n"
	   "BenchmarkA 1 7 widgets 2 ns/op\n",
	   "operand|A||widgets|1|higher exact|0.0|7\n"
	   "operand|A||time|s/op|higher|0.0|2e-09\n",
	   "");
	GO("Unit\nUnit x better=best assume=any word\nUnit x assume=exact\nUnit x assume=nothing\n"
	   "BenchmarkA 1 7 x\n",
	   "operand|A||x|1|-|0.0|7\n",
	   "warning 1:0 missing-column\nwarning 2:8 bad-word\nwarning 2:20 bad-word\n"
	   "warning 2:31 bad-word\n");
}

/* The name alone is what `go test -v` prints when a benchmark starts. */
static void rows_that_are_broken_are_left_out_whole(void **state)
{
	(void)state;
	GO("BenchmarkA\nBenchmarkA \nBenchmarkA 1 5 ns/op\nBenchmarkA one 5 ns/op\n"
	   "BenchmarkA 1\nBenchmarkA 1 5 ns/op 6\nBenchmarkA 1 5 ns/op x B/op\n",
	   "operand|A||time|s/op|lower|0.0|5e-09\n",
	   "warning 4:12 bad-number\nwarning 5:0 missing-column\n"
	   "warning 6:22 missing-column\nwarning 7:22 bad-number\n");
}

static void results_in_other_lines_are_told(void **state)
{
	(void)state;
	GO("hello BenchmarkA 1 4 ns/op\nBenchmarkA 1 5 ns/op\n",
	   "operand|A||time|s/op|lower|0.0|5e-09\n", "warning 1:0 unknown-line\n");
}

static void values_must_be_finite(void **state)
{
	struct reading r = reading_text(&pd_format_go_bench, "BenchmarkA 1 NaN ns/op\n");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 1:14 not-finite\n");
	reading_close(&r);
}

static void its_lines_tell_it_from_other_text(void **state)
{
	(void)state;
	assert_int_equal(probe("log\nBenchmarkA-8 \t 100\t 5.2 ns/op\n"), 80);
	assert_int_equal(probe("goos: linux\ngoarch: amd64\n"), 60);
	assert_int_equal(probe("Benchmark results of 100 runs\nBenchmark 1 x y\n"), 0);
	assert_int_equal(probe("Benchmark Run: Mon Nov 30 2026 14:39:39 - 14:39:56\n"), 0);
}

/* 2 names x 10 lines; 36 names (3 polynomials x 6 sizes x 2 alignments) x 10 lines x 2 units. */
static void files_of_others_are_read_whole(void **state)
{
	static const struct sample sample[] = {
		{SAMPLE("peers/go/old.txt"),     20,  2,  0},
		{SAMPLE("peers/go/crc-old.txt"), 720, 72, 0},
		{SAMPLE("peers/go/go_five.txt"), 5,   5,  0},
	};

	(void)state;
	if (!samples_are_whole(sample, PD_ARRAY_SIZE(sample)))
		leave_without_data();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeats_are_iterations_of_one_process),
		cmocka_unit_test(another_process_is_another_run),
		cmocka_unit_test(configuration_holds_until_it_changes),
		cmocka_unit_test(what_tests_print_is_no_configuration),
		cmocka_unit_test(parts_of_names_are_labels),
		cmocka_unit_test(names_of_labels_never_collide),
		cmocka_unit_test(a_number_behind_the_last_dash_is_gomaxprocs),
		cmocka_unit_test(a_unit_is_a_metric),
		cmocka_unit_test(old_and_new_units_of_time_are_one),
		cmocka_unit_test(units_may_be_described),
		cmocka_unit_test(rows_that_are_broken_are_left_out_whole),
		cmocka_unit_test(results_in_other_lines_are_told),
		cmocka_unit_test(values_must_be_finite),
		cmocka_unit_test(its_lines_tell_it_from_other_text),
		cmocka_unit_test(files_of_others_are_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#define CSV(text, rows, said) assert_reads(&pd_format_csv, text, rows, said)

static int probe(const char *text)
{
	return pd_format_csv.probe(pd_str_of(text));
}

static void only_value_is_required_and_each_row_is_a_run(void **state)
{
	(void)state;
	CSV("value\n1.5\n2.50\n", "operand|||value|1|-|0.0|1.5\noperand|||value|1|-|1.0|2.5\n", "");
}

static void every_column_says_its_part_and_others_are_labels(void **state)
{
	(void)state;
	CSV("benchmark,groups,metric,unit,better,side,run,iteration,value\n"
	    "hackbench,4,time,s,lower,old,1,1,0.327\n"
	    "hackbench,4,time,s,lower,new,1,1,0.3\n",
	    "old|hackbench|groups=4|time|s|lower|0.0|0.327\n"
	    "new|hackbench|groups=4|time|s|lower|0.0|0.3\n",
	    "");
}

static void labels_stand_in_the_order_of_their_names_and_an_empty_one_is_none(void **state)
{
	(void)state;
	CSV("size,cpu,value\n4k,8,1\n,8,2\n",
	    "operand||cpu=8 size=4k|value|1|-|0.0|1\n"
	    "operand||cpu=8|value|1|-|0.0|2\n",
	    "");
}

/* Run b starts before run a is done; each counts its own iterations. */
static void rows_of_one_run_are_its_iterations_in_the_order_of_rows(void **state)
{
	(void)state;
	CSV("run,iteration,value\na,1,1\nb,1,2\na,2,3\nb,2,4\n,1,5\n",
	    "operand|||value|1|-|0.0|1\n"
	    "operand|||value|1|-|1.0|2\n"
	    "operand|||value|1|-|0.1|3\n"
	    "operand|||value|1|-|1.1|4\n"
	    "operand|||value|1|-|2.0|5\n",
	    "");
}

/* 5.1 * 1e-3 would be 0.0050999999999999995; 64 KiB is 65536 bytes. */
static void a_unit_moves_the_decimal_point_of_the_literal(void **state)
{
	(void)state;
	CSV("metric,unit,value\ntime,ms,5.1\ntime,us,5100\nsize,KiB,64\nrate,MB/s,2\n",
	    "operand|||time|s|lower|0.0|0.0051\n"
	    "operand|||time|s|lower|1.0|0.0051\n"
	    "operand|||size|B|-|0.0|65536\n"
	    "operand|||rate|B/s|higher|0.0|2000000\n",
	    "");
}

static void direction_comes_from_the_column_then_from_the_unit(void **state)
{
	(void)state;
	CSV("metric,unit,better,value\na,s,,1\nb,s,higher,1\nc,s,none,1\nd,points,higher,1\n",
	    "operand|||a|s|lower|0.0|1\n"
	    "operand|||b|s|higher|0.0|1\n"
	    "operand|||c|s|-|0.0|1\n"
	    "operand|||d|points|higher|0.0|1\n",
	    "");
}

static void a_metric_may_be_exact_or_redundant(void **state)
{
	(void)state;
	CSV("metric,exact,redundant,value\na,true,false,1\nb,,true,2\nc,maybe,,3\n",
	    "operand|||a|1|- exact|0.0|1\n"
	    "operand|||b|1|- redundant|0.0|2\n",
	    "warning 4:3 bad-word\n");
}

static void an_empty_value_is_absent_and_not_malformed(void **state)
{
	struct reading r = reading_text(&pd_format_csv, "benchmark,value\na,1\na,\na,  \nb,2\n");

	(void)state;
	assert_string_equal(r.rows, "operand|a||value|1|-|0.0|1\noperand|b||value|1|-|0.0|2\n");
	assert_string_equal(r.said, "note 0:0 not-available\n");
	assert_int_equal(r.n_skipped, 2);
	reading_close(&r);
}

static void malformed_rows_are_told_with_their_place_and_the_rest_is_used(void **state)
{
	(void)state;
	CSV("benchmark,better,value\n"
	    "a,lower,1\n"
	    "a,lower,n/a\n"     /* column 9 */
	    "a,lowr,1\n"        /* column 3 */
	    "a,lower\n"         /* too few */
	    "a,lower,1,2\n"     /* column 11 is too much */
	    "a \"b\",lower,1\n" /* column 3: a quote inside a field */
	    "\"a\"b,lower,1\n"  /* column 4: something behind the closing quote */
	    "a,lowr,2\n"
	    "a,lower,2\n",
	    "operand|a||value|1|lower|0.0|1\noperand|a||value|1|lower|1.0|2\n",
	    "warning 3:9 bad-number\n"
	    "warning 4:3 bad-word\n"
	    "warning 5:0 missing-column\n"
	    "warning 6:11 extra-column\n"
	    "warning 7:3 bad-quote\n"
	    "warning 8:4 bad-quote\n"
	    "warning 9:3 bad-word\n");
}

/* Names hold no control bytes: each line end is a '?'. */
static void quoted_fields_hold_commas_quotes_and_line_ends(void **state)
{
	(void)state;
	CSV("benchmark,\"the label\",value\n"
	    "\"a, \"\"b\"\"\", x ,1\n"
	    "\"first\n\nthird\",\" x \",2\n"
	    "\"p\nq\",y,bad\n", /* the number stands on line 7, column 6 */
	    "operand|a, \"b\"|the label=x|value|1|-|0.0|1\n"
	    "operand|first??third|the label= x |value|1|-|0.0|2\n",
	    "warning 7:6 bad-number\n");
}

static void a_quote_that_stays_open_loses_its_row_or_fails_the_file(void **state)
{
	struct reading r;

	(void)state;
	CSV("benchmark,value\na,1\n\"b,2\n", "operand|a||value|1|-|0.0|1\n",
	    "warning 3:0 bad-quote\n");
	r = reading_text(&pd_format_csv, "benchmark,value\na,1\n\"b,2\nc,3\n");
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 4:0 bad-quote\n");
	reading_close(&r);
}

static void values_that_are_not_finite_fail_the_file(void **state)
{
	static const char *const texts[] = {"value\n1\nNaN\n", "value\n1\n-inf\n",
					    "value\n1\n1e999\n"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++) {
		struct reading r = reading_text(&pd_format_csv, texts[i]);

		assert_int_equal(r.status, PD_EPARSE);
		assert_string_equal(r.said, "error 3:1 not-finite\n");
		reading_close(&r);
	}
}

static void the_wide_form_has_one_side_per_column(void **state)
{
	(void)state;
	CSV("test,without,with\nfork,28677.0,19860.7\nexec,12,\nfork,28000,x\n",
	    "without|fork||value|1|-|0.0|28677\n"
	    "with|fork||value|1|-|0.0|19860.7\n"
	    "without|exec||value|1|-|0.0|12\n"
	    "without|fork||value|1|-|1.0|28000\n",
	    "warning 4:12 bad-number\nnote 0:0 not-available\n");
}

static void wide_columns_of_text_before_the_first_number_are_benchmark_and_labels(void **state)
{
	(void)state;
	CSV("benchmark,mode,label:groups,metric,unit,base,head\n"
	    "hackbench,threads,1,time,s,5.23,4.61\n",
	    "base|hackbench|groups=1 mode=threads|time|s|lower|0.0|5.23\n"
	    "head|hackbench|groups=1 mode=threads|time|s|lower|0.0|4.61\n",
	    "");
	CSV("base,head\n1,2\n3,4\n",
	    "base|||value|1|-|0.0|1\nhead|||value|1|-|0.0|2\n"
	    "base|||value|1|-|1.0|3\nhead|||value|1|-|1.0|4\n",
	    "");
}

static void a_column_without_a_name_is_left_out_and_told(void **state)
{
	(void)state;
	CSV(",benchmark,value\n0,a,1\n1,a,2\n",
	    "operand|a||value|1|-|0.0|1\noperand|a||value|1|-|1.0|2\n",
	    "note 0:0 unnamed-column\n");
}

static void a_label_may_have_the_name_of_a_column(void **state)
{
	(void)state;
	CSV("label:run,label:value,run,value\nx,y,1,7\n",
	    "operand||run=x value=y|value|1|-|0.0|7\n", "");
}

static void headers_that_make_no_sense_fail_the_file(void **state)
{
	(void)state;
	CSV("benchmark,value,value\na,1,2\n", "", "error 1:17 bad-header\n");
	CSV("a,a\n1,2\n", "", "error 1:3 bad-header\n");
	CSV("benchmark,side,time\na,base,2\n", "", "error 1:11 bad-header\n");
	CSV("benchmark,note\na,b\n", "", "error 2:0 bad-header\n");
	CSV("Kernel,Value\n6.1,100\n", "", "error 1:8 bad-header\n");
}

static void names_are_case_sensitive(void **state)
{
	(void)state;
	CSV("Benchmark,value\na,1\n", "operand||Benchmark=a|value|1|-|0.0|1\n", "");
}

static void line_ends_and_byte_order_marks_of_other_systems_do_not_matter(void **state)
{
	(void)state;
	CSV("\357\273\277benchmark,value\r\na,1\r\n\r\na,2",
	    "operand|a||value|1|-|0.0|1\noperand|a||value|1|-|1.0|2\n", "");
}

/* 100 runs in two rounds: more than are searched one by one. */
static void many_runs_are_found_again(void **state)
{
	struct pd_out text;
	struct reading r;

	(void)state;
	pd_out_init(&text, -1);
	pd_out_text(&text, "run,value\n");
	for (int i = 0; i < 200; i++)
		pd_out_printf(&text, "r%d,%d\n", i * 37 % 100, i);
	r = reading_of(&pd_format_csv, text.buf, text.n);
	assert_int_equal(r.table.n, 200);
	for (uint32_t i = 0; i < 200; i++) {
		assert_int_equal(r.table.run[i], i % 100);
		assert_int_equal(r.table.iteration[i], i / 100);
	}
	reading_close(&r);
	(void)pd_out_close(&text);
}

/* A line without quotes takes a short way; one quoted field sends it the long way. */
static void the_short_way_and_the_long_way_give_the_same(void **state)
{
	static const char *const rows[] = {"x,1,p\n", " x ,\t1 , p\n", ",1,\n", "x, ,p\n",
					   "x,1\n",   "x,1,p,q\n",     ",,\n",  "x\t y,1,p z\n"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++) {
		struct pd_out text;
		struct reading quoted, plain;

		pd_out_init(&text, -1);
		pd_out_printf(&text, "a,value,b,c\n%.*s,\"q\"\n", (int)strlen(rows[i]) - 1,
			      rows[i]);
		quoted = reading_of(&pd_format_csv, text.buf, text.n);
		text.n = 0;
		pd_out_printf(&text, "a,value,b,c\n%.*s,q\n", (int)strlen(rows[i]) - 1, rows[i]);
		plain = reading_of(&pd_format_csv, text.buf, text.n);
		assert_string_equal(quoted.rows, plain.rows);
		assert_string_equal(quoted.said, plain.said);
		reading_close(&quoted);
		reading_close(&plain);
		(void)pd_out_close(&text);
	}
}

static void a_header_tells_csv_from_other_text(void **state)
{
	(void)state;
	assert_int_equal(probe("benchmark,value\n"), 30);
	assert_int_equal(probe("value\n1\n"), 30);
	assert_int_equal(probe("\n \"a\",\"value\"\n"), 30);
	assert_int_equal(probe("base,head\n1,2\n"), 15);
	assert_int_equal(probe("base,head\n1,2,3\n"), 0);
	assert_int_equal(probe("base,head\nx,y\n"), 0);
	assert_int_equal(probe("1,2\n3,4\n"), 0);
	assert_int_equal(probe("Time: 0.327\n"), 0);
	assert_int_equal(probe(""), 0);
}

/* 2026-11-30 14:31:12 UTC is 1796049072, by Python's datetime. */
static void a_column_says_when_values_were_measured(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_csv,
			   "time,value\n2026-11-30T14:31:12Z,1\nMon Nov 30 14:31:13 2026,2\n"
			   "1796049073.5,3\n,4\n",
			   "1796049072 1796049073 1796049073.5 - ");
	assert_reads_times(&pd_format_csv, "order,value\n3,1\n1,2\n", "3 1 ");
	/* A place in the order is said on purpose. */
	assert_reads_times(&pd_format_csv, "time,order,value\n5,2,1\n6,,2\n", "2 6 ");
	assert_reads(&pd_format_csv, "time,value\n5,1\n7,1\n",
		     "operand|||value|1|-|0.0|1\noperand|||value|1|-|1.0|1\n", "");
}

static void a_time_that_is_none_is_told_and_its_value_is_kept(void **state)
{
	(void)state;
	assert_reads(&pd_format_csv, "time,value\nnoon,1\n2026-02-30,2\n3,3\n",
		     "operand|||value|1|-|0.0|1\noperand|||value|1|-|1.0|2\n"
		     "operand|||value|1|-|2.0|3\n",
		     "note 0:0 bad-time\n");
	assert_reads_times(&pd_format_csv, "time,value\nnoon,1\n2026-02-30,2\n3,3\n", "- - 3 ");
	/* A date is no number, and a column of numbers was asked for. */
	assert_reads_times(&pd_format_csv, "order,value\n2026-11-30,1\n", "- ");
}

static void a_label_or_a_side_may_be_called_time(void **state)
{
	(void)state;
	assert_reads(&pd_format_csv, "label:time,value\n5,1\n", "operand||time=5|value|1|-|0.0|1\n",
		     "");
	assert_reads(&pd_format_csv, "order,time\n1,2\n",
		     "order|||value|1|-|0.0|1\ntime|||value|1|-|0.0|2\n", "");
	assert_reads_times(&pd_format_csv, "order,time\n1,2\n", "- - ");
}

static void a_mean_with_a_spread_stands_for_its_runs(void **state)
{
	(void)state;
	CSV("unit,mean,sd,n\nms,5,0.5,10\nms,6,,10\nms,7,0.25,\nms,8,,\nms,9,,1\n",
	    "operand|||value|s|lower|0.0|0.005|runs 10 sd 0.0005\n"
	    "operand|||value|s|lower|1.0|0.006|runs 10\n"
	    "operand|||value|s|lower|2.0|0.007|runs - sd 0.00025\n"
	    "operand|||value|s|lower|3.0|0.008\n"
	    "operand|||value|s|lower|4.0|0.009\n",
	    "");
	CSV("value,of,n,half_width,level\n1,iterations,9,0.5,0.95\n2,inside,1000,,\n",
	    "operand|||value|1|-|0.0|1|iterations 9 half 0.5 at 0.95\n"
	    "operand|||value|1|-|1.0|2|inside 1000\n",
	    "");
}

/* Without a column of spreads they are what they always were. */
static void a_metric_may_count_in_points(void **state)
{
	struct reading r = reading_text(&pd_format_csv,
					"metric,unit,absolute,value\nidle,%,true,3\n"
					"time,s,,1\n");

	(void)state;
	assert_true(r.table.metrics[0].absolute);
	assert_false(r.table.metrics[1].absolute);
	reading_close(&r);
	CSV("absolute,value\nyes,1\ntrue,2\n", "operand|||value|1|- absolute|0.0|2\n",
	    "warning 2:1 bad-word\n");
}

static void a_label_may_be_called_n_or_level_and_a_side_mean(void **state)
{
	(void)state;
	CSV("n,level,value\n7,3,1\n", "operand||level=3 n=7|value|1|-|0.0|1\n", "");
	CSV("mean,median\n1,2\n", "mean|||value|1|-|0.0|1\nmedian|||value|1|-|0.0|2\n", "");
	CSV("label:sd,mean,value\n7,3,1\n", "operand||mean=3 sd=7|value|1|-|0.0|1\n", "");
}

static void a_spread_that_makes_no_sense_loses_its_row(void **state)
{
	(void)state;
	CSV("mean,sd,n,of\n1,x,3,\n1,-1,3,\n1,1,0,\n1,1,2.5,\n1,1,3,boots\n2,1,3,runs\n",
	    "operand|||value|1|-|0.0|2|runs 3 sd 1\n",
	    "warning 2:3 bad-number\nwarning 3:3 bad-number\nwarning 4:5 bad-number\n"
	    "warning 5:5 bad-number\nwarning 6:7 bad-word\n");
	CSV("mean,half_width,level\n1,1,\n1,1,1\n1,1,0.5\n",
	    "operand|||value|1|-|0.0|1|runs - half 1 at 0.5\n",
	    "warning 2:3 bad-number\nwarning 3:3 bad-number\n");
}

/* As mails have it: 29 % of 1.5 are 0.435. */
static void a_sign_before_a_spread_is_understood_in_any_form(void **state)
{
	(void)state;
	CSV("kernel,old,new\na,1.5 +/-29%,1.25 \302\261 0.5\nb,2 +- 0.25,3\nc,1 +- x,-4 +-50 %\n",
	    "old|a||value|1|-|0.0|1.5|runs - sd 0.435\nnew|a||value|1|-|0.0|1.25|runs - sd 0.5\n"
	    "old|b||value|1|-|0.0|2|runs - sd 0.25\nnew|b||value|1|-|0.0|3\n"
	    "new|c||value|1|-|0.0|-4|runs - sd 2\n",
	    "warning 4:3 bad-number\n");
	CSV("unit,value\nms,5 \302\261 1\n", "operand|||value|s|lower|0.0|0.005|runs - sd 0.001\n",
	    "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_value_is_required_and_each_row_is_a_run),
		cmocka_unit_test(every_column_says_its_part_and_others_are_labels),
		cmocka_unit_test(labels_stand_in_the_order_of_their_names_and_an_empty_one_is_none),
		cmocka_unit_test(rows_of_one_run_are_its_iterations_in_the_order_of_rows),
		cmocka_unit_test(a_unit_moves_the_decimal_point_of_the_literal),
		cmocka_unit_test(direction_comes_from_the_column_then_from_the_unit),
		cmocka_unit_test(a_metric_may_be_exact_or_redundant),
		cmocka_unit_test(an_empty_value_is_absent_and_not_malformed),
		cmocka_unit_test(malformed_rows_are_told_with_their_place_and_the_rest_is_used),
		cmocka_unit_test(quoted_fields_hold_commas_quotes_and_line_ends),
		cmocka_unit_test(a_quote_that_stays_open_loses_its_row_or_fails_the_file),
		cmocka_unit_test(values_that_are_not_finite_fail_the_file),
		cmocka_unit_test(the_wide_form_has_one_side_per_column),
		cmocka_unit_test(
			wide_columns_of_text_before_the_first_number_are_benchmark_and_labels),
		cmocka_unit_test(a_column_without_a_name_is_left_out_and_told),
		cmocka_unit_test(a_label_may_have_the_name_of_a_column),
		cmocka_unit_test(headers_that_make_no_sense_fail_the_file),
		cmocka_unit_test(names_are_case_sensitive),
		cmocka_unit_test(line_ends_and_byte_order_marks_of_other_systems_do_not_matter),
		cmocka_unit_test(many_runs_are_found_again),
		cmocka_unit_test(the_short_way_and_the_long_way_give_the_same),
		cmocka_unit_test(a_header_tells_csv_from_other_text),
		cmocka_unit_test(a_column_says_when_values_were_measured),
		cmocka_unit_test(a_time_that_is_none_is_told_and_its_value_is_kept),
		cmocka_unit_test(a_label_or_a_side_may_be_called_time),
		cmocka_unit_test(a_mean_with_a_spread_stands_for_its_runs),
		cmocka_unit_test(a_label_may_be_called_n_or_level_and_a_side_mean),
		cmocka_unit_test(a_spread_that_makes_no_sense_loses_its_row),
		cmocka_unit_test(a_sign_before_a_spread_is_understood_in_any_form),
		cmocka_unit_test(a_metric_may_count_in_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

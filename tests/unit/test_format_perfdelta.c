/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#define LEDGER(series, rows, said)                                                            \
 assert_reads(&pd_format_perfdelta,                                                           \
	      "{\"format\":\"perfdelta-ledger\",\"schema\":1,\"series\":[" series "]}", rows, \
	      said)

static void numbers_are_runs_and_lists_are_iterations(void **state)
{
	(void)state;
	LEDGER("{\"benchmark\":\"b\",\"labels\":{\"k\":\"v\"},\"metric\":\"time\",\"unit\":\"ms\","
	       "\"side\":\"base\",\"runs\":[5.1,[1,2],[],[3]]}",
	       "base|b|k=v|time|s|lower|0.0|0.0051\n"
	       "base|b|k=v|time|s|lower|1.0|0.001\n"
	       "base|b|k=v|time|s|lower|1.1|0.002\n"
	       "base|b|k=v|time|s|lower|2.0|0.003\n",
	       "");
}

static void what_is_not_said_has_a_default(void **state)
{
	(void)state;
	LEDGER("{\"runs\":[1]}", "operand|||value|1|-|0.0|1\n", "");
	LEDGER("{\"better\":\"none\",\"unit\":\"s\",\"exact\":true,\"redundant\":true,\"runs\":[1]}",
	       "operand|||value|s|- exact redundant|0.0|1\n", "");
	/* Members that a later version may add do not matter. */
	LEDGER("{\"new\":[{}],\"runs\":[1]}", "operand|||value|1|-|0.0|1\n", "");
}

static void a_series_that_makes_no_sense_is_told_and_the_rest_is_used(void **state)
{
	(void)state;
	LEDGER("{\"better\":\"more\",\"runs\":[1]},{\"labels\":[],\"runs\":[1]},"
	       "{\"labels\":{\"a\":1},\"runs\":[1]},{\"benchmark\":\"b\"},7,{\"runs\":[4]}",
	       "operand|||value|1|-|0.0|4\n",
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\nwarning 0:0 bad-member\n"
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\n");
}

/* Two benchmarks called 1 and 2 are not one without a name. */
static void names_and_flags_of_another_type_are_no_names_and_flags(void **state)
{
	(void)state;
	LEDGER("{\"benchmark\":1,\"runs\":[1]},{\"metric\":[\"m\"],\"runs\":[1]},"
	       "{\"unit\":1,\"runs\":[1]},{\"side\":true,\"runs\":[1]},{\"better\":0,\"runs\":[1]}",
	       "",
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\nwarning 0:0 bad-member\n"
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\n");
	LEDGER("{\"exact\":\"true\",\"runs\":[1]},{\"redundant\":1,\"runs\":[1]},"
	       "{\"benchmark\":null,\"exact\":null,\"runs\":[2]}",
	       "operand|||value|1|-|0.0|2\n", "warning 0:0 bad-member\nwarning 0:0 bad-member\n");
}

static void values_that_are_no_numbers_are_told(void **state)
{
	(void)state;
	LEDGER("{\"runs\":[\"1\",null,2]}", "operand|||value|1|-|0.0|2\n",
	       "warning 0:0 bad-number\nnote 0:0 not-available\n");
	LEDGER("{\"runs\":[1e999]}", "", "error 0:0 not-finite\n");
	LEDGER("{\"runs\":[NaN]}", "", "error 0:0 not-finite\n");
	/* 1e308 GB is no double. */
	LEDGER("{\"unit\":\"GB\",\"runs\":[1e308]}", "", "error 0:0 not-finite\n");
}

static void another_schema_is_refused(void **state)
{
	(void)state;
	assert_reads(&pd_format_perfdelta, "{\"format\":\"perfdelta-ledger\",\"schema\":2}", "",
		     "error 0:0 bad-member\n");
	assert_reads(&pd_format_perfdelta, "[]", "", "error 0:0 bad-member\n");
}

/* Rows say head first, the document says that base is the base. */
static void sides_keep_the_order_that_the_document_declares(void **state)
{
	struct reading r = reading_text(
		&pd_format_perfdelta,
		"{\"format\":\"perfdelta-ledger\",\"schema\":1,\"sides\":[\"base\",\"head\"],"
		"\"series\":[{\"side\":\"head\",\"runs\":[1]},{\"side\":\"base\",\"runs\":[2]}]}");

	(void)state;
	assert_int_equal(r.table.n_sides, 2);
	assert_string_equal(pd_ctx_name(r.ctx, r.table.sides[0].name).p, "base");
	assert_string_equal(r.rows, "head|||value|1|-|0.0|1\nbase|||value|1|-|0.0|2\n");
	reading_close(&r);
}

static int merge_as(const char *sides, const char *name, char **ret_rows)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = pd_str_of(name),
					       .side_given = true};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_table_builder builder = {0};
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_table t;
	struct pd_input in;
	struct pd_out text;
	int r;

	pd_out_init(&text, -1);
	pd_out_printf(&text,
		      "{\"format\":\"perfdelta-ledger\",\"schema\":1,\"sides\":[%s],"
		      "\"series\":[{\"side\":\"old\",\"runs\":[1]}]}",
		      sides);
	pd_input_open_memory(&in, "file", text.buf, text.n);
	assert_int_equal(pd_format_perfdelta.read(&in, g), PD_OK);
	r = pd_merge(g, ctx, &builder, &target);
	t = pd_table_finish(&builder, ctx);
	*ret_rows = reading_rows(ctx, &t);
	pd_ctx_free(ctx);
	pd_ingest_free(g);
	pd_input_close(&in);
	(void)pd_out_close(&text);
	return r;
}

static void the_only_side_gives_way_to_the_name_of_its_operand(void **state)
{
	char *rows;

	(void)state;
	assert_int_equal(merge_as("\"old\"", "base", &rows), PD_OK);
	assert_string_equal(rows, "base|||value|1|-|0.0|1\n");
	free(rows);
	assert_int_equal(merge_as("\"old\",\"new\"", "base", &rows), PD_EUSAGE);
	free(rows);
}

static void its_name_tells_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(pd_format_perfdelta.probe(
				 PD_STR("{\"format\":\"perfdelta-ledger\",\"schema\":1")),
			 95);
	assert_int_equal(pd_format_perfdelta.probe(PD_STR("{\"schema\":1,\"tool\":{}}")), 0);
}

#define LEDGER_TIMES(series, times)                                                           \
 assert_reads_times(&pd_format_perfdelta,                                                     \
		    "{\"format\":\"perfdelta-ledger\",\"schema\":1,\"series\":[" series "]}", \
		    times)

static void order_says_when_runs_and_iterations_were_measured(void **state)
{
	(void)state;
	LEDGER_TIMES("{\"runs\":[1,[2,3],[4,5],6],\"order\":[7,8.5,[9,10],null]}",
		     "7 8.5 8.5 9 10 - ");
	/* What is missing is unknown, and nothing goes on into the next series. */
	LEDGER_TIMES("{\"runs\":[1,[2,3]],\"order\":[7,[8]]},{\"metric\":\"m\",\"runs\":[4]}",
		     "7 8 - - ");
	LEDGER_TIMES("{\"runs\":[1,2],\"order\":[7]}", "7 - ");
}

static void an_order_of_words_is_told(void **state)
{
	(void)state;
	LEDGER("{\"runs\":[1],\"order\":[\"x\"]}", "operand|||value|1|-|0.0|1\n",
	       "warning 0:0 bad-number\n");
}

static void aggregates_that_make_no_sense_are_told_and_their_values_kept(void **state)
{
	(void)state;
	assert_reads(
		&pd_format_perfdelta,
		"{\"format\":\"perfdelta-ledger\",\"schema\":1,\"series\":[{\"runs\":[1,2,3,null,4],"
		"\"aggregates\":[{\"of\":\"boots\",\"n\":3},{\"of\":\"runs\",\"half_width\":1},"
		"{\"of\":\"runs\",\"n\":-3,\"sd\":-1},{\"of\":\"runs\",\"n\":3,\"sd\":1}]}]}",
		"operand|||value|1|-|0.0|1\noperand|||value|1|-|1.0|2\n"
		"operand|||value|1|-|2.0|3\noperand|||value|1|-|3.0|4\n",
		"warning 0:0 bad-member\nwarning 0:0 bad-member\nnote 0:0 not-available\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_runs_and_lists_are_iterations),
		cmocka_unit_test(what_is_not_said_has_a_default),
		cmocka_unit_test(a_series_that_makes_no_sense_is_told_and_the_rest_is_used),
		cmocka_unit_test(names_and_flags_of_another_type_are_no_names_and_flags),
		cmocka_unit_test(values_that_are_no_numbers_are_told),
		cmocka_unit_test(another_schema_is_refused),
		cmocka_unit_test(sides_keep_the_order_that_the_document_declares),
		cmocka_unit_test(the_only_side_gives_way_to_the_name_of_its_operand),
		cmocka_unit_test(its_name_tells_it_from_other_json),
		cmocka_unit_test(order_says_when_runs_and_iterations_were_measured),
		cmocka_unit_test(an_order_of_words_is_told),
		cmocka_unit_test(aggregates_that_make_no_sense_are_told_and_their_values_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

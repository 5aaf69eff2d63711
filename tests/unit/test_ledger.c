/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"
#include "report/ledger.h"

static char *written(const struct reading *r,
		     void (*write)(const struct pd_ctx *, const struct pd_table *, struct pd_out *))
{
	struct pd_out out;

	pd_out_init(&out, -1);
	write(r->ctx, &r->table, &out);
	pd_out_char(&out, '\0');
	return out.buf;
}

static void assert_written(const char *csv, const char *expected_json, const char *expected_csv)
{
	struct reading r = reading_text(&pd_format_csv, csv);
	char *json = written(&r, pd_ledger_json), *rows = written(&r, pd_ledger_csv);

	assert_string_equal(json, expected_json);
	assert_string_equal(rows, expected_csv);
	free(json);
	free(rows);
	reading_close(&r);
}

#define HEAD                                      \
 "{\"format\":\"perfdelta-ledger\",\"schema\":1," \
 "\"tool\":{\"name\":\"perfdelta\",\"version\":\"" PD_VERSION "\"},\n"

static void a_series_is_a_line_of_json_and_a_value_a_row_of_csv(void **state)
{
	(void)state;
	assert_written("benchmark,groups,metric,unit,side,run,value\n"
		       "hackbench,1,time,ms,base,a,327\n"
		       "hackbench,1,time,ms,head,a,300\n"
		       "hackbench,1,time,ms,base,b,331.5\n"
		       "hackbench,1,time,ms,base,a,329\n",
		       HEAD "\"sides\":[\"base\",\"head\"],\n"
			    "\"series\":[\n"
			    "{\"benchmark\":\"hackbench\",\"labels\":{\"groups\":\"1\"},"
			    "\"metric\":\"time\",\"unit\":\"s\",\"better\":\"lower\","
			    "\"side\":\"base\",\"runs\":[[0.327,0.329],0.3315]},\n"
			    "{\"benchmark\":\"hackbench\",\"labels\":{\"groups\":\"1\"},"
			    "\"metric\":\"time\",\"unit\":\"s\",\"better\":\"lower\","
			    "\"side\":\"head\",\"runs\":[0.3]}\n"
			    "]}\n",
		       "benchmark,groups,metric,unit,better,side,run,iteration,value\n"
		       "hackbench,1,time,s,lower,base,1,1,0.327\n"
		       "hackbench,1,time,s,lower,head,1,1,0.3\n"
		       "hackbench,1,time,s,lower,base,2,1,0.3315\n"
		       "hackbench,1,time,s,lower,base,1,2,0.329\n");
}

static void flags_are_written_where_there_are_any(void **state)
{
	(void)state;
	assert_written("metric,exact,redundant,value\nsize,true,,5\nshare,,true,0.5\n",
		       HEAD
		       "\"sides\":[\"operand\"],\n"
		       "\"series\":[\n"
		       "{\"benchmark\":\"\",\"labels\":{},\"metric\":\"size\",\"unit\":\"1\","
		       "\"better\":\"none\",\"exact\":true,\"side\":\"operand\",\"runs\":[5]},\n"
		       "{\"benchmark\":\"\",\"labels\":{},\"metric\":\"share\",\"unit\":\"1\","
		       "\"better\":\"none\",\"redundant\":true,\"side\":\"operand\","
		       "\"runs\":[0.5]}\n"
		       "]}\n",
		       "benchmark,metric,unit,better,exact,redundant,side,run,iteration,value\n"
		       ",size,1,none,true,false,operand,1,1,5\n"
		       ",share,1,none,false,true,operand,1,1,0.5\n");
}

static void names_are_quoted_as_each_form_asks(void **state)
{
	(void)state;
	assert_written("benchmark,\"a,b\",label:run,value\n"
		       "\"say \"\"hi\"\"\",\" x\",\303\244\\,1\n",
		       HEAD "\"sides\":[\"operand\"],\n"
			    "\"series\":[\n"
			    "{\"benchmark\":\"say \\\"hi\\\"\","
			    "\"labels\":{\"a,b\":\" x\",\"run\":\"\303\244\\\\\"},"
			    "\"metric\":\"value\",\"unit\":\"1\",\"better\":\"none\","
			    "\"side\":\"operand\",\"runs\":[1]}\n"
			    "]}\n",
		       "benchmark,\"a,b\",label:run,metric,unit,better,side,run,iteration,value\n"
		       "\"say \"\"hi\"\"\",\" x\",\303\244\\,value,1,none,operand,1,1,1\n");
}

/* The first row of base has no value, so rows name head first; base stays the base. */
static void the_base_stays_the_base(void **state)
{
	struct reading r = reading_text(&pd_format_csv, "side,value\nbase,x\nhead,1\nbase,2\n");
	char *json = written(&r, pd_ledger_json), *csv = written(&r, pd_ledger_csv);

	(void)state;
	assert_non_null(strstr(json, "\"sides\":[\"base\",\"head\"]"));
	assert_string_equal(csv, "benchmark,metric,unit,better,side,run,iteration,value\n"
				 ",value,1,none,base,1,1,2\n"
				 ",value,1,none,head,1,1,1\n");
	free(json);
	free(csv);
	reading_close(&r);
}

/* ---- what is written is read back as it was */

struct random {
	uint64_t state;
	uint32_t n_names; /* few names: the same key on many sides */
};

/* xorshift64*: Vigna (2016), ACM Trans. Math. Softw. 42(4). */
static uint32_t draw(struct random *r, uint32_t n)
{
	r->state ^= r->state >> 12;
	r->state ^= r->state << 25;
	r->state ^= r->state >> 27;
	return (uint32_t)((r->state * UINT64_C(2685821657736338717)) >> 32) % n;
}

/* Any finite double, all exponents alike. */
static double draw_value(struct random *r)
{
	double v;

	switch (draw(r, 4)) {
	case 0:
		return draw(r, 1000);
	case 1:
		return (double)draw(r, 100000) / 1000;
	case 2:
		return 18446744073709551615.0; /* a counter beyond 2^53 is what a double makes of it */
	default:
		do {
			uint64_t bits = (uint64_t)draw(r, UINT32_MAX) << 32 | draw(r, UINT32_MAX);

			memcpy(&v, &bits, sizeof(v));
		} while (!isfinite(v) || v == 0);
		return v;
	}
}

static const char *const odd_names[] = {"a",
					"hackbench",
					"with, comma",
					"say \"hi\"",
					" blanks ",
					"> quoted",
					"line\nend",
					"tab\tinside",
					"\357\273\277mark",
					"\303\244\303\266\303\274",
					"\360\237\220\247",
					"no\302\240break",
					"latin \344",
					"label:x",
					"value",
					"side",
					"\\",
					"{}",
					"'",
					"# hash",
					"0.5",
					"\033[1mbold"};
static const char *const units[] = {"s", "B/s", "1", "points", "ops/s", "%", "odd, unit", "s/op"};

static struct pd_str draw_name(struct random *r)
{
	return pd_str_of(odd_names[draw(r, r->n_names)]);
}

static struct pd_quantity draw_quantity(struct random *r)
{
	uint32_t name = draw(r, r->n_names);
	struct pd_quantity q = {.name = pd_str_of(odd_names[name]),
				.unit = pd_str_of(units[draw(r, PD_ARRAY_SIZE(units))])};

	/* A metric is the same wherever it stands. */
	q.better = (enum pd_better)((name + q.unit.n) % 3);
	q.undirected = q.better == PD_BETTER_UNKNOWN;
	q.exact = name % 5 == 0;
	q.redundant = name % 7 == 0;
	q.absolute = name % 4 == 0;
	return q;
}

static void draw_series(struct random *r, struct pd_ingest *g)
{
	struct pd_quantity q = draw_quantity(r);
	static const char *const runs[] = {"1", "2", "x", "y"};
	uint32_t key;

	pd_ingest_side(g, draw(r, 3) ? draw_name(r) : PD_STR("base"));
	pd_ingest_bench(g, draw(r, 5) ? draw_name(r) : PD_STR(""));
	if (!draw(r, 3))
		pd_ingest_clear_labels(g);
	pd_ingest_label(g, draw_name(r), draw(r, 4) ? draw_name(r) : PD_STR(""));
	key = pd_ingest_key(g, &q);
	for (uint32_t n = draw(r, 6); n; n--) {
		const struct pd_aggregate about = {.of = (enum pd_aggregate_of)draw(r, 3),
						   .n = draw(r, 3) ? draw(r, 100) : 0,
						   .spread = draw(r, 3) ? fabs(draw_value(r))
									: nan(""),
						   .level = draw(r, 2) ? 0.75 : 0};

		pd_ingest_about(g, draw(r, 8) ? NULL : &about);
		if (draw(r, 2))
			pd_ingest_run(g, key, draw_value(r));
		else
			pd_ingest_named_run(g, key, pd_str_of(runs[draw(r, 4)]), draw_value(r));
	}
}

static struct reading draw_ledger(struct random *random)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = PD_STR("operand"),
					       .side_given = false};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_table_builder builder = {0};
	struct reading r = {.ctx = pd_ctx_new(NULL, NULL)};

	for (uint32_t n = 1 + draw(random, 30); n; n--)
		draw_series(random, g);
	assert_int_equal(pd_merge(g, r.ctx, &builder, &target), PD_OK);
	r.table = pd_table_finish(&builder, r.ctx);
	r.rows = reading_rows(r.ctx, &r.table);
	r.said = reading_said(r.ctx);
	pd_ingest_free(g);
	return r;
}

static int compare_lines(const void *a, const void *b)
{
	return pd_str_cmp(*(const struct pd_str *)a, *(const struct pd_str *)b);
}

/* The rows with the bits of their values, in sorted order; names hold no line end. */
static char *sorted_rows(const struct reading *r)
{
	struct pd_str rest, line[1000];
	struct pd_out rows, out;
	size_t n = 0;

	pd_out_init(&rows, -1);
	for (size_t i = 0; i < r->table.n; i++) {
		uint64_t bits;

		memcpy(&bits, &r->table.value[i], sizeof(bits));
		pd_out_printf(&rows, "%016llx|", (unsigned long long)bits);
		reading_row(&rows, r->ctx, &r->table, i);
	}
	rest = pd_out_kept(&rows);
	while (rest.n) {
		assert_true(n < PD_ARRAY_SIZE(line));
		line[n++] = pd_str_cut(&rest, '\n');
	}
	qsort(line, n, sizeof(*line), compare_lines);
	pd_out_init(&out, -1);
	for (size_t i = 0; i < n; i++) {
		pd_out_str(&out, line[i]);
		pd_out_char(&out, '\n');
	}
	pd_out_char(&out, '\0');
	(void)pd_out_close(&rows);
	return out.buf;
}

/* Sides that have values, in their order. */
static char *sides_of(const struct reading *r)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t side = 0; side < r->table.n_sides; side++) {
		bool any = false;

		for (size_t i = 0; i < r->table.n; i++)
			any = any || r->table.side[i] == side;
		if (any)
			pd_out_printf(&out, "%s\n",
				      pd_ctx_name(r->ctx, r->table.sides[side].name).p);
	}
	pd_out_char(&out, '\0');
	return out.buf;
}

static void assert_same_text(char *a, char *b, uint64_t seed)
{
	if (strcmp(a, b) != 0)
		print_error("seed %llu\n", (unsigned long long)seed);
	assert_string_equal(a, b);
	free(a);
	free(b);
}

static void assert_reads_back(const struct reading *r, const struct pd_format *format, char *text,
			      uint64_t seed)
{
	struct reading back = reading_text(format, text);

	assert_same_text(sorted_rows(r), sorted_rows(&back), seed);
	assert_same_text(sides_of(r), sides_of(&back), seed);
	assert_string_equal(back.said, "");
	reading_close(&back);
	free(text);
}

static void what_is_written_is_read_back_as_it_was(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct random random = {seed * UINT64_C(0x9e3779b97f4a7c15),
					seed % 2 ? 3 : PD_ARRAY_SIZE(odd_names)};
		struct reading r = draw_ledger(&random);

		assert_reads_back(&r, &pd_format_perfdelta, written(&r, pd_ledger_json), seed);
		if (r.table.n)
			assert_reads_back(&r, &pd_format_csv, written(&r, pd_ledger_csv), seed);
		reading_close(&r);
	}
}

/* Read back, both forms say the same again: the places of runs are kept to the bit. */
static void when_runs_were_measured_is_written_where_it_is_known(void **state)
{
	static const char json[] = HEAD
		"\"sides\":[\"a\",\"b\"],\n"
		"\"series\":[\n"
		"{\"benchmark\":\"\",\"labels\":{},\"metric\":\"value\",\"unit\":\"1\","
		"\"better\":\"none\",\"side\":\"a\",\"runs\":[[1,2],3],"
		"\"order\":[[0.1,1796049072],null]},\n"
		"{\"benchmark\":\"\",\"labels\":{},\"metric\":\"value\",\"unit\":\"1\","
		"\"better\":\"none\",\"side\":\"b\",\"runs\":[4]}\n"
		"]}\n";
	static const char csv[] = "benchmark,metric,unit,better,side,run,iteration,order,value\n"
				  ",value,1,none,a,1,1,0.1,1\n"
				  ",value,1,none,a,1,2,1796049072,2\n"
				  ",value,1,none,a,2,1,,3\n"
				  ",value,1,none,b,1,1,,4\n";
	struct reading r;
	char *rows;

	(void)state;
	assert_written(
		"side,run,time,value\na,x,0.1,1\na,x,2026-11-30T14:31:12Z,2\na,y,,3\nb,x,,4\n",
		json, csv);
	assert_written(csv, json, csv);
	r = reading_text(&pd_format_perfdelta, json);
	rows = written(&r, pd_ledger_csv);
	assert_string_equal(rows, csv);
	free(rows);
	reading_close(&r);
}

/* A mean says what it is made of in both forms; labels of these names are escaped beside it. */
static void what_a_value_stands_for_is_written_where_it_is_known(void **state)
{
	static const char json[] = HEAD
		"\"sides\":[\"a\"],\n"
		"\"series\":[\n"
		"{\"benchmark\":\"\",\"labels\":{\"n\":\"7\"},\"metric\":\"value\",\"unit\":\"1\","
		"\"better\":\"none\",\"side\":\"a\",\"runs\":[1,[2,3],4],"
		"\"aggregates\":[{\"of\":\"runs\",\"n\":5,\"sd\":0.1},"
		"[{\"of\":\"inside\",\"n\":400},null],"
		"{\"of\":\"iterations\",\"half_width\":0.25,\"level\":0.999}]}\n"
		"]}\n";
	static const char csv[] =
		"benchmark,label:n,metric,unit,better,side,run,iteration,value,of,n,sd,half_width,level\n"
		",7,value,1,none,a,1,1,1,runs,5,0.1,,\n"
		",7,value,1,none,a,2,1,2,inside,400,,,\n"
		",7,value,1,none,a,2,2,3,,,,,\n"
		",7,value,1,none,a,3,1,4,iterations,,,0.25,0.999\n";
	struct reading r;
	char *rows;

	(void)state;
	assert_written(csv, json, csv);
	r = reading_text(&pd_format_perfdelta, json);
	assert_string_equal(r.said, "");
	rows = written(&r, pd_ledger_csv);
	assert_string_equal(rows, csv);
	free(rows);
	reading_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_series_is_a_line_of_json_and_a_value_a_row_of_csv),
		cmocka_unit_test(flags_are_written_where_there_are_any),
		cmocka_unit_test(names_are_quoted_as_each_form_asks),
		cmocka_unit_test(the_base_stays_the_base),
		cmocka_unit_test(what_is_written_is_read_back_as_it_was),
		cmocka_unit_test(when_runs_were_measured_is_written_where_it_is_known),
		cmocka_unit_test(what_a_value_stands_for_is_written_where_it_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "deltas.h"
#include "has.h"

/* Bounds where a list leaves them open, null where a cost is exact; 12 digits. */
static void json_has_bounds_where_they_are(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	out = deltas_write(&d, "json", NULL);
	has(&out, "{\"schema\":1,\n\"kind\":\"profile\",\n\"tool\":");
	/* 0.0429 * 11.486 = 0.4927494 and 0.0529 * 11.486 = 0.6076094 */
	has(&out, "\"base\":{\"cost\":0.4927494,\"cost_lo\":0.4927494,\"cost_hi\":0.6076094,"
		  "\"share\":0.0429,\"hits\":null,\"runs\":1,\"share_cv\":null}");
	/* 0.21 * 7.847 = 1.64787, less 0.6076094 and 0.4927494 */
	has(&out, "\"delta\":{\"cost\":1.1551206,\"cost_lo\":1.0402606,\"cost_hi\":1.1551206,");
	has(&out, "\"base\":{\"cost\":0.1711414,\"cost_lo\":null,\"cost_hi\":null,");
	has(&out, "\"caveats\":[\"BOUNDED\",\"UNCOUNTED\"],");
	has(&out, "\n\"below_limit\":[{\"cost\":9.9618078,\"cost_lo\":null,\"cost_hi\":null,"
		  "\"share\":0.8673,\"limit\":0.01},");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void json_has_the_test_and_its_verdict(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "json", NULL);
	has(&out, "\n\"work_factor\":[{\"factor\":1,\"lo\":null,\"hi\":null,\"level\":null},"
		  "{\"factor\":1.5,\"lo\":1.45,\"hi\":1.55,\"level\":0.95}],\n");
	has(&out, "\"rel\":0.5,\"lo\":0.375,\"hi\":0.625,\"level\":0.95,"
		  "\"method\":\"moderated-log\",\"equivalence\":[0.4,0.6]},\"p\":1e-05,"
		  "\"p_adjusted\":4e-05,\"detectable\":0.052,\"verdict\":\"regression\","
		  "\"candidate\":false,\"new\":false,\"gone\":false,"
		  "\"caveats\":[\"EQUAL_PERIODS_ASSUMED\",\"RAW_NAMES\"],");
	has(&out, "\"raw\":[\"key_compare\",\"key_compare.isra.0\"],\"rows\":1,");
	has(&out, "\"kind\":\"rare\",\"symbol\":null,");
	has(&out, "\"rows\":12,");
	has(&out, "\n{\"event\":\"cycles:P\",\"side\":\"head\",\"canonical\":\"mix\",\"parts\":"
		  "[{\"name\":\"stale\",\"cost\":-0.5},{\"name\":\"fresh\",\"cost\":0.5}],"
		  "\"net\":0}]");
	has(&out, "\"callers\":[{\"symbol\":\"main\",\"self\":false,\"base\":5,\"head\":6.9}]}]");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void json_says_which_names_were_matched(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.result.policy.match = "my-*";
	out = deltas_write(&d, "json", NULL);
	has(&out, "\"match\":\"my-*\",");
	has(&out, "\"kappa0\":0.1,\"match_by\":[]}");
	(void)pd_out_close(&out);
	d.result.policy.match_by = 1u << PD_BY_COMM | 1u << PD_BY_CALLER;
	out = deltas_write(&d, "json", NULL);
	has(&out, "\"kappa0\":0.1,\"match_by\":[\"comm\",\"caller\"]}");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void what_counting_alone_says_is_an_object_of_its_own(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.change[2].share = deltas_estimate(0.0112, -0.0031, 0.0255);
	out = deltas_write(&d, "json", NULL);
	has(&out, ",\"sampling_only\":{\"share\":0.0112,\"lo\":-0.0031,\"hi\":0.0255,"
		  "\"level\":0.95}}");
	has(&out, ",\"sampling_only\":{\"share\":null,\"lo\":null,\"hi\":null,\"level\":null}}");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "csv", NULL);
	has(&out, ",caveats,sampling_only.share,sampling_only.lo,sampling_only.hi,"
		  "sampling_only.level\n");
	has(&out, ",UNCOUNTED,0.0112,-0.0031,0.0255,0.95\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void csv_has_the_fields_of_json_on_a_line(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "csv", NULL);
	has(&out, "event,unit,kind,symbol,dso,comm,");
	has(&out,
	    ",base.cost,base.cost_lo,base.cost_hi,base.share,base.hits,base.runs,base.share_cv,head.cost,");
	has(&out, "\ncycles:P,s,row,key_compare,ordermatch,,,,,,,,,key_compare;key_compare.isra.0,"
		  "1,head,4,,,0.4,4000,5,,6,,,0.5,6000,5,,2,1.5,2.5,0.2,0.5,0.375,0.625,0.95,"
		  "moderated-log,0.4,0.6,1e-05,4e-05,0.052,regression,false,false,false,"
		  "EQUAL_PERIODS_ASSUMED;RAW_NAMES,,,,\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Four profiles of 100 hits: main;a;b, main;c and main;d, as nodes 3, 4 and 5. */
static void stacks(struct deltas *d, const uint64_t (*weight)[3], uint32_t n_runs)
{
	static struct pd_frame frame[6];
	static struct pd_stack_node node[] = {
		{0, 0},
                {0, 1},
                {1, 2},
                {2, 3},
                {1, 4},
                {1, 5}
        };
	static struct pd_profile_stack stack[4][3];
	static const char *const symbol[] = {"", "main", "a", "b", "c;x", "d"};

	deltas_init(d, "base", "head", n_runs);
	deltas_totals(d, 100, 100);
	d->section.unit = deltas_id(d, "1");
	for (size_t i = 0; i < 6; i++)
		frame[i] = (struct pd_frame){deltas_id(d, symbol[i]), 0};
	d->profiles.frame = frame;
	d->profiles.n_frames = 6;
	d->profiles.node = node;
	d->profiles.n_nodes = 6;
	for (size_t i = 0; i < 2 * (size_t)n_runs; i++) {
		d->profile_event[i].weight = 100;
		d->profile[i].stack = stack[i];
		for (uint32_t k = 0; k < 3; k++)
			if (weight[i][k])
				stack[i][d->profile[i].n_stacks++] = (struct pd_profile_stack){
					.node = 3 + k, .weight = weight[i][k]};
	}
}

/* A ';' separates frames: one in a name is written as ':'. */
static void folded_has_two_whole_numbers_for_each_stack(void **state)
{
	static const uint64_t weight[][3] = {
		{30, 70, 0 },
                {60, 0,  40}
        };
	struct deltas d;
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 1);
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf, "main;a;b 30 60\nmain;c:x 70 0\nmain;d 0 40\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* (30 + 31) / 2 = 30.5 is no whole number: ten-thousandths, so that 100 is a million of them. */
static void means_that_are_not_whole_get_more_digits(void **state)
{
	static const uint64_t weight[][3] = {
		{30, 70, 0 },
                {31, 69, 0 },
                {60, 0,  40},
                {60, 0,  40}
        };
	struct deltas d;
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 2);
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf,
			    "main;a;b 305000 600000\nmain;c:x 695000 0\nmain;d 0 400000\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* In a hundred-thousandth of a second, in which 10 is a million. */
static void without_stacks_rows_are_folded(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "folded", NULL);
	has(&out, "ordermatch;key_compare 400000 600000\nordermatch;checksum 300000 240000\n"
		  "ordermatch;fresh 0 50000\n");
	has(&out, "\n(rare) 10000 20000\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Where an object lies, and which clone a compiler made, is printed nowhere. */
static void stacks_that_are_spelled_alike_are_one_line(void **state)
{
	static const uint64_t weight[][3] = {
		{30, 70, 0 },
                {60, 0,  40}
        };
	struct deltas d;
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 1);
	d.profiles.frame[4] = (struct pd_frame){deltas_id(&d, "mix"), deltas_id(&d, "/a/prog")};
	d.profiles.frame[5] = (struct pd_frame){deltas_id(&d, "mix.isra.0"),
						deltas_id(&d, "/b/prog")};
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf, "main;a;b 30 60\nmain;mix 70 40\n");
	(void)pd_out_close(&out);
	d.result.policy.raw_names = true;
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf, "main;a;b 30 60\nmain;mix 70 0\nmain;mix.isra.0 0 40\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* An address says nothing that a second run would say again: [prog] is all that is known. */
static void frames_without_a_name_are_their_object(void **state)
{
	static const uint64_t weight[][3] = {
		{30, 70, 0 },
                {60, 0,  40}
        };
	struct deltas d;
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 1);
	d.profiles.frame[3] = (struct pd_frame){0, 0};
	d.profiles.frame[4] = (struct pd_frame){deltas_id(&d, "0x401000"),
						deltas_id(&d, "/a/prog")};
	d.profiles.frame[5] = (struct pd_frame){deltas_id(&d, "0x402000"),
						deltas_id(&d, "/b/prog")};
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf, "main;a;[unknown] 30 60\nmain;[prog] 70 40\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* One event's total is 100, the other's 3e20: what the small one needs would break the large. */
static void each_event_has_a_scale_that_its_numbers_fit(void **state)
{
	static const uint64_t weight[][3] = {
		{30, 70, 0 },
                {60, 0,  40}
        };
	struct pd_delta_section section[2];
	struct pd_delta_cost large[2] = {
		{.cost = 3e20, .hi = 3e20},
                {.cost = 6e20, .hi = 6e20}
        };
	struct pd_delta_change change = {.head = {.cost = 6e20}};
	struct pd_delta_row row = {.base = {.cost = 3e20}, .change = &change};
	struct deltas d;
	pd_id event[2];
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 1);
	row.name[PD_BY_SYMBOL] = deltas_id(&d, "wait");
	section[0] = section[1] = d.section;
	section[1].event = event[1] = deltas_id(&d, "lock/wait");
	event[0] = d.event;
	section[1].total = large;
	section[1].row = &row;
	section[1].n = 1;
	d.profiles.event = event;
	d.profiles.n_events = 2;
	d.result.section = section;
	d.result.n_sections = 2;
	out = deltas_write(&d, "folded", NULL);
	/* 3e20 and 6e20 have no place in 1e15: a millionth, 3e14 and 6e14. */
	assert_string_equal(out.buf, "cycles:P;main;a;b 30 60\ncycles:P;main;c:x 70 0\n"
				     "cycles:P;main;d 0 40\n"
				     "lock/wait;wait 300000000000000 600000000000000\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Costs are seconds of nanoseconds: with one unit of work a run they are written as recorded. */
static void one_unit_of_work_a_run_leaves_weights_as_recorded(void **state)
{
	static const uint64_t weight[][3] = {
		{30, 70, 0 },
                {60, 0,  40}
        };
	struct deltas d;
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 1);
	deltas_totals(&d, 100e-9, 100e-9);
	d.section.unit = deltas_id(&d, "s");
	d.result.policy.work = 1;
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf, "main;a;b 30 60\nmain;c:x 70 0\nmain;d 0 40\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* A table of locks has no chains: its rows have names. */
static void stacks_without_frames_are_told_by_rows(void **state)
{
	static const uint64_t weight[][3] = {
		{100, 0, 0},
                {100, 0, 0}
        };
	struct deltas d;
	struct pd_out out;

	(void)state;
	stacks(&d, weight, 1);
	d.profile[0].stack[0].node = d.profile[1].stack[0].node = 0;
	(void)deltas_row(&d, PD_DELTA_ROW, "", "", 100, 100);
	d.row[0].name[PD_BY_LOCK] = deltas_id(&d, "zone->lock");
	d.result.policy.by = 1u << PD_BY_LOCK;
	out = deltas_write(&d, "folded", NULL);
	assert_string_equal(out.buf, "zone->lock 100 100\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/*
 * Between 1.64787 / 0.6076094 - 1 = 1.71205 and 1.64787 / 0.4927494 - 1 = 2.34424, whatever a
 * point between them would be; __switch_to_asm between -1 and 0.15694 / 0.8603014 - 1 =
 * -0.81758. What is 0 or little on the base has a lower bound alone.
 */
static void what_cut_lists_leave_open_has_no_ratio_but_its_bounds(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.change[0].rel.point = 1.709;
	out = deltas_write(&d, "json", NULL);
	has(&out, "\"rel\":null,\"lo\":1.7120548168,\"hi\":2.34423542677,");
	has(&out, "\"rel\":null,\"lo\":-1,\"hi\":-0.817575561309,\"level\":null,");
	/* 0.2048067 / 0.1711414 - 1, of a row that is listed everywhere */
	has(&out, "\"rel\":0.19671");
	(void)pd_out_close(&out);
	d.row[0].base = (struct pd_delta_cost){.hi = 0.11486};
	out = deltas_write(&d, "json", NULL);
	/* 1.64787 / 0.11486 - 1 */
	has(&out, "\"rel\":null,\"lo\":13.3467699808,\"hi\":null,\"level\":null,");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_has_bounds_where_they_are),
		cmocka_unit_test(json_has_the_test_and_its_verdict),
		cmocka_unit_test(json_says_which_names_were_matched),
		cmocka_unit_test(what_counting_alone_says_is_an_object_of_its_own),
		cmocka_unit_test(csv_has_the_fields_of_json_on_a_line),
		cmocka_unit_test(folded_has_two_whole_numbers_for_each_stack),
		cmocka_unit_test(means_that_are_not_whole_get_more_digits),
		cmocka_unit_test(without_stacks_rows_are_folded),
		cmocka_unit_test(stacks_that_are_spelled_alike_are_one_line),
		cmocka_unit_test(frames_without_a_name_are_their_object),
		cmocka_unit_test(each_event_has_a_scale_that_its_numbers_fit),
		cmocka_unit_test(one_unit_of_work_a_run_leaves_weights_as_recorded),
		cmocka_unit_test(stacks_without_frames_are_told_by_rows),
		cmocka_unit_test(what_cut_lists_leave_open_has_no_ratio_but_its_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/setup.h"

#include "base/str.h"

enum { MOST = 8 };

/* Profiles that say nothing but when and on which kernel they were recorded. */
struct recordings {
	struct pd_ctx *ctx;
	struct pd_profile profile[MOST];
	struct pd_profile_side side[2];
	struct pd_profiles all;
};

static void begin(struct recordings *r)
{
	*r = (struct recordings){.ctx = pd_ctx_new(NULL, NULL)};
	r->all = (struct pd_profiles){.profile = r->profile, .side = r->side, .n_sides = 2};
}

static void add(struct recordings *r, uint16_t side, const char *captured, const char *kernel)
{
	struct pd_profile *p = &r->profile[r->all.n++];

	p->side = side;
	p->setup[PD_SETUP_CAPTURED] = pd_ctx_id(r->ctx, pd_str_of(captured));
	p->setup[PD_SETUP_KERNEL] = pd_ctx_id(r->ctx, pd_str_of(kernel));
}

static enum pd_setup_order order_and_free(struct recordings *r)
{
	enum pd_setup_order order = pd_setup_order(r->ctx, &r->all);

	pd_ctx_free(r->ctx);
	return order;
}

static void sides_that_take_turns_are_mixed(void **state)
{
	struct recordings r;

	(void)state;
	begin(&r);
	add(&r, 0, "Mon Nov 30 14:21:20 2026", "6.18");
	add(&r, 0, "Mon Nov 30 14:21:40 2026", "6.18");
	add(&r, 1, "Mon Nov 30 14:21:30 2026", "6.18");
	add(&r, 1, "Mon Nov 30 14:21:50 2026", "6.18");
	assert_int_equal(order_and_free(&r), PD_SETUP_ORDER_MIXED);
}

/* The head first, over the end of a month and of a year: 31 December is before 1 January. */
static void one_side_after_the_other_is_blocked(void **state)
{
	struct recordings r;

	(void)state;
	begin(&r);
	add(&r, 0, "Fri Jan  1 00:00:01 2027", "6.18");
	add(&r, 0, "Mon Feb  1 00:00:00 2027", "6.18");
	add(&r, 1, "Thu Dec 31 23:59:58 2026", "6.18");
	add(&r, 1, "Thu Dec 31 23:59:59 2026", "6.18");
	assert_int_equal(order_and_free(&r), PD_SETUP_ORDER_BLOCKED);
}

static void one_profile_without_a_time_makes_the_order_unknown(void **state)
{
	struct recordings r;

	(void)state;
	begin(&r);
	add(&r, 0, "Mon Nov 30 14:21:20 2026", "6.18");
	add(&r, 1, "", "6.18");
	assert_int_equal(order_and_free(&r), PD_SETUP_ORDER_UNKNOWN);
}

static void equal_times_are_those_of_copied_files_and_say_nothing(void **state)
{
	struct recordings r;

	(void)state;
	begin(&r);
	add(&r, 0, "Mon Nov 30 14:21:20 2026", "6.18");
	add(&r, 1, "Mon Nov 30 14:21:20 2026", "6.18");
	assert_int_equal(order_and_free(&r), PD_SETUP_ORDER_UNKNOWN);
}

static void words_that_are_no_time_are_none(void **state)
{
	static const char *const odd[] = {
		"yesterday",
		"Mon Nov 30",
		"Mon Now 30 14:21:20 2026",
		"Mon ovD 30 14:21:20 2026",
		"Mon Nov 32 14:21:20 2026",
		"Mon Nov 30 14:21 2026",
		"Mon Nov 30 14:21:20:11 2026",
		"Mon Nov 30 14:99:20 2026",
		"Mon Nov 30 14:21:20 twenty",
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(odd); i++) {
		struct recordings r;

		begin(&r);
		add(&r, 0, odd[i], "6.18");
		add(&r, 1, "Mon Nov 30 14:21:20 2026", "6.18");
		assert_int_equal(order_and_free(&r), PD_SETUP_ORDER_UNKNOWN);
	}
}

static void no_profile_has_no_order(void **state)
{
	struct recordings r;

	(void)state;
	begin(&r);
	assert_int_equal(order_and_free(&r), PD_SETUP_ORDER_UNKNOWN);
}

static void text_is(const struct recordings *r, size_t side, const char *expected)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	assert_int_equal(pd_setup_text(r->ctx, &r->all, side, PD_SETUP_KERNEL, &out),
			 expected[0] != '\0');
	assert_int_equal(out.n, strlen(expected));
	assert_memory_equal(out.buf ? out.buf : "", expected, out.n);
	(void)pd_out_close(&out);
}

static void what_runs_say_is_told_once_and_at_most_three_times(void **state)
{
	struct recordings r;

	(void)state;
	begin(&r);
	add(&r, 0, "", "6.18");
	add(&r, 0, "", "6.18");
	add(&r, 1, "", "");
	text_is(&r, 0, "6.18");
	text_is(&r, 1, "");
	add(&r, 0, "", "6.17");
	text_is(&r, 0, "6.18, 6.17");
	add(&r, 0, "", "6.16");
	text_is(&r, 0, "6.18, 6.17, 6.16");
	add(&r, 0, "", "6.15");
	add(&r, 0, "", "6.14");
	text_is(&r, 0, "6.18, 6.17, 6.16, ...");
	pd_ctx_free(r.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sides_that_take_turns_are_mixed),
		cmocka_unit_test(one_side_after_the_other_is_blocked),
		cmocka_unit_test(one_profile_without_a_time_makes_the_order_unknown),
		cmocka_unit_test(equal_times_are_those_of_copied_files_and_say_nothing),
		cmocka_unit_test(words_that_are_no_time_are_none),
		cmocka_unit_test(no_profile_has_no_order),
		cmocka_unit_test(what_runs_say_is_told_once_and_at_most_three_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/hits.h"
#include "read/hits_merge.h"
#include "read/ingest.h"

#include <perfdelta/perfdelta.h>

#include <stdio.h>

enum { MOST_SIDES = 65535 };

/* Sides have 16 bits: one too many must not become the first one. */
static int merge_titled(struct pd_ctx *ctx, struct pd_profile_set *set, const char *title)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("a.txt"), .side = PD_STR("a.txt")};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_hits *h = pd_hits_of(g);
	int r;

	pd_hits_side(h, pd_str_of(title));
	pd_hits_begin(h, pd_hits_event(h, PD_STR("cycles")), PD_STR("prog"));
	pd_hits_frame(h, PD_STR("work"), PD_STR("prog"));
	pd_hits_end(h, 1);
	r = pd_hits_merge(h, ctx, set, &target);
	pd_ingest_free(g);
	return r;
}

static void a_side_too_many_is_an_error_and_no_other_side(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_profile_set set = {0};
	struct pd_profiles all;
	const struct pd_diag *diag;
	uint16_t number;
	char name[16];
	size_t n;

	(void)state;
	for (int i = 0; i < MOST_SIDES - 1; i++) {
		(void)snprintf(name, sizeof(name), "s%d", i);
		assert_int_equal(
			pd_profile_set_side(&set, pd_ctx_id(ctx, pd_str_of(name)), &number), PD_OK);
		assert_int_equal(number, i);
	}
	assert_int_equal(merge_titled(ctx, &set, "the last one"), PD_OK);
	assert_int_equal(merge_titled(ctx, &set, "one too many"), PD_ELIMIT);
	assert_int_equal(merge_titled(ctx, &set, "s7"), PD_OK);
	diag = pd_ctx_diags(ctx, &n);
	assert_int_equal(n, 1);
	assert_string_equal(diag[0].code, "limit");
	assert_string_equal(diag[0].loc.file, "a.txt");
	all = pd_profile_set_finish(&set, ctx);
	assert_int_equal(all.n_sides, MOST_SIDES);
	assert_int_equal(all.n, 2);
	assert_int_equal(all.profile[0].side, MOST_SIDES - 1);
	assert_int_equal(all.profile[1].side, 7);
	pd_ctx_free(ctx);
}

/* The last thing that a file says may be what is too much. */
static void weights_beyond_64_bits_are_noticed_where_they_are_said(void **state)
{
	static const struct pd_read_options options = {0};
	const struct pd_hits_function caller = {PD_STR("caller"), PD_STR("prog")};
	const struct pd_hits_function callee = {PD_STR("callee"), PD_STR("prog")};

	(void)state;
	for (int edge = 0; edge < 2; edge++) {
		struct pd_ingest *g = pd_ingest_new(&options);
		struct pd_hits *h = pd_hits_of(g);
		uint32_t event = pd_hits_event(h, PD_STR("cycles"));

		for (int i = 0; i < 2; i++) {
			assert_int_equal(pd_ingest_status(g), PD_OK);
			if (edge)
				pd_hits_edge(h, event, caller, callee, UINT64_MAX);
			else
				pd_hits_inclusive(h, event, caller.symbol, caller.dso, UINT64_MAX);
		}
		assert_true(pd_ingest_status(g) < 0);
		pd_ingest_free(g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_side_too_many_is_an_error_and_no_other_side),
		cmocka_unit_test(weights_beyond_64_bits_are_noticed_where_they_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

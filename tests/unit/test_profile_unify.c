/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts with decimals beside whole ones: one event, one unit. */
#include "testing.h"

#include "deltaing.h"

#include "model/profile_unify.h"

/* As the reader of folded stacks tells 14.25 hits: 14250000 millionths, of which none is a hit. */
static void decimal(struct deltaing *d, const char *side, uint64_t millionths)
{
	struct pd_hits *h = deltaing_run(d, side);

	d->event = "hits";
	pd_hits_parts(h, pd_hits_event(h, PD_STR("hits")), 1000000);
	deltaing_chain(d, h, "main;a");
	pd_hits_end_row(h, millionths, PD_HITS_UNKNOWN);
}

static void whole(struct deltaing *d, const char *side, uint64_t hits)
{
	(void)deltaing_run(d, side);
	d->event = "hits";
	deltaing_hits(d, "main;a", hits);
}

static int unify(struct deltaing *d)
{
	deltaing_end_run(d);
	d->profiles = pd_profile_set_finish(&d->set, d->ctx);
	return pd_profile_unify(d->ctx, &d->profiles);
}

static size_t n_said(const struct deltaing *d, const char *code)
{
	size_t n, said = 0;
	const struct pd_diag *diag = pd_ctx_diags(d->ctx, &n);

	for (size_t i = 0; i < n; i++)
		said += !strcmp(diag[i].code, code);
	return said;
}

static void whole_counts_become_parts_where_others_have_decimals(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_profile *p;
	const struct pd_delta_row *a;

	(void)state;
	whole(&d, "base", 12);
	decimal(&d, "head", 14250000);
	assert_int_equal(unify(&d), PD_OK);
	p = &d.profiles.profile[0];
	assert_int_equal(p->event[0].parts, 1000000);
	assert_int_equal(p->event[0].weight, 12000000);
	assert_int_equal(p->cell[0].weight, 12000000);
	assert_int_equal(p->edge[0].weight, 12000000);
	assert_int_equal(p->inclusive[0].weight, 12000000);
	assert_int_equal(p->stack[0].weight, 12000000);
	assert_int_equal(n_said(&d, "decimal-counts"), 1);
	d.status = pd_delta(d.ctx, &d.profiles, NULL, &(const struct pd_delta_policy){.work = 1},
			    &d.result);
	assert_int_equal(d.status, PD_OK);
	assert_int_equal(d.result.n_sections, 1);
	a = deltaing_row(&d, "a");
	assert_close(a->base.cost, 12, 1e-15);
	assert_close(a->change[0].head.cost, 14.25, 1e-15);
	assert_true(a->change[0].caveats & PD_DELTA_UNCOUNTED);
	deltaing_free(&d);
}

static void counts_of_one_kind_stay_what_they_are(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	decimal(&d, "base", 12000000);
	decimal(&d, "head", 14250000);
	assert_int_equal(unify(&d), PD_OK);
	assert_int_equal(d.profiles.profile[0].event[0].weight, 12000000);
	assert_int_equal(n_said(&d, "decimal-counts"), 0);
	deltaing_free(&d);
	d = deltaing_new();
	whole(&d, "base", 12);
	whole(&d, "head", 14);
	assert_int_equal(unify(&d), PD_OK);
	assert_int_equal(d.profiles.profile[0].event[0].weight, 12);
	assert_int_equal(d.profiles.profile[0].event[0].parts, 0);
	assert_int_equal(n_said(&d, "decimal-counts"), 0);
	deltaing_free(&d);
}

/* 2^64/10^6 is 18446744073709.55: periods can add up to more. */
static void weights_that_do_not_fit_are_an_error(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	whole(&d, "base", UINT64_C(18446744073710));
	decimal(&d, "head", 14250000);
	assert_int_equal(unify(&d), PD_ELIMIT);
	assert_int_equal(n_said(&d, "limit"), 1);
	deltaing_free(&d);
	d = deltaing_new();
	whole(&d, "base", UINT64_C(18446744073709));
	decimal(&d, "head", 14250000);
	assert_int_equal(unify(&d), PD_OK);
	assert_int_equal(d.profiles.profile[0].event[0].weight, UINT64_C(18446744073709000000));
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_counts_become_parts_where_others_have_decimals),
		cmocka_unit_test(counts_of_one_kind_stay_what_they_are),
		cmocka_unit_test(weights_that_do_not_fit_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One profile on a side: what counting alone says of shares, told apart from what is assumed of runs. */
#include "deltaing.h"

#include "deltas.h"
#include "has.h"

#include <perfdelta/stat_profile.h>

#define PER_RUN (&(const struct pd_delta_policy){.work = 1})

static void two_profiles(struct deltaing *d)
{
	deltaing_run(d, "base");
	deltaing_hits(d, "a", 4000);
	deltaing_hits(d, "b", 6000);
	deltaing_run(d, "head");
	deltaing_hits(d, "a", 12000);
	deltaing_hits(d, "b", 6100);
}

/*
 * 4000/10000 to 12000/18100. Wilson: 0.390436..0.409639 and 0.656070..0.669838; the squares of
 * 0.662983 - 0.656070 and 0.409639 - 0.4, and of 0.669838 - 0.662983 and 0.4 - 0.390436, make
 * 0.262983 the middle of 0.251118 and 0.274746 (by hand and by a program of its own).
 */
static void shares_of_single_profiles_have_the_interval_of_counting(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *a;

	(void)state;
	two_profiles(&d);
	deltaing_compare(&d, PER_RUN);
	a = &deltaing_row(&d, "a")->change[0];
	assert_close(a->share.point, 0.2629834254143646, 1e-14);
	assert_close(a->share.lo, 0.2511179494601571, 1e-13);
	assert_close(a->share.hi, 0.27474618178105004, 1e-13);
	assert_close(a->share.level, 0.95, 0);
	/* That of the cost assumes a spread of runs: log 3 -+ 1.96 sqrt(.02 + ...) is far wider. */
	assert_true(a->rel.hi - a->rel.lo > 1);
	deltaing_free(&d);
}

/* What is assumed of runs makes no difference to what was counted. */
static void counting_does_not_know_of_kappa(void **state)
{
	const double kappa[] = {0.01, 0.5};
	struct pd_estimate share[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct deltaing d = deltaing_new();

		two_profiles(&d);
		deltaing_compare(&d,
				 &(const struct pd_delta_policy){.work = 1, .kappa0 = kappa[i]});
		share[i] = deltaing_row(&d, "a")->change[0].share;
		deltaing_free(&d);
	}
	assert_close(share[0].lo, share[1].lo, 0);
	assert_close(share[0].hi, share[1].hi, 0);
}

/* Runs that were repeated show how much they differ: what counting alone says is of no use. */
static void repeated_profiles_have_no_interval_of_counting(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (uint64_t i = 0; i < 2; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "a", 4000 + i);
		deltaing_hits(&d, "b", 6000);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "a", 4100 - i);
		deltaing_hits(&d, "b", 6000);
	}
	deltaing_compare(&d, PER_RUN);
	assert_true(isnan(deltaing_row(&d, "a")->change[0].share.lo));
	deltaing_free(&d);
}

static void a_list_of_hits(struct deltaing *d, const char *side, uint64_t a, uint64_t b)
{
	struct pd_hits *h = deltaing_run(d, side);

	deltaing_hits(d, "a", a);
	if (b)
		deltaing_hits(d, "b", b);
	pd_hits_whole(h, pd_hits_event(h, pd_str_of(d->event)), 1000);
	pd_hits_whole_hits(h, pd_hits_event(h, pd_str_of(d->event)), 1000, 0);
}

/*
 * Of 1000 hits the base lists a with 600 and b with 100, the head a alone with 700: b is there
 * between 0 and 300, as more is not left. Newcombe of 0/1000 - 100/1000 from below, and of
 * 300/1000 - 100/1000 from above.
 */
static void where_a_list_is_cut_the_interval_holds_all_that_a_row_can_be(void **state)
{
	struct pd_estimate least = pd_newcombe(100, 1000, 0, 1000, .95);
	struct pd_estimate most = pd_newcombe(100, 1000, 300, 1000, .95);
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *b;

	(void)state;
	a_list_of_hits(&d, "base", 600, 100);
	a_list_of_hits(&d, "head", 700, 0);
	deltaing_compare(&d, PER_RUN);
	b = &deltaing_row(&d, "b")->change[0];
	assert_true(b->caveats & PD_DELTA_BOUNDED);
	assert_true(isnan(b->share.point));
	assert_close(b->share.lo, least.lo, 1e-13);
	assert_close(b->share.hi, most.hi, 1e-13);
	deltaing_free(&d);
}

/* "Samples: 1K" is 1000 to 1999; an exact number on the other side does not help. */
static void hits_of_a_cut_number_are_called_approximate(void **state)
{
	for (int cut = 0; cut < 2; cut++) {
		struct deltaing d = deltaing_new();
		uint32_t caveats;

		(void)state;
		a_list_of_hits(&d, "base", 600, 400);
		if (cut) {
			uint32_t event = pd_hits_event(pd_hits_of(d.g), pd_str_of(d.event));

			pd_hits_whole_hits(pd_hits_of(d.g), event, 1000, 999);
			pd_hits_rounded(pd_hits_of(d.g), event);
		}
		a_list_of_hits(&d, "head", 500, 500);
		deltaing_compare(&d, PER_RUN);
		caveats = deltaing_row(&d, "a")->change[0].caveats;
		assert_int_equal(caveats & PD_DELTA_APPROXIMATE_HITS,
				 cut ? PD_DELTA_APPROXIMATE_HITS : 0);
		assert_int_equal(d.result.section[0].rounded_hits, cut);
		deltaing_free(&d);
	}
}

/* Where hits are not known, neither is how exactly they were counted. */
static void shares_without_hits_have_no_interval(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (int side = 0; side < 2; side++) {
		struct pd_hits *h = deltaing_run(&d, side ? "head" : "base");

		deltaing_share(&d, "a", 400000);
		deltaing_share(&d, "b", 600000);
		pd_hits_shares(h, pd_hits_event(h, pd_str_of(d.event)));
	}
	deltaing_compare(&d, NULL);
	assert_true(isnan(deltaing_row(&d, "a")->change[0].share.lo));
	deltaing_free(&d);
}

/* ---- how it is told */

/* Shares of 4 % and 5.5 %; the one interval holds counting, the other one runs that vary by 10 %, too. */
static void counted(struct deltas *d)
{
	deltas_mail(d);
	d->method[0] = PD_DELTA_UNREPLICATED;
	d->section.n_tested = 1;
	deltas_test(&d->change[2], -0.02, 0.9, 0.2, 0.4, 0.8, PD_VERDICT_INCONCLUSIVE);
	d->change[2].share = deltas_estimate(0.0112, -0.0031, 0.0255);
	d->change[1].share = (struct pd_estimate){nan(""), -0.08, -0.045, 0.95, true};
}

static void the_two_intervals_of_single_profiles_cannot_be_mistaken(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	counted(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "  share, 95% sampling only  ");
	has(&out, "  95% if runs vary 10%  ");
	has_not(&out, "95% interval");
	has(&out, "  +1.12% [-0.31%, +2.55%]  ");
	has(&out, "         [-8.00%, -4.50%]  ");
	has(&out, "  [-2.00%, +90.00%]  ");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "markdown", NULL);
	has(&out, "| share, 95% sampling only |");
	has(&out, " sampling only: the head's share less the base's, in points, and its interval "
		  "with sampling error only; run-to-run noise unknown: ");
	has(&out, " if runs vary 10%: the interval of relative, by sampling error and that much, "
		  "assumed, from run to run.");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* +1.12 % in Delta Abs is 0.0261 - 0.0149, to which the interval beside it belongs. */
static void the_columns_of_perf_diff_have_both_intervals(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	counted(&d);
	out = deltas_write(&d, "perfdiff", NULL);
	has(&out, "  Delta Abs  share, 95% sampling only  ");
	has(&out, "  95% if runs vary 10%       p  ");
	has(&out, "     +1.12%          [-0.31%, +2.55%]  ");
	has(&out, "         [-8.00%, -4.50%]  ");
	has(&out,
	    "\n# sampling only: the interval of Delta Abs with sampling error only; run-to-run "
	    "noise unknown\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void what_only_counting_says_is_left_out_where_room_is_short(void **state)
{
	const struct pd_look narrow = {.width = 72};
	struct deltas d;
	struct pd_out out;

	(void)state;
	counted(&d);
	out = deltas_write(&d, "plain", &narrow);
	has_not(&out, "  share, 95% sampling only");
	has(&out, "left out to fit 72 columns: detectable, sampling only, shares,");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_of_single_profiles_have_the_interval_of_counting),
		cmocka_unit_test(counting_does_not_know_of_kappa),
		cmocka_unit_test(repeated_profiles_have_no_interval_of_counting),
		cmocka_unit_test(where_a_list_is_cut_the_interval_holds_all_that_a_row_can_be),
		cmocka_unit_test(hits_of_a_cut_number_are_called_approximate),
		cmocka_unit_test(shares_without_hits_have_no_interval),
		cmocka_unit_test(the_two_intervals_of_single_profiles_cannot_be_mistaken),
		cmocka_unit_test(the_columns_of_perf_diff_have_both_intervals),
		cmocka_unit_test(what_only_counting_says_is_left_out_where_room_is_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

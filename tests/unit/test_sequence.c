/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "ledgers.h"

enum { N = 8 };

/* Noise of 0.3 % around 100, the same backwards for the head. */
static const double noise[N] = {.3, -.2, .1, -.4, .2, .4, -.3, -.1};

/* Runs of two sides: a level, a drift per place, and the places. */
struct made {
	double base[N], head[N], base_when[N], head_when[N];
};

enum plan { ONE_FIRST, IN_TURNS };

static struct made make(double level, double step, double drift, enum plan plan)
{
	struct made m;

	for (size_t i = 0; i < N; i++) {
		m.base_when[i] = (double)(plan == IN_TURNS ? 2 * i + 1 : i + 1);
		m.head_when[i] = (double)(plan == IN_TURNS ? 2 * i + 2 : N + i + 1);
		m.base[i] = level + drift * m.base_when[i] + noise[i];
		m.head[i] = level + step + drift * m.head_when[i] + noise[N - 1 - i];
	}
	return m;
}

/* What is asked of them; zero: times as made, lower is better, no policy. */
struct asked {
	bool untimed, paired;
	struct pd_policy policy;
};

static struct asked plainly(void)
{
	return (struct asked){.policy = pd_compare_policy()};
}

static struct pd_comparison compare(const struct made *m, const struct asked *a)
{
	const struct pd_grouping g = {.paired = a->paired};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;
	struct pd_rows rows;

	if (a->untimed) {
		ledger_runs(&l, key, "base", m->base, N);
		ledger_runs(&l, key, "head", m->head, N);
	} else {
		ledger_timed(&l, key, "base", m->base, m->base_when, N, 1);
		ledger_timed(&l, key, "head", m->head, m->head_when, N, 1);
	}
	rows = ledger_pair(&l, &g);
	c = *pd_compare_find(pd_compare(l.ctx, &rows, &a->policy, 1), 0, 1);
	ledger_free(&l);
	return c;
}

#define assert_order(c, expected_order, expected_caveats)                       \
 do {                                                                           \
  assert_int_equal((c).order, (expected_order));                                \
  assert_int_equal((c).caveats &(PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE), \
		   (expected_caveats));                                         \
 } while (0)

static void without_times_or_a_word_the_order_is_unknown(void **state)
{
	struct asked a = plainly();
	struct made m = make(100, 10, 0, IN_TURNS);
	struct pd_comparison c;

	(void)state;
	a.untimed = true;
	c = compare(&m, &a);
	assert_order(c, PD_ORDER_UNKNOWN, PD_CAVEAT_BLOCKED);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
}

static void times_tell_turns_from_blocks(void **state)
{
	const struct asked a = plainly();
	struct made m = make(100, 10, 0, IN_TURNS);

	(void)state;
	assert_order(compare(&m, &a), PD_ORDER_INTERLEAVED, 0);
	m = make(100, 10, 0, ONE_FIRST);
	assert_order(compare(&m, &a), PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED);
}

/* Two files that count their own runs from 1. */
static void numbers_that_both_sides_share_are_no_order(void **state)
{
	const struct asked a = plainly();
	struct made m = make(100, 10, 0, IN_TURNS);

	(void)state;
	memcpy(m.head_when, m.base_when, sizeof(m.head_when));
	assert_order(compare(&m, &a), PD_ORDER_UNKNOWN, PD_CAVEAT_BLOCKED);
	/* half of them may */
	for (size_t i = 0; i < N / 2; i++)
		m.head_when[i]++;
	assert_order(compare(&m, &a), PD_ORDER_INTERLEAVED, 0);
}

/*
 * +3.9 % by ranks, p = 0.0009; the fit of R, lm(log(v) ~ side + place), has the
 * interval -0.6 .. +0.6 %.
 */
static void a_change_that_is_all_drift_is_told(void **state)
{
	const struct asked a = plainly();
	struct made m = make(100, 0, .5, ONE_FIRST);
	struct pd_comparison c = compare(&m, &a);

	(void)state;
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_order(c, PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
	m = make(100, 0, -.5, ONE_FIRST);
	c = compare(&m, &a);
	assert_int_equal(c.verdict, PD_VERDICT_IMPROVEMENT);
	assert_order(c, PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
}

/* R: +8.9 .. +10.2 % beside a drift. */
static void a_step_between_blocks_is_no_drift(void **state)
{
	const struct asked a = plainly();
	struct made m = make(100, 10, 0, ONE_FIRST);
	struct pd_comparison c = compare(&m, &a);

	(void)state;
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_order(c, PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED);
	m = make(100, -10, 0, ONE_FIRST);
	c = compare(&m, &a);
	assert_int_equal(c.verdict, PD_VERDICT_IMPROVEMENT);
	assert_order(c, PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED);
}

/* R: +3.5 .. +4.2 % beside a drift of 0.5 % a run. */
static void in_turns_a_drift_hides_no_change(void **state)
{
	const struct asked a = plainly();
	struct made m = make(100, 4, .5, IN_TURNS);
	struct pd_comparison c = compare(&m, &a);

	(void)state;
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_order(c, PD_ORDER_INTERLEAVED, 0);
}

static void what_no_file_says_may_be_declared(void **state)
{
	struct asked a = plainly();
	struct made m = make(100, 0, .5, ONE_FIRST);

	(void)state;
	a.untimed = true;
	a.policy.order = PD_ORDER_BLOCKED;
	assert_order(compare(&m, &a), PD_ORDER_BLOCKED,
		     PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
	m = make(100, 4, .5, IN_TURNS);
	a.policy.order = PD_ORDER_INTERLEAVED;
	assert_order(compare(&m, &a), PD_ORDER_INTERLEAVED, 0);
	a.policy.order = PD_ORDER_MIRRORED;
	assert_order(compare(&m, &a), PD_ORDER_INTERLEAVED, 0);
}

static void times_are_believed_rather_than_declarations(void **state)
{
	struct asked a = plainly();
	struct made m = make(100, 0, .5, ONE_FIRST);

	(void)state;
	a.policy.order = PD_ORDER_INTERLEAVED;
	assert_order(compare(&m, &a), PD_ORDER_BLOCKED,
		     PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
}

/* Run k beside run k: what drifts moves both. */
static void pairs_were_made_in_turns_unless_their_times_say_otherwise(void **state)
{
	struct asked a = plainly();
	struct made m = make(100, 4, .5, IN_TURNS);

	(void)state;
	a.paired = a.untimed = true;
	assert_order(compare(&m, &a), PD_ORDER_INTERLEAVED, 0);
	a.untimed = false;
	m = make(100, 0, .5, ONE_FIRST);
	assert_order(compare(&m, &a), PD_ORDER_BLOCKED,
		     PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
}

/* Three pairs are too few for ranks, and their places, declared or by times, are the same. */
static void few_pairs_whose_places_are_declared_are_fitted_beside_a_drift(void **state)
{
	const double x[] = {100.3, 101.9, 102.1}, y[] = {104.9, 105.8, 107.2};
	const struct pd_grouping g = {.paired = true};
	double p[2];

	(void)state;
	for (size_t timed = 0; timed < 2; timed++) {
		struct pd_policy policy = pd_compare_policy();
		struct ledger l = ledger_new();
		uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
		const struct pd_comparison *c;
		struct pd_rows rows;

		if (timed) {
			ledger_timed(&l, key, "base", x, (const double[]){1, 4, 5}, 3, 1);
			ledger_timed(&l, key, "head", y, (const double[]){2, 3, 6}, 3, 1);
		} else {
			policy.order = PD_ORDER_MIRRORED;
			ledger_runs(&l, key, "base", x, 3);
			ledger_runs(&l, key, "head", y, 3);
		}
		rows = ledger_pair(&l, &g);
		c = pd_compare_find(pd_compare(l.ctx, &rows, &policy, 1), 0, 1);
		assert_string_equal(c->method, "ancova-log");
		p[timed] = c->p_raw;
		ledger_free(&l);
	}
	assert_close(p[0], p[1], 0);
	/* summary(lm(log(v) ~ side + place)) of R */
	assert_close(p[0], 0.000115431007356852, 1e-9);
}

static void values_without_ratios_are_fitted_as_they_are(void **state)
{
	const struct asked a = plainly();
	struct made m = make(-20, 0, .5, ONE_FIRST);
	struct pd_comparison c = compare(&m, &a);

	(void)state;
	assert_false(c.relative);
	assert_order(c, PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
	m = make(0, 10, 0, ONE_FIRST);
	assert_order(compare(&m, &a), PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED);
}

/* -20 + place, and 10 more for the head: nothing is left to chance beside the line. */
static void where_nothing_can_be_fitted_turns_are_trusted_and_blocks_are_not(void **state)
{
	const struct asked a = plainly();
	struct made m = make(-20, 10, 1, IN_TURNS);

	(void)state;
	for (size_t i = 0; i < N; i++) {
		m.base[i] = m.base_when[i] - 20;
		m.head[i] = m.head_when[i] + 10;
	}
	assert_order(compare(&m, &a), PD_ORDER_INTERLEAVED, 0);
	m = make(-20, 0, 1, ONE_FIRST);
	for (size_t i = 0; i < N; i++) {
		m.base[i] = m.base_when[i] - 20;
		m.head[i] = m.head_when[i] - 20;
	}
	assert_order(compare(&m, &a), PD_ORDER_BLOCKED,
		     PD_CAVEAT_BLOCKED | PD_CAVEAT_DRIFT_POSSIBLE);
}

/* 100 eight times, then 110 eight times: whatever drifts would show within the sides. */
static void sides_without_noise_do_not_drift(void **state)
{
	const struct asked a = plainly();
	struct made m = make(100, 10, 0, ONE_FIRST);
	struct pd_comparison c;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		m.base[i] = 100;
		m.head[i] = 110;
	}
	c = compare(&m, &a);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_order(c, PD_ORDER_BLOCKED, PD_CAVEAT_BLOCKED);
}

/* A drift cannot make equal what a test finds equal, nor a program larger. */
static void what_is_not_tested_has_no_order(void **state)
{
	const double one[] = {1}, equal[] = {2, 2, 2, 2};
	struct pd_comparison c = ledger_compare(one, 1, equal, 4, PD_LOWER, NULL);

	(void)state;
	assert_order(c, PD_ORDER_UNKNOWN, 0);
	c = ledger_compare(equal, 4, equal, 4, PD_LOWER, NULL);
	assert_order(c, PD_ORDER_UNKNOWN, 0);
	assert_int_equal(c.verdict, PD_VERDICT_SAME);
}

static void turns_may_be_required(void **state)
{
	struct asked a = plainly();
	struct made m = make(100, 10, 0, ONE_FIRST);

	(void)state;
	a.policy.require_interleaved = true;
	assert_int_equal(compare(&m, &a).verdict, PD_VERDICT_INCONCLUSIVE);
	a.untimed = true;
	assert_int_equal(compare(&m, &a).verdict, PD_VERDICT_INCONCLUSIVE);
	a.policy.order = PD_ORDER_INTERLEAVED;
	assert_int_equal(compare(&m, &a).verdict, PD_VERDICT_REGRESSION);
	/* equal values are equal in any order */
	memcpy(m.head, m.base, sizeof(m.head));
	for (size_t i = 0; i < N; i++)
		m.base[i] = m.head[i] = 7;
	a.policy.order = PD_ORDER_UNKNOWN;
	assert_int_equal(compare(&m, &a).verdict, PD_VERDICT_SAME);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_times_or_a_word_the_order_is_unknown),
		cmocka_unit_test(times_tell_turns_from_blocks),
		cmocka_unit_test(numbers_that_both_sides_share_are_no_order),
		cmocka_unit_test(a_change_that_is_all_drift_is_told),
		cmocka_unit_test(a_step_between_blocks_is_no_drift),
		cmocka_unit_test(in_turns_a_drift_hides_no_change),
		cmocka_unit_test(what_no_file_says_may_be_declared),
		cmocka_unit_test(times_are_believed_rather_than_declarations),
		cmocka_unit_test(pairs_were_made_in_turns_unless_their_times_say_otherwise),
		cmocka_unit_test(few_pairs_whose_places_are_declared_are_fitted_beside_a_drift),
		cmocka_unit_test(values_without_ratios_are_fitted_as_they_are),
		cmocka_unit_test(where_nothing_can_be_fitted_turns_are_trusted_and_blocks_are_not),
		cmocka_unit_test(sides_without_noise_do_not_drift),
		cmocka_unit_test(what_is_not_tested_has_no_order),
		cmocka_unit_test(turns_may_be_required),
	};

	return cmocka_run_group_tests_name("sequence", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "ledgers.h"

#include <perfdelta/stat_many.h>

static struct ledger l;

static int begin(void **state)
{
	(void)state;
	l = ledger_new();
	return 0;
}

static int end(void **state)
{
	(void)state;
	ledger_free(&l);
	return 0;
}

static const double base[] = {100, 101, 103, 104}, near[] = {101, 102, 104, 105},
		    far[] = {110, 111, 113, 114}, flat[] = {120, 120, 120, 120},
		    zero[] = {0, 1, 2, 3};

static void add(const char *row, const char *side, const double *v)
{
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, "row", row), side, v, 4);
}

static const struct pd_result *judge(const char *method, enum pd_adjust adjust)
{
	struct pd_rows *rows = pd_ctx_alloc(l.ctx, sizeof(*rows));
	struct pd_policy policy = pd_compare_policy();

	*rows = ledger_pair(&l, NULL);
	policy.method = method;
	policy.adjust = adjust;
	return pd_compare(l.ctx, rows, &policy, 2);
}

static double t_of(const double *y, const double *const *all, size_t n_all)
{
	struct pd_pooled pool = {0};
	struct pd_welch w;

	for (size_t i = 0; i < n_all; i++)
		pd_pooled_add(&pool, all[i], 4, true);
	if (pd_pooled_test(&pool, &(struct pd_pooled_pair){base, y, 4, 4, true}, 0.95, &w) < 0)
		return nan("");
	return w.t;
}

static void one_row_is_corrected_by_dunnett(void **state)
{
	const double *const all[] = {base, near, far};
	double t[] = {t_of(near, all, 3), t_of(far, all, 3)}, p[2];
	const size_t n[] = {4, 4};
	const struct pd_result *r;

	(void)state;
	add("a", "base", base);
	add("a", "near", near);
	add("a", "far", far);
	r = judge(NULL, PD_ADJUST_DUNNETT);
	pd_dunnett_adjust(t, n, 2, 4, 9, p);
	assert_string_equal(r->comparison[0].method, "pooled-log");
	assert_close(r->comparison[0].p, p[0], 1e-12);
	assert_close(r->comparison[1].p, p[1], 1e-12);
	assert_true(r->comparison[0].p_raw < r->comparison[0].p);
	assert_int_equal(r->comparison[1].verdict, PD_VERDICT_REGRESSION);
}

/* Two rows, one changed: its p is that of Dunnett times two, the other's stays. */
static void rows_are_corrected_by_their_smallest_p(void **state)
{
	const double *const changed[] = {base, far}, *const same[] = {base, near};
	double t[] = {t_of(far, changed, 2), t_of(near, same, 2)}, p[2];
	const size_t n[] = {4};
	const struct pd_result *r;

	(void)state;
	add("a", "base", base);
	add("a", "head", far);
	add("b", "base", base);
	add("b", "head", near);
	r = judge(NULL, PD_ADJUST_DUNNETT);
	pd_dunnett_adjust(&t[0], n, 1, 4, 6, &p[0]);
	pd_dunnett_adjust(&t[1], n, 1, 4, 6, &p[1]);
	assert_close(r->comparison[0].p, 2 * p[0], 1e-9);
	assert_close(r->comparison[1].p, p[1], 1e-9);
}

/* A head with a zero is compared by differences, apart from those that have ratios. */
static void zeros_are_a_set_of_their_own(void **state)
{
	const double *const all[] = {base, near};
	double t = t_of(near, all, 2), p;
	const size_t n[] = {4};
	const struct pd_result *r;

	(void)state;
	add("a", "base", base);
	add("a", "near", near);
	add("a", "zero", zero);
	r = judge(NULL, PD_ADJUST_DUNNETT);
	pd_dunnett_adjust(&t, n, 1, 4, 6, &p);
	assert_string_equal(r->comparison[0].method, "pooled-log");
	assert_string_equal(r->comparison[1].method, "pooled");
	assert_false(r->comparison[1].relative);
	assert_int_equal(r->comparison[1].verdict, PD_VERDICT_IMPROVEMENT);
	/* both sets are selected; the larger p is the second of two */
	assert_close(r->comparison[0].p, p, 1e-9);
}

static void the_test_goes_without_the_correction(void **state)
{
	const struct pd_result *r;

	(void)state;
	add("a", "base", base);
	add("a", "near", near);
	add("a", "far", far);
	r = judge("pooled-log", PD_ADJUST_NONE);
	assert_string_equal(r->comparison[0].method, "pooled-log");
	assert_close(r->comparison[1].p, r->comparison[1].p_raw, 0);
}

static void differences_can_be_asked_for(void **state)
{
	const struct pd_result *r;

	(void)state;
	add("a", "base", base);
	add("a", "near", near);
	add("a", "far", far);
	r = judge("pooled", PD_ADJUST_NONE);
	assert_string_equal(r->comparison[0].method, "pooled");
	assert_close(r->comparison[1].delta.point, 10, 1e-14);
}

static void constant_sides_are_not_tested(void **state)
{
	const struct pd_result *r;

	(void)state;
	add("a", "base", flat);
	add("a", "near", near);
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, "row", "a"), "two", (double[]){1, 1}, 2);
	add("a", "flat", flat);
	r = judge(NULL, PD_ADJUST_DUNNETT);
	assert_true(r->comparison[1].caveats & PD_CAVEAT_ZERO_VARIANCE);
	assert_true(isnan(r->comparison[1].p));
	assert_int_equal(r->comparison[2].verdict, PD_VERDICT_SAME);
	assert_close(r->comparison[2].p, 1, 1e-9);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(one_row_is_corrected_by_dunnett), test(rows_are_corrected_by_their_smallest_p),
		test(zeros_are_a_set_of_their_own),    test(the_test_goes_without_the_correction),
		test(differences_can_be_asked_for),    test(constant_sides_are_not_tested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

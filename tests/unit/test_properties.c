/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for any two series, tried on many. */
#include "testing.h"

#include "stat/select.h"

#include <perfdelta/stat.h>

#include <string.h>

enum { MAX = 40, TRIALS = 300 };

/* Two series drawn from a seed; every third pair has ties. */
struct sides {
	size_t m, n;
	double x[MAX], y[MAX];
	uint64_t seed;
};

static uint64_t draw(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

static void fill(double *v, size_t n, bool coarse, uint64_t *seed)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t r = draw(seed);

		v[i] = coarse ? (double)(90 + r % 20) : 90 + (double)(r % 1000003) * 2e-5;
	}
}

static struct sides draw_sides(uint64_t trial)
{
	struct sides s = {.seed = trial};
	uint64_t seed = trial + 1;

	s.m = 1 + draw(&seed) % MAX;
	s.n = 1 + draw(&seed) % MAX;
	fill(s.x, s.m, trial % 3 == 0, &seed);
	fill(s.y, s.n, trial % 3 == 0, &seed);
	return s;
}

static struct sides sorted_sides(uint64_t trial)
{
	struct sides s = draw_sides(trial);

	pd_select_sort(s.x, s.m);
	pd_select_sort(s.y, s.n);
	return s;
}

static struct sides mapped(struct sides s, double (*map)(double))
{
	for (size_t i = 0; i < s.m; i++)
		s.x[i] = map(s.x[i]);
	for (size_t i = 0; i < s.n; i++)
		s.y[i] = map(s.y[i]);
	return s;
}

static struct pd_ranktest ranktest(void **state, const struct sides *s)
{
	return pd_ranktest(s->x, s->m, s->y, s->n, *state);
}

static struct pd_estimate ratio(void **state, const struct sides *s)
{
	static const double level = 0.95;
	struct pd_estimate e;

	pd_shift_ratio(s->x, s->m, s->y, s->n, &level, 1, *state, &e);
	return e;
}

static int setup(void **state)
{
	*state = pd_scratch_new();
	return 0;
}

static int teardown(void **state)
{
	pd_scratch_free(*state);
	return 0;
}

static void swapping_the_sides_keeps_p(void **state)
{
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct sides s = sorted_sides(trial);
		struct pd_ranktest t = ranktest(state, &s);
		struct pd_ranktest back = pd_ranktest(s.y, s.n, s.x, s.m, *state);

		assert_close(back.p, t.p, 0);
		assert_close(back.p_less, t.p_greater, 0);
		assert_close(back.p_absdev, t.p_absdev, 1e-13);
		assert_close(t.u_x + back.u_x, (double)(s.m * s.n), 0);
		assert_true(t.p > 0 && t.p <= 1);
	}
}

static double cubed(double v)
{
	return v * v * v;
}

static double shifted(double v)
{
	return log(v) - 1000;
}

static void rising_maps_keep_p(void **state)
{
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct sides s = sorted_sides(trial);
		struct sides c = mapped(s, cubed), l = mapped(s, shifted);
		double p = ranktest(state, &s).p;

		assert_close(ranktest(state, &c).p, p, 0);
		assert_close(ranktest(state, &l).p, p, 0);
	}
}

static void the_ratio_of_swapped_sides_is_the_mirror(void **state)
{
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct sides s = sorted_sides(trial);
		struct sides swapped = {.m = s.n, .n = s.m};
		struct pd_estimate e = ratio(state, &s), back;

		memcpy(swapped.x, s.y, sizeof(s.y));
		memcpy(swapped.y, s.x, sizeof(s.x));
		back = ratio(state, &swapped);
		assert_close(1 + back.point, 1 / (1 + e.point), 1e-14);
		assert_int_equal(back.reached, e.reached);
		assert_close(back.level, e.level, 0);
		if (!e.reached)
			continue;
		assert_close(1 + back.lo, 1 / (1 + e.hi), 1e-14);
		assert_close(1 + back.hi, 1 / (1 + e.lo), 1e-14);
	}
}

static double times_power(double v)
{
	return v * 0x1p-37;
}

static double times_odd(double v)
{
	return v * 1.0936132983377078e-7;
}

static void a_unit_that_is_a_power_of_two_keeps_every_bit(void **state)
{
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct sides s = sorted_sides(trial), scaled = mapped(s, times_power);
		struct pd_estimate a = ratio(state, &s), b = ratio(state, &scaled);
		struct pd_welch w = {0}, v = {0};

		assert_memory_equal(&a.point, &b.point, sizeof(a.point));
		assert_memory_equal(&a.lo, &b.lo, sizeof(a.lo));
		assert_memory_equal(&a.hi, &b.hi, sizeof(a.hi));
		assert_int_equal(pd_spread_differs(s.x, s.m, s.y, s.n, *state),
				 pd_spread_differs(scaled.x, s.m, scaled.y, s.n, *state));
		assert_int_equal(pd_welch_log(s.x, s.m, s.y, s.n, 0.95, &w),
				 pd_welch_log(scaled.x, s.m, scaled.y, s.n, 0.95, &v));
		assert_close(v.p, w.p, 1e-12);
		assert_close(v.hi, w.hi, 1e-12);
	}
}

static void any_other_unit_keeps_twelve_digits(void **state)
{
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct sides s = sorted_sides(trial), scaled = mapped(s, times_odd);
		struct pd_estimate a = ratio(state, &s), b = ratio(state, &scaled);

		assert_close(1 + b.point, 1 + a.point, 1e-12);
		if (!a.reached)
			continue;
		assert_close(1 + b.lo, 1 + a.lo, 1e-12);
		assert_close(1 + b.hi, 1 + a.hi, 1e-12);
	}
}

/* Without ties the interval excludes no change exactly when p is at most alpha. */
static void p_and_interval_never_contradict_each_other(void **state)
{
	for (uint64_t trial = 1; trial < TRIALS; trial++) {
		struct sides s = sorted_sides(trial);
		struct pd_ranktest t = ranktest(state, &s);
		struct pd_estimate e = ratio(state, &s);

		if (t.ties || !e.reached)
			continue;
		assert_int_equal(e.lo > 0 || e.hi < 0, t.p <= 0.05);
	}
}

static void reverse(double *v, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		double t = v[i];

		v[i] = v[n - 1 - i];
		v[n - 1 - i] = t;
	}
}

static void the_order_of_measurement_does_not_matter(void **state)
{
	(void)state;
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct sides s = draw_sides(trial), r = s;
		struct pd_welch a = {0}, b = {0};
		struct pd_estimate c, d;

		reverse(r.x, r.m);
		reverse(r.y, r.n);
		c = pd_mean_ci(s.x, s.m, 0.95);
		d = pd_mean_ci(r.x, r.m, 0.95);
		assert_close(d.point, c.point, 1e-15);
		if (s.m > 1)
			assert_close(d.hi, c.hi, 1e-14);
		assert_int_equal(pd_welch(s.x, s.m, s.y, s.n, 0.95, &a),
				 pd_welch(r.x, r.m, r.y, r.n, 0.95, &b));
		assert_close(b.p, a.p, 1e-12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(swapping_the_sides_keeps_p),
		cmocka_unit_test(rising_maps_keep_p),
		cmocka_unit_test(the_ratio_of_swapped_sides_is_the_mirror),
		cmocka_unit_test(a_unit_that_is_a_power_of_two_keeps_every_bit),
		cmocka_unit_test(any_other_unit_keeps_twelve_digits),
		cmocka_unit_test(p_and_interval_never_contradict_each_other),
		cmocka_unit_test(the_order_of_measurement_does_not_matter),
	};

	return cmocka_run_group_tests_name("properties", tests, setup, teardown);
}

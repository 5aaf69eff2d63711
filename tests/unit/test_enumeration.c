/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rank test against counting: every pattern of ties and every split of up
 * to 5 + 5 values, each p compared with all C(m + n, m) samples.
 */
#include "testing.h"

#include <perfdelta/stat.h>

#include <stdlib.h>

enum { MAX_SIDE = 5, MAX_TOTAL = 2 * MAX_SIDE, MAX_SAMPLES = 252 };

struct pattern {
	size_t total, m;
	int value[MAX_TOTAL]; /* 1 2 2 3 .. */
	int rank[MAX_TOTAL];  /* doubled midranks */
	unsigned int sample[MAX_SAMPLES];
	int sum[MAX_SAMPLES];
	size_t n_samples;
};

/* Bit i of @joined says that value i + 1 equals value i. */
static void make_values(struct pattern *p, unsigned int joined)
{
	size_t first = 0;

	for (size_t i = 0; i < p->total; i++)
		p->value[i] = i == 0 ? 1 : p->value[i - 1] + !(joined >> (i - 1) & 1);
	for (size_t i = 1; i <= p->total; i++) {
		if (i < p->total && p->value[i] == p->value[first])
			continue;
		for (size_t j = first; j < i; j++)
			p->rank[j] = (int)(first + i + 1);
		first = i;
	}
}

static void make_samples(struct pattern *p)
{
	p->n_samples = 0;
	for (unsigned int set = 0; set < 1U << p->total; set++) {
		int sum = 0, size = 0;

		for (size_t i = 0; i < p->total; i++) {
			if (set >> i & 1) {
				sum += p->rank[i];
				size++;
			}
		}
		if ((size_t)size != p->m)
			continue;
		p->sum[p->n_samples] = sum;
		p->sample[p->n_samples++] = set;
	}
}

static void check_sample(const struct pattern *p, size_t which, struct pd_scratch *s)
{
	double x[MAX_SIDE], y[MAX_SIDE], all = (double)p->n_samples;
	size_t m = 0, n = 0, less = 0, greater = 0, as_far = 0;
	int mean = (int)(p->m * (p->total + 1)), sum = p->sum[which];
	struct pd_ranktest t;

	for (size_t i = 0; i < p->total; i++) {
		if (p->sample[which] >> i & 1)
			x[m++] = p->value[i];
		else
			y[n++] = p->value[i];
	}
	for (size_t i = 0; i < p->n_samples; i++) {
		less += p->sum[i] <= sum;
		greater += p->sum[i] >= sum;
		as_far += abs(p->sum[i] - mean) >= abs(sum - mean);
	}
	t = pd_ranktest(x, m, y, n, s);
	assert_int_equal(t.kind, PD_P_EXACT);
	assert_close(2 * t.u_x, sum - (double)(m * (m + 1)), 0);
	assert_close(t.p_less, (double)less / all, 1e-14);
	assert_close(t.p_greater, (double)greater / all, 1e-14);
	assert_close(t.p_absdev, (double)as_far / all, 1e-14);
	assert_close(t.p, fmin(2 * (double)(less < greater ? less : greater) / all, 1), 1e-14);
}

/* The smallest p any sample of the pattern has is what the closed form promises. */
static void check_smallest(const struct pattern *p)
{
	double x[MAX_TOTAL], smallest = 1;
	size_t n_low = 0, n_high = 0;
	int low = p->sum[0], high = p->sum[0];

	for (size_t i = 0; i < p->n_samples; i++) {
		low = p->sum[i] < low ? p->sum[i] : low;
		high = p->sum[i] > high ? p->sum[i] : high;
	}
	for (size_t i = 0; i < p->n_samples; i++) {
		n_low += p->sum[i] == low;
		n_high += p->sum[i] == high;
	}
	for (size_t i = 0; i < p->total; i++)
		x[i] = p->value[i];
	smallest = 2 * (double)(n_low < n_high ? n_low : n_high) / (double)p->n_samples;
	assert_close(pd_ranktest_min_p_tied(x, p->m, x + p->m, p->total - p->m), fmin(smallest, 1),
		     1e-14);
}

static void every_small_case_agrees_with_counting(void **state)
{
	static struct pattern p;
	struct pd_scratch *s = pd_scratch_new();
	unsigned int patterns;

	(void)state;
	for (size_t m = 1; m <= MAX_SIDE; m++) {
		for (size_t n = 1; n <= MAX_SIDE; n++) {
			p.m = m;
			p.total = m + n;
			patterns = 1U << (m + n - 1);
			for (unsigned int joined = 0; joined < patterns; joined++) {
				make_values(&p, joined);
				make_samples(&p);
				for (size_t i = 0; i < p.n_samples; i++)
					check_sample(&p, i, s);
				check_smallest(&p);
			}
		}
	}
	pd_scratch_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_small_case_agrees_with_counting),
	};

	return cmocka_run_group_tests_name("enumeration", tests, NULL, NULL);
}

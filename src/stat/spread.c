/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/scratch.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/*
 * MAD of the logs of ascending positive values. They are taken relative to the
 * lower middle value, so that a change of unit by a power of two changes no bit.
 */
static double mad_of_logs(const double *sorted, size_t n, double *work)
{
	double pivot = sorted[(n - 1) / 2];
	double median = log1p((sorted[n / 2] - pivot) / pivot) / 2;

	for (size_t i = 0; i < n; i++) {
		double d = sorted[i] - pivot;
		double v = fabs(d) < pivot / 2 ? log1p(d / pivot) : log(sorted[i] / pivot);

		work[i] = fabs(v - median);
	}
	return pd_select_median(work, n);
}

static double mad(const double *sorted, size_t n, double *work)
{
	double median = pd_select_middle(sorted[(n - 1) / 2], sorted[n / 2]);

	for (size_t i = 0; i < n; i++)
		work[i] = fabs(sorted[i] - median);
	return pd_select_median(work, n);
}

bool pd_spread_differs(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		       struct pd_scratch *s)
{
	double *work = pd_scratch_array(s, PD_SCRATCH_VALUES, double, m > n ? m : n);
	bool positive = x_sorted[0] > 0 && y_sorted[0] > 0;
	double a, b;

	assert(m > 0 && n > 0);

	a = positive ? mad_of_logs(x_sorted, m, work) : mad(x_sorted, m, work);
	b = positive ? mad_of_logs(y_sorted, n, work) : mad(y_sorted, n, work);
	/* as products: a quotient by a MAD of 0 has no answer, 6/5 is no double */
	return a > 2 * b || b > 2 * a || 5 * m > 6 * n || 5 * n > 6 * m;
}

/*
 * Enough for a p of 0.01, and neither a table of thousands nor a series of
 * millions is held up: long series are exchanged less often.
 */
enum {
	MOST_EXCHANGES = 399,
	LEAST_EXCHANGES = 199,
	MOST_MOVES = 20000000,
	ENOUGH_EXTREMES = 4,
};

static unsigned int exchanges_for(size_t n_values)
{
	size_t n = MOST_MOVES / n_values;

	if (n > MOST_EXCHANGES)
		return MOST_EXCHANGES;
	return n < LEAST_EXCHANGES ? LEAST_EXCHANGES : (unsigned int)n;
}

/* Distances of the values, or of the logs of positive ones, from their median. */
static void distances(const double *sorted, size_t n, bool positive, double *out)
{
	double median;

	for (size_t i = 0; i < n; i++)
		out[i] = positive ? log(sorted[i]) : sorted[i];
	median = pd_select_middle(out[(n - 1) / 2], out[n / 2]);
	for (size_t i = 0; i < n; i++)
		out[i] = fabs(out[i] - median);
}

static double median_of(const double *v, size_t n, double *work)
{
	memcpy(work, v, n * sizeof(*work));
	return pd_select_median(work, n);
}

/* How unlike two MADs are, whichever is larger: 1 if both are 0. */
static double contrast(double a, double b)
{
	double most = fmax(a, b), least = fmin(a, b);

	if (most == least)
		return 1;
	return least > 0 ? most / least : HUGE_VAL;
}

/* Chance to see at least @observed when distances change sides; @pool is reordered. */
static double exchange(double *pool, size_t m, size_t n, double observed, gsl_rng *rng,
		       double *work)
{
	unsigned int extremes = 0, done = 0, most = exchanges_for(m + n);

	while (done < most && extremes < ENOUGH_EXTREMES) {
		for (size_t i = 0; i < m; i++) {
			size_t j = i + gsl_rng_uniform_int(rng, m + n - i);
			double t = pool[i];

			pool[i] = pool[j];
			pool[j] = t;
		}
		done++;
		extremes += contrast(median_of(pool, m, work), median_of(pool + m, n, work)) >=
			    observed * (1 - 1e-12);
	}
	if (extremes == ENOUGH_EXTREMES)
		return (double)extremes / done;
	return (extremes + 1.0) / (done + 1.0);
}

struct pd_spread pd_spread(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			   uint64_t seed, struct pd_scratch *s)
{
	double *pool = pd_scratch_array(s, PD_SCRATCH_LOGS, double, m + n);
	double *work = pd_scratch_array(s, PD_SCRATCH_VALUES, double, m > n ? m : n);
	bool positive = x_sorted[0] > 0 && y_sorted[0] > 0;
	struct pd_spread spread = {nan(""), nan("")};
	double a, b;

	assert(m > 0 && n > 0);

	if (m < 2 || n < 2)
		return spread;
	distances(x_sorted, m, positive, pool);
	distances(y_sorted, n, positive, pool + m);
	a = median_of(pool, m, work);
	b = median_of(pool + m, n, work);
	if (a > 0 || b > 0)
		spread.ratio = a > 0 ? b / a : HUGE_VAL;
	if (contrast(a, b) > 2)
		spread.p = exchange(pool, m, n, contrast(a, b), pd_scratch_rng(s, seed), work);
	return spread;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_design.h>

#include "stat/student.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

struct pd_digest pd_digest_of(const double *v, size_t n, bool of_logs)
{
	struct pd_digest d = {.n = n};
	double m = 0, s = 0;

	assert(n > 0);

	for (size_t i = 0; i < n; i++)
		m += ((of_logs ? log(v[i] / v[0]) : v[i] - v[0]) - m) / (double)(i + 1);
	for (size_t i = 0; i < n; i++) {
		double r = (of_logs ? log(v[i] / v[0]) : v[i] - v[0]) - m;

		s += r * r;
	}
	d.mean = of_logs ? log(v[0]) + m : v[0] + m;
	d.sd = n > 1 ? sqrt(s / (double)(n - 1)) : 0;
	return d;
}

/* The exponent of the largest mean or deviation, so that squares fit into a double. */
static int exponent_of(const struct pd_digest *part, size_t n_parts)
{
	double largest = 0;

	for (size_t i = 0; i < n_parts; i++)
		largest = fmax(largest, fmax(fabs(part[i].mean), part[i].sd));
	return largest > 0 && isfinite(largest) ? ilogb(largest) + 1 : 0;
}

/* Sums of squares about the common mean: those within the parts, and those of their means. */
struct pd_digest pd_digest_join(const struct pd_digest *part, size_t n_parts)
{
	int exponent = exponent_of(part, n_parts);
	double squares = 0, least = HUGE_VAL, most = -HUGE_VAL;
	struct pd_digest d = {0, 0, 0};

	for (size_t i = 0; i < n_parts; i++) {
		double n = (double)part[i].n, all = (double)(d.n + part[i].n);
		double apart = scalbn(part[i].mean, -exponent) - d.mean;
		double sd = scalbn(part[i].sd, -exponent);

		squares += (n - 1) * sd * sd;
		squares += apart * apart * (double)d.n * n / all;
		d.mean += apart * n / all;
		d.n += part[i].n;
		least = fmin(least, part[i].mean);
		most = fmax(most, part[i].mean);
	}
	/* what scaling loses of a tiny mean beside a huge deviation is not beyond its parts */
	d.mean = fmax(least, fmin(most, scalbn(d.mean, exponent)));
	d.sd = d.n > 1 ? scalbn(sqrt(squares / (double)(d.n - 1)), exponent) : 0;
	return d;
}

struct pd_digest pd_digest_logs(const struct pd_digest *d)
{
	double cv = d->sd / d->mean, var;

	assert(d->mean > 0);

	/* the square, or cv itself, may be beyond the largest double; its logarithm is not */
	var = cv < 1e100 ? log1p(cv * cv) : 2 * (log(d->sd) - log(d->mean));

	return (struct pd_digest){d->n, log(d->mean) - var / 2, sqrt(var)};
}

double pd_digest_sd(double half, double level, size_t n)
{
	if (n < 2)
		return nan("");
	return half / pd_student_quantile(level, (double)(n - 1)) * sqrt((double)n);
}

struct pd_estimate pd_digest_ci(const struct pd_digest *d, double level)
{
	double half;

	if (d->n < 2)
		return (struct pd_estimate){d->mean, nan(""), nan(""), 0, false};
	half = pd_student_quantile(level, (double)(d->n - 1)) * d->sd / sqrt((double)d->n);
	return (struct pd_estimate){d->mean, d->mean - half, d->mean + half, level, true};
}

int pd_digest_welch(const struct pd_digest *x, const struct pd_digest *y, double level,
		    struct pd_welch *ret)
{
	double most = fmax(x->sd, y->sd), u, v;

	assert(level > 0 && level < 1);

	if (x->n < 2 || y->n < 2 || !(most > 0) || !isfinite(most) || !isfinite(x->mean) ||
	    !isfinite(y->mean))
		return PD_EUNDEFINED;
	/* Of the larger sd: squares of tiny ones would vanish. */
	u = (x->sd / most) * (x->sd / most) / (double)x->n;
	v = (y->sd / most) * (y->sd / most) / (double)y->n;
	ret->diff = y->mean - x->mean;
	ret->se = sqrt(u + v) * most;
	u /= u + v;
	ret->df = 1 / (u * u / (double)(x->n - 1) + (1 - u) * (1 - u) / (double)(y->n - 1));
	ret->t = ret->diff / ret->se;
	pd_student_test(ret, level);
	return PD_OK;
}

double pd_digest_a12(const struct pd_digest *x, const struct pd_digest *y)
{
	double sd = hypot(x->sd, y->sd), diff = y->mean - x->mean;

	if (sd > 0)
		return gsl_cdf_ugaussian_P(diff / sd);
	return diff > 0 ? 1 : diff < 0 ? 0 : 0.5;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/contour.h"

#include "stat/scratch.h"
#include "stat/sum.h"

#include <math.h>

/*
 * With r = exp(-s) and w(j) = 1/(exp(s j) - 1), the logarithm of the integrand
 *	log G(r) - log(1 - r) + u s
 * has the slope u - mean, the mean being that of U + geometric variable under
 * the exponential tilt, and the curvature its variance.
 */
struct saddle {
	size_t a, b; /* smaller and larger sample */
	double u;
	double s;
	double slope, curvature;
	double *near, *far; /* w(1 .. a), w(b + 1 .. b + a) */
};

enum { LANES = 8, RESYNC = 64 };

static double weight(double s, size_t j)
{
	double x = s * (double)j;

	return x < 700 ? 1 / expm1(x) : 0;
}

static void evaluate(struct saddle *d)
{
	struct pd_sum slope = {0}, curvature = {0};
	double w = weight(d->s, 1);

	pd_sum_add(&slope, d->u - w);
	pd_sum_add(&curvature, w * (1 + w));
	for (size_t i = 1; i <= d->a; i++) {
		double x = (double)i, y = (double)(d->b + i);
		double v = weight(d->s, i), z = weight(d->s, d->b + i);

		d->near[i - 1] = v;
		d->far[i - 1] = z;
		pd_sum_add(&slope, y * z - x * v);
		pd_sum_add(&curvature, x * x * v * (1 + v) - y * y * z * (1 + z));
	}
	d->slope = pd_sum_total(&slope);
	d->curvature = pd_sum_total(&curvature);
}

/*
 * The slope rises with s from minus infinity. Near the saddle is good enough:
 * any circle inside the unit circle gives the same integral.
 */
static void find_saddle(struct saddle *d)
{
	double a = (double)d->a, b = (double)d->b;
	double variance = a * b * (a + b + 1) / 12, below = a * b / 2 - d->u;
	double lo = 0, hi = HUGE_VAL;

	/* where U is about normal, u = mean - variance s + 1/s */
	d->s = (below + sqrt(below * below + 4 * variance)) / (2 * variance);
	for (int round = 0; round < 100; round++) {
		double next;

		evaluate(d);
		if (d->slope * d->slope < 0.01 * d->curvature)
			return;
		if (d->slope < 0)
			lo = d->s;
		else
			hi = d->s;
		next = d->s - d->slope / d->curvature;
		if (!(next > lo && next < hi))
			next = hi < HUGE_VAL ? (lo + hi) / 2 : 2 * d->s;
		d->s = next;
	}
}

/* log G(r) + u s, r being the saddle point. */
static double log_height(const struct saddle *d)
{
	struct pd_sum sum = {0};

	pd_sum_add(&sum, d->u * d->s);
	for (size_t i = 1; i <= d->a; i++) {
		double x = (double)i, y = (double)(d->b + i);

		pd_sum_add(&sum, log(x / y));
		pd_sum_add(&sum, log(expm1(-d->s * y) / expm1(-d->s * x)));
	}
	return pd_sum_total(&sum);
}

/* Several angles at once: their cosines and sines at multiples, and the product so far. */
struct lanes {
	double angle[LANES];
	double re[LANES], im[LANES];
};

/* 1 - cos and sin of j times half the angle's double, stepped from j to j + 1. */
struct turn {
	double versine[LANES], sine[LANES];
	double step_versine[LANES], step_sine[LANES];
};

static void turn_set(struct turn *t, const struct lanes *l, size_t j)
{
	for (size_t k = 0; k < LANES; k++) {
		double half = sin(l->angle[k] * (double)j / 2);

		t->versine[k] = 2 * half * half;
		t->sine[k] = sin(l->angle[k] * (double)j);
		half = sin(l->angle[k] / 2);
		t->step_versine[k] = 2 * half * half;
		t->step_sine[k] = sin(l->angle[k]);
	}
}

static void turn_next(struct turn *restrict t)
{
	for (size_t k = 0; k < LANES; k++) {
		double v = t->versine[k], s = t->sine[k];
		double a = t->step_versine[k], b = t->step_sine[k];

		t->versine[k] = v + a - v * a + s * b;
		t->sine[k] = s - s * a + b - v * b;
	}
}

/* Multiply by (1 - q^(b+i))/(1 - r^(b+i)) over (1 - q^i)/(1 - r^i). */
static void multiply(struct lanes *restrict l, const struct turn *restrict far, double w_far,
		     const struct turn *restrict near, double w_near)
{
	for (size_t k = 0; k < LANES; k++) {
		double nr = 1 + w_far * far->versine[k], ni = -w_far * far->sine[k];
		double dr = 1 + w_near * near->versine[k], di = -w_near * near->sine[k];
		double scale = 1 / (dr * dr + di * di);
		double fr = (nr * dr + ni * di) * scale, fi = (ni * dr - nr * di) * scale;
		double re = l->re[k] * fr - l->im[k] * fi;

		l->im[k] = l->re[k] * fi + l->im[k] * fr;
		l->re[k] = re;
	}
}

/* G(q)/G(r) on the circle, at each lane's angle. */
static void product(const struct saddle *d, struct lanes *l)
{
	struct turn near = {0}, far = {0};

	for (size_t k = 0; k < LANES; k++) {
		l->re[k] = 1;
		l->im[k] = 0;
	}
	for (size_t i = 1; i <= d->a; i++) {
		if (i % RESYNC == 1) {
			turn_set(&near, l, i);
			turn_set(&far, l, d->b + i);
		} else {
			turn_next(&near);
			turn_next(&far);
		}
		multiply(l, &far, d->far[i - 1], &near, d->near[i - 1]);
	}
}

/* Real part of the integrand over G(r) r^-u at one angle; its modulus in @ret_size. */
static double integrand(const struct saddle *d, const struct lanes *l, size_t k, double *ret_size)
{
	double angle = l->angle[k], w = weight(d->s, 1), half = sin(angle / 2);
	/* 1/(1 - q) = (1 + w) / (1 + w (1 - exp(i angle))) */
	double re = 1 + 2 * w * half * half, im = -w * sin(angle);
	double size = re * re + im * im;
	double c = cos(d->u * angle), s = sin(d->u * angle);
	double pr = l->re[k] * c + l->im[k] * s, pi = l->im[k] * c - l->re[k] * s;

	*ret_size = sqrt((pr * pr + pi * pi) / size);
	return (1 + w) * (pr * re + pi * im) / size;
}

/*
 * Beyond the main lobe the product has small bumps near the roots of unity,
 * exp(-1.2/s) at most; where the lobe is wide enough for them to count, the
 * whole circle is summed.
 */
static double integral(const struct saddle *d)
{
	const double whole_circle = 1e5;
	double points = ceil(40 * sqrt(d->curvature)) + 40;
	double step = 2 * M_PI / points;
	struct pd_sum sum = {0};
	size_t last = (size_t)(points / 2);

	pd_sum_add(&sum, (1 + weight(d->s, 1)) / 2);
	for (size_t j = 1; j <= last; j += LANES) {
		struct lanes l;
		double largest = 0;

		for (size_t k = 0; k < LANES; k++)
			l.angle[k] = step * (double)(j + k);
		product(d, &l);
		for (size_t k = 0; k < LANES && j + k <= last; k++) {
			double size, v = integrand(d, &l, k, &size);

			/* the point opposite to 0 has no mirror image */
			pd_sum_add(&sum, 2 * (double)(j + k) < points ? v : v / 2);
			largest = fmax(largest, size);
		}
		if (largest < 1e-18 && d->curvature > whole_circle)
			break;
	}
	return 2 * pd_sum_total(&sum) / points;
}

double pd_contour_less(size_t m, size_t n, size_t u, struct pd_scratch *s)
{
	struct saddle d = {.a = m < n ? m : n, .b = m < n ? n : m, .u = (double)u};

	d.near = pd_scratch_array(s, PD_SCRATCH_STEP, double, 2 * d.a);
	d.far = d.near + d.a;
	find_saddle(&d);
	return fmin(exp(log_height(&d)) * integral(&d), 1);
}

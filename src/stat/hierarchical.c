/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_interval.h>

#include "stat/bca.h"
#include "stat/draw.h"
#include "stat/scratch.h"

#include <assert.h>
#include <math.h>

enum { FEWEST_RUNS = 10 };

/* Values are taken as distances from a pivot in units of a power of two. */
struct frame {
	double pivot, scale;
};

static struct frame frame_of(const struct pd_iterated *x, const struct pd_iterated *y)
{
	double most = 0;
	int exponent;

	for (size_t i = 0; i < x->start[x->n]; i++)
		most = fmax(most, fabs(x->v[i]));
	for (size_t i = 0; i < y->start[y->n]; i++)
		most = fmax(most, fabs(y->v[i]));
	exponent = most > 0 ? ilogb(most) : 0;
	return (struct frame){x->v[0], ldexp(1, exponent > -1000 ? -exponent : 1000)};
}

static double mean_of_run(const struct pd_iterated *r, size_t run, const struct frame *f)
{
	size_t n = r->start[run + 1] - r->start[run];
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (r->v[r->start[run] + i] - f->pivot) * f->scale;
	return sum / (double)n;
}

static double mean_of(const struct pd_iterated *r, const struct frame *f)
{
	double sum = 0;

	for (size_t run = 0; run < r->n; run++)
		sum += mean_of_run(r, run, f);
	return sum / (double)r->n;
}

static double mean_drawn(const struct pd_iterated *r, const struct frame *f, struct pd_draw *draw)
{
	double sum = 0;

	for (size_t k = 0; k < r->n; k++) {
		size_t run = pd_draw_index(draw, (uint32_t)r->n);
		uint32_t n = (uint32_t)(r->start[run + 1] - r->start[run]);
		const double *v = r->v + r->start[run];
		double of_run = 0;

		for (uint32_t i = 0; i < n; i++)
			of_run += (v[pd_draw_index(draw, n)] - f->pivot) * f->scale;
		sum += of_run / (double)n;
	}
	return sum / (double)r->n;
}

static double change_of(const struct frame *f, const struct pd_resampling *how, double x, double y)
{
	return how->difference ? (y - x) / f->scale : (y - x) / (f->pivot * f->scale + x);
}

static bool positive(const struct pd_iterated *r)
{
	for (size_t i = 0; i < r->start[r->n]; i++)
		if (!(r->v[i] > 0))
			return false;
	return true;
}

int pd_hierarchical(const struct pd_iterated *x, const struct pd_iterated *y,
		    const struct pd_resampling *how, struct pd_scratch *s, struct pd_estimate *ret)
{
	size_t n_x = x->start[x->n], n_y = y->start[y->n], rounds;
	double tail = (1 - how->level) / 2, *v;
	bool extreme = false; /* the level asks for more than these resamples hold */
	struct frame f;
	struct pd_draw draw;

	assert(how->level > 0 && how->level < 1);

	if (x->n < FEWEST_RUNS || y->n < FEWEST_RUNS)
		return PD_EUNDEFINED;
	if (n_x > PD_DRAW_VALUES_MAX || n_y > PD_DRAW_VALUES_MAX - n_x)
		return PD_ELIMIT;
	if (!how->difference && !positive(x))
		return PD_EUNDEFINED;
	f = frame_of(x, y);
	rounds = pd_draw_rounds(n_x + n_y);
	v = pd_scratch_array(s, PD_SCRATCH_VALUES, double, rounds);
	draw = (struct pd_draw){.rng = pd_scratch_rng(s, how->seed)};
	for (size_t i = 0; i < rounds; i++) {
		double base = mean_drawn(x, &f, &draw);

		v[i] = change_of(&f, how, base, mean_drawn(y, &f, &draw));
	}
	ret->point = change_of(&f, how, mean_of(x, &f), mean_of(y, &f));
	ret->lo = pd_bca_at(v, rounds, tail, &extreme);
	ret->hi = pd_bca_at(v, rounds, 1 - tail, &extreme);
	ret->level = how->level;
	ret->reached = !extreme;
	return PD_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_history.h>

#include "stat/edivisive.h"
#include "stat/scratch.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- energy of every cut */

/*
 * Sums of distances: left[i] from value i to all before it, right[i] to all
 * after it.
 */
struct distances {
	double *left, *right;
	double total;
};

static void measure(const double *v, size_t n, struct distances *d)
{
	d->total = 0;
	for (size_t k = 0; k < n; k++) {
		double sum = 0;

		d->right[k] = 0;
		for (size_t i = 0; i < k; i++) {
			double apart = fabs(v[k] - v[i]);

			sum += apart;
			d->right[i] += apart;
		}
		d->left[k] = sum;
		d->total += sum;
	}
}

double pd_edivisive_at(double k, double l, double left, double right, double between)
{
	return k * l / (k + l) *
	       (2 / (k * l) * between - 2 / (k * (k - 1)) * left - 2 / (l * (l - 1)) * right);
}

/* The best cut; q of each in @ret_q unless that is NULL. */
static struct pd_split cut(const double *v, size_t n, size_t min_size, struct distances *d,
			   double *ret_q)
{
	struct pd_split best = {0, -HUGE_VAL, nan("")};
	double left = 0, right;

	measure(v, n, d);
	right = d->total;
	for (size_t k = 0; k + min_size <= n; k++) {
		if (k >= min_size) {
			double q = pd_edivisive_at((double)k, (double)(n - k), left, right,
						   d->total - left - right);

			if (ret_q)
				ret_q[k - min_size] = q;
			if (q > best.q) {
				best.at = k;
				best.q = q;
			}
		}
		left += d->left[k];
		right -= d->right[k];
	}
	return best;
}

/*
 * The best cut and the best end of what follows it. @d->right holds the distances from each
 * value to all before the cut.
 */
static struct pd_split cut_open(const double *v, size_t n, size_t min_size, struct distances *d)
{
	struct pd_split best = {0, -HUGE_VAL, nan("")};
	double left = 0;

	measure(v, n, d);
	for (size_t j = 0; j < n; j++)
		d->right[j] = 0;
	for (size_t k = 1; k + min_size <= n; k++) {
		double right = 0, between = 0;

		left += d->left[k - 1];
		for (size_t j = k; j < n; j++) {
			double q;

			d->right[j] += fabs(v[j] - v[k - 1]);
			between += d->right[j];
			right += d->left[j] - d->right[j];
			if (k < min_size || j + 1 < k + min_size)
				continue;
			q = pd_edivisive_at((double)k, (double)(j + 1 - k), left, right, between);
			if (q > best.q)
				best = (struct pd_split){k, q, nan("")};
		}
	}
	return best;
}

/*
 * A copy of @v that cannot overflow, with room for the sums behind it; *ret_scale
 * is what it was divided by.
 */
static double *take_copy(const double *v, size_t n, struct pd_scratch *s, struct distances *d,
			 double *ret_scale)
{
	double *copy = pd_scratch_array(s, PD_SCRATCH_MODES, double, 3 * n);
	double largest = 0;
	int exponent;

	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, fabs(v[i]));
	exponent = largest > 0 ? ilogb(largest) : 0;
	for (size_t i = 0; i < n; i++)
		copy[i] = scalbn(v[i], -exponent);
	d->left = copy + n;
	d->right = copy + 2 * n;
	*ret_scale = scalbn(1, exponent);
	return copy;
}

void pd_edivisive_energy(const double *v, size_t n, size_t min_size, struct pd_scratch *s,
			 double *ret_q)
{
	struct distances d;
	double scale, *copy = take_copy(v, n, s, &d, &scale);

	assert(min_size >= 2 && n >= 2 * min_size);

	(void)cut(copy, n, min_size, &d, ret_q);
	for (size_t i = 0; i + 2 * min_size <= n; i++)
		ret_q[i] *= scale;
}

/* ---- chance */

static struct pd_edivisive_how settle(const struct pd_edivisive_how *how)
{
	struct pd_edivisive_how all = how ? *how : (struct pd_edivisive_how){0};

	if (!all.min_size)
		all.min_size = 3;
	if (!all.permutations)
		all.permutations = 199;
	if (all.p_max == 0)
		all.p_max = 0.05;
	return all;
}

static void shuffle(double *v, size_t n, gsl_rng *rng)
{
	for (size_t i = n - 1; i > 0; i--) {
		size_t j = gsl_rng_uniform_int(rng, i + 1);
		double t = v[i];

		v[i] = v[j];
		v[j] = t;
	}
}

/* p of @best, the cut of @v, which is shuffled. */
static double chance(double *v, size_t n, const struct pd_split *best, struct distances *d,
		     const struct pd_edivisive_how *how, gsl_rng *rng)
{
	double enough = how->p_max * (how->permutations + 1.0) * (1 + 1e-12);
	unsigned int as_good = 0, done = 0;

	while (done < how->permutations && as_good + 1 <= enough) {
		shuffle(v, n, rng);
		done++;
		/* sums in another order round differently */
		as_good += cut(v, n, how->min_size, d, NULL).q >= best->q - 1e-12 * fabs(d->total);
	}
	return (as_good + 1.0) / (done + 1.0);
}

static struct pd_split split(const double *v, size_t n, const struct pd_edivisive_how *how,
			     struct pd_scratch *s, gsl_rng *rng)
{
	struct pd_split best = {0, nan(""), nan("")};
	struct distances d;
	double scale, *copy;

	if (n < 2 * how->min_size)
		return best;
	copy = take_copy(v, n, s, &d, &scale);
	best = cut(copy, n, how->min_size, &d, NULL);
	best.p = chance(copy, n, &best, &d, how, rng);
	best.q *= scale;
	return best;
}

struct pd_split pd_edivisive_split(const double *v, size_t n, const struct pd_edivisive_how *how,
				   struct pd_scratch *s)
{
	struct pd_edivisive_how all = settle(how);

	assert(n > 0 && all.min_size >= 2);

	return split(v, n, &all, s, pd_scratch_rng(s, all.seed));
}

/* ---- again and again */

struct search {
	const double *v;
	struct pd_edivisive_how how;
	struct pd_scratch *scratch;
	gsl_rng *rng;
	size_t *at, n;
};

/* The points of v[from .. to), in order. */
static void divide(struct search *s, size_t from, size_t to)
{
	struct pd_split best = split(s->v + from, to - from, &s->how, s->scratch, s->rng);

	if (!best.at || best.p > s->how.p_max * (1 + 1e-12))
		return;
	divide(s, from, from + best.at);
	s->at[s->n++] = from + best.at;
	divide(s, from + best.at, to);
}

/* ---- as published: all parts are judged together */

/* Parts of v: [first[i], first[i + 1]), each with its best cut. */
struct parts {
	double *v, *shuffled;
	size_t n, n_parts;
	size_t *first;          /* [n + 1] */
	struct pd_split *split; /* [n] */
	struct distances d;
	struct pd_edivisive_how how;
};

static struct pd_split cut_part(struct parts *p, const double *v, size_t i)
{
	size_t n = p->first[i + 1] - p->first[i];

	if (n < 2 * p->how.min_size)
		return (struct pd_split){0, -HUGE_VAL, nan("")};
	return cut_open(v + p->first[i], n, p->how.min_size, &p->d);
}

/* Values are shuffled inside their parts; the best cut of any of them counts. */
static double best_of_shuffled(struct parts *p, gsl_rng *rng)
{
	double best = -HUGE_VAL;

	for (size_t i = 0; i < p->n_parts; i++) {
		shuffle(p->shuffled + p->first[i], p->first[i + 1] - p->first[i], rng);
		best = fmax(best, cut_part(p, p->shuffled, i).q);
	}
	return best;
}

static bool is_more_than_chance(struct parts *p, const struct pd_split *best, gsl_rng *rng)
{
	double enough = p->how.p_max * (p->how.permutations + 1.0) * (1 + 1e-12);
	unsigned int as_good = 0;

	for (unsigned int i = 0; i < p->how.permutations && as_good + 1 <= enough; i++)
		as_good += best_of_shuffled(p, rng) >= best->q * (1 - 1e-12);
	return as_good + 1 <= enough;
}

/* Part i becomes two. */
static void divide_part(struct parts *p, size_t i)
{
	size_t tail = p->n_parts - i;

	memmove(p->first + i + 2, p->first + i + 1, tail * sizeof(*p->first));
	memmove(p->split + i + 1, p->split + i, tail * sizeof(*p->split));
	p->first[i + 1] = p->first[i] + p->split[i].at;
	p->n_parts++;
	p->split[i] = cut_part(p, p->v, i);
	p->split[i + 1] = cut_part(p, p->v, i + 1);
}

static void divide_together(struct parts *p, gsl_rng *rng)
{
	for (;;) {
		size_t best = 0;

		for (size_t i = 1; i < p->n_parts; i++)
			best = p->split[i].q > p->split[best].q ? i : best;
		if (!p->split[best].at || !is_more_than_chance(p, &p->split[best], rng))
			return;
		divide_part(p, best);
	}
}

static size_t published(const double *v, size_t n, const struct pd_edivisive_how *how,
			struct pd_scratch *s, size_t *ret_at)
{
	struct parts p = {.n = n, .n_parts = 1, .how = *how};
	double scale;

	p.v = take_copy(v, n, s, &p.d, &scale);
	p.shuffled = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n);
	p.first = pd_scratch_array(s, PD_SCRATCH_RANKS, size_t, n + 1);
	p.split = pd_scratch_array(s, PD_SCRATCH_LOGS, struct pd_split, n);
	memcpy(p.shuffled, p.v, n * sizeof(*p.v));
	p.first[0] = 0;
	p.first[1] = n;
	p.split[0] = cut_part(&p, p.v, 0);
	divide_together(&p, pd_scratch_rng(s, how->seed));
	for (size_t i = 1; i < p.n_parts; i++)
		ret_at[i - 1] = p.first[i];
	return p.n_parts - 1;
}

size_t pd_edivisive(const double *v, size_t n, const struct pd_edivisive_how *how,
		    struct pd_scratch *s, size_t *ret_at)
{
	struct search all = {.v = v, .how = settle(how), .scratch = s, .at = ret_at};

	assert(n > 0 && all.how.min_size >= 2);

	if (all.how.published)
		return published(v, n, &all.how, s, ret_at);
	all.rng = pd_scratch_rng(s, all.how.seed);
	divide(&all, 0, n);
	return all.n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pool.h"

#include "base/arena.h"
#include "base/work.h"

#include <math.h>
#include <stdlib.h>

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

static bool is_asked_for(const struct pd_policy *policy)
{
	const struct pd_method *m = policy->method ? pd_method_named(policy->method) : NULL;

	return policy->adjust == PD_ADJUST_DUNNETT || m == &pd_method_pooled_log ||
	       m == &pd_method_pooled;
}

void pd_pool_fill(struct pd_ctx *ctx, struct pd_result *r)
{
	const struct pd_rows *rows = r->rows;
	struct pd_pool *pool;

	if (!is_asked_for(&r->policy) || rows->paired)
		return;
	pool = pd_ctx_alloc(ctx, (rows->n + 1) * sizeof(*pool));
	r->pool = pool;
	for (size_t i = 0; i < rows->n; i++)
		for (size_t side = 0; side < rows->n_sides; side++) {
			const struct pd_series *s = &rows->row[i].series[side];

			if (!s->n)
				continue;
			pd_pooled_add(&pool[i].values, s->value, s->n, false);
			if (s->sorted[0] > 0)
				pd_pooled_add(&pool[i].logs, s->value, s->n, true);
		}
}

const struct pd_pooled *pd_pool_of(const struct pd_result *r, size_t row, bool shift)
{
	if (!r->pool)
		return NULL;
	return shift ? &r->pool[row].values : &r->pool[row].logs;
}

static bool varies(const struct pd_series *s)
{
	return s->sorted[0] != s->sorted[s->n - 1];
}

int pd_pool_t(const struct pd_question *q, struct pd_finding *ret)
{
	const struct pd_pooled_pair pair = {q->x->value, q->y->value, q->x->n, q->y->n, !q->shift};
	struct pd_welch w, w90;

	/* Sides that do not vary are not made noisy by what others do: no test, as in Welch's. */
	if (!varies(q->x) && !varies(q->y))
		return PD_EUNDEFINED;
	(void)pd_pooled_test(q->pool, &pair, q->policy->level, &w);
	(void)pd_pooled_test(q->pool, &pair, pd_method_narrow_level(q->policy), &w90);
	if (q->shift)
		ret->delta = (struct pd_estimate){w.diff, w.lo, w.hi, q->policy->level, true};
	else
		ret->delta = pd_method_relative(&w, q->policy->level);
	ret->lo90 = q->shift ? w90.lo : expm1(w90.lo);
	ret->hi90 = q->shift ? w90.hi : expm1(w90.hi);
	ret->p = w.p;
	return PD_OK;
}

/* ---- Dunnett's correction */

/* Comparisons of one row and one scale, which are corrected together. */
struct set {
	size_t start, end; /* in result->comparison: those of the row */
	bool relative;
};

struct job {
	struct pd_result *r;
	struct set *set;
	double *p;      /* [r->n] */
	size_t *family; /* [r->n]: number of the set */
};

/* The heads of a set: t of each, NaN where nothing was tested. */
static double t_of(const struct pd_result *r, const struct pd_comparison *c)
{
	const struct pd_series *x = &r->rows->row[c->row].series[0];
	const struct pd_series *y = &r->rows->row[c->row].series[c->side];
	const struct pd_pooled_pair pair = {x->value, y->value, x->n, y->n, c->relative};
	struct pd_welch w;

	if (isnan(c->p_raw))
		return nan("");
	/* all equal, while no other side varies either */
	if (pd_pooled_test(pd_pool_of(r, c->row, !c->relative), &pair, r->policy.level, &w) < 0)
		return 0;
	return w.t;
}

/* Of a side of which only the deviation is known the pool has nothing. */
static bool is_summarised(const struct pd_result *r, size_t row)
{
	for (size_t side = 0; side < r->rows->n_sides; side++)
		if (r->rows->row[row].series[side].digest.n)
			return true;
	return false;
}

/* Bonferroni's correction holds whatever the comparisons share; Dunnett's improves on it. */
static void correct_by_number(const struct job *j, size_t item)
{
	const struct set *set = &j->set[item];
	size_t k = 0;

	for (size_t i = set->start; i < set->end; i++)
		k += j->r->comparison[i].relative == set->relative;
	for (size_t i = set->start; i < set->end; i++) {
		const struct pd_comparison *c = &j->r->comparison[i];

		if (c->relative != set->relative)
			continue;
		j->p[i] = isnan(c->p_raw) ? c->p_raw : fmin((double)k * c->p_raw, 1);
		j->family[i] = item;
	}
}

static void correct_set(void *arg, size_t item, unsigned int worker)
{
	const struct job *j = arg;
	const struct set *set = &j->set[item];
	size_t most = set->end - set->start, k = 0, row = j->r->comparison[set->start].row;
	double *t, df;
	size_t *n, *at;

	(void)worker;
	if (is_summarised(j->r, row)) {
		correct_by_number(j, item);
		return;
	}
	t = zeroed(most, sizeof(*t));
	n = zeroed(most, sizeof(*n));
	at = zeroed(most, sizeof(*at));
	for (size_t i = set->start; i < set->end; i++) {
		const struct pd_comparison *c = &j->r->comparison[i];

		if (c->relative != set->relative)
			continue;
		t[k] = t_of(j->r, c);
		n[k] = j->r->rows->row[row].series[c->side].n;
		at[k++] = i;
	}
	df = pd_pool_of(j->r, row, !set->relative)->df;
	/* without degrees of freedom there is no p that could be defined */
	pd_dunnett_adjust(t, n, k, j->r->rows->row[row].series[0].n, df > 0 ? df : 1, t);
	for (size_t i = 0; i < k; i++) {
		j->p[at[i]] = t[i];
		j->family[at[i]] = item;
	}
	free(at);
	free(n);
	free(t);
}

static size_t list_sets(const struct pd_result *r, struct set *set)
{
	size_t n = 0;

	for (size_t i = 0, end; i < r->n; i = end) {
		for (end = i; end < r->n && r->comparison[end].row == r->comparison[i].row; end++)
			;
		set[n++] = (struct set){i, end, true};
		set[n++] = (struct set){i, end, false};
	}
	return n;
}

/* Over the sets of gated comparisons, or of the others. */
static void join_sets(const struct job *j, bool gated)
{
	const struct pd_result *r = j->r;
	double *p = zeroed(r->n, sizeof(*p));
	size_t *family = zeroed(r->n, sizeof(*family)), n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->comparison[i].gated == gated) {
			p[n] = j->p[i];
			family[n++] = j->family[i];
		}
	pd_selective_adjust(p, family, n, p);
	n = 0;
	for (size_t i = 0; i < r->n; i++)
		if (r->comparison[i].gated == gated)
			j->r->comparison[i].p = p[n++];
	free(family);
	free(p);
}

void pd_pool_adjust(struct pd_result *r, unsigned int n_workers)
{
	struct job j = {.r = r,
			.set = zeroed(2 * r->n, sizeof(*j.set)),
			.p = zeroed(r->n, sizeof(*j.p)),
			.family = zeroed(r->n, sizeof(*j.family))};

	pd_work_run(n_workers, list_sets(r, j.set), correct_set, &j);
	join_sets(&j, true);
	join_sets(&j, false);
	free(j.family);
	free(j.p);
	free(j.set);
}

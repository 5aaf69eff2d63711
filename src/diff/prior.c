/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/prior.h"

#include "base/arena.h"
#include "base/str.h"
#include "diff/family.h"
#include "diff/method.h"

#include <stdlib.h>

#include <perfdelta/stat_many.h>

enum { FEWEST_SIDES = 4, FEWEST_SERIES = 20 };

/* A row that could share, with what must be the same in those that it shares with. */
struct sharer {
	size_t row;
	size_t n_sides; /* that have values */
	uint32_t n;     /* runs on each */
	bool gated;
};

static bool is_asked_for(const struct pd_policy *policy)
{
	return policy->method && pd_method_named(policy->method) == &pd_method_moderated_log;
}

/* Equally many positive values on all sides that have any. */
static bool is_even(const struct pd_result *r, size_t row, struct sharer *ret)
{
	const struct pd_series *series = r->rows->row[row].series;

	*ret = (struct sharer){.row = row, .n = series[0].n};
	for (size_t side = 0; side < r->rows->n_sides; side++) {
		if (!series[side].n)
			continue;
		if (series[side].n != series[0].n || series[side].digest.n ||
		    series[side].sorted[0] <= 0)
			return false;
		ret->n_sides++;
	}
	return ret->n >= 2 && ret->n_sides >= FEWEST_SIDES;
}

/* @c is any comparison of the row. */
static bool could_share(const struct pd_result *r, const struct pd_comparison *c,
			struct sharer *ret)
{
	const struct pd_row *row = &r->rows->row[c->row];
	double reach = r->policy.alpha / (double)pd_family_size(r, c);

	if (r->rows->metrics[row->metric].exact || r->rows->metrics[row->metric].absolute ||
	    !is_even(r, c->row, ret))
		return false;
	ret->gated = c->gated;
	return is_asked_for(&r->policy) || !pd_ranktest_reaches(ret->n, ret->n, reach);
}

static int by_kind(const void *a, const void *b)
{
	const struct sharer *x = a, *y = b;

	if (x->gated != y->gated)
		return x->gated ? -1 : 1;
	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static size_t list_sharers(const struct pd_result *r, struct sharer *list)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (!i || r->comparison[i].row != r->comparison[i - 1].row)
			n += could_share(r, &r->comparison[i], &list[n]);
	qsort(list, n, sizeof(*list), by_kind);
	return n;
}

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

/* @n rows of one kind, @n_series series in all. */
static void share(const struct pd_result *r, const struct sharer *list, size_t n, size_t n_series,
		  struct pd_scratch *scratch, struct pd_many_prior *prior)
{
	double *s2 = zeroed(n_series, sizeof(*s2)), *next = s2;
	size_t *n_sides = zeroed(n, sizeof(*n_sides));
	struct pd_many_prior *found = zeroed(n, sizeof(*found));

	for (size_t i = 0; i < n; i++) {
		const struct pd_series *series = r->rows->row[list[i].row].series;

		n_sides[i] = list[i].n_sides;
		for (size_t side = 0; side < r->rows->n_sides; side++)
			if (series[side].n)
				*next++ = pd_many_variance(series[side].value, list[i].n);
	}
	if (pd_many_share(s2, n_sides, n, list[0].n - 1, scratch, found) == PD_OK)
		for (size_t i = 0; i < n; i++)
			prior[list[i].row] = found[i];
	free(found);
	free(n_sides);
	free(s2);
}

void pd_prior_fill(struct pd_ctx *ctx, struct pd_result *r, struct pd_scratch *scratch)
{
	struct pd_many_prior *prior = pd_ctx_alloc(ctx, (r->rows->n + 1) * sizeof(*prior));
	struct sharer *list;
	size_t n;

	r->prior = prior;
	if (r->rows->n_sides < FEWEST_SIDES || r->policy.shift || r->rows->paired)
		return;
	list = zeroed(r->rows->n, sizeof(*list));
	n = list_sharers(r, list);
	for (size_t i = 0, end; i < n; i = end) {
		size_t n_series = 0;

		for (end = i;
		     end < n && list[end].gated == list[i].gated && list[end].n == list[i].n; end++)
			n_series += list[end].n_sides;
		if (n_series >= FEWEST_SERIES)
			share(r, &list[i], end - i, n_series, scratch, prior);
	}
	free(list);
}

const struct pd_many_prior *pd_prior_of(const struct pd_result *r, size_t row)
{
	return r->prior && r->prior[row].df_prior > 0 ? &r->prior[row] : NULL;
}

void pd_prior_tell(struct pd_ctx *ctx, const struct pd_result *r)
{
	size_t n = 0;

	if (!is_asked_for(&r->policy))
		return;
	for (size_t i = 0; i < r->n; i++)
		n += pd_str_eq(pd_str_of(r->comparison[i].method),
			       pd_str_of(pd_method_welch_log.name));
	if (n)
		pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "not-moderated",
			    "--method=moderated-log: %zu comparison%s judged by welch-log: sharing "
			    "takes %d sides of equally many runs and %d series",
			    n, n > 1 ? "s are" : " is", FEWEST_SIDES, FEWEST_SERIES);
}

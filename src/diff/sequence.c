/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/sequence.h"

#include "stat/scratch.h"

#include <perfdelta/stat_order.h>

/* Places of all runs, valid until they are asked for again. */
struct places {
	double *x, *y;
};

static bool are_timed(const struct pd_question *q)
{
	return q->x->when && q->y->when;
}

static struct places room(const struct pd_question *q)
{
	double *x = pd_scratch_array(q->scratch, PD_SCRATCH_PLACES, double, q->x->n + q->y->n);

	return (struct places){x, x + q->x->n};
}

/* Whether the times are an order of the two sides. */
static bool rank(const struct pd_question *q, double *x, double *y)
{
	size_t m = q->x->n, n = q->y->n;

	return 2 * pd_order_rank(q->x->when, m, q->y->when, n, q->scratch, x, y) <= m + n;
}

static void put_blocked(const struct pd_question *q, double *x, double *y)
{
	for (uint32_t i = 0; i < q->x->n; i++)
		x[i] = i + 1;
	for (uint32_t i = 0; i < q->y->n; i++)
		y[i] = q->x->n + i + 1;
}

/* What was declared; pairs that no file has times of were made in turns. */
static enum pd_order declared(const struct pd_question *q)
{
	enum pd_order order = q->policy->order;

	return order == PD_ORDER_UNKNOWN && q->paired ? PD_ORDER_INTERLEAVED : order;
}

bool pd_sequence_is_given(const struct pd_question *q)
{
	return are_timed(q) || q->policy->order != PD_ORDER_UNKNOWN;
}

enum pd_order pd_sequence_place(const struct pd_question *q, double *ret_x, double *ret_y)
{
	enum pd_order order = declared(q);

	if (are_timed(q) && rank(q, ret_x, ret_y))
		return pd_order_is_blocked(ret_x, q->x->n, ret_y, q->y->n) ? PD_ORDER_BLOCKED
									   : PD_ORDER_INTERLEAVED;
	switch (order) {
	case PD_ORDER_UNKNOWN:
		break;
	case PD_ORDER_INTERLEAVED:
	case PD_ORDER_MIRRORED:
		pd_order_turns(q->x->n, q->y->n, order == PD_ORDER_MIRRORED, ret_x, ret_y);
		return PD_ORDER_INTERLEAVED;
	case PD_ORDER_BLOCKED:
		put_blocked(q, ret_x, ret_y);
		break;
	}
	return order;
}

enum pd_order pd_sequence_of(const struct pd_question *q)
{
	struct places p;

	if (!are_timed(q))
		return declared(q) == PD_ORDER_MIRRORED ? PD_ORDER_INTERLEAVED : declared(q);
	p = room(q);
	return pd_sequence_place(q, p.x, p.y);
}

/* Runs without any noise leave nothing to fit, and no drift. */
static bool is_constant(const struct pd_series *s)
{
	return s->sorted[0] == s->sorted[s->n - 1];
}

bool pd_sequence_may_be_drift(const struct pd_question *q, double point)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct places p = room(q);
	enum pd_order order = pd_sequence_place(q, p.x, p.y);
	struct pd_order_fit f;
	int r;

	if (order == PD_ORDER_UNKNOWN || (is_constant(x) && is_constant(y)))
		return false;
	/* What drifts moves both runs of a pair, and their difference stays. */
	if (q->paired && order != PD_ORDER_BLOCKED)
		return false;
	r = (q->shift ? pd_order_fit : pd_order_fit_log)(x->value, p.x, x->n, y->value, p.y, y->n,
							 q->policy->level, &f);
	/* Too few runs, or a line without noise: only a drift in blocks is a change then. */
	if (r < 0)
		return order == PD_ORDER_BLOCKED;
	return !(point > 0 ? f.side.lo > 0 : f.side.hi < 0);
}

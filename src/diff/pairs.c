/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

#include "base/out.h"
#include "base/str.h"
#include "diff/sequence.h"
#include "stat/scratch.h"

#include <math.h>

#include <perfdelta/stat_order.h>
#include <perfdelta/stat_paired.h>

/* ---- who has no partner */

/* "hackbench groups=4 time" */
static void put_row(const struct pd_ctx *ctx, const struct pd_rows *rows, const struct pd_row *row,
		    struct pd_out *out)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, row->labels, label, PD_LABELS_MAX);

	pd_out_str(out, pd_ctx_name(ctx, row->bench));
	pd_out_text(out, row->bench ? " " : "");
	for (size_t i = 0; i < n && i < PD_LABELS_MAX; i++)
		pd_out_printf(out, "%.*s=%.*s ", PD_FMT(label[i].key), PD_FMT(label[i].val));
	pd_out_str(out, pd_ctx_name(ctx, rows->metrics[row->metric].name));
}

static int refuse(struct pd_ctx *ctx, const struct pd_rows *rows, const struct pd_row *row,
		  size_t side)
{
	const struct pd_side *sides = rows->table->sides;
	struct pd_out name;

	pd_out_init(&name, -1);
	put_row(ctx, rows, row, &name);
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "unequal-pairs",
		    "--paired: '%.*s' has %u run%s on side '%s' and %u on '%s', so some have no "
		    "partner; leave those out of the files or by --match, or compare without "
		    "--paired",
		    PD_FMT(pd_out_kept(&name)), row->series[0].n, row->series[0].n == 1 ? "" : "s",
		    pd_ctx_name(ctx, sides[0].name).p, row->series[side].n,
		    pd_ctx_name(ctx, sides[side].name).p);
	(void)pd_out_close(&name);
	return PD_EUSAGE;
}

int pd_pairs_check(struct pd_ctx *ctx, const struct pd_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct pd_row *row = &rows->row[i];
		uint32_t n = row->series[0].n;

		if (!n || rows->metrics[row->metric].exact)
			continue;
		for (size_t s = 1; s < rows->n_sides; s++)
			if (row->series[s].n && row->series[s].n != n)
				return refuse(ctx, rows, row, s);
	}
	return PD_OK;
}

/* ---- what changed */

const double *pd_pairs_changes(const struct pd_question *q)
{
	uint32_t n = q->x->n;
	double *d = pd_scratch_array(q->scratch, PD_SCRATCH_PAIRS, double, n);

	if (q->shift)
		pd_differences(q->x->value, q->y->value, n, q->scratch, d);
	else
		pd_differences_log(q->x->value, q->y->value, n, q->scratch, d);
	return d;
}

bool pd_pairs_alike(const struct pd_question *q)
{
	const double *d = pd_pairs_changes(q);

	for (uint32_t i = 1; i < q->x->n; i++)
		if (d[i] != d[0])
			return false;
	return true;
}

bool pd_pairs_unchanged(const struct pd_question *q)
{
	const double *d = pd_pairs_changes(q);

	for (uint32_t i = 0; i < q->x->n; i++)
		if (d[i] != 0)
			return false;
	return true;
}

/* From the scale of the differences to that of the report. */
static double told(const struct pd_question *q, double change)
{
	return q->shift ? change : expm1(change);
}

/* A t statistic with its intervals at the level asked for and at the narrow one. */
static void tell(const struct pd_question *q, const struct pd_welch *t, const struct pd_welch *t90,
		 struct pd_finding *ret)
{
	ret->delta = (struct pd_estimate){told(q, t->diff), told(q, t->lo), told(q, t->hi),
					  q->policy->level, true};
	ret->lo90 = told(q, t90->lo);
	ret->hi90 = told(q, t90->hi);
	ret->p = t->p;
}

double pd_pairs_point(const struct pd_question *q)
{
	struct pd_estimate e;

	pd_walsh(pd_pairs_changes(q), q->x->n, &q->policy->level, 1, q->scratch, &e);
	return told(q, e.point);
}

int pd_pairs_signed_rank(const struct pd_question *q, struct pd_finding *ret)
{
	const double level[2] = {q->policy->level, pd_method_narrow_level(q->policy)};
	const double *d = pd_pairs_changes(q);
	struct pd_estimate both[2];

	ret->p = pd_signed_rank(d, q->x->n, q->policy->zeros, q->scratch).p;
	pd_walsh(d, q->x->n, level, 2, q->scratch, both);
	ret->delta = (struct pd_estimate){told(q, both[0].point), told(q, both[0].lo),
					  told(q, both[0].hi), both[0].level, both[0].reached};
	ret->lo90 = told(q, both[1].lo);
	ret->hi90 = told(q, both[1].hi);
	return PD_OK;
}

/* ---- beside a drift */

bool pd_pairs_have_places(const struct pd_question *q)
{
	return q->paired && q->x->n >= 2 && pd_sequence_is_given(q);
}

static int fit(const struct pd_question *q, double level, struct pd_order_fit *ret)
{
	uint32_t n = q->x->n;
	double *x_place = pd_scratch_array(q->scratch, PD_SCRATCH_PAIRS, double, 2 * (size_t)n);
	double *y_place = x_place + n;
	const double *x = q->x->value, *y = q->y->value;

	(void)pd_sequence_place(q, x_place, y_place);
	if (q->shift)
		return pd_order_fit(x, x_place, n, y, y_place, n, level, ret);
	return pd_order_fit_log(x, x_place, n, y, y_place, n, level, ret);
}

int pd_pairs_fit(const struct pd_question *q, struct pd_finding *ret)
{
	struct pd_order_fit wide, narrow;
	int r = PD_EUNDEFINED;

	if (pd_pairs_have_places(q))
		r = fit(q, q->policy->level, &wide);
	if (r < 0)
		return r;
	r = fit(q, pd_method_narrow_level(q->policy), &narrow);
	if (r < 0)
		return r;
	tell(q, &wide.side, &narrow.side, ret);
	return PD_OK;
}

/* ---- few pairs */

int pd_pairs_t(const struct pd_question *q, struct pd_finding *ret)
{
	const double *d = pd_pairs_changes(q);
	struct pd_welch t, t90;
	int r = pd_paired(d, q->x->n, q->policy->level, &t);

	if (r < 0)
		return r;
	r = pd_paired(d, q->x->n, pd_method_narrow_level(q->policy), &t90);
	if (r < 0)
		return r;
	tell(q, &t, &t90, ret);
	return PD_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/quality.h"

#include "diff/seed.h"
#include "stat/mad.h"
#include "stat/rank.h"
#include "stat/ranked.h"
#include "stat/scratch.h"

#include <math.h>

#include <perfdelta/stat_quality.h>

/* From how many runs on a check says anything. */
enum {
	FEWEST_NOISE = 3,
	FEWEST_LAG = 3,
	FEWEST_DRIFT = 8,
	FEWEST_AUTOCORR = 10,
	FEWEST_MODES = 20,
};

#define NOISY   0.05
#define TREND_P 0.01
#define DIP_P   0.01
/* One-sided 1 % of the normal law; only runs that resemble each other make p too small. */
#define LAG_Z 2.326

struct check {
	const struct pd_ctx *ctx;
	const struct pd_result *result;
	const struct pd_series *x;
	size_t row, side;
	double centre; /* |median| */
	struct pd_scratch *scratch;
	struct pd_qualities *q;
};

static uint64_t seed_for(const struct check *c, const char *purpose)
{
	return pd_seed(c->ctx, c->result->rows, c->row, c->side, c->result->policy.seed, purpose);
}

static void check_outliers(const struct check *c)
{
	struct pd_outliers far = pd_outliers(c->x->sorted, c->x->n);

	c->q->n_outliers = (uint32_t)(far.n_low + far.n_high);
	if (c->q->n_outliers)
		c->q->found |= PD_QUALITY_OUTLIERS;
}

static void check_autocorr(const struct check *c, const int32_t *rank)
{
	struct pd_autocorr a;

	if (c->x->n < FEWEST_LAG)
		return;
	a = pd_autocorr_ranked(rank, c->x->n);
	c->q->lag1 = a.r;
	if (c->x->n >= FEWEST_AUTOCORR && a.z > LAG_Z)
		c->q->found |= PD_QUALITY_AUTOCORR;
}

static void check_drift(const struct check *c, const int32_t *rank)
{
	const struct pd_series *x = c->x;
	struct pd_kendall k;

	if (x->n < FEWEST_DRIFT)
		return;
	k = pd_kendall_ranked(rank, x->sorted, x->n, c->scratch);
	if (!(pd_kendall_p(&k) < TREND_P))
		return;
	c->q->found |= PD_QUALITY_DRIFT;
	if (c->centre > 0)
		c->q->drift = pd_kendall_slope(x->value, x->n, c->scratch) * (x->n - 1.0) /
			      c->centre;
}

static void check_step(const struct check *c, const int32_t *rank)
{
	struct pd_step step;

	step = pd_step_ranked(c->x->value, c->x->sorted, rank, c->x->n, c->scratch);
	if (!(step.q > step.limit))
		return;
	c->q->found |= PD_QUALITY_STEP;
	c->q->step_at = (uint32_t)step.at;
	c->q->step = step.before > 0 && step.after > 0 ? step.after / step.before - 1 : nan("");
}

static void check_modes(const struct check *c)
{
	struct pd_modes m;

	if (c->x->n < FEWEST_MODES)
		return;
	m = pd_modes(c->x->sorted, c->x->n, seed_for(c, "modes"), c->scratch);
	if (!(m.p < DIP_P))
		return;
	c->q->found |= PD_QUALITY_BIMODAL;
	c->q->dip_p = m.p;
}

static void check_resolution(const struct check *c)
{
	uint16_t metric = c->result->rows->row[c->row].metric;
	double threshold = pd_compare_min_effect(c->result, metric);
	double grain = pd_grain(c->x->sorted, c->x->n, NULL, 0, c->scratch) / c->centre;

	if (!(threshold > 0 && grain > threshold / 2))
		return;
	c->q->found |= PD_QUALITY_RESOLUTION;
	c->q->grain = grain;
}

/* The first iterations of each run, or where there are none, the first runs. */
static void check_warmup(const struct check *c)
{
	const struct pd_series *x = c->x;

	c->q->n_warmup = x->n_warmup;
	c->q->warmup_iterations = x->n_warmup > 0;
	if (!x->n_warmup && !x->iterations && !x->single_run && !(c->q->found & PD_QUALITY_SORTED))
		c->q->n_warmup = (uint32_t)pd_warmup(x->value, x->sorted, x->n);
	if (c->q->n_warmup)
		c->q->found |= PD_QUALITY_WARMUP;
}

static void check_noise(const struct check *c, const struct pd_summary *s)
{
	if (c->x->n < FEWEST_NOISE)
		return;
	c->q->noise = s->cv;
	if (c->centre > 0)
		c->q->noise = fmax(s->cv, PD_MAD_TO_SD * s->mad / c->centre);
	if (c->q->noise > NOISY)
		c->q->found |= PD_QUALITY_NOISY;
}

/*
 * Values by size are rather sorted ones than a drift that no noise ever stems: of eight
 * independent runs one order in 20160 is. What the order says is then no finding.
 */
static bool is_sorted(const struct pd_series *x)
{
	bool up = x->n >= FEWEST_DRIFT, down = up;

	for (uint32_t i = 0; i < x->n && (up || down); i++) {
		up = up && x->value[i] == x->sorted[i];
		down = down && x->value[i] == x->sorted[x->n - 1 - i];
	}
	return up || down;
}

static void check_order(const struct check *c)
{
	int32_t *rank;

	if (is_sorted(c->x)) {
		c->q->found |= PD_QUALITY_SORTED;
		return;
	}
	rank = pd_scratch_array(c->scratch, PD_SCRATCH_RANKS, int32_t, c->x->n);
	pd_rank_all(c->x->value, c->x->sorted, c->x->n, rank);
	check_autocorr(c, rank);
	check_drift(c, rank);
	check_step(c, rank);
}

static void check_all(const struct check *c, const struct pd_summary *summary)
{
	check_outliers(c);
	check_order(c);
	check_warmup(c);
	check_modes(c);
	if (c->centre > 0)
		check_resolution(c);
	check_noise(c, summary);
}

void pd_quality(const struct pd_ctx *ctx, const struct pd_result *r, size_t row, size_t side,
		struct pd_scratch *s, struct pd_centre *centre)
{
	const struct pd_series *x = &r->rows->row[row].series[side];
	struct check c = {.ctx = ctx,
			  .result = r,
			  .x = x,
			  .row = row,
			  .side = side,
			  .centre = fabs(centre->summary.median),
			  .scratch = s,
			  .q = &centre->quality};

	*c.q = (struct pd_qualities){.lag1 = nan(""),
				     .drift = nan(""),
				     .step = nan(""),
				     .dip_p = nan(""),
				     .grain = nan(""),
				     .noise = nan("")};
	/* of a digest there is nothing to look at */
	if (x->digest.n || r->rows->metrics[r->rows->row[row].metric].exact ||
	    x->sorted[0] == x->sorted[x->n - 1])
		return;
	check_all(&c, &centre->summary);
}

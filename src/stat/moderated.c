/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include "stat/logcost.h"
#include "stat/scratch.h"
#include "stat/select.h"
#include "stat/student.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

enum {
	SHARES = 20,    /* fewer symbols do not know the law of their variances */
	WELL_SEEN = 20, /* hits a run from which counting does not drown kappa */
};

/* Everything the steps hand on to each other. */
struct job {
	const struct pd_cost_matrix *m;
	struct pd_moderated_how how; /* defaults filled in */
	struct pd_moderated all;
	struct pd_moderated_row *rows;
	double *y;        /* log costs of one symbol, PD_SCRATCH_LOGS */
	double *expected; /* variance of each symbol that is tested, PD_SCRATCH_SCORES */
	double *z;        /* observed over expected, PD_SCRATCH_SUMS */
	struct pd_scratch *s;
};

static struct pd_moderated_how filled_in(const struct pd_moderated_how *how)
{
	struct pd_moderated_how h = how ? *how : (struct pd_moderated_how){0};

	h.level = h.level > 0 ? h.level : 0.95;
	h.alpha = h.alpha > 0 ? h.alpha : 0.05;
	h.min_hits = h.min_hits > 0 ? h.min_hits : 5;
	return h;
}

/* ---- one symbol */

static double mean_of(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

static double squares_about(const double *v, size_t n, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (v[i] - mean) * (v[i] - mean);
	return sum;
}

static void take_logs(struct job *j, size_t symbol)
{
	for (size_t r = 0; r < j->m->n_base + j->m->n_head; r++)
		j->y[r] = pd_logcost(j->m, symbol, r);
}

static void measure(struct job *j, size_t symbol)
{
	size_t m = j->m->n_base, n = j->m->n_head;
	struct pd_moderated_row *row = &j->rows[symbol];
	double base, head;

	take_logs(j, symbol);
	base = mean_of(j->y, m);
	head = mean_of(j->y + m, n);
	*row = (struct pd_moderated_row){
		.hits = pd_logcost_hits(j->m, symbol, 0, m + n),
		.delta_log = head - base,
		.s2 = nan(""),
		.se = nan(""),
		.df = nan(""),
		.t = nan(""),
		.p = nan(""),
		.rel = {.point = expm1(head - base), .lo = nan(""), .hi = nan("")},
		.detectable = nan(""),
	};
	if (!isfinite(base) || !isfinite(head)) {
		row->delta_log = row->rel.point = nan("");
		return;
	}
	row->s2 = (squares_about(j->y, m, base) + squares_about(j->y + m, n, head)) / j->all.df;
	row->tested = isnan(row->hits) || row->hits >= j->how.min_hits;
	j->all.n_tested += row->tested;
}

/* ---- what a standard error and its df say */

static double upper_tail(double t, double df)
{
	return isinf(df) ? fmax(gsl_cdf_ugaussian_Q(t), DBL_MIN) : pd_student_upper(t, df);
}

static double quantile(double level, double df)
{
	return isinf(df) ? gsl_cdf_ugaussian_Qinv((1 - level) / 2) : pd_student_quantile(level, df);
}

/* Quantiles that depend on df only; the moderated test has the same for all symbols. */
struct limits {
	double half; /* half width of the interval, in standard errors */
	double seen; /* the shift found with probability 0.8, in standard errors */
};

/*
 * t exceeds c with probability .8 when the shift is c (1 - 1/(4 df)) +
 * z(.8) sqrt(1 + c^2/(2 df)): that of a normal with the moments of Z - c S.
 */
static struct limits limits(const struct job *j, double df)
{
	size_t family = j->how.family ? j->how.family : j->all.n_tested;
	double c = quantile(1 - j->how.alpha / (double)family, df);

	return (struct limits){
		.half = quantile(j->how.level, df),
		.seen = c * (1 - 1 / (4 * df)) +
			gsl_cdf_ugaussian_Pinv(0.8) * sqrt(1 + c * c / (2 * df)),
	};
}

static void conclude(const struct job *j, struct pd_moderated_row *row, double se, double df,
		     const struct limits *l)
{
	row->se = se;
	row->df = df;
	row->t = row->delta_log / se;
	row->p = fmin(2 * upper_tail(fabs(row->t), df), 1);
	row->rel.lo = expm1(row->delta_log - l->half * se);
	row->rel.hi = expm1(row->delta_log + l->half * se);
	row->rel.level = j->how.level;
	row->rel.reached = true;
	row->detectable = expm1(l->seen * se);
}

static void give_up(struct job *j, struct pd_moderated_row *row)
{
	row->tested = false;
	j->all.n_tested--;
}

/* ---- Welch, each symbol alone */

/*
 * A symbol that by chance hardly varied, or that size factors were made of, would pass any
 * test. Timers hit regular loops more evenly than chance does: 0.17 of the variance of
 * counting is the least that was measured, and less than 0.15 is not believed.
 */
#define LEAST_COUNTING 0.15

static void hold_to_counting(const struct job *j, size_t symbol, struct pd_welch *w)
{
	double per_run = 1 / (double)j->m->n_base + 1 / (double)j->m->n_head;
	double least = LEAST_COUNTING / (j->rows[symbol].hits + 0.5) * per_run;

	if (w->se * w->se < least) {
		w->se = sqrt(least);
		w->df = j->all.df;
	}
}

static void welch(struct job *j)
{
	size_t n = j->m->n_symbols;
	struct pd_welch *w = pd_scratch_array(j->s, PD_SCRATCH_ROWS, struct pd_welch, n);

	j->all.method = PD_MODERATED_WELCH;
	j->all.kappa2 = nan("");
	j->all.eb = (struct pd_ebayes){nan(""), nan("")};
	for (size_t i = 0; i < n; i++) {
		if (!j->rows[i].tested)
			continue;
		take_logs(j, i);
		if (pd_welch(j->y, j->m->n_base, j->y + j->m->n_base, j->m->n_head, j->how.level,
			     &w[i]) == PD_OK)
			hold_to_counting(j, i, &w[i]);
		else
			give_up(j, &j->rows[i]); /* neither side varies */
	}
	/* only now is the number of tests known */
	for (size_t i = 0; i < n; i++) {
		if (j->rows[i].tested) {
			struct limits l = limits(j, w[i].df);

			conclude(j, &j->rows[i], w[i].se, w[i].df, &l);
		}
	}
}

/* ---- moderated */

/*
 * The variance of log cost is kappa^2 plus counting, and s2 is that times
 * chi^2(df)/df. The median over symbols is not moved by a few that vary more.
 */
static double kappa2(const struct job *j)
{
	double middle = gsl_cdf_chisq_Pinv(0.5, j->all.df) / j->all.df;
	double *excess = pd_scratch_array(j->s, PD_SCRATCH_VALUES, double, j->m->n_symbols);
	size_t n = 0;

	for (size_t i = 0; i < j->m->n_symbols; i++) {
		const struct pd_moderated_row *row = &j->rows[i];

		if (row->tested && !(row->hits < WELL_SEEN))
			excess[n++] = row->s2 / middle - pd_logcost_counting(row->hits);
	}
	return n ? fmax(pd_select_median(excess, n), 0) : 0;
}

/* Without an expected variance (unknown hits, and most symbols do not vary) there is no z. */
static bool expect(struct job *j)
{
	size_t n = 0;

	j->all.kappa2 = kappa2(j);
	for (size_t i = 0; i < j->m->n_symbols; i++) {
		const struct pd_moderated_row *row = &j->rows[i];
		double v = j->all.kappa2 + pd_logcost_counting(row->hits);

		if (!row->tested)
			continue;
		if (!(v > 0))
			return false;
		j->expected[n] = v;
		j->z[n++] = row->s2 / v;
	}
	return true;
}

static int moderated(struct job *j)
{
	double per_run = 1 / (double)j->m->n_base + 1 / (double)j->m->n_head, df, most;
	struct limits l;
	size_t n = 0;
	int r;

	j->all.method = PD_MODERATED;
	if (!expect(j))
		return PD_EUNDEFINED;
	/* z becomes the moderated variance, still over the expected one */
	r = pd_ebayes(j->z, j->all.n_tested, j->all.df, j->s, &j->all.eb, j->z);
	if (r < 0)
		return r;
	df = j->all.eb.df_prior + j->all.df;
	most = j->all.df * (double)j->all.n_tested;
	if (!j->how.uncapped)
		df = fmin(df, most);
	l = limits(j, df);
	for (size_t i = 0; i < j->m->n_symbols; i++) {
		if (!j->rows[i].tested)
			continue;
		conclude(j, &j->rows[i], sqrt(j->expected[n] * j->z[n] * per_run), df, &l);
		n++;
	}
	return PD_OK;
}

static bool shares(const struct job *j)
{
	switch (j->how.choice) {
	case PD_MODERATED_BY_NUMBER:
		return j->all.n_tested >= SHARES;
	case PD_MODERATED_ALWAYS:
		return true;
	case PD_MODERATED_NEVER:
		return false;
	}
	return false;
}

int pd_moderated(const struct pd_cost_matrix *m, const struct pd_moderated_how *how,
		 struct pd_scratch *s, struct pd_moderated *ret, struct pd_moderated_row *rows)
{
	struct job j = {.m = m, .how = filled_in(how), .rows = rows, .s = s};

	if (m->n_base < 2 || m->n_head < 2 || !pd_logcost_usable(m))
		return PD_EUNDEFINED;
	j.all.df = (double)(m->n_base + m->n_head - 2);
	j.y = pd_scratch_array(s, PD_SCRATCH_LOGS, double, m->n_base + m->n_head);
	j.expected = pd_scratch_array(s, PD_SCRATCH_SCORES, double, m->n_symbols);
	j.z = pd_scratch_array(s, PD_SCRATCH_SUMS, double, m->n_symbols);
	for (size_t i = 0; i < m->n_symbols; i++)
		measure(&j, i);
	/* where the variances say nothing about each other Welch does what is left */
	if (!shares(&j) || moderated(&j) < 0)
		welch(&j);
	*ret = j.all;
	return PD_OK;
}

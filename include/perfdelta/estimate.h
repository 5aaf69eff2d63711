/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/estimate.h - what statistics return; types only
 */
#ifndef PERFDELTA_ESTIMATE_H
#define PERFDELTA_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

/* A point and its two-sided confidence interval, in the unit of the data. */
struct pd_estimate {
	double point;
	double lo, hi; /* NaN where no interval exists; the range for a median of few values */
	double level;  /* the confidence reached, in (0, 1]; 0 without an interval */
	bool reached;  /* level >= the level asked for, but for rounding */
};

/* One series in numbers. An undefined figure is NaN; which and when is said by each. */
struct pd_summary {
	size_t n;
	double min, max, median;
	double mean;
	double var, sd, sem;     /* divisor n - 1; NaN when n < 2 */
	double cv;               /* sd / |mean|, a fraction; NaN when mean is 0 or n < 2 */
	double mad;              /* median |v - median|, not scaled */
	double geomean, harmean; /* NaN with a negative value; 0 with a zero and no negative */
	double lag1;             /* autocorrelation at lag 1 of @v as given; NaN when constant */
};

/* Where a p of the rank test comes from. */
enum pd_p_kind {
	PD_P_EXACT,     /* the permutation distribution itself */
	PD_P_EDGEWORTH, /* the normal law with a kurtosis term, for large samples */
};

/* Mann-Whitney test of base x against head y. */
struct pd_ranktest {
	double u_x;               /* pairs with x > y, ties count one half */
	double p;                 /* two-sided, doubled smaller tail, in (0, 1] */
	double p_less, p_greater; /* P(U_x <= u), P(U_x >= u) */
	double p_absdev;          /* P(|U - E| >= |u - E|); NaN where not computed */
	enum pd_p_kind kind;
	bool ties; /* at least two of the pooled values are equal */
};

/* What becomes of pairs that did not change when the others are ranked. */
enum pd_zeros {
	PD_ZEROS_PRATT,    /* they are ranked, and their ranks then left out */
	PD_ZEROS_WILCOXON, /* they are left out first */
};

/* Signed rank test of the differences of pairs. */
struct pd_signed_rank {
	double v;                 /* ranks of positive differences; ties share the middle rank */
	double p;                 /* two-sided, doubled smaller tail, in (0, 1] */
	double p_less, p_greater; /* P(V <= v), P(V >= v) */
	double expected, sd;      /* of V, if every sign is as likely as the other */
	size_t n_changed;         /* differences that are not 0 */
	enum pd_p_kind kind;
	bool ties; /* at least two magnitudes that are not 0 are equal */
};

/* A t statistic with everything that hangs on it; @diff is head minus base. */
struct pd_welch {
	double diff, se, df, t;
	double p, p_less, p_greater; /* two-sided; P(T <= t); P(T >= t) */
	double lo, hi;               /* interval of diff at the level asked for */
};

/* A steady drift, and the difference of two sides beside it. */
struct pd_order_fit {
	struct pd_welch side; /* head against base: least squares, one variance for both */
	double slope;         /* per place, in the unit of the values, or of their logs */
};

/* Brunner-Munzel test. */
struct pd_brunner {
	double a12; /* P(x < y) + P(x = y)/2 */
	double statistic, df, p;
};

/* How much the two sides overlap, and how far their means are apart. */
struct pd_effect {
	double a12;       /* P(y > x) + P(y = x)/2, 0 .. 1 */
	double cliff;     /* 2 a12 - 1, -1 .. 1 */
	double cliff_var; /* variance of cliff; NaN when a side has one value */
	double cliff_lo, cliff_hi;
	double cohen_d, hedges_g, hedges_j; /* NaN when the pooled sd is 0 or undefined */
};

/* Variance of iterations within runs and of runs around their mean; equal numbers. */
struct pd_nested {
	struct pd_estimate mean;        /* of the run means, with Student's interval */
	double ms_between, ms_within;   /* mean squares */
	double f, p;                    /* their quotient; P(F >= f) if runs did not differ */
	double var_between, var_within; /* components; var_between is never below 0 */
	double icc;                     /* var_between / (var_between + var_within), 0 .. 1 */
};

/* A series of which nothing else is known. */
struct pd_digest {
	size_t n;        /* of values; 0: there is none */
	double mean, sd; /* sd: divisor n - 1, 0 for one value */
};

/* Values in groups: how much the groups differ, and their values inside them; any sizes. */
struct pd_levels {
	size_t n_groups, n_values; /* 0: nothing is known about levels */
	double per_group;          /* values of a group; of unequal ones n0 of pd_levels() */
	double sd_between, sd_within;
	double icc;       /* the share of groups in the variance of a value, 0 .. 1 */
	double sd_flat;   /* of all values, whatever their group */
	double inflation; /* variance of the mean of all values, over what sd_flat says it is; 1
			     where groups do not differ */
};

/* How much more the head's values vary than the base's. */
struct pd_spread {
	double ratio; /* MAD of head over MAD of base; infinite if only the base's is 0, NaN if both */
	double p;     /* two-sided, in (0, 1]; NaN where the ratio is within a factor of 2 */
};

/* What the variances of many series say about each other. */
struct pd_ebayes {
	double df_prior;  /* degrees of freedom the others are worth, > 0; may be infinite */
	double var_prior; /* the variance they point to */
};

/* What all sides of a table say about the variance of the logs of one row. */
struct pd_many_prior {
	double var;      /* mean over the sides of the row */
	double df_prior; /* degrees of freedom it is worth beside a side's own; 0: nothing */
	double df_max;   /* those of all sides of the row together */
};

/* How the symbols of replicated profiles were tested. */
enum pd_moderated_method {
	PD_MODERATED,       /* moderated t on log cost */
	PD_MODERATED_WELCH, /* Welch's t on log cost, each symbol alone: too few to share */
};

/* What pd_moderated() found out about all symbols together. */
struct pd_moderated {
	enum pd_moderated_method method;
	size_t n_tested;
	double df;     /* pooled within the sides, n_base + n_head - 2 */
	double kappa2; /* variance of log cost from run to run beyond counting; NaN for Welch */
	struct pd_ebayes eb; /* of variance over expected variance; NaN for Welch */
};

/* One symbol of pd_moderated(). What does not exist is NaN. */
struct pd_moderated_row {
	double hits;      /* effective hits a run, mean over all runs; NaN: unknown */
	double delta_log; /* mean log cost of head minus that of base */
	double s2;        /* variance of log cost within the sides, pooled */
	bool tested;      /* false: too few hits, no cost, or no variation; nothing below exists */
	double se, df, t, p;    /* of delta_log; df may be infinite; p two-sided, never 0 */
	struct pd_estimate rel; /* exp(delta_log) - 1; without an interval unless tested */
	double detectable;      /* the smallest increase found 8 times in 10, a fraction */
};

/* One symbol of pd_unreplicated(). What does not exist is NaN. */
struct pd_unreplicated_row {
	double hits_base, hits_head; /* effective hits a run; NaN: unknown */
	double delta_log;            /* log cost of head minus that of base */
	bool tested;                 /* false: too few hits or unknown ones; nothing below exists */
	double se, z, p;             /* of delta_log, the assumed kappa included; p never 0 */
	struct pd_estimate rel;      /* exp(delta_log) - 1, the assumed kappa included */
	struct pd_estimate share;    /* share of head minus share of base: counting error only */
	double detectable;           /* the smallest increase found 8 times in 10, a fraction */
};

/* The share of one symbol on two sides, by a generalised linear model. */
struct pd_quasibinomial {
	double logit_diff; /* log odds of head minus those of base */
	double phi;        /* Pearson's dispersion; 1 if only counting varied */
	double se, t, df, p;
	double deviance; /* by which a common share fits worse */
	double f, f_p;   /* deviance over phi, under F(1, df) */
};

/* How much of everything the runs of head did, for one of base. */
struct pd_sizefactor {
	size_t n_symbols;         /* that the factors are medians of */
	struct pd_estimate ratio; /* head over base; without an interval if a side has one run */
};

/* How p-values of one family are corrected for their number, and what that holds. */
enum pd_adjust {
	PD_ADJUST_BH,         /* false discovery rate */
	PD_ADJUST_HOLM,       /* any false alarm, whatever the dependence */
	PD_ADJUST_BY,         /* false discovery rate, whatever the dependence */
	PD_ADJUST_NONE,       /* nothing */
	PD_ADJUST_BONFERRONI, /* any false alarm, simplest */
	PD_ADJUST_HOCHBERG,   /* any false alarm, under independence */
	PD_ADJUST_DUNNETT /* of one row any false alarm, over rows their rate; not from p alone */
};

#endif

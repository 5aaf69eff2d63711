/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_quality.h - is one series what a test takes it for?
 *
 * Tests assume runs that are independent, alike, and recorded finely enough.
 * Each function here looks for one way in which a single series is not. Pure
 * functions on plain arrays as in stat.h: @v is double[n] in the order
 * measured, @sorted the same values ascending; all are finite, n >= 1. None
 * changes the data. docs/statistics.md says how often each is wrong.
 */
#ifndef PERFDELTA_STAT_QUALITY_H
#define PERFDELTA_STAT_QUALITY_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values far from all others, on either side. */
struct pd_outliers {
	size_t n_low, n_high;
};

/**
 * pd_outliers - values far away by two rules at once
 *
 * A value counts if it lies more than 3 interquartile ranges outside the
 * quartiles (Tukey's far out) and more than 5 times 1.4826 MAD from the median.
 * Long tails have such values by nature. Cost: O(log n) and one step for each found.
 *
 * Return: none below 8 values.
 * Source: Tukey (1977), Exploratory Data Analysis, ch. 2.
 */
PD_API struct pd_outliers pd_outliers(const double *sorted, size_t n);

/* How much a value has to do with the one before it. */
struct pd_autocorr {
	double r; /* lag-1 autocorrelation of the midranks, -1 .. 1 */
	double z; /* (r + 1/n) sqrt n: about standard normal for independent values */
};

/**
 * pd_autocorr - lag-1 autocorrelation of the midranks
 *
 * Ranks bear long tails, which hide dependence from the autocorrelation of the
 * values themselves (pd_summary.lag1). Cost: O(n log n).
 *
 * Return: NaN for a constant series.
 * Source: Wald & Wolfowitz (1943), Ann. Math. Stat. 14:378, in the form of
 * Moran (1948), Biometrika 35:255: mean -1/n, variance 1/n.
 */
PD_API struct pd_autocorr pd_autocorr(const double *v, const double *sorted, size_t n,
				      struct pd_scratch *s);

/**
 * pd_dependent_lag - the autocorrelation of two series that were made alike
 * @rx, @ry: lag-1 autocorrelations of the midranks (pd_autocorr.r); NaN: unknown
 * @m, @n: numbers of values
 *
 * Each is raised by what a short series hides, (n r + 1)/(n - 4); their mean is weighted by
 * n. Series below 8 values tell nothing.
 *
 * Return: 0 .. 0.99; 0 if neither is known.
 * Source: Kendall (1954), Biometrika 41:403: E(r) is rho - (1 + 4 rho)/n.
 */
PD_API double pd_dependent_lag(double rx, size_t m, double ry, size_t n);

/* How many independent values n such values are worth for a mean, n (1 - r)/(1 + r): 2 .. n. */
PD_API double pd_dependent_worth(size_t n, double lag);

/**
 * pd_dependent - difference of the means of values that depend on those before them
 * @x, @y: double[m], double[n], finite, any order
 * @lag: lag-1 autocorrelation of both, 0 .. 1
 * @of_logs: of natural logs; all values are > 0
 * @level: confidence of the interval, 0 < level < 1
 * @ret: set on success only
 *
 * Welch's test with as many values as these are worth. Good from about 8 such; of
 * fewer it rejects too often (Zwiers & von Storch): see docs/statistics.md.
 *
 * Return: as pd_welch() and pd_welch_log().
 * Source: Bayley & Hammersley (1946), Suppl. JRSS 8:184; Zwiers & von Storch
 * (1995), J. Climate 8:336.
 */
PD_API int pd_dependent(const double *x, size_t m, const double *y, size_t n, double lag,
			bool of_logs, double level, struct pd_welch *ret);

/**
 * pd_dependent_fit - difference of two sides beside a drift that goes on from one to the other
 * @x, @y: in the order measured
 * @head_first: all of @y came before all of @x; else after
 * @ret_z: how much what is left beside the drift resembles the value before, as pd_autocorr.z
 * @ret: set on success only, as @ret_z
 *
 * Return: as pd_order_fit(): PD_EUNDEFINED also where all values are on the line.
 */
PD_API int pd_dependent_fit(const double *x, size_t m, const double *y, size_t n, bool head_first,
			    bool of_logs, double level, struct pd_scratch *s, double *ret_z,
			    struct pd_welch *ret);

/* Do values rise or fall on the whole? */
struct pd_kendall {
	int64_t s;       /* pairs that rise less pairs that fall */
	double var;      /* of s where there is no trend, ties allowed for */
	double z;        /* (|s| - 1)/sqrt(var) with the sign of s; 0 if that is below 0 */
	double p_normal; /* two-sided, from z */
	double p_exact;  /* two-sided, doubled smaller tail; NaN with ties or above 60 values */
};

/**
 * pd_kendall - Mann's test against a trend
 *
 * Cost: O(n^2) to 256 values, O(n log n) beyond. The exact law of one n is kept
 * in the scratch.
 *
 * Return: s = 0, var = 0 and p_normal = 1 for a constant series.
 * Source: Mann (1945), Econometrica 13:245; Kendall (1975), Rank Correlation Methods, ch. 4.
 */
PD_API struct pd_kendall pd_kendall(const double *v, const double *sorted, size_t n,
				    struct pd_scratch *s);

/* The exact p where there is one, else the normal. */
PD_API double pd_kendall_p(const struct pd_kendall *k);

/**
 * pd_kendall_slope - Sen's slope: the median over all pairs of their rise per step
 *
 * Above 512 values only pairs half a series apart count (Theil's incomplete
 * method). Cost: O(n^2) to 512 values, O(n) beyond.
 *
 * Return: in the unit of the values, per value; 0 for a single one.
 * Source: Sen (1968), JASA 63:1379; Theil (1950), Proc. Kon. Ned. Akad. Wet. A 53.
 */
PD_API double pd_kendall_slope(const double *v, size_t n, struct pd_scratch *s);

/**
 * pd_dip - how far the values are from having one mode
 *
 * The largest distance between the empirical distribution and the unimodal one
 * that is nearest to it. Cost: O(n) for most series.
 *
 * Return: 1/(2n) .. 1/4; the least of it for a constant series.
 * Source: Hartigan & Hartigan (1985), Ann. Stat. 13:70; Hartigan (1985), Appl. Stat. 34:320.
 */
PD_API double pd_dip(const double *sorted, size_t n, struct pd_scratch *s);

/**
 * pd_dip_p - how often @n uniform values have a dip of at least @dip
 * @dip: from pd_dip()
 * @n: number of values
 *
 * Interpolated in a table of 10^6 simulations for each n (tests/calibration/dip_table.c);
 * above 5000 values by the law of sqrt(n) dip.
 *
 * Return: 1e-6 .. 1; off by at most 0.007 up to 10000 values, by 0.02 beyond. 1
 * below 4 values.
 */
PD_API double pd_dip_p(double dip, size_t n);

/* Whether values fall into groups. */
struct pd_modes {
	double dip, p;
};

/**
 * pd_modes - do the values have one mode, whatever they were rounded to?
 * @seed: of the noise below; the same seed, the same result
 *
 * The dip of a series with ties is that of its values moved at random by at most half the
 * step they were rounded to (pd_grain(), or the smallest gap where there is no step): a
 * rounded series has as many modes as it has values. Above 5000 values
 * that many are taken, evenly spread in order.
 */
PD_API struct pd_modes pd_modes(const double *sorted, size_t n, uint64_t seed,
				struct pd_scratch *s);

/* Where a series becomes one of another kind. */
struct pd_step {
	size_t at;            /* values before the best cut; 0: too few values, or all are equal */
	double q;             /* energy between both parts, over the distance of any two ranks */
	double limit;         /* what q exceeds in 1 % of series of independent values */
	double before, after; /* medians of the values; NaN unless q exceeds the limit */
};

/**
 * pd_step - is the series cut in two by a step?
 *
 * The best cut of pd_edivisive_energy(), on midranks: of independent values these are a
 * shuffled row, so what chance makes of it depends on n alone, and no series has to be shuffled.
 * Where q exceeds its limit the cut is that of the values themselves. The limits are of
 * 100000 simulations each (tests/calibration/step_limits.c). Above 400 values the medians of
 * up to 400 equal blocks stand for them, and @at is the first value of a block. Cost: O(n^2)
 * to 400 values, O(n) beyond.
 *
 * Return: nothing below 20 values.
 * Source: Matteson & James (2014), JASA 109:334.
 */
PD_API struct pd_step pd_step(const double *v, const double *sorted, size_t n,
			      struct pd_scratch *s);

/**
 * pd_warmup - how many first values are unlike all others
 *
 * The largest w up to n/5 so that the first w values lie on one side of all
 * others, each further than 5 times 1.4826 MAD of the others from their median.
 * Cost: O(n).
 *
 * Return: 0: none; always below 10 values.
 */
PD_API size_t pd_warmup(const double *v, const double *sorted, size_t n);

#ifdef __cplusplus
}
#endif
#endif

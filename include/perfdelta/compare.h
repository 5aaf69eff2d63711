/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/compare.h - two series become one verdict
 *
 * pd_pair() groups the ledger into rows, pd_compare() judges them. Both return
 * new values and change nothing.
 */
#ifndef PERFDELTA_COMPARE_H
#define PERFDELTA_COMPARE_H

#include <perfdelta/base.h>
#include <perfdelta/estimate.h>
#include <perfdelta/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the iterations of a run become. NONE: nothing, each counts as a run. */
enum pd_collapse {
	PD_COLLAPSE_MEDIAN,
	PD_COLLAPSE_MEAN,
	PD_COLLAPSE_MIN,
	PD_COLLAPSE_NONE,
	PD_COLLAPSE_QUANTILE
};

/* Between which values a quantile lies: types of Hyndman and Fan, or a mean of all of them. */
enum pd_quantile_kind { PD_QUANTILE_7, PD_QUANTILE_6, PD_QUANTILE_8, PD_QUANTILE_HD };

/* key=glob: keep what matches. Keys are labels, and benchmark, metric, unit. */
struct pd_match {
	const char *key, *glob;
};

/* The smallest change of interest in the metrics whose names match @metric, a glob. */
struct pd_threshold {
	const char *metric;
	double min_effect; /* relative: 0.05 is 5 %; or in the unit */
};

/* Which way is better for the metrics whose names match @metric, a glob. */
struct pd_direction {
	const char *metric;
	enum pd_better better;
};

/* Differences or ratios for the metrics whose names match @metric, a glob. */
struct pd_scaling {
	const char *metric;
	bool absolute;
};

/* Which values stand together in one row; zero keeps everything apart. */
struct pd_grouping {
	const struct pd_match *match;
	size_t n_match;
	const char *const *by; /* only these labels tell rows apart; NULL: all of them */
	size_t n_by;
	const char *const *ignore; /* these labels do not */
	size_t n_ignore;
	const struct pd_direction *better; /* what the sources say is overruled; the last holds */
	size_t n_better;
	const struct pd_threshold *min_effect; /* instead of the policy's; the last holds */
	size_t n_min_effect;
	const struct pd_threshold
		*min_effect_abs; /* of differences, in the metric's unit; likewise */
	size_t n_min_effect_abs;
	const struct pd_scaling *scale; /* what the sources say is overruled; the last holds */
	size_t n_scale;
	const char *const *exact; /* metric globs: no noise expected */
	size_t n_exact;
	enum pd_collapse collapse; /* of the iterations of one run */
	uint32_t drop_first;       /* iterations of each run, or runs where a run is one value */
	bool paired;     /* the k-th runs of all sides were made side by side: never guessed */
	double quantile; /* of PD_COLLAPSE_QUANTILE, in (0, 1) */
	enum pd_quantile_kind quantile_kind; /* likewise */
	bool keep_parts; /* what values were collapsed from is wanted: pd_series.part */
};

/* Facts about a comparison that a reader must know; words in report/notes.c. */
enum pd_caveat {
	PD_CAVEAT_N_TOO_SMALL = 1u << 0, /* one value on a side: nothing can be tested */
	PD_CAVEAT_FEW_RUNS = 1u << 1,    /* the rank test cannot reach alpha at this n */
	PD_CAVEAT_PARAMETRIC = 1u << 2,  /* welch-log decided with fewer than 7 runs */
	PD_CAVEAT_TIES = 1u << 3,     /* p <= alpha, yet the interval holds 0: the interval wins */
	PD_CAVEAT_VARIANCE = 1u << 4, /* VARIANCE_CHANGED: the spread guard decided */
	PD_CAVEAT_ZERO_VARIANCE = 1u << 5, /* both sides constant, n too small for ranks */
	PD_CAVEAT_ALL_EQUAL = 1u << 6,
	PD_CAVEAT_NONPOSITIVE = 1u << 7,      /* no ratios: the shift was tested */
	PD_CAVEAT_RESOLUTION = 1u << 8,       /* rounding is coarse beside the threshold */
	PD_CAVEAT_MIXED = 1u << 9,            /* values differ in a label that was not grouped by */
	PD_CAVEAT_SINGLE_RUN = 1u << 10,      /* iterations of one run on a side */
	PD_CAVEAT_DETERMINISTIC = 1u << 11,   /* declared exact: judged without a test */
	PD_CAVEAT_BELOW_THRESHOLD = 1u << 12, /* same, though the change is detectable */
	PD_CAVEAT_ITERATIONS = 1u << 13,      /* --collapse=none: iterations treated as runs */
	PD_CAVEAT_SPREAD = 1u << 14,          /* one side's runs vary more than twice as much */
	PD_CAVEAT_BLOCKED = 1u << 15, /* one side ran wholly before the other, or nobody knows */
	PD_CAVEAT_DRIFT_POSSIBLE = 1u << 16, /* beside a steady drift the change is not certain */
	PD_CAVEAT_DEPENDENT = 1u << 17,      /* runs depend on each other: p allows for it */
	PD_CAVEAT_TAIL = 1u << 18,           /* the mean changed otherwise than the typical run */
	PD_CAVEAT_SMALL_TAIL = 1u << 19,     /* runs have too little inside for the quantile */
	PD_CAVEAT_BOOTSTRAP = 1u << 20,      /* resampled from fewer than 10 runs */
	PD_CAVEAT_SINGLE_BOOT = 1u << 21,    /* runs of one boot on a side */
	PD_CAVEAT_SUMMARY = 1u << 22,        /* of a side only means and the like are known */
	PD_CAVEAT_METHOD = 1u << 23,         /* the method asked for does not fit: another did */
};

enum pd_verdict {
	PD_VERDICT_REGRESSION,
	PD_VERDICT_IMPROVEMENT,
	PD_VERDICT_SAME,
	PD_VERDICT_INCONCLUSIVE, /* the data cannot tell */
	PD_VERDICT_CHANGED,      /* differs, and nobody said which way is better */
	PD_N_VERDICTS
};

enum pd_rule {
	PD_RULE_POINT,  /* A: significant and the estimate is beyond the threshold */
	PD_RULE_STRICT, /* B: the whole interval is beyond the threshold */
};

/*
 * How the runs of two sides were made: run k of each in turns, A B A B or A B B A,
 * or one side after the other.
 */
enum pd_order { PD_ORDER_UNKNOWN, PD_ORDER_INTERLEAVED, PD_ORDER_MIRRORED, PD_ORDER_BLOCKED };
/* An interval that is shown beside the one that decides. */
enum pd_beside_kind {
	PD_BESIDE_NONE,
	PD_BESIDE_RATIO_MEAN,   /* of means: Fieller's, or of differences Welch's */
	PD_BESIDE_BCA,          /* of means: bootstrap, bias-corrected and accelerated */
	PD_BESIDE_BCA_MEDIAN,   /* of medians, likewise */
	PD_BESIDE_HIERARCHICAL, /* of means: bootstrap of runs, and of iterations inside them */
	PD_N_BESIDES
};

/* Why it does not exist. */
enum pd_beside_lack {
	PD_LACK_NOTHING,
	PD_LACK_UNBOUNDED, /* the base may be 0, so that every ratio is possible */
	PD_LACK_RUNS,      /* too few of them */
	PD_LACK_NOISE,     /* nothing varies, or not enough to be resampled */
	PD_LACK_TOO_MANY,  /* more than 1e6 values */
	PD_N_LACKS
};

/* What counts as a change: the only place where thresholds live. */
struct pd_policy {
	double alpha;          /* 0 .. 1, of the family */
	double level;          /* of intervals, 0 .. 1 */
	double min_effect;     /* relative: 0.02 is 2 %; metrics may have one of their own */
	double min_effect_abs; /* in the metric's unit, where ratios do not exist */
	enum pd_adjust adjust;
	enum pd_rule rule;
	const char *method;       /* NULL: by the data; else a name of pd_compare_method_at(). Where
			       no ratio exists its twin for differences takes over. */
	bool shift;               /* differences instead of ratios everywhere */
	enum pd_zeros zeros;      /* of pairs: what becomes of those that did not change */
	const char *gate;         /* glob over metric names; NULL: known direction, not redundant */
	double run_cost;          /* of a new run, in iterations, for advice: > 0; 0 is 1 */
	enum pd_order order;      /* of runs whose sources do not say when they were made */
	bool require_interleaved; /* BLOCKED is inconclusive */
	uint64_t seed;
	enum pd_beside_kind beside; /* NONE: of means where they changed otherwise */
};

/*
 * The repeated values of one thing on one side, collapsed to the highest level that
 * is known and has several: iterations to runs, runs to boots.
 */
struct pd_series {
	const double *value;   /* [n] in run order: drift shows only here */
	const double *sorted;  /* [n] ascending: ranks and quantiles */
	const double *when;    /* [n] when value[i] was measured, a run when its first iteration
				  was, as pd_table.when; NULL unless known of all */
	uint32_t n;            /* runs, or boots if there are two; 0: this side does not have it */
	uint32_t n_iterations; /* values before they were collapsed */
	uint32_t n_runs;  /* whatever they became: n but for boots, and for iterations that count */
	uint32_t n_boots; /* 0: not known */
	uint32_t n_warmup;  /* first iterations of each run that are unlike all others, 0: none */
	bool mixed;         /* pooled over a label that was not grouped by */
	bool single_run;    /* value holds the iterations of the only run there is */
	bool iterations;    /* value holds iterations of several runs: PD_COLLAPSE_NONE */
	uint32_t n_least;   /* fewest iterations that became a run; 0: none did */
	const double *part; /* what values were collapsed from, one after the other */
	const size_t *part_start; /* [n + 1] where those of each begin; NULL: not kept, or none */
	uint64_t n_inside;        /* fewest events that a value is a quantile of; 0: not told */
	bool aggregated;          /* a value is a mean of others, and that alone is known of them */
	struct pd_digest digest;  /* of these, where value are too few of themselves; n 0: none */
	struct pd_levels levels;  /* of the two highest levels with repeats; n_groups 0: none */
};

/* One line of a report: the same thing on every side. */
struct pd_row {
	pd_id bench, labels;
	uint16_t metric; /* index into pd_rows.metrics */
	pd_id pooled;    /* labels in which its values differ: "loops (400, 412)"; 0: none */
	struct pd_series *series; /* [n_sides] */
};

struct pd_rows {
	const struct pd_table *table;
	size_t n_sides;
	struct pd_metric *metrics; /* as in the table, with --better and --exact applied */
	size_t n_metrics;
	bool paired; /* the k-th run of each head belongs to the k-th of the base */
	size_t n;
	struct pd_row *row;  /* [n] in order of first appearance */
	uint64_t n_filtered; /* values left out by match */
	uint64_t n_dropped;  /* values left out by drop_first */
	double quantile;     /* that the iterations of a run became; 0: another value */
};

/* What may be odd about one series, whatever it is compared with; words in report/quality.def. */
enum pd_quality {
	PD_QUALITY_OUTLIERS = 1u << 0,   /* values far from all others */
	PD_QUALITY_AUTOCORR = 1u << 1,   /* runs resemble the one before */
	PD_QUALITY_DRIFT = 1u << 2,      /* runs rise or fall on the whole */
	PD_QUALITY_STEP = 1u << 3,       /* runs are of another kind from some run on */
	PD_QUALITY_BIMODAL = 1u << 4,    /* runs fall into groups */
	PD_QUALITY_RESOLUTION = 1u << 5, /* rounding is coarse beside the threshold */
	PD_QUALITY_WARMUP = 1u << 6,     /* the first ones are unlike all others */
	PD_QUALITY_NOISY = 1u << 7,      /* runs vary by more than 5 % */
	PD_QUALITY_SORTED = 1u << 8,     /* in order of size: when they were made is lost */
};

/* Those in which runs depend on each other: p takes them for more than they are worth. */
enum { PD_QUALITY_DEPENDENT = PD_QUALITY_AUTOCORR | PD_QUALITY_DRIFT | PD_QUALITY_STEP };

/* The findings about one series. A figure is there only where its bit is set, but for lag1. */
struct pd_qualities {
	uint32_t found; /* set of enum pd_quality */
	uint32_t n_outliers;
	uint32_t step_at;       /* runs before the step */
	uint32_t n_warmup;      /* runs, or iterations of each run */
	bool warmup_iterations; /* iterations, which --drop-first leaves out; else runs */
	double lag1;  /* autocorrelation of ranks, NaN below 3 runs, if constant or sorted */
	double drift; /* Sen's slope over all runs, beside the median: 0.03 is +3 % */
	double step;  /* median after the step over median before, less 1; may be NaN */
	double dip_p; /* of Hartigan's dip */
	double grain; /* step of rounding beside the median */
	double noise; /* cv, or 1.4826 MAD over median: the larger */
};

/* One side of one row in numbers. */
struct pd_centre {
	struct pd_summary summary;
	struct pd_estimate median; /* with its distribution-free interval */
	double best; /* iterations a run (runs a boot) that make the most of the time; NaN: unknown,
			infinite: runs do not differ */
	struct pd_qualities quality;
};

/* It never decides anything. */
struct pd_beside {
	enum pd_beside_kind kind;  /* NONE: there is none, and nothing was asked */
	enum pd_beside_lack lack;  /* why lo and hi are missing, or infinite */
	struct pd_estimate change; /* on the scale of the comparison's delta */
};

struct pd_comparison {
	uint32_t row;
	uint16_t side;      /* the head side, 1 .. */
	const char *method; /* "mwu", "welch-log", "exact" ...; "none": nothing was tested */
	bool relative;      /* delta is head/base - 1; else head - base in the metric's unit */
	struct pd_estimate delta; /* point NaN when undefined */
	double lo90, hi90;        /* interval at level 1 - 2 alpha, for equivalence */
	double p_raw;             /* NaN: no test */
	double p;                 /* after the correction for the family */
	bool significant;
	bool gated;
	double cliffs_delta, a12;
	double min_p; /* the smallest p the rank test, of pairs if there are, can give at this n */
	uint32_t rank_each; /* runs per side with which it can be at most alpha in this family */
	uint32_t rank_beside; /* of the larger side, if the smaller keeps its runs; 0: no way, or now */
	double runs_needed; /* per side, to settle an inconclusive row; NaN: unknown */
	double detectable;  /* smallest relative change that these data would show; NaN */
	double alarms;      /* of ITERATIONS: how often it would call equal sides different; NaN */
	double worth[2];    /* independent runs that base and head amount to; NaN: all of them */
	struct pd_beside beside;
	struct pd_spread spread; /* of head against base: a finding of its own, never a verdict */
	enum pd_order order;     /* of its runs, never MIRRORED; UNKNOWN where nothing was tested */
	uint32_t caveats;        /* set of enum pd_caveat */
	enum pd_verdict verdict;
};

/* Geometric mean of head/base over the rows of one metric that both sides have. */
struct pd_geomean {
	uint16_t metric, side;
	uint32_t n; /* rows in it; 0: undefined */
	struct pd_estimate ratio;
};

struct pd_pool;

struct pd_result {
	const struct pd_rows *rows;
	struct pd_policy policy;
	size_t family;            /* gated comparisons that were tested: the M of the correction */
	size_t family_shown;      /* the others that were tested: corrected by themselves */
	struct pd_centre *centre; /* [rows->n][n_sides], row-major; summary.n == 0: absent */
	const struct pd_many_prior *prior; /* [rows->n]; df_prior 0: the row shares nothing */
	const struct pd_pool *pool; /* [rows->n], the methods' own; NULL: nobody asked for it */
	size_t n;
	struct pd_comparison
		*comparison; /* [n] by row, then side; only where both sides have values */
	size_t n_geomeans;
	struct pd_geomean *geomean;  /* [rows->n_metrics][n_sides - 1], row-major */
	size_t count[PD_N_VERDICTS]; /* over comparisons of metrics that are not redundant */
};

/* The defaults: alpha .05, level .95, min effect 2 %, Benjamini-Hochberg, rule A. */
PD_API struct pd_policy pd_compare_policy(void);

/**
 * pd_pair - group the ledger into rows, each with a series per side
 * @ctx: takes names and diagnostics, owns what the rows point to
 * @table: must outlive the rows
 * @grouping: what stands together; all zero: every key is a row of its own
 * @ret: set only on success; a row may have no value on a side, or none at all
 *
 * A pattern of better or exact that no metric matches is a warning. Cost: O(n)
 * in the values of the ledger, and O(n log n) in the runs of a row.
 *
 * Return: 0; with one error reported PD_EUSAGE (match, by or ignore name a label
 * that no value has, a metric declared exact has two values on a side, or sides of a
 * paired row have different numbers of runs) or PD_ELIMIT (more than 10^8 cells of row and side, or of metric and side).
 */
PD_API int pd_pair(struct pd_ctx *ctx, const struct pd_table *table,
		   const struct pd_grouping *grouping, struct pd_rows *ret) PD_MUST_USE;

/**
 * pd_compare - judge every row of every head side against the base
 * @ctx: owns the result
 * @rows: from pd_pair(), must outlive the result
 * @policy: copied but for its strings; fields in the ranges that they name
 * @n_workers: threads at most; 0: as many as there are processors
 *
 * The first side is the base. The result does not depend on @n_workers, nor,
 * but for p, significant, verdict, the choice of the method and what the method
 * moderated-log finds, on which other rows there are. docs/statistics.md says
 * how a verdict is reached.
 *
 * Return: the result, never NULL; without rows or heads it has no comparisons.
 */
PD_API const struct pd_result *pd_compare(struct pd_ctx *ctx, const struct pd_rows *rows,
					  const struct pd_policy *policy, unsigned int n_workers);

/* The smallest relative change of interest in @metric: its own, or the policy's. */
PD_API double pd_compare_min_effect(const struct pd_result *result, uint16_t metric);

/*
 * The smallest difference of interest in @metric, in its unit, beside a base of @base: its own
 * or the policy's, and the relative one of @base if that is more and the metric has ratios.
 */
PD_API double pd_compare_min_effect_abs(const struct pd_result *result, uint16_t metric,
					double base);

/* The comparison of @row and head @side; NULL if a side is missing. Cost: O(log n). */
PD_API const struct pd_comparison *pd_compare_find(const struct pd_result *result, size_t row,
						   size_t side);

/* The geometric mean of @metric, an index into rows->metrics, for head @side, from 1. */
PD_API const struct pd_geomean *pd_compare_geomean(const struct pd_result *result, size_t metric,
						   size_t side);

/* How many values of @series are compared: its own, or those that its digest was made of. */
PD_API uint32_t pd_compare_runs(const struct pd_series *series);

/* The i-th method: its name and one line; false past the end. */
PD_API bool pd_compare_method_at(size_t i, const char **ret_name, const char **ret_what);

#ifdef __cplusplus
}
#endif
#endif

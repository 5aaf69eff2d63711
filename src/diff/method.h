/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * method.h - what a statistical method is
 *
 * A method turns two series into p and an interval, all from one model. To add
 * one: write method_NAME.c with one `const struct pd_method pd_method_NAME`,
 * and add its row to methods.def. Nothing else changes.
 */
#ifndef DIFF_METHOD_H
#define DIFF_METHOD_H

#include <perfdelta/compare.h>
#include <perfdelta/stat.h>

/* Two series and what is asked of them. */
struct pd_question {
	const struct pd_series *x, *y; /* base and head, at least one value each */
	const struct pd_policy *policy;
	double min_effect; /* relative: of the metric, or the policy's */
	double reach;      /* alpha / M: what the rank test's smallest p must not exceed */
	bool exact;        /* the metric is declared free of noise */
	bool shift;        /* differences: asked for, or no ratio means anything */
	bool absolute;     /* the metric counts in points */
	uint32_t n_x, n_y; /* what is compared: values, or what a digest was made of */
	double quantile;   /* that the metric is, of events inside a run; 0: none */
	bool summarised;   /* of a side only a digest is known */
	bool paired;       /* run k of one side belongs to run k of the other; n is the same */
	const struct pd_many_prior *prior; /* of the row's variances; NULL: nothing is shared */
	uint64_t seed;                     /* of what a method draws */
	const struct pd_pooled *pool;      /* of all sides of the row; NULL: nobody asked */
	struct pd_scratch *scratch;
};

/* What a method finds. All changes are relative (head/base - 1) unless @shift was asked. */
struct pd_finding {
	struct pd_estimate delta;      /* interval at policy->level */
	double lo90, hi90;             /* at 1 - 2 alpha; NaN without an interval */
	double p;                      /* NaN: no test */
	bool guarded;                  /* the spread of the sides differs: the guard was asked */
	double guard_lo90, guard_hi90; /* the guard's own interval at 1 - 2 alpha; NaN: none */
	uint32_t caveats;
};

struct pd_method {
	const char *name;             /* --method=NAME; stable */
	const char *what;             /* one line for `perfdelta list methods` */
	bool shift;                   /* it works on differences; else on ratios */
	bool ordered;                 /* it needs the place of every run in time */
	bool pairs;                   /* it needs pairs, which have no other methods */
	bool means;                   /* its change is one of means, not of the typical run */
	const struct pd_method *twin; /* the same idea on the other scale; NULL: none */
	const struct pd_method
		*instead;    /* where it was named and does not fit; NULL: it always does */
	const char *needs;   /* what it takes to fit, after "it needs"; NULL: nothing to say */
	uint32_t sound_from; /* runs a side; with fewer the shape of the data matters */

	/* May this method decide by itself? The first row that fits is taken. */
	bool (*fits)(const struct pd_question *q);

	/* 0, or PD_EUNDEFINED if the data leave nothing to test. */
	int (*run)(const struct pd_question *q, struct pd_finding *ret);
};

#define PD_METHOD(name) extern const struct pd_method pd_method_##name;
#include "diff/methods.def"
#undef PD_METHOD

/* The method called @name, or NULL. */
const struct pd_method *pd_method_named(const char *name);
/*
 * The method that policy->method names, or its twin where the question is about
 * the other scale; where that does not fit, what takes its place; if it names none, or
 * that does not fit either, the first that fits. There is always one.
 */
const struct pd_method *pd_method_for(const struct pd_question *q);
const struct pd_method *pd_method_at(size_t i);

/*
 * The level of the interval that has to lie inside the threshold for `same`: 1 - 2 alpha, but no
 * more than 1 - 2^-52, which an alpha below 1e-16 would round to 1.
 */
double pd_method_narrow_level(const struct pd_policy *policy);

/* The Hodges-Lehmann point alone, for what nothing can test: any n from 1. */
double pd_method_point(const struct pd_question *q);

/* The interval of a t statistic on logs as a relative change. */
struct pd_estimate pd_method_relative(const struct pd_welch *w, double level);

#endif

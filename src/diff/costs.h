/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * costs.h - the rows of one event in each run: what was seen of them
 *
 * Matrices are [n_rows][n_runs], the runs of side 0 first; profiles that lack
 * the event are no runs of it. Weights become costs by scale[run] (work.h).
 */
#ifndef DIFF_COSTS_H
#define DIFF_COSTS_H

#include "diff/fold.h"

/* A row before anything is known of its change. */
struct pd_costs_row {
	struct pd_fold_row key;
	uint32_t n_parts;
};

/*
 * What a source lists as one line: it can be missing from a list that is cut,
 * where the row as a whole is not. Raw names of one canonical name are one part,
 * since one build has this and another one that clone.
 */
struct pd_costs_part {
	uint32_t row;
	pd_id comm, dso, group;
};

/* A part of a row's weight in one run, and the names it was told by; several may agree in all. */
struct pd_costs_raw {
	uint32_t row, run;
	pd_id raw, canonical, comm;
	double weight;
};

struct pd_costs {
	struct pd_ctx *ctx;
	const struct pd_profiles *profiles;
	uint32_t event;
	size_t n_sides, n_runs, n_rows, n_parts;
	size_t *first;                 /* [n_sides + 1] the first run of each side */
	const struct pd_profile **run; /* [n_runs] */
	struct pd_costs_row *row;      /* [n_rows] in order of appearance */
	struct pd_costs_part *part;    /* [n_parts] */
	bool *listed;                  /* [n_parts][n_runs] */
	struct pd_intern row_ids;      /* names of keys, from 1 */
	struct pd_costs_raw *raw;      /* [raw_first[n_rows]] by row */
	size_t *raw_first;             /* [n_rows + 1] */

	double *weight;        /* absent: 0 */
	double *hits;          /* 0 where not counted */
	double *squares;       /* 0 where not known */
	uint32_t *n_listed;    /* parts that stand on the list */
	double *total;         /* [n_runs] weight of the whole, idle left out if so asked */
	double *total_hits;    /* [n_runs] */
	double *scale;         /* [n_runs] cost of one unit of weight */
	bool counted, squared; /* in all runs */
	bool rounded_hits;     /* of rows in some run: shares of a total like "1K" */
	bool equal_periods;    /* by weights and hits: all hits weigh the same */
	bool shares, inclusive, limited; /* in some run */
};

/*
 * The rows of @event; costs are weights until pd_work() says otherwise. *ret is to be freed,
 * whatever comes back: PD_OK, or PD_ELIMIT with one error where there are too many cells.
 */
int pd_costs(struct pd_fold *fold, uint32_t event, struct pd_costs *ret) PD_MUST_USE;
/* The row with these key names, which there is. */
size_t pd_costs_row(struct pd_costs *c, const pd_id name[PD_N_BY]);
void pd_costs_free(struct pd_costs *c);

static inline const struct pd_profile_event *pd_costs_event(const struct pd_costs *c, size_t run)
{
	return &c->run[run]->event[c->event];
}

static inline size_t pd_costs_at(const struct pd_costs *c, size_t row, size_t run)
{
	return row * c->n_runs + run;
}

static inline double pd_costs_cost(const struct pd_costs *c, size_t row, size_t run)
{
	return c->weight[pd_costs_at(c, row, run)] * c->scale[run];
}

/* What may hide below the limit of a cut list, beside the cost. */
double pd_costs_hidden(const struct pd_costs *c, size_t row, size_t run);
/* By how much a cost may be off for having been printed with few digits. */
double pd_costs_rounding(const struct pd_costs *c, size_t row, size_t run);
static inline size_t pd_costs_n_runs(const struct pd_costs *c, size_t side)
{
	return c->first[side + 1] - c->first[side];
}

#endif

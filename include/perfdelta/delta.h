/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/delta.h - profiles become rows: what costs more, what less, how surely
 *
 * pd_delta() folds names into rows, brings every run to the cost of one unit of
 * work, tests each row over the runs, and accounts for the whole difference: the
 * changes of all rows, the rare and the unlisted among them, add up to that of
 * the total. docs/statistics.md says what the numbers mean.
 */
#ifndef PERFDELTA_DELTA_H
#define PERFDELTA_DELTA_H

#include <perfdelta/base.h>
#include <perfdelta/compare.h>
#include <perfdelta/ctx.h>
#include <perfdelta/estimate.h>
#include <perfdelta/profile.h>
#include <perfdelta/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What tells rows apart; a set of 1u << PD_BY_*. Events are always apart. */
enum pd_by {
	PD_BY_COMM,
	PD_BY_DSO,
	PD_BY_SYMBOL,
	PD_BY_SUBSYSTEM,
	PD_BY_LOCK,
	PD_BY_CALLER,
	PD_BY_DATA,
	PD_BY_DATA_SOURCE,
	PD_BY_EVENT, /* alone: one row an event */
	PD_BY_STACK, /* chains of the five frames at the leaf: "leaf.caller.caller's caller" */
	PD_N_BY,
};

enum pd_idle { PD_IDLE_KEEP, PD_IDLE_DROP, PD_IDLE_ONLY };

/* Tables of the user beside the built-in ones, made by the model room's parsers. */
struct pd_locks;
struct pd_subsystem_rules;

/* What the work of a run can be: its costs and their squares must be numbers, too. */
#define PD_DELTA_WORK_MIN 1e-100
#define PD_DELTA_WORK_MAX 1e100

/* How hits become rows, and what counts as a change. */
struct pd_delta_policy {
	unsigned int by;     /* set of 1u << PD_BY_*; 0: dso and symbol, but lock
				or comm for tables of these without symbols */
	bool raw_names;      /* names as read tell rows apart: clones stay apart */
	bool charge_callers; /* release-side skid is charged to the caller */
	enum pd_idle idle;
	const char *event;            /* glob over event names; NULL: all */
	const char *match;            /* glob over row labels; NULL: all */
	unsigned int match_by;        /* dimensions of @by whose labels match; 0: all of @by */
	const struct pd_locks *locks; /* NULL: none */
	const struct pd_subsystem_rules *subsystems; /* NULL: none */

	double work;           /* of each run, in any unit, from PD_DELTA_WORK_MIN to
				  PD_DELTA_WORK_MAX; 0: see work_from */
	const char *work_from; /* "BENCHMARK:METRIC" of @table, the k-th value of a side is that
				  of its k-th profile; NULL: what the profiles say, else a size
				  factor */
	double alpha, level;   /* as in struct pd_policy; 0: .05, .95 */
	double min_effect;     /* relative; 0: 0.05 */
	double min_share;      /* of the base total; 0: 0.001 */
	enum pd_adjust adjust;
	double kappa0; /* run-to-run cv assumed of a side with one profile; 0: 0.10 */
};

/* How costs were brought to a common unit. */
enum pd_work {
	PD_WORK_GIVEN,   /* --work or a benchmark metric */
	PD_WORK_ELAPSED, /* shares times the time that the source prints */
	PD_WORK_FACTOR,  /* relative to the typical symbol: the middle of all ratios */
	PD_WORK_RUN,     /* one run is one unit: single profiles without anything better */
};

/* How the rows of a section were tested. */
enum pd_delta_method {
	PD_DELTA_MODERATED,    /* moderated t on log cost */
	PD_DELTA_WELCH,        /* Welch's t on log cost: fewer than 20 rows */
	PD_DELTA_UNREPLICATED, /* sampling error and an assumed run-to-run variation */
	PD_DELTA_NONE,         /* no hits known: nothing can be tested */
};

/* Facts about a row that a reader must know. */
enum pd_delta_caveat {
	PD_DELTA_UNREPLICATED_SIDE = 1u << 0, /* one profile on a side: a candidate, no verdict */
	PD_DELTA_INDICATIVE = 1u << 1,        /* two or three runs on a side */
	PD_DELTA_BOUNDED = 1u << 2,           /* on some side not listed everywhere: an interval */
	PD_DELTA_EQUAL_PERIODS = 1u << 3,     /* periods of single hits unknown: assumed equal */
	PD_DELTA_APPROXIMATE_HITS = 1u << 4, /* hits: shares of a cut number, the least it can be */
	PD_DELTA_RARE = 1u << 5,             /* fewer than 5 hits a run: not tested */
	PD_DELTA_MOVED = 1u << 6,            /* part of a hint that code moved */
	PD_DELTA_SMALL_SHARE = 1u << 7,      /* significant, yet below min_share of the total */
	PD_DELTA_BELOW_THRESHOLD = 1u << 8,  /* significant, yet below min_effect */
	PD_DELTA_RAW_NAMES = 1u << 9,        /* several raw names stand in this row */
	PD_DELTA_UNCOUNTED = 1u << 10,       /* hits unknown: no test */
	PD_DELTA_WAITING = 1u << 11,         /* a lock: this is waiting, the holder is elsewhere */
	PD_DELTA_AMBIGUOUS_LOCK = 1u << 12,  /* one of several locks */
	PD_DELTA_LOCK_CLASS = 1u << 13,      /* a class of locks, one in each object */
};

/* One side of a row: means over its runs, per unit of work; NaN if no run has the event. */
struct pd_delta_cost {
	double cost;     /* absent rows count as 0 here */
	double lo, hi;   /* what it can be, given cut lists and rounding; lo = hi = cost if exact */
	double share;    /* of the side's total, 0 .. 1 */
	double hits;     /* over all runs, the least there can be; NaN if unknown */
	uint32_t n_runs; /* in which it is listed */
	double share_cv; /* of the share over runs: sample sd over mean, absent rows counting as 0;
			    NaN with less than two runs, of sums, and where the mean is 0 */
};

/* One head against the base. */
struct pd_delta_change {
	struct pd_delta_cost head;
	double cost;             /* head minus base: additive, these add up to the total's change */
	double cost_lo, cost_hi; /* at level, over runs; with one run a side: bounds of cut lists */
	double of_total;         /* cost over the base total; NaN where that is 0 */
	struct pd_estimate rel; /* head/base - 1; NaN where the base is 0; lo, hi NaN if untested */
	double rel90_lo, rel90_hi; /* of rel, at 1 - 2 alpha: what "same" is judged by; or NaN */
	double p, p_adjusted;      /* NaN where untested */
	struct pd_estimate share; /* where a side has one profile: share of head less share of base,
				      sampling error only; lo, hi alone if BOUNDED; else NaN */
	double detectable;        /* relative change seen with probability .8; NaN */
	enum pd_verdict verdict;
	bool is_candidate; /* a side has one profile, and sampling error alone cannot explain it */
	bool is_new, is_gone; /* on one side only, and nothing was cut there */
	uint32_t caveats;     /* set of enum pd_delta_caveat */
};

/* What a row is. */
enum pd_delta_kind {
	PD_DELTA_ROW,          /* a symbol, or what --by says */
	PD_DELTA_ROW_OTHERS,   /* all rows that policy.match leaves out, together */
	PD_DELTA_ROW_RARE,     /* all rows of fewer than 5 hits a run together */
	PD_DELTA_ROW_ROUNDING, /* no cost: what rounded rows lack, or, below 0, have too much */
	PD_DELTA_ROW_UNLISTED, /* below the limit of cut lists: the rest of the whole */
};

struct pd_delta_row {
	enum pd_delta_kind kind;
	pd_id name[PD_N_BY]; /* to be shown, of the dimensions in by; 0 elsewhere */
	pd_id key[PD_N_BY];  /* what rows were told apart by: aliases of a symbol have one */
	const pd_id *raw;    /* [n_raw] raw symbols that stand in this row */
	uint32_t n_raw;      /* of RARE and OTHERS: how many rows they sum */
	const pd_id *comm;   /* [n_comms] the comms that stand in this row */
	uint32_t n_comms;
	struct pd_delta_cost base;
	struct pd_delta_change *change; /* [n_sides - 1] */
};

/* One falls, another rises, and together they stay: code that moved. */
struct pd_delta_moved {
	pd_id canonical;    /* the name both fold to, or the caller both have; 0 */
	const pd_id *name;  /* [n] raw names or labels, the falling ones first */
	const double *cost; /* [n] change of each */
	uint32_t n;
	uint16_t side;
	double net;
};

/* The callers or callees through which an inclusive symbol changed. */
struct pd_delta_call {
	pd_id symbol;
	uint16_t side;
	double base, head; /* inclusive cost */
	const struct pd_delta_part {
		pd_id symbol;
		bool is_self; /* its own cost, without callees */
		double base, head;
	} * callee; /* [n_callees] largest change first */
	uint32_t n_callees;
	const struct pd_delta_part *caller;
	uint32_t n_callers;
};

/* All rows of one event. */
struct pd_delta_section {
	pd_id event;
	pd_id unit; /* of costs: "s", "1"; "share" where nothing gives more */
	enum pd_work work;
	bool work_is_time;            /* GIVEN: a benchmark's time, of which costs are shares */
	enum pd_delta_method *method; /* [n_sides - 1] */
	uint32_t *n_runs;             /* [n_sides] profiles that have the event */
	struct pd_delta_cost *total;  /* [n_sides] the whole, per unit of work */
	double *scale; /* [profiles->n] cost of a unit of weight there; 0 without the event */
	struct pd_estimate *total_change;  /* [n_sides - 1] relative, over runs */
	struct pd_delta_cost *below_limit; /* [n_sides] what is not listed; 0 if nothing is cut */
	double *recorded; /* [n_sides] the total before costs were divided by a factor, or NULL */
	struct pd_estimate *recorded_change; /* [n_sides - 1] of it; NULL likewise */
	struct pd_estimate *factor; /* [n_sides - 1] head over base: how much more of everything */
	double *kappa; /* [n_sides - 1] run-to-run cv of a typical row; NaN if not estimated */
	double *limit; /* [n_sides] share below which rows are not listed; 0: all are */
	struct pd_delta_row *row; /* the largest change first; rare and unlisted last */
	size_t n;
	size_t n_matched;  /* rows that policy.match names, the rare ones too; without it all */
	size_t n_rare;     /* of these: too few hits to be tested */
	bool rounded_hits; /* some source prints "1K": hits are the least they can be */
	size_t n_tested;   /* the family of adjusted p */
	const struct pd_delta_moved *moved;
	size_t n_moved;
	const struct pd_delta_call *call;
	size_t n_calls;
};

struct pd_delta_result {
	const struct pd_ctx *ctx;
	const struct pd_profiles *profiles;
	struct pd_delta_policy policy; /* with the defaults filled in */
	size_t n_sides;
	struct pd_delta_section *section; /* in the order of events */
	size_t n_sections;
	uint32_t count[PD_N_VERDICTS]; /* rows of all sections and heads */
	uint32_t n_candidates;
	bool comms_merged;
	bool lacks_symbols; /* nobody said what rows are, and there are no symbols to tell by */
};

/**
 * pd_delta - compare profiles
 * @ctx: owns the result and takes diagnostics
 * @profiles: from pd_read_profiles()
 * @table: benchmark logs for policy->work_from; may be NULL
 * @policy: zero fields are defaults
 * @ret: set on success only
 *
 * Return: PD_OK; PD_EUSAGE if work_from, event or match name nothing there, or
 * the work is out of range; PD_ELIMIT with more than 5 10^7 cells of a row and a
 * profile, or 10^7 of a row and a side; with one error reported.
 */
PD_API int pd_delta(struct pd_ctx *ctx, const struct pd_profiles *profiles,
		    const struct pd_table *table, const struct pd_delta_policy *policy,
		    struct pd_delta_result *ret) PD_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ingest.h - what a format may say about one file
 *
 * A reader speaks only these verbs; it sees neither tables nor threads. What it
 * says is staged per file and merged in the order of the command line, so files
 * can be read in parallel. Nothing here allocates per value once the names have
 * been seen.
 *
 *	pd_ingest_bench(g, PD_STR("hackbench"));
 *	pd_ingest_label(g, PD_STR("groups"), groups);
 *	pd_ingest_literal(g, in, &time, literal);
 */
#ifndef READ_INGEST_H
#define READ_INGEST_H

#include "base/number.h"

#include <perfdelta/read.h>
#include <perfdelta/table.h>

struct pd_ingest;
struct pd_input;
struct pd_symbol_files;

/* What a number is, as its source says it. */
struct pd_quantity {
	struct pd_str name;    /* the metric: "time" */
	struct pd_str unit;    /* as printed: "ms", "MB/s", "" for plain counts */
	enum pd_better better; /* PD_BETTER_UNKNOWN: the unit decides, or nobody */
	bool undirected;       /* the source says that no way is better: the unit has no say */
	bool exact, redundant, absolute; /* as in struct pd_metric */
};

/* The options of this run, borrowed. */
const struct pd_read_options *pd_ingest_options(const struct pd_ingest *g);
/* Symbols for addresses, shared by all files of this reading; NULL: none. */
struct pd_symbol_files *pd_ingest_symbols(const struct pd_ingest *g);

/* ---- context: holds for every value that follows in this file */

/* For files that hold several sides; other files belong to the side of their operand. */
void pd_ingest_side(struct pd_ingest *g, struct pd_str name);
/*
 * A side that the file holds, before any value: sides keep this order. A file
 * that declares just one leaves its name to the operand, if that gives one.
 */
void pd_ingest_declare_side(struct pd_ingest *g, struct pd_str name);
void pd_ingest_bench(struct pd_ingest *g, struct pd_str name);
/* Sets one label; an empty @val takes it back. */
void pd_ingest_label(struct pd_ingest *g, struct pd_str key, struct pd_str val);
void pd_ingest_clear_labels(struct pd_ingest *g);
/* What follows in iterations was measured by a new process. */
void pd_ingest_next_run(struct pd_ingest *g);
/*
 * When what follows was measured: seconds since 1970 (base/moment.h), or a number
 * that grows with time on all sides alike. NaN: unknown, as before the first call.
 */
void pd_ingest_time(struct pd_ingest *g, double when);
/* The same from a text as pd_moment_parse() takes it; empty is unknown, another is a note (bad-time). */
void pd_ingest_moment(struct pd_ingest *g, struct pd_str text);

/*
 * The next value stands for others: what is told of them (but for its row), with a spread
 * in the base unit. One for which the source has no count gets that of --runs, if it is of
 * runs. A count of 1 tells nothing, but for events inside a run. NULL: it stands for itself.
 */
void pd_ingest_about(struct pd_ingest *g, const struct pd_aggregate *about);

/* @n, or where the source does not say (0) what --runs does; 0: nobody does. */
uint64_t pd_ingest_count_of(const struct pd_ingest *g, uint64_t n);

/* ---- values */

/*
 * One literal as it stands in the line, in q->unit: parsed, moved to the base
 * unit by its decimal exponent, added as a run of its own. A malformed literal
 * is a warning (bad-number) and skipped; one that is not finite fails the file.
 * True if a value was added.
 */
bool pd_ingest_literal(struct pd_ingest *g, const struct pd_input *in, const struct pd_quantity *q,
		       struct pd_str literal);

/*
 * The current side, benchmark and labels with @q, as a small number, never 0: for many
 * values of one kind.
 */
uint32_t pd_ingest_key(struct pd_ingest *g, const struct pd_quantity *q);

/*
 * Parses @literal for @key (whose unit says where the point goes) as
 * pd_ingest_literal() does; false if it was skipped.
 */
bool pd_ingest_parse(struct pd_ingest *g, const struct pd_input *in, uint32_t key,
		     struct pd_str literal, double *ret);

/*
 * The two halves of pd_ingest_parse(), for literals that are not in the line of
 * an input: the number in the base unit, and what there is to say if it is none.
 */
enum pd_number pd_ingest_number(const struct pd_ingest *g, uint32_t key, struct pd_str literal,
				double *ret);
void pd_ingest_refuse(struct pd_ingest *g, const struct pd_input *in, const char *at,
		      struct pd_str literal, enum pd_number why);

/* One value in the base unit: a run of its own, or an iteration of the current run. */
void pd_ingest_run(struct pd_ingest *g, uint32_t key, double v);
void pd_ingest_iteration(struct pd_ingest *g, uint32_t key, double v);
/* An iteration of the run that the source calls @run; runs count in order of appearance. */
void pd_ingest_named_run(struct pd_ingest *g, uint32_t key, struct pd_str run, double v);

/*
 * A double that is in q->unit already, as JSON numbers are: moved to the base
 * unit; infinite, which fails the file when it is added, if that cannot be.
 */
double pd_ingest_scale(const struct pd_ingest *g, uint32_t key, double v);

/* ---- trouble: @at points into the line of @in, or is NULL for the whole line */

/* Input that was skipped, or repaired with a loss; counted. @code is a row of codes.def. */
void pd_ingest_warn(struct pd_ingest *g, const struct pd_input *in, const char *at,
		    const char *code, const char *fmt, ...) PD_PRINTF(5, 6);
/* Input that was repaired, and of which nothing is missing: not counted as skipped. */
void pd_ingest_mended(struct pd_ingest *g, const struct pd_input *in, const char *at,
		      const char *code, const char *fmt, ...) PD_PRINTF(5, 6);
/* Has something been said of this line? */
bool pd_ingest_has_said(const struct pd_ingest *g, uint64_t line);
/* A fact about the whole file, such as @n absent values, which count as skipped; 0: all was used. */
void pd_ingest_note(struct pd_ingest *g, const char *code, uint64_t n, const char *fmt, ...)
	PD_PRINTF(4, 5);
/* This file cannot be used. Reading may go on; the first error stays. */
void pd_ingest_error(struct pd_ingest *g, const struct pd_input *in, const char *at,
		     const char *code, const char *fmt, ...) PD_PRINTF(5, 6);

/* A limit was passed, which has been said: nothing that follows is kept. */
bool pd_ingest_is_full(const struct pd_ingest *g);

/* ---- for read.c and tests: the life of one staging area */

struct pd_ingest *pd_ingest_new(const struct pd_read_options *options);
void pd_ingest_share_symbols(struct pd_ingest *g, struct pd_symbol_files *files); /* borrowed */
void pd_ingest_free(struct pd_ingest *g);
size_t pd_ingest_count(const struct pd_ingest *g);     /* values so far */
uint64_t pd_ingest_skipped(const struct pd_ingest *g); /* lines so far that were left out */
int pd_ingest_status(const struct pd_ingest *g);       /* 0, or PD_EPARSE after an error */

#endif

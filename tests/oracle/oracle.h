/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * oracle.h - compare what the library computes with reference values
 *
 * A family is a function that computes one case and hands in each result under
 * the path of the expected field ("p", or "fieller/lo" for a nested one). What
 * it does not hand in is counted as not computed.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <perfdelta/stat.h>

#include <cjson/cJSON.h>

struct oracle_case {
	const cJSON *in, *out;
	double tolerance;
	struct pd_scratch *scratch;
	struct oracle_state *state; /* of the runner */
};

struct oracle_series {
	double *v; /* borrowed until the case is done */
	size_t n;
};

/* An array of the input, in the order given or ascending; empty if absent. */
struct oracle_series oracle_series(struct oracle_case *c, const cJSON *array);
struct oracle_series oracle_input(struct oracle_case *c, const char *name);
struct oracle_series oracle_sorted(struct oracle_case *c, const char *name);
double oracle_input_number(struct oracle_case *c, const char *name);
size_t oracle_expected_size(struct oracle_case *c, const char *path);
bool oracle_expects(struct oracle_case *c, const char *path);
/* A number, "NaN", "Infinity" or "-Infinity"; null is NaN. */
double oracle_value(const cJSON *item);

/* Hand in a result. A path that the case does not expect is passed over. */
void oracle_number(struct oracle_case *c, const char *path, double actual);
/* The same to an absolute tolerance that the case does not know. */
void oracle_number_within(struct oracle_case *c, const char *path, double actual, double absolute);
void oracle_count(struct oracle_case *c, const char *path, size_t actual);
void oracle_bool(struct oracle_case *c, const char *path, bool actual);
void oracle_string(struct oracle_case *c, const char *path, const char *actual);
void oracle_numbers(struct oracle_case *c, const char *path, const double *actual, size_t n);

/* One row per family: ORACLE_FAMILY(name), defined as oracle_NAME. */
#define ORACLE_FAMILY(name) void oracle_##name(struct oracle_case *c);
#include "families.def"
#undef ORACLE_FAMILY

#endif

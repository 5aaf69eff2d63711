/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * samples.h - files of other programs, which lie beside the sources and are no part of them
 *
 * A test that finds none of them is left: see leave_without_data().
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "testing.h"

#include <perfdelta/perfdelta.h>

#include <unistd.h>

/* @path is a literal. */
#define SAMPLE(path) SOURCE_ROOT "/../shared/data/" path

struct sample {
	const char *path;
	size_t n, n_keys, n_skipped; /* values, series of them, and what is left out */
};

/* What is in the file is read, and no more of it is left out; false where it is absent. */
static inline bool sample_is_whole(struct pd_ctx *ctx, const struct sample *s, struct pd_table *ret)
{
	if (access(s->path, R_OK))
		return false;
	assert_int_equal(pd_read(ctx, &s->path, 1, NULL, ret), PD_OK);
	assert_int_equal(ret->n, s->n);
	assert_int_equal(ret->n_keys, s->n_keys);
	assert_int_equal(ret->n_skipped, s->n_skipped);
	return true;
}

/* The same of each; false where one is absent. */
static inline bool samples_are_whole(const struct sample *s, size_t n)
{
	bool there = true;

	for (size_t i = 0; i < n && there; i++) {
		struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
		struct pd_table t;

		there = sample_is_whole(ctx, &s[i], &t);
		pd_ctx_free(ctx);
	}
	return there;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw.h - which values a resample takes, and how many resamples there are */
#ifndef STAT_DRAW_H
#define STAT_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

/*
 * 9999 resamples put the ends of a 95 % interval at ranks 250 and 9750. A long series
 * needs fewer: what it estimates is nearly normal, and its user is waiting.
 */
enum {
	PD_DRAW_ROUNDS = 9999,
	PD_DRAW_ROUNDS_MIN = 999,
	PD_DRAW_MOVES = 200000000,
	PD_DRAW_VALUES_MAX = 1000000,
};

/* Resamples of @n_values, at most PD_DRAW_VALUES_MAX. */
static inline size_t pd_draw_rounds(size_t n_values)
{
	size_t n = PD_DRAW_MOVES / (n_values ? n_values : 1);

	if (n > PD_DRAW_ROUNDS)
		return PD_DRAW_ROUNDS;
	return n < PD_DRAW_ROUNDS_MIN ? PD_DRAW_ROUNDS_MIN : n;
}

/* 32 random bits are two draws among few. Zero but for @rng, which gives 32 bits. */
struct pd_draw {
	gsl_rng *rng;
	uint32_t bits;
	int n_halves; /* of bits that are left */
};

static inline uint32_t pd_draw_half(struct pd_draw *d)
{
	if (!d->n_halves) {
		d->bits = (uint32_t)gsl_rng_get(d->rng);
		d->n_halves = 2;
	}
	d->n_halves--;
	return d->n_halves ? d->bits & 0xffff : d->bits >> 16;
}

/*
 * 0 .. n - 1, each as likely as the others; n at most PD_DRAW_VALUES_MAX. The upper part of
 * a product takes the place of gsl_rng_uniform_int()'s division.
 * Source: Lemire (2019), ACM TOMACS 29:3.
 */
static inline uint32_t pd_draw_index(struct pd_draw *d, uint32_t n)
{
	uint64_t product;
	uint32_t uneven;

	if (n <= 1u << 12) {
		uint32_t small = pd_draw_half(d) * n;

		while ((small & 0xffff) < n && (small & 0xffff) < 0x10000 % n)
			small = pd_draw_half(d) * n;
		return small >> 16;
	}
	product = (uint64_t)gsl_rng_get(d->rng) * n;
	if ((uint32_t)product >= n)
		return (uint32_t)(product >> 32);
	uneven = (uint32_t)(((uint64_t)1 << 32) % n);
	while ((uint32_t)product < uneven)
		product = (uint64_t)gsl_rng_get(d->rng) * n;
	return (uint32_t)(product >> 32);
}

#endif

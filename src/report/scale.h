/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scale.h - one display unit for numbers that are to be compared by eye
 *
 * Values are in base units (s, B, B/s); people read 51.2 us. One scale serves
 * a whole section, so that a longer number is a larger one.
 *
 *	struct pd_scale scale = {0};
 *
 *	pd_scale_see(&scale, 5.1e-5);
 *	pd_scale_see(&scale, 4.9e-5);
 *	pd_scale_choose(&scale, PD_STR("s/op"));    scale.unit is "us/op"
 *	pd_scale_print(&scale, buf, 5.1e-5, 4);     "51.00"
 */
#ifndef REPORT_SCALE_H
#define REPORT_SCALE_H

#include "base/number.h"

enum { PD_SCALE_UNIT_MAX = 96 };

/* Zero-initialized is ready to see values; unit, up and down are set by pd_scale_choose(). */
struct pd_scale {
	double smallest, largest; /* of the magnitudes seen, but for zeros; 0: none */
	bool fractions;           /* a value that is not whole was seen */
	double up, down;          /* a shown value is base value * up / down */
	char unit[PD_SCALE_UNIT_MAX];
};

void pd_scale_see(struct pd_scale *s, double v);

/*
 * Seconds get the largest of s, ms, us, ns in which the smallest value is at
 * least 0.1; bytes B, KiB, MiB, GiB, TiB, and rates and operations k, M, G, T,
 * in which it is at least 1. What stands behind a '/' stays ("s/op"). Other
 * units stay as they are; "1" is shown as no unit.
 */
void pd_scale_choose(struct pd_scale *s, struct pd_str base_unit);

/*
 * @v in the unit chosen with @digits significant digits, never less than all
 * its whole ones; whole numbers bare if no fraction was seen. "-" if it is not finite. Returns the length.
 */
size_t pd_scale_print(const struct pd_scale *s, char buf[PD_NUMBER_MAX], double v, int digits);

/* A number for prose: two significant digits, "0.10", "0.0079". */
size_t pd_scale_rough(char buf[PD_NUMBER_MAX], double v);

/* @v with @decimals decimals and never "-0.00"; "-" if it is not finite. */
size_t pd_scale_fixed(char buf[PD_NUMBER_MAX], double v, int decimals);

/* @rel, a fraction, in percent with its sign: "+2.45%"; "-" if that is not finite. */
size_t pd_scale_percent(char buf[PD_NUMBER_MAX], double rel);

/* A probability: "0.0079", "<1e-4"; "-" for NaN. */
size_t pd_scale_p(char buf[PD_NUMBER_MAX], double p);

#endif

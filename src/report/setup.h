/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.h - what profiles say of the machine and of how they were recorded */
#ifndef REPORT_SETUP_H
#define REPORT_SETUP_H

#include "base/out.h"

#include <perfdelta/profile.h>

/* "kernel", "cpu" ...: stable, also in JSON. */
const char *pd_setup_word(enum pd_setup what);

/*
 * What the profiles of @side say, each text once, at most three of them (one command),
 * joined by commas. False, and nothing written, if none says anything.
 */
bool pd_setup_text(const struct pd_ctx *ctx, const struct pd_profiles *profiles, size_t side,
		   enum pd_setup what, struct pd_out *out);

/* How the runs of the sides lie in time. */
enum pd_setup_order {
	PD_SETUP_ORDER_UNKNOWN, /* a profile does not say when, or two say the same */
	PD_SETUP_ORDER_BLOCKED, /* each side lies wholly before or behind the others */
	PD_SETUP_ORDER_MIXED,
};

/* By the times of recording, "Mon Nov 30 18:22:11 2026". */
enum pd_setup_order pd_setup_order(const struct pd_ctx *ctx, const struct pd_profiles *profiles);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/setup.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/str.h"

#include <stdlib.h>

enum { TEXTS_SHOWN = 3 };

const char *pd_setup_word(enum pd_setup what)
{
	static const char *const words[PD_N_SETUP] = {
		[PD_SETUP_HOST] = "host",         [PD_SETUP_KERNEL] = "kernel",
		[PD_SETUP_ARCH] = "arch",         [PD_SETUP_CPU] = "cpu",
		[PD_SETUP_CPUS] = "cpus",         [PD_SETUP_MEMORY] = "memory",
		[PD_SETUP_COMMAND] = "command",   [PD_SETUP_PERF] = "perf",
		[PD_SETUP_CAPTURED] = "captured",
	};

	return words[what];
}

/* Whether an earlier profile of the same side says the same. */
static bool is_repeated(const struct pd_profiles *p, size_t i, enum pd_setup what)
{
	for (size_t k = 0; k < i; k++)
		if (p->profile[k].side == p->profile[i].side &&
		    p->profile[k].setup[what] == p->profile[i].setup[what])
			return true;
	return false;
}

bool pd_setup_text(const struct pd_ctx *ctx, const struct pd_profiles *profiles, size_t side,
		   enum pd_setup what, struct pd_out *out)
{
	/* Commands of runs differ in the name of the file that they write. */
	size_t n = 0, most = what == PD_SETUP_COMMAND ? 1 : TEXTS_SHOWN;

	for (size_t i = 0; i < profiles->n && n <= most; i++) {
		const struct pd_profile *p = &profiles->profile[i];

		if (p->side != side || !p->setup[what] || is_repeated(profiles, i, what))
			continue;
		pd_out_text(out, n ? ", " : "");
		if (n++ < most)
			pd_out_str(out, pd_ctx_name(ctx, p->setup[what]));
		else
			pd_out_text(out, "...");
	}
	return n > 0;
}

/* ---- order */

/* "18:22:11": three numbers that follow each other as digits of a clock. */
static bool parse_clock(struct pd_str text, uint64_t *seconds)
{
	for (int i = 0; i < 3; i++) {
		uint64_t v;

		if (!pd_number_parse_u64(pd_str_cut(&text, ':'), &v) || v > 60)
			return false;
		*seconds = *seconds * 60 + v;
	}
	return !text.n;
}

/* A number that grows with the time "Mon Nov 30 18:22:11 2026" says; false if it is no time. */
static bool parse_time(struct pd_str text, uint64_t *ret)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	struct pd_str month, day, clock, year;
	uint64_t d, y;
	size_t m;

	(void)pd_str_word(&text);
	month = pd_str_word(&text);
	day = pd_str_word(&text);
	clock = pd_str_word(&text);
	year = pd_str_word(&text);
	m = pd_str_find(PD_STR(months), month);
	if (month.n != 3 || m % 3 || m == sizeof(months) - 1 || !pd_number_parse_u64(day, &d) ||
	    d > 31 || !pd_number_parse_u64(year, &y) || y > 9999)
		return false;
	*ret = ((y * 12 + m / 3) * 31 + d) * 24;
	return parse_clock(clock, ret);
}

struct moment {
	uint64_t time;
	uint16_t side;
};

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	return (x->time > y->time) - (x->time < y->time);
}

/* @moment is in the order of time: does a side come back after another one? */
static enum pd_setup_order order_of(const struct moment *moment, size_t n, size_t n_sides)
{
	size_t n_blocks = 1;

	for (size_t i = 1; i < n; i++) {
		if (moment[i].time == moment[i - 1].time)
			return PD_SETUP_ORDER_UNKNOWN;
		n_blocks += moment[i].side != moment[i - 1].side;
	}
	return n_blocks > n_sides ? PD_SETUP_ORDER_MIXED : PD_SETUP_ORDER_BLOCKED;
}

enum pd_setup_order pd_setup_order(const struct pd_ctx *ctx, const struct pd_profiles *profiles)
{
	struct moment *moment = calloc(profiles->n + 1, sizeof(*moment));
	enum pd_setup_order order;
	size_t n = 0;

	if (!moment)
		pd_arena_out_of_memory();
	while (n < profiles->n &&
	       parse_time(pd_ctx_name(ctx, profiles->profile[n].setup[PD_SETUP_CAPTURED]),
			  &moment[n].time)) {
		moment[n].side = profiles->profile[n].side;
		n++;
	}
	qsort(moment, n, sizeof(*moment), by_time);
	order = n && n == profiles->n ? order_of(moment, n, profiles->n_sides)
				      : PD_SETUP_ORDER_UNKNOWN;
	free(moment);
	return order;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump_hit.h - one hit of a raw dump, until its last line was read */
#ifndef READ_DUMP_HIT_H
#define READ_DUMP_HIT_H

#include "read/ibs.h"

#include <perfdelta/base.h>
#include <perfdelta/profile.h>

struct pd_hits;

enum { PD_DUMP_RECORD = 1 << 16 }; /* bytes of a record: its size has 16 bits */

/* Registers of IBS that a dump prints. */
enum pd_dump_word {
	PD_DUMP_OP_CTL,
	PD_DUMP_OP_DATA,
	PD_DUMP_OP_DATA2,
	PD_DUMP_OP_DATA3,
	PD_DUMP_FETCH_CTL,
	PD_DUMP_FETCH_EXT,
	PD_DUMP_WORDS
};

/* Zero-initialized and reset is ready to use; large. Texts are offsets for pd_dump_hit_text(). */
struct pd_dump_hit {
	bool is_open; /* its period is known */
	bool has_dso; /* its last line has come, but for those of perf script */
	uint64_t period, weight, data_src;
	uint64_t word[PD_DUMP_WORDS];
	bool has_word[PD_DUMP_WORDS];
	size_t comm, dso, event; /* 0: not told */
	size_t n_raw, n_frames;

	uint8_t raw[PD_DUMP_RECORD]; /* the bytes of the record */
	size_t symbol[PD_PROFILE_MAX_FRAMES], object[PD_PROFILE_MAX_FRAMES];
	char *text;
	size_t n_text, cap_text;
};

void pd_dump_hit_reset(struct pd_dump_hit *h);
void pd_dump_hit_free(struct pd_dump_hit *h);

/* Copies @s; the offset of the copy. */
size_t pd_dump_hit_keep(struct pd_dump_hit *h, struct pd_str s);
struct pd_str pd_dump_hit_text(const struct pd_dump_hit *h, size_t at);
/*
 * A frame that the dump names, leaf first; those beyond PD_PROFILE_MAX_FRAMES are left out.
 * Inlined ones have no @object: theirs is that of the frame they are inlined into.
 */
void pd_dump_hit_frame(struct pd_dump_hit *h, struct pd_str symbol, struct pd_str object);

/* Registers of an op, of a fetch. */
bool pd_dump_hit_is_op(const struct pd_dump_hit *h);
bool pd_dump_hit_is_fetch(const struct pd_dump_hit *h);

/*
 * Says the hit as one of @event with its period, and what else it tells as hits of
 * events of their own: the facts of IBS, or "@event/weight", the latency of a load.
 * @cpu->caps becomes what stands in the record.
 */
void pd_dump_hit_say(const struct pd_dump_hit *h, struct pd_str event, struct pd_ibs_cpu *cpu,
		     struct pd_hits *hits);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/dump_hit.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/hit_words.h"
#include "read/hits.h"
#include "read/ibs_words.h"

#include <stdlib.h>

void pd_dump_hit_reset(struct pd_dump_hit *h)
{
	memset(h, 0, offsetof(struct pd_dump_hit, raw));
	h->n_text = 0;
	(void)pd_dump_hit_keep(h, PD_STR(""));
}

void pd_dump_hit_free(struct pd_dump_hit *h)
{
	free(h->text);
	h->text = NULL;
	h->cap_text = 0;
}

size_t pd_dump_hit_keep(struct pd_dump_hit *h, struct pd_str s)
{
	size_t at = h->n_text;

	h->text = pd_vec_grow(h->text, &h->cap_text, at + s.n + 1, 1);
	if (s.n)
		memcpy(h->text + at, s.p, s.n);
	h->text[at + s.n] = '\0';
	h->n_text += s.n + 1;
	return at;
}

struct pd_str pd_dump_hit_text(const struct pd_dump_hit *h, size_t at)
{
	return pd_str_of(h->text + at);
}

void pd_dump_hit_frame(struct pd_dump_hit *h, struct pd_str symbol, struct pd_str object)
{
	size_t n = h->n_frames;

	if (n == PD_PROFILE_MAX_FRAMES)
		return;
	h->symbol[n] = pd_dump_hit_keep(h, symbol);
	h->object[n] = object.n ? pd_dump_hit_keep(h, object) : 0;
	while (object.n && n > 0 && !h->object[n - 1])
		h->object[--n] = h->object[h->n_frames];
	h->n_frames++;
}

bool pd_dump_hit_is_op(const struct pd_dump_hit *h)
{
	return h->has_word[PD_DUMP_OP_CTL] && h->has_word[PD_DUMP_OP_DATA] &&
	       h->has_word[PD_DUMP_OP_DATA3];
}

bool pd_dump_hit_is_fetch(const struct pd_dump_hit *h)
{
	return h->has_word[PD_DUMP_FETCH_CTL];
}

/* ---- saying it */

/* Without names a hit is known by its object alone: addresses change from run to run. */
static void say_frames(const struct pd_dump_hit *h, struct pd_hits *hits)
{
	for (size_t i = 0; i < h->n_frames; i++)
		pd_hits_frame(hits, pd_dump_hit_text(h, h->symbol[i]),
			      pd_dump_hit_text(h, h->object[i]));
	if (!h->n_frames)
		pd_hits_frame(hits, PD_STR("[unknown]"), pd_dump_hit_text(h, h->dso));
}

static void say(const struct pd_dump_hit *h, struct pd_hits *hits, struct pd_str event,
		const char *source, uint64_t weight)
{
	pd_hits_begin(hits, pd_hits_event(hits, event), pd_dump_hit_text(h, h->comm));
	say_frames(h, hits);
	if (*source)
		pd_hits_data(hits, PD_STR(""), pd_str_of(source));
	pd_hits_end(hits, weight);
}

static void say_facts(const struct pd_dump_hit *h, struct pd_hits *hits,
		      const struct pd_ibs_words *words, const struct pd_ibs_cpu *cpu)
{
	struct pd_ibs_told told;

	pd_ibs_words_tell(words, cpu, &told);
	for (size_t i = 0; i < told.n; i++)
		say(h, hits, pd_str_of(told.fact[i].event),
		    pd_ibs_words_is_of_data(&told.fact[i]) ? told.source : "", told.fact[i].weight);
}

/* The word of capabilities stands right before the first register, in the bytes alone. */
static void find_caps(const struct pd_dump_hit *h, uint64_t first, struct pd_ibs_cpu *cpu)
{
	uint8_t bytes[8];
	const uint8_t *at;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(first >> 8 * i);
	at = memmem(h->raw, h->n_raw, bytes, sizeof(bytes));
	if (at && at - h->raw >= 12)
		cpu->caps = (uint32_t)at[-4] | (uint32_t)at[-3] << 8 | (uint32_t)at[-2] << 16 |
			    (uint32_t)at[-1] << 24;
}

static struct pd_ibs_words words_of(const struct pd_dump_hit *h)
{
	if (pd_dump_hit_is_op(h))
		return (struct pd_ibs_words){
			.kind = PD_IBS_OP,
			.op = {[PD_IBS_CTL] = h->word[PD_DUMP_OP_CTL],
			       [PD_IBS_DATA] = h->word[PD_DUMP_OP_DATA],
			       [PD_IBS_DATA2] = h->word[PD_DUMP_OP_DATA2],
			       [PD_IBS_DATA3] = h->word[PD_DUMP_OP_DATA3]},
		};
	if (pd_dump_hit_is_fetch(h))
		return (struct pd_ibs_words){.kind = PD_IBS_FETCH,
					     .fetch = h->word[PD_DUMP_FETCH_CTL],
					     .fetch_extended = h->word[PD_DUMP_FETCH_EXT]};
	return (struct pd_ibs_words){.kind = PD_IBS_NONE};
}

static void say_weight(const struct pd_dump_hit *h, struct pd_str event, const char *source,
		       struct pd_hits *hits)
{
	char name[PD_HIT_WORDS_WEIGHT];

	say(h, hits, pd_hit_words_weight(event, name), source, h->weight);
}

void pd_dump_hit_say(const struct pd_dump_hit *h, struct pd_str event, struct pd_ibs_cpu *cpu,
		     struct pd_hits *hits)
{
	const struct pd_ibs_words words = words_of(h);
	char source[PD_DATA_SRC_MAX];

	pd_hit_words_source(h->data_src, source);
	say(h, hits, event, source, h->period);
	if (words.kind != PD_IBS_NONE) {
		find_caps(h, words.kind == PD_IBS_OP ? words.op[PD_IBS_CTL] : words.fetch, cpu);
		say_facts(h, hits, &words, cpu);
	} else if (h->weight) {
		say_weight(h, event, source, hits);
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hit_words.h - how what a hit tells beside its period is called, by every reader of raw hits */
#ifndef READ_HIT_WORDS_H
#define READ_HIT_WORDS_H

#include "base/str.h"
#include "read/data_src.h"

enum { PD_HIT_WORDS_WEIGHT = 256 };

/*
 * The event of weights, of "ibs_op//" it is "ibs_op/weight": the latency of a load, or
 * whatever else the processor told. Stands in @buf.
 */
struct pd_str pd_hit_words_weight(struct pd_str event, char buf[PD_HIT_WORDS_WEIGHT]);

/* Where the data came from; "" if the word does not say. */
void pd_hit_words_source(uint64_t data_src, char buf[PD_DATA_SRC_MAX]);

#endif

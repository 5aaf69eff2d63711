/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * words.h - the words that all styles share, so that they can be searched for
 */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "base/out.h"

#include <perfdelta/report.h>

/* "regression" ...: stable, also in JSON. */
const char *pd_words_verdict(enum pd_verdict v);

/* "bh", "holm" ...: stable, as --adjust takes them; and as people write them. */
const char *pd_words_adjust(enum pd_adjust a);
const char *pd_words_adjust_name(enum pd_adjust a);
/* The heading of a column of p: "p (BH)", "p" if nothing was adjusted. */
const char *pd_words_p(enum pd_adjust a);

/* "unknown", "interleaved" ...: stable, as --order takes them but for the first. */
const char *pd_words_order(enum pd_order o);

/* "groups=4 mode=thread". */
void pd_words_labels(struct pd_out *out, const struct pd_label *label, size_t n);

/* "hackbench groups=4 mode=thread time": a row that stands outside its section. */
void pd_words_row(struct pd_out *out, const struct pd_report *r, size_t row);

/* "2 regressions, 1 improvement, 3 same, 4 inconclusive, 0 changed". */
void pd_words_counts(struct pd_out *out, const struct pd_report *r);

/* "2%", and the metrics that have another one: "2% (time 5%)". */
void pd_words_min_effect(struct pd_out *out, const struct pd_report *r);

struct pd_str pd_words_side(const struct pd_report *r, size_t side);

/* "ratio-mean", "bca" ...; NULL for none. And "UNBOUNDED" ... for why it does not exist. */
const char *pd_words_beside(enum pd_beside_kind kind);
const char *pd_words_lack(enum pd_beside_lack lack);

#endif

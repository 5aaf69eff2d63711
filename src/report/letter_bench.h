/* SPDX-License-Identifier: GPL-3.0-or-later */
/* letter_bench.h - the benchmark tables of a letter, narrow enough for mail */
#ifndef REPORT_LETTER_BENCH_H
#define REPORT_LETTER_BENCH_H

#include "report/style.h"

/*
 * A table for each metric and head; footnotes, what is missing on a side, counts.
 * @beside_profiles: as in pd_ordernote_write()
 */
void pd_letter_bench(const struct pd_report *r, bool beside_profiles, const struct pd_look *look,
		     struct pd_out *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tally.h - the last lines of a list style: marks, verdicts, runs, what is missing
 */
#ifndef REPORT_TALLY_H
#define REPORT_TALLY_H

#include "report/style.h"

/*
 * What a star means, if the style has stars and one was printed; the number of verdicts of each kind; runs per
 * side, and that one value allows no test; rows without a counterpart; what
 * was skipped. Lines are broken to fit.
 */
void pd_tally_write(const struct pd_report *r, const struct pd_look *look, bool stars,
		    struct pd_out *out);

/* Whether any comparison is a change. */
bool pd_tally_any_marked(const struct pd_report *r);

/* "@what: p <= 0.05 (Benjamini-Hochberg) and at least 2 %": by which rule a row is marked. */
void pd_tally_rule(const struct pd_report *r, const char *what, const struct pd_look *look,
		   struct pd_out *out);

#endif

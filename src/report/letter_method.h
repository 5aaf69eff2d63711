/* SPDX-License-Identifier: GPL-3.0-or-later */
/* letter_method.h - how a letter's numbers were found, and what they would have missed */
#ifndef REPORT_LETTER_METHOD_H
#define REPORT_LETTER_METHOD_H

#include "report/letter.h"

/* Three sentences. */
void pd_letter_method(const struct pd_letter *l, const struct pd_look *look, struct pd_out *out);

/* A line for each metric and event: from which change on it would have been seen. */
void pd_letter_method_limits(const struct pd_letter *l, const struct pd_look *look,
			     struct pd_out *out);

#endif

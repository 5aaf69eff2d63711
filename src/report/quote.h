/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quote.h - text inside JSON and CSV */
#ifndef REPORT_QUOTE_H
#define REPORT_QUOTE_H

#include "base/out.h"

/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void pd_quote_json(struct pd_out *out, struct pd_str s);

/*
 * A CSV field (RFC 4180): in quotes where a comma, a quote, a line end, a blank
 * at either end or a leading '>' (which looks like quoted mail) asks for them.
 */
void pd_quote_csv(struct pd_out *out, struct pd_str s);

#endif

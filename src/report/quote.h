/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quote.h - text inside CSV */
#ifndef REPORT_QUOTE_H
#define REPORT_QUOTE_H

#include "base/out.h"

/*
 * A CSV field (RFC 4180): in quotes where a comma, a quote, a line end, a blank
 * at either end or a leading '>' (which looks like quoted mail) asks for them.
 */
void pd_quote_csv(struct pd_out *out, struct pd_str s);

#endif

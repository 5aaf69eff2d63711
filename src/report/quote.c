/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/quote.h"

#include "base/str.h"

static bool is_plain_field(struct pd_str s)
{
	/* Reading takes blanks, the quoting of mails and marks of byte order away. */
	if (pd_str_starts(s, PD_STR("\357\273\277")))
		return false;
	if (s.n && (pd_str_is_blank(s.p[0]) || pd_str_is_blank(s.p[s.n - 1]) || s.p[0] == '>'))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == ',' || s.p[i] == '"' || s.p[i] == '\n' || s.p[i] == '\r')
			return false;
	return true;
}

void pd_quote_csv(struct pd_out *out, struct pd_str s)
{
	if (is_plain_field(s)) {
		pd_out_str(out, s);
		return;
	}
	pd_out_char(out, '"');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '"')
			pd_out_char(out, '"');
		pd_out_char(out, s.p[i]);
	}
	pd_out_char(out, '"');
}

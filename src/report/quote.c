/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/quote.h"

#include "base/str.h"

static const char hex[] = "0123456789abcdef";

static void put_char(struct pd_out *out, struct pd_str *s)
{
	unsigned char c = (unsigned char)s->p[0];
	size_t n = pd_str_utf8(*s);

	if (c == '"' || c == '\\') {
		pd_out_char(out, '\\');
		pd_out_char(out, (char)c);
	} else if (c < 0x20) {
		pd_out_text(out, "\\u00");
		pd_out_char(out, hex[c >> 4]);
		pd_out_char(out, hex[c & 15]);
	} else if (n) {
		pd_out_bytes(out, s->p, n);
	} else {
		pd_out_text(out, "\\ufffd"); /* file names may hold any byte */
	}
	*s = pd_str_skip(*s, n ? n : 1);
}

static bool is_plain(char c)
{
	return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

void pd_quote_json(struct pd_out *out, struct pd_str s)
{
	pd_out_char(out, '"');
	while (s.n) {
		size_t n = 0;

		while (n < s.n && is_plain(s.p[n]))
			n++;
		pd_out_bytes(out, s.p, n);
		s = pd_str_skip(s, n);
		if (s.n)
			put_char(out, &s);
	}
	pd_out_char(out, '"');
}

static bool is_plain_field(struct pd_str s)
{
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

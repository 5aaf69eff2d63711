/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/quoted_printable.h"

#include "read/perf_bare.h"

enum {
	MAX_COLUMNS = 76, /* RFC 2045, 6.7, rule 5 */
	MIN_COLUMNS = 56, /* of a line with a soft break: what was quoted before lost its marks */
};

/*
 *	>>    4.29%  sched-messaging  [kernel.vmlinux]  [k] native_queued_spin_lo=
 *	ck_slowpath
 *	>> =C2=A0=C2=A0 5.15%=C2=A0 sched-messaging=C2=A0 [kernel.vmlinux]=C2=
 *	=A0 [k] __switch_to_asm=20
 *
 * and not these, whose names hold an equals sign of their own:
 *
 *	     5.15%  a  b  [.] operator==
 *	     1.45%  a  b  [.] mode=3D
 */
struct evidence {
	unsigned int n_for, n_against;
};

static int hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int pd_quoted_printable_escape(struct pd_str s)
{
	int high = s.n > 2 && s.p[0] == '=' ? hex(s.p[1]) : -1;
	int low = high >= 0 ? hex(s.p[2]) : -1;

	return low >= 0 ? 16 * high + low : -1;
}

static bool is_alnum(int c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* =C2=A0: two bytes of UTF-8 at least, which no name holds by chance. */
static bool is_multibyte(struct pd_str s)
{
	int lead = pd_quoted_printable_escape(s);
	int next = pd_quoted_printable_escape(pd_str_skip(s, 3));

	return lead >= 0xc2 && lead <= 0xf4 && next >= 0x80 && next <= 0xbf;
}

static bool has_percent(struct pd_str line)
{
	return line.n && memchr(line.p, '%', line.n);
}

/* At the end of @line; where @next starts a row of its own, the line was at its end, too. */
static void weigh_break(struct pd_str line, struct pd_str next, struct evidence *e)
{
	bool is_alone = !pd_str_trim(next).n || pd_perf_bare_begins(next);

	if (line.n > 1 && line.p[line.n - 2] == '=')
		e->n_against++; /* "==" is not how an equals sign is written */
	else if (is_alone)
		e->n_against += has_percent(line);
	else if (line.n >= MIN_COLUMNS)
		e->n_for++;
}

static void weigh_escape(struct pd_str rest, bool at_front, struct evidence *e)
{
	int byte = pd_quoted_printable_escape(rest);

	if (byte < 0 || byte == 0x7f || (is_alnum(byte) && !at_front))
		e->n_against++;
	else
		e->n_for += is_multibyte(rest);
}

static void weigh_line(struct pd_str line, struct pd_str next, struct evidence *e)
{
	bool is_row = has_percent(line);

	if (!is_row && !is_multibyte(pd_str_skip(line, pd_str_find(line, PD_STR("=")))))
		return;
	e->n_against += line.n > MAX_COLUMNS;
	for (size_t i = 0; i < line.n; i++) {
		struct pd_str rest = pd_str_skip(line, i);

		e->n_against += (unsigned char)line.p[i] >= 0x80;
		if (line.p[i] != '=')
			continue;
		if (i + 1 == line.n)
			weigh_break(line, next, e);
		else
			weigh_escape(rest, !i, e);
		if (pd_quoted_printable_escape(rest) >= 0)
			i += 2;
	}
}

static struct pd_str trim_right(struct pd_str s)
{
	while (s.n && (pd_str_is_blank(s.p[s.n - 1]) || s.p[s.n - 1] == '\r'))
		s.n--;
	return s;
}

/* The last line may be cut, and is nobody's evidence. */
bool pd_quoted_printable_looks(struct pd_str head)
{
	struct evidence e = {0};
	struct pd_str line;

	if (!head.n || !memchr(head.p, '=', head.n))
		return false;
	line = trim_right(pd_str_cut(&head, '\n'));
	while (head.n) {
		struct pd_str next = trim_right(pd_str_cut(&head, '\n'));

		if (pd_str_starts(line, PD_STR("Content-Transfer-Encoding: ")))
			return false;
		weigh_line(line, next, &e);
		line = next;
	}
	return e.n_for && !e.n_against;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_looks.h"

#include "base/str.h"
#include "read/input.h"
#include "read/mail_text.h"
#include "read/perf_bare.h"
#include "read/perf_columns.h"
#include "read/perf_rows.h"

#include <stdlib.h>

enum looks { HAS_HEADER = 1, HAS_ROWS = 2 };

/* Lines of the head of a text, and rows that a mail program may have wrapped. */
struct scan {
	struct pd_mail_text mail;
	struct pd_input in;
	struct pd_perf_kept part; /* of a row; empty: none */
};

static void scan_open(struct scan *s, struct pd_str head)
{
	*s = (struct scan){0};
	pd_input_open_memory(&s->in, "", head.p, head.n);
	pd_mail_text_look(&s->mail, head);
}

static void scan_close(struct scan *s)
{
	pd_input_close(&s->in);
	pd_mail_text_free(&s->mail);
	free(s->part.p);
}

/* Is @line a row, or does it end one? */
static bool is_row(struct scan *s, struct pd_str line)
{
	struct pd_str rest;
	struct pd_perf_bare bare;
	bool ends, has_share = line.n && memchr(line.p, '%', line.n);

	if (has_share && pd_perf_bare(line, &bare)) {
		s->part.n = 0;
		return true;
	}
	if (has_share && pd_perf_bare_begins(line)) {
		pd_perf_rows_keep(&s->part, line);
		return false;
	}
	if (!s->part.n)
		return false;
	rest = pd_str_trim(line);
	if (!rest.n || !pd_perf_rows_append(&s->part, rest))
		return false;
	ends = pd_perf_bare(pd_perf_rows_kept(&s->part), &bare);
	if (ends)
		s->part.n = 0;
	return ends;
}

static unsigned int looks_of(struct pd_str head)
{
	struct scan s;
	struct pd_perf_kept above = {0};
	struct pd_perf_columns c;
	struct pd_str line;
	unsigned int looks = 0;
	bool is_other = false; /* a table of another program: perf diff, perf c2c */

	scan_open(&s, head);
	while (!(looks & HAS_HEADER) && pd_mail_text_line(&s.mail, &s.in, &line)) {
		bool is_ruler = pd_perf_columns_is_ruler(line);

		if (is_ruler ? pd_perf_columns_ruled(&c, pd_perf_rows_kept(&above), line)
			     : pd_perf_columns_separated(&c, line))
			looks |= HAS_HEADER;
		else if (is_ruler)
			is_other = true;
		else if (!is_other && is_row(&s, line))
			looks |= HAS_ROWS;
		pd_perf_rows_keep(&above, line);
	}
	scan_close(&s);
	free(above.p);
	return looks;
}

bool pd_perf_looks_has_header(struct pd_str head)
{
	return looks_of(head) & HAS_HEADER;
}

bool pd_perf_looks_has_only_rows(struct pd_str head)
{
	return looks_of(head) == HAS_ROWS;
}

bool pd_perf_looks_several(struct pd_str head)
{
	struct scan s;
	struct pd_str line;
	unsigned int n = 0;
	bool waits = false;

	scan_open(&s, head);
	while (pd_mail_text_line(&s.mail, &s.in, &line)) {
		line = pd_str_trim(line);
		if (line.n && line.p[line.n - 1] == ':')
			waits = true;
		if (!is_row(&s, line))
			continue;
		n += waits;
		waits = false;
	}
	scan_close(&s);
	return n > 1;
}

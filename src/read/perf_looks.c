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

static unsigned int looks_of(struct pd_str head)
{
	struct pd_mail_text mail = {0};
	struct pd_perf_kept above = {0};
	struct pd_perf_columns c;
	struct pd_perf_bare bare;
	struct pd_input in;
	struct pd_str line;
	unsigned int looks = 0;
	bool is_other = false; /* a table of another program: perf diff, perf c2c */

	pd_input_open_memory(&in, "", head.p, head.n);
	while (!(looks & HAS_HEADER) && pd_mail_text_line(&mail, &in, &line)) {
		bool is_ruler = pd_perf_columns_is_ruler(line);

		if (is_ruler ? pd_perf_columns_ruled(&c, pd_perf_rows_kept(&above), line)
			     : pd_perf_columns_separated(&c, line))
			looks |= HAS_HEADER;
		else if (is_ruler)
			is_other = true;
		else if (!is_other && pd_perf_bare(line, &bare))
			looks |= HAS_ROWS;
		pd_perf_rows_keep(&above, line);
	}
	pd_input_close(&in);
	pd_mail_text_free(&mail);
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
	unsigned int n = 0;
	bool waits = false;

	while (head.n) {
		struct pd_str line = pd_str_trim(pd_str_cut(&head, '\n'));
		struct pd_perf_bare bare;

		if (line.n && line.p[line.n - 1] == ':')
			waits = true;
		if (!pd_perf_bare(line, &bare))
			continue;
		n += waits;
		waits = false;
	}
	return n > 1;
}

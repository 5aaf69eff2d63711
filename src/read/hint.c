/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hint.h"

static size_t count_of(struct pd_str line, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < line.n; i++)
		n += line.p[i] == c;
	return n;
}

/* Two lines of as many cells, which something else than commas tells apart. */
static bool is_table(struct pd_str head, char separator)
{
	struct pd_str first = pd_str_cut(&head, '\n'), second = pd_str_cut(&head, '\n');
	size_t n = count_of(first, separator);

	return n && n == count_of(second, separator) && !count_of(first, ',');
}

/*
 *	# PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL
 *	# PID, TID, IP, ADDR, PHYS ADDR, DATA PAGE SIZE, LOCAL WEIGHT, DSRC, SYMBOL
 */
bool pd_hint_is_mem_dump(struct pd_str head)
{
	while (head.n) {
		struct pd_str line = pd_str_trim(pd_str_cut(&head, '\n'));

		if (line.n)
			return pd_str_starts(line, PD_STR("# PID, TID, IP, ADDR,")) &&
			       pd_str_ends(line, PD_STR(" SYMBOL"));
	}
	return false;
}

/* "# Baseline  Delta Abs  Shared Object  Symbol": deltas, without their noise. */
static bool is_perf_diff(struct pd_str head)
{
	return pd_str_starts(head, PD_STR("# Event '")) &&
	       pd_str_has(head, PD_STR("\n# Baseline "));
}

const char *pd_hint(struct pd_str head)
{
	if (pd_str_starts(head, PD_STR("\037\213")))
		return "it is compressed by gzip: pipe it through zcat";
	if (pd_str_starts(head, PD_STR("(\265/\375")))
		return "it is compressed by zstd: pipe it through zstdcat";
	if (pd_str_starts(head, PD_STR("\375"
				       "7zXZ")))
		return "it is compressed by xz: pipe it through xzcat";
	if (pd_str_starts(head, PD_STR("\377\376")) || pd_str_starts(head, PD_STR("\376\377")))
		return "it is UTF-16 text: convert it with iconv -t UTF-8";
	if (count_of(head, '\0'))
		return "it is no text; if it is UTF-16, convert it with iconv -f UTF-16LE -t UTF-8";
	if (count_of(head, '\r') && !count_of(head, '\n'))
		return "its lines end with CR alone: pipe it through tr '\\r' '\\n'";
	if (pd_hint_is_mem_dump(head))
		return "it is a dump of perf mem -D report, one line a hit: perf mem report --stdio "
		       "prints the table that is read";
	if (is_perf_diff(head))
		return "it is what perf diff prints, which has two runs and no noise: give the "
		       "recordings themselves";
	if (is_table(head, ';'))
		return "CSV has commas between fields, not semicolons, and dots before decimals";
	if (is_table(head, '\t'))
		return "CSV has commas between fields, not tabs";
	return "see 'perfdelta list formats', or name one with --format";
}

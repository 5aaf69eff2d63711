/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/ingest.h"
#include "read/perf_stat.h"

void pd_perf_stat_tell(struct pd_perf_stat *s)
{
	unsigned long long n;

	n = s->n_absent;
	if (n)
		pd_ingest_note(
			s->out, "not-available", n,
			"%llu numbers that perf could not tell (<not counted>, <not supported>, "
			"nan) left out",
			n);
	n = s->n_multiplexed;
	if (n)
		pd_ingest_note(
			s->out, "multiplexed", 0,
			"%llu counts were taken part of the time and scaled by perf: they are "
			"estimates",
			n);
	n = s->n_unknown;
	if (n)
		pd_ingest_note(s->out, "summary-only", 0,
			       "%llu numbers are means of several runs (-r) that are not said how "
			       "many: --runs=N does",
			       n);
	n = s->n_intervals;
	if (n)
		pd_ingest_note(s->out, "intervals", 0,
			       "%llu intervals (-I) count as iterations: neighbours are alike, and "
			       "the last is short",
			       n);
	n = s->n_cut;
	if (n)
		pd_ingest_note(s->out, "ambiguous", n,
			       "%llu derived metrics left out: perf cut them at the decimal comma",
			       n);
}

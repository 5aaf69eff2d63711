/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "read/perf_looks.h"
#include "read/perf_report.h"

static int probe(struct pd_str head)
{
	return pd_perf_looks_has_header(head) ? 85 : 0;
}

const struct pd_format pd_format_perf_report = {
	.name = "perf-report",
	.what = "perf report --stdio and perf mem report: rows by symbol, call graphs, several events",
	.probe = probe,
	.read = pd_perf_report_read,
};

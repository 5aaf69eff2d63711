/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "read/perf_looks.h"
#include "read/perf_report.h"

/*
 * A report whose header the mail quotes, too, is perf-report; the reader is the
 * same.
 *
 *	>> # Base (v6.4-rc1)
 *	>> Total time: 11.486 [sec]
 *	>>
 *	>>      5.15%  sched-messaging  [kernel.vmlinux]  [k] __switch_to_asm
 */
static int probe(struct pd_str head)
{
	return pd_perf_looks_has_only_rows(head) ? 65 : 0;
}

const struct pd_format pd_format_mail_profile = {
	.name = "mail-profile",
	.what = "rows of perf report without their header (-q), as mails quote them, under titles",
	.probe = probe,
	.read = pd_perf_report_read,
};

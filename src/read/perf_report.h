/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_report.h - what `perf report --stdio` prints, whole or as mails quote it
 *
 * One reader for both: a mail may quote the report with its header, without, or
 * both in turn, and several of them, each under its title.
 */
#ifndef READ_PERF_REPORT_H
#define READ_PERF_REPORT_H

#include <perfdelta/base.h>

struct pd_input;
struct pd_ingest;

/* As read() of struct pd_format. */
int pd_perf_report_read(struct pd_input *in, struct pd_ingest *out);

#endif

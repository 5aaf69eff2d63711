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

/* Whether lines of a report's header stand in @head: columns of ours with what is above them. */
bool pd_perf_report_has_header(struct pd_str head);

/* Whether rows stand in @head, and no such header. */
bool pd_perf_report_has_only_rows(struct pd_str head);

/* As read() of struct pd_format. */
int pd_perf_report_read(struct pd_input *in, struct pd_ingest *out);

#endif

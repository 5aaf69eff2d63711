/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing.h - benchmark logs: what compare, check, summary and report have in common */
#ifndef CLI_COMPARING_H
#define CLI_COMPARING_H

#include "cli/settings.h"

/* What a command other than compare tells of the rows. */
struct comparing_topic {
	const char *what;                                 /* "a plan is" */
	bool (*is_told_by)(const struct pd_style *style); /* whether the style can tell it */
	void (*write)(struct settings *s, const struct pd_style *style,
		      const struct pd_report *report, struct pd_out *out);
};

/*
 * Compares what was read. With a summary there may be one side, otherwise there
 * must be two. 0 and the report, owned by the context; else the exit status.
 */
int comparing_report(struct settings *s, const struct pd_table *table, enum pd_report_kind kind,
		     const struct pd_report **ret);

/*
 * 0, or EXIT_TROUBLE if --ci asks for an interval that would not be shown. @shown: the command
 * prints comparisons, and the style decides.
 */
int comparing_ci(const struct settings *s, bool shown);

/* In the style asked for. */
void comparing_write(const struct settings *s, const struct pd_report *report, struct pd_out *out);

/* All of a command about @topic, where one side is enough; the exit status. */
int comparing_tell(struct settings *s, const struct comparing_topic *topic);

/* All of `perfdelta compare`: reads logs, compares, prints; the exit status. */
int comparing_run(struct settings *s);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing.h - what compare, check and summary have in common */
#ifndef CLI_COMPARING_H
#define CLI_COMPARING_H

#include "cli/settings.h"

/*
 * Reads the operands, compares and prints; the exit status. With a summary
 * there may be one side, otherwise there must be two.
 */
int comparing_run(struct settings *s, enum pd_report_kind kind);

#endif

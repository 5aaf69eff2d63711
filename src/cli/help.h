/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.h - what --help prints */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/out.h"

struct command;

void help_overview(struct pd_out *out);
/* @all: every option of the command, else those of daily use on one screen. */
void help_command(struct pd_out *out, const struct command *c, bool all);
void help_version(struct pd_out *out);

#endif

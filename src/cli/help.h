/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.h - what --help prints */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/out.h"

struct command;

void help_overview(struct pd_out *out);
void help_command(struct pd_out *out, const struct command *c);
void help_version(struct pd_out *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complete.h - how a command line that is being typed can go on */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "base/out.h"

#include <stddef.h>

/*
 * Writes one line for each way to end the last of @word, which may be "": what the
 * whole word becomes, a tab, and what that means. Nothing where a file or a name of
 * the user's own is due; so the shell completes files.
 *
 *	word = {"compare", "--style=ma"}  ->  "--style=markdown\t..."
 *	word = {"compare", "-s", "ma"}    ->  "markdown\t..."
 *
 * @word: const char *[n], what was typed after the name of the program, n >= 1
 */
void complete_line(struct pd_out *out, const char *const *word, size_t n);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setters.h - one setter per option, where the table of settings.c finds it */
#ifndef CLI_SETTERS_H
#define CLI_SETTERS_H

#include "cli/settings.h"

/* NULL, or what is wrong with @arg. Only switches look at @on: false after --no-NAME. */
#define SETTER(name)                                                                 \
 const char *set_##name(struct settings *s, __attribute__((unused)) const char *arg, \
			__attribute__((unused)) bool on)

#define PD_OPTION(letter, name, arg, group, setter, usual, help) SETTER(setter);
#include "cli/options.def"
#undef PD_OPTION

#endif

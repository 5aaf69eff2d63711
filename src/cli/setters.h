/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setters.h - one setter per option, where settings.c's table finds it */
#ifndef CLI_SETTERS_H
#define CLI_SETTERS_H

#include "cli/settings.h"

#define SETTER(name) const char *set_##name(struct settings *s, const char *arg, bool on)
#define UNUSED(x)    (void)(x)

#define PD_OPTION(letter, name, arg, group, setter, usual, help) SETTER(setter);
#include "cli/options.def"
#undef PD_OPTION

#endif

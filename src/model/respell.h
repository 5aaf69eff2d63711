/* SPDX-License-Identifier: GPL-3.0-or-later */
/* respell.h - parts inside a name that differ from run to run */
#ifndef MODEL_RESPELL_H
#define MODEL_RESPELL_H

#include <perfdelta/base.h>

/*
 * Numbers that a JVM, V8 or a code generator counted up become N, the tier marks
 * of V8 and the disambiguators of Rust crates go. @buf: char[@size], may hold
 * *name. Returns false, and *name as it was, if there is nothing to do or @size is
 * less than its length; a tier that goes adds to *flags.
 */
bool pd_respell(struct pd_str *name, char *buf, size_t size, unsigned int *flags);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suffix.h - what compilers, linkers and profilers append to the name of a function */
#ifndef MODEL_SUFFIX_H
#define MODEL_SUFFIX_H

#include <perfdelta/base.h>

/*
 * @name without them, down to its last byte but never to nothing; what they
 * were is added to *flags (enum pd_symbol_flag). O(length).
 */
struct pd_str pd_suffix_strip(struct pd_str name, unsigned int *flags);

/* True if @s is not empty and holds nothing else. */
bool pd_suffix_is_hex(struct pd_str s);
bool pd_suffix_is_digits(struct pd_str s);

#endif

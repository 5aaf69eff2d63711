/* SPDX-License-Identifier: GPL-3.0-or-later */
/* has.h - what stands in a text that was written, and what does not; shows all of it if a test fails */
#ifndef HAS_H
#define HAS_H

#include "testing.h"

#include "base/out.h"

#include <stdbool.h>
#include <string.h>

/* @out ends with a NUL. */
#define has(out, text)     has_at((out), (text), true, __FILE__, __LINE__)
#define has_not(out, text) has_at((out), (text), false, __FILE__, __LINE__)

static inline void has_at(const struct pd_out *out, const char *text, bool expected,
			  const char *file, int line)
{
	if ((strstr(out->buf, text) != NULL) == expected)
		return;
	print_error("%s'%s' in:\n%s\n", expected ? "no " : "", text, out->buf);
	_fail(file, line);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.h - the stable words of diagnostics */
#ifndef MODEL_CODES_H
#define MODEL_CODES_H

#include <perfdelta/base.h>

/* The i-th code and what it means; false past the end. */
bool pd_codes_at(size_t i, const char **ret_code, const char **ret_what);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbol_options.h - what the user says about symbols, looked at before the first file is read */
#ifndef READ_SYMBOL_OPTIONS_H
#define READ_SYMBOL_OPTIONS_H

#include "read/symbol_files.h"

#include <perfdelta/read.h>

/*
 * The store of symbols for one reading, to be freed by the caller. A file that was named
 * and is not what it should be is an error, or it would be left out without a word.
 * Return: 0; PD_EIO or PD_EPARSE after one error, and nothing to free.
 */
int pd_symbol_options(struct pd_ctx *ctx, const struct pd_read_options *options,
		      struct pd_symbol_files **ret) PD_MUST_USE;

#endif

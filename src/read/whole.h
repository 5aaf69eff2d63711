/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.h - small files that are read at once: the user's own tables */
#ifndef READ_WHOLE_H
#define READ_WHOLE_H

#include <perfdelta/ctx.h>

enum { PD_WHOLE_MAX = 64 << 20 }; /* bytes of such a file */

/*
 * All of the file @path ("-": standard input), owned by @ctx, without a byte order
 * mark. Return: 0; PD_EIO or PD_ELIMIT after one error, *ret untouched.
 */
int pd_whole(struct pd_ctx *ctx, const char *path, struct pd_str *ret) PD_MUST_USE;

#endif

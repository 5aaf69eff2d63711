/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_bytes.h - all bytes of a file that is no input: a list of symbols, notes of the kernel */
#ifndef READ_FILE_BYTES_H
#define READ_FILE_BYTES_H

#include <perfdelta/base.h>

/*
 * The bytes of a regular file, or of one that the kernel makes while it is read; to be
 * freed by the caller. False, and nothing to free, if it cannot be read or has more than
 * @limit bytes.
 */
bool pd_file_bytes(const char *path, size_t limit, struct pd_str *ret);

/* When it was changed last, in seconds since 1970; 0 if it is not there. */
int64_t pd_file_bytes_time(const char *path);

#endif

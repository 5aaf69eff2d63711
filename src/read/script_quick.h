/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * script_quick.h - lines of perf script that are like those before, without taking them apart
 *
 * A gigabyte of perf script is a few thousand different lines of frames again and
 * again, and headers that differ in their numbers. What is said here is what
 * script_header.h and script_frame.h say of the same lines; when in doubt, nothing.
 */
#ifndef READ_SCRIPT_QUICK_H
#define READ_SCRIPT_QUICK_H

#include <perfdelta/base.h>

/* No line is longer that is known. */
enum { PD_SCRIPT_QUICK_LINE = 120 };

struct pd_script_quick;

struct pd_script_quick *pd_script_quick_new(void);
void pd_script_quick_free(struct pd_script_quick *q); /* NULL is fine */

/* The line of a frame, as it stands in the file, without its newline; not of an inlined one. */
void pd_script_quick_remember(struct pd_script_quick *q, struct pd_str line, bool leaf,
			      uint32_t frame);

/*
 * The frame of the line at the front of @bytes, which are more than
 * PD_SCRIPT_QUICK_LINE; 0 if it is not known. *ret_n: its bytes with the newline.
 */
uint32_t pd_script_quick_frame(struct pd_script_quick *q, struct pd_str bytes, bool leaf,
			       size_t *ret_n);

/*
 *	sh 14234 [003] 916.208838:     250000 cpu-clock:u:
 * A header at the front of @bytes whose event is @event: its bytes with the
 * newline, or 0. *ret_period is 0 where there is none, which a period never is.
 */
size_t pd_script_quick_header(struct pd_str bytes, struct pd_str event, struct pd_str *ret_comm,
			      uint64_t *ret_period);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hits_check.h - what rows add up to, held against what their source says of the whole */
#ifndef READ_HITS_CHECK_H
#define READ_HITS_CHECK_H

struct pd_hits;

/*
 * Where rows of an event are more than its whole, beyond what rounding explains,
 * that is said and their sum becomes the whole. Once, when the file has been
 * read. NULL is fine.
 */
void pd_hits_check(struct pd_hits *h);

#endif

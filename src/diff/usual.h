/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usual.h - what tells rows apart where nobody asked */
#ifndef DIFF_USUAL_H
#define DIFF_USUAL_H

#include <perfdelta/delta.h>

enum { PD_USUAL_BY = 1u << PD_BY_DSO | 1u << PD_BY_SYMBOL };

/*
 * PD_USUAL_BY; but the lock, or the comm, where the profiles have no symbols but for sites of
 * locks: tables of locks and of threads would be one row without a name.
 */
unsigned int pd_usual_by(const struct pd_profiles *profiles);

#endif

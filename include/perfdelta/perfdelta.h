/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta.h - everything
 *
 * read -> table -> pairs -> comparisons -> report
 */
#ifndef PERFDELTA_PERFDELTA_H
#define PERFDELTA_PERFDELTA_H

#include <perfdelta/base.h>
#include <perfdelta/estimate.h>
#include <perfdelta/stat.h>

#endif

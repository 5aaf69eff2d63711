/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * moment.h - dates and times of day as seconds since 1970, whatever the locale is
 *
 * English names of months alone: that is what C's ctime() prints everywhere.
 */
#ifndef BASE_MOMENT_H
#define BASE_MOMENT_H

#include <perfdelta/base.h>

/*
 * Reads the whole of @s as one of
 *
 *	2026-11-30T14:31:12.25+01:00	ISO 8601; a blank for the T, a comma for the
 *					dot, Z or no zone at all, and no seconds will do
 *	2026-11-30			midnight
 *	Mon Nov 30 14:31:12 2026	ctime(), date in the C locale
 *	Mon Nov 30 2026 14:31:12	the same with the year first
 *
 * What has no zone counts as UTC, a zone that is a name as well: an offset that
 * all times of a comparison share does not change their order. False, and *ret
 * untouched, if it is none of these or no such day or time exists.
 */
bool pd_moment_parse(struct pd_str s, double *ret);

#endif

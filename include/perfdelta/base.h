/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/base.h - words every other header speaks in
 *
 * Strings are slices, names are ids, failures are negative numbers.
 */
#ifndef PERFDELTA_BASE_H
#define PERFDELTA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PD_API               __attribute__((visibility("default")))
#define PD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define PD_MUST_USE          __attribute__((warn_unused_result))

/* Every function that can fail returns 0, or one of these negative numbers. */
enum pd_status {
	PD_OK = 0,
	PD_EIO = -1,        /* the system said no; errno was kept in the diagnostic */
	PD_EPARSE = -2,     /* input is not what its format promises */
	PD_EUSAGE = -3,     /* the caller asked for something that does not exist */
	PD_ELIMIT = -4,     /* input larger than a documented limit */
	PD_EEMPTY = -5,     /* no value where at least one is needed */
	PD_ENONFINITE = -6, /* NaN or infinity among the values */
	PD_EUNDEFINED = -7, /* the statistic does not exist for these values */
};

/* A borrowed run of bytes; not NUL-terminated unless it came from pd_ctx_name(). */
struct pd_str {
	const char *p;
	size_t n;
};

/* An interned name: equal ids mean equal strings. 0 is the empty string. */
typedef uint32_t pd_id;

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scratch_fixture.h - memory for the statistics of a group of tests */
#ifndef SCRATCH_FIXTURE_H
#define SCRATCH_FIXTURE_H

#include <perfdelta/stat.h>

static struct pd_scratch *scratch;

static inline int scratch_set_up(void **state)
{
	(void)state;
	scratch = pd_scratch_new();
	return 0;
}

static inline int scratch_tear_down(void **state)
{
	(void)state;
	pd_scratch_free(scratch);
	return 0;
}

#endif

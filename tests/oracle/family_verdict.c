/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_verdict.c - reference verdicts; none of their fields is computed yet */
#include "oracle.h"

void oracle_verdict(struct oracle_case *c)
{
	(void)c;
}

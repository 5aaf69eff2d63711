/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plus_minus.h - a mean with its standard deviation behind it, as people write them */
#ifndef READ_PLUS_MINUS_H
#define READ_PLUS_MINUS_H

#include <perfdelta/base.h>

struct pd_plus_minus {
	struct pd_str mean, spread; /* literals, or what stands in their place */
	bool is_percent;            /* spread is a share of the mean */
};

/* Takes "1.41 ± 0.19", "1.41 +- 0.19" and "1.41 +/-13.46%" apart; false without such a sign. */
bool pd_plus_minus(struct pd_str s, struct pd_plus_minus *ret);

#endif

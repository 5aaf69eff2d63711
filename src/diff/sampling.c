/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/sampling.h"

#include <math.h>

#include <perfdelta/stat_profile.h>

/* A row in all runs of a side: its share of the cost, and the hits of everything. */
struct part {
	double least, most, hits;
};

static struct part part_of(const struct pd_costs *c, size_t row, size_t side)
{
	double cost = 0, hidden = 0, total = 0;
	struct part p = {0};

	for (size_t run = c->first[side]; run < c->first[side + 1]; run++) {
		cost += pd_costs_cost(c, row, run);
		hidden += pd_costs_hidden(c, row, run);
		total += c->total[run] * c->scale[run];
		p.hits += c->total_hits[run];
	}
	if (total > 0) {
		p.least = fmin(cost / total, 1);
		p.most = fmin((cost + hidden) / total, 1);
	}
	return p;
}

/* From the least of the head beside the most of the base to the other way round. */
static struct pd_estimate between(const struct part *base, const struct part *head, double level)
{
	double m = base->hits, n = head->hits;
	struct pd_estimate lo = pd_newcombe(base->most * m, m, head->least * n, n, level);
	struct pd_estimate hi = pd_newcombe(base->least * m, m, head->most * n, n, level);

	return (struct pd_estimate){nan(""), lo.lo, hi.hi, level, true};
}

struct pd_estimate pd_sampling_share(const struct pd_costs *c, size_t row, size_t head,
				     const struct pd_estimate *exact, double level)
{
	const struct part base = part_of(c, row, 0), other = part_of(c, row, head);
	bool cut = base.most > base.least || other.most > other.least;

	if (!cut || !c->counted || !(base.hits > 0) || !(other.hits > 0))
		return cut ? (struct pd_estimate){nan(""), nan(""), nan(""), 0, false} : *exact;
	return between(&base, &other, level);
}

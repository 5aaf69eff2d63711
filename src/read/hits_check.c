/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hits_check.h"

#include "base/str.h"
#include "read/hitsum.h"
#include "read/ingest.h"

#include <inttypes.h>
#include <stdio.h>

enum { PER_HUNDREDTH = PD_PROFILE_WHOLE / 10000 }; /* of a percent */

/* A row printed as a share is off by its rounding, and by half where it became an integer. */
static bool is_above(uint64_t sum, uint64_t whole, double rounding, uint64_t n_rows)
{
	double slop = rounding > 0 ? (double)n_rows * (rounding + .5) : 0;

	return sum > whole && (double)(sum - whole) > slop;
}

static void print(char buf[32], uint64_t weight, bool shares)
{
	uint64_t n = weight / PER_HUNDREDTH;

	if (shares)
		(void)snprintf(buf, 32, "%" PRIu64 ".%02u%%", n / 100, (unsigned int)(n % 100));
	else
		(void)snprintf(buf, 32, "%" PRIu64, weight);
}

static void tell(struct pd_hits *h, const struct pd_profile_sum *s, uint32_t event,
		 const struct pd_profile_sum_event *e)
{
	struct pd_str name = pd_intern_name(&h->names, h->event[event]);
	struct pd_str title = pd_intern_name(&h->names, s->title);
	char sum[32], whole[32];

	print(sum, e->weight, e->e.shares);
	print(whole, e->e.weight, e->e.shares);
	pd_ingest_mended(h->ingest, NULL, NULL, "exceeds-whole",
			 "rows of event '%.*s'%s%.*s%s add up to %s, but its whole is %s; their sum "
			 "is taken for the whole",
			 PD_FMT(name), title.n ? " of '" : "", PD_FMT(title), title.n ? "'" : "",
			 sum, whole);
}

static void check(struct pd_hits *h, struct pd_profile_sum *s, uint32_t event)
{
	struct pd_profile_sum_event *e = &s->event[event];

	if (!e->e.present || !e->has_whole || e->e.is_inclusive ||
	    !is_above(e->weight, e->e.weight, e->e.rounding, e->n_rows))
		return;
	tell(h, s, event, e);
	if (e->has_whole_hits && e->hits > e->e.hits) {
		uint64_t above = e->hits - e->e.hits;

		e->e.hits_more = e->e.hits_more > above ? e->e.hits_more - above : 0;
		e->e.hits = e->hits;
	}
	if (e->e.shares)
		pd_profile_sum_scale(s, event);
	else
		e->e.weight = e->weight;
}

void pd_hits_check(struct pd_hits *h)
{
	for (size_t i = 0; h && i < h->n_sums; i++)
		for (size_t e = 0; e < h->sum[i].n_events && e < h->n_events; e++)
			check(h, &h->sum[i], (uint32_t)e);
}

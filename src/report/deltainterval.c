/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltainterval.h"

#include "report/scale.h"

#include <math.h>
#include <stdio.h>

bool pd_deltainterval_has(const struct pd_estimate *e)
{
	return !isnan(e->lo) && !isnan(e->hi);
}

/* As the user gave it: "95", "99.5". */
static const char *percent(char buf[PD_NUMBER_MAX], double share)
{
	(void)pd_number_print_digits(buf, 100 * share, 6);
	return buf;
}

void pd_deltainterval_title(const struct pd_deltacells *c, size_t side,
			    char title[PD_DELTAINTERVAL_TITLE])
{
	const struct pd_delta_policy *policy = &c->result->policy;
	char level[PD_NUMBER_MAX], kappa[PD_NUMBER_MAX];

	if (c->section->method[side - 1] == PD_DELTA_UNREPLICATED)
		(void)snprintf(title, PD_DELTAINTERVAL_TITLE, "%s%% if runs vary %s%%",
			       percent(level, policy->level), percent(kappa, policy->kappa0));
	else
		(void)snprintf(title, PD_DELTAINTERVAL_TITLE, "%s%% interval",
			       percent(level, policy->level));
}

void pd_deltainterval_sampling_title(const struct pd_deltacells *c,
				     char title[PD_DELTAINTERVAL_TITLE])
{
	char level[PD_NUMBER_MAX];

	(void)snprintf(title, PD_DELTAINTERVAL_TITLE, "share, %s%% sampling only",
		       percent(level, c->result->policy.level));
}

static void widen(size_t *width, size_t n)
{
	*width = n > *width ? n : *width;
}

void pd_deltainterval_measure(struct pd_deltainterval *w, const struct pd_estimate *e)
{
	char buf[PD_NUMBER_MAX];

	if (!pd_deltainterval_has(e))
		return;
	if (isfinite(e->point))
		widen(&w->point, pd_scale_percent(buf, e->point));
	widen(&w->lo, pd_deltacells_end(buf, e->lo));
	widen(&w->hi, pd_deltacells_end(buf, e->hi));
}

static void put_aligned(struct pd_out *out, const char *text, size_t n, size_t width)
{
	pd_out_fill(out, ' ', width > n ? width - n : 0);
	pd_out_bytes(out, text, n);
}

void pd_deltainterval_put(const struct pd_deltainterval *w, const struct pd_estimate *e,
			  struct pd_out *out)
{
	char buf[PD_NUMBER_MAX];

	if (!pd_deltainterval_has(e))
		return;
	pd_out_char(out, '[');
	put_aligned(out, buf, pd_deltacells_end(buf, e->lo), w->lo);
	pd_out_text(out, ", ");
	put_aligned(out, buf, pd_deltacells_end(buf, e->hi), w->hi);
	pd_out_char(out, ']');
}

void pd_deltainterval_put_share(const struct pd_deltainterval *w, const struct pd_estimate *e,
				struct pd_out *out)
{
	char buf[PD_NUMBER_MAX];

	if (pd_deltainterval_has(e) && w->point) {
		put_aligned(out, buf, isfinite(e->point) ? pd_scale_percent(buf, e->point) : 0,
			    w->point);
		pd_out_char(out, ' ');
	}
	pd_deltainterval_put(w, e, out);
}

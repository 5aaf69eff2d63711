/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/script_hit.h"

#include "base/str.h"
#include "read/hits.h"

#include <stdio.h>

bool pd_script_hit_keep(struct pd_script_kept *k, struct pd_str s)
{
	k->n = s.n < PD_SCRIPT_KEPT_MAX ? s.n : PD_SCRIPT_KEPT_MAX;
	if (k->n && s.p != k->p)
		memcpy(k->p, s.p, k->n);
	return k->n == s.n;
}

/* "lock:contention_begin" is an event of one each; "cycles:ppp" has modifiers. */
static bool is_tracepoint(struct pd_str name)
{
	(void)pd_str_cut(&name, ':');
	for (size_t i = 0; i < name.n; i++)
		if (!strchr("ukhHGpPSDIWebR", name.p[i]))
			return true;
	return false;
}

static uint32_t hits_of(struct pd_hits *hits, struct pd_str name)
{
	char text[PD_SCRIPT_KEPT_MAX + sizeof("hits of ")];
	int n;

	if (name.n > PD_SCRIPT_KEPT_MAX)
		name.n = PD_SCRIPT_KEPT_MAX;
	n = snprintf(text, sizeof(text), "hits of %.*s", PD_FMT(name));
	return pd_hits_event(hits, (struct pd_str){text, (size_t)n});
}

/*
 * Without periods it is hits that are told, and neither nanoseconds nor cycles: an
 * event of its own, so that nobody compares it with the other.
 */
static uint32_t event_of(struct pd_script_hit *hit, struct pd_str name, bool has_period)
{
	if (!name.n)
		name = has_period ? PD_STR("periods") : PD_STR("hits");
	else if (!has_period && !is_tracepoint(name))
		return hits_of(hit->hits, name);
	return pd_hits_event(hit->hits, name);
}

static void choose_event(struct pd_script_hit *hit, struct pd_str name, bool has_period)
{
	struct pd_str last = pd_script_hit_kept(&hit->event_name);

	/* The quick path hands the last name back. */
	if (hit->event_known && !hit->event_is_cut && hit->has_period == has_period &&
	    (name.p == last.p || pd_str_eq(name, last)))
		return;
	hit->event = event_of(hit, name, has_period);
	hit->event_known = true;
	hit->has_period = has_period;
	hit->event_is_cut = !pd_script_hit_keep(&hit->event_name, name);
	if (hit->event_is_cut)
		hit->event_name.n = 0; /* the quick path knows none */
}

/* Functions inlined into code whose object is known at last. */
static void say_inlined(struct pd_script_hit *hit, struct pd_str dso)
{
	size_t i = 0;

	while (i < hit->n_inlined) {
		size_t n = (size_t)(unsigned char)hit->inlined[i] << 8 |
			   (unsigned char)hit->inlined[i + 1];

		pd_hits_frame(hit->hits, (struct pd_str){hit->inlined + i + 2, n}, dso);
		i += n + 2;
	}
	hit->n_inlined = 0;
}

static void wait_inlined(struct pd_script_hit *hit, struct pd_str symbol)
{
	if (symbol.n + 2 > PD_SCRIPT_INLINED_MAX - hit->n_inlined)
		say_inlined(hit, PD_STR(""));
	if (symbol.n + 2 > PD_SCRIPT_INLINED_MAX) {
		pd_hits_frame(hit->hits, symbol, PD_STR(""));
		return;
	}
	hit->inlined[hit->n_inlined++] = (char)(symbol.n >> 8);
	hit->inlined[hit->n_inlined++] = (char)(symbol.n & 0xff);
	if (symbol.n)
		memcpy(hit->inlined + hit->n_inlined, symbol.p, symbol.n);
	hit->n_inlined += symbol.n;
}

static uint32_t say_frame(struct pd_script_hit *hit, struct pd_script_frame f)
{
	uint32_t number;

	hit->empty = false;
	if (f.inlined) {
		wait_inlined(hit, f.symbol);
		return 0;
	}
	if (hit->n_inlined)
		say_inlined(hit, f.dso);
	number = pd_hits_frame_number(hit->hits, f.symbol, f.dso);
	pd_hits_frame_again(hit->hits, number);
	return number;
}

/* What the header's line held is of the data if a chain follows: that has the code. */
static void restart(struct pd_script_hit *hit)
{
	hit->n_inlined = 0;
	pd_hits_begin(hit->hits, hit->event, pd_script_hit_kept(&hit->comm));
	hit->provisional = false;
}

uint32_t pd_script_hit_frame(struct pd_script_hit *hit, struct pd_script_frame f)
{
	if (hit->provisional)
		restart(hit);
	return say_frame(hit, f);
}

/* A recorder that loses hits says so between those it kept: they are of the event of the last one. */
static void say_lost(struct pd_script_hit *hit)
{
	if (hit->lost)
		pd_hits_lost(hit->hits, hit->event, hit->lost);
	hit->lost = 0;
}

void pd_script_hit_close(struct pd_script_hit *hit)
{
	if (hit->n_inlined)
		say_inlined(hit, PD_STR(""));
	if (hit->open)
		pd_hits_end(hit->hits, hit->weight);
	hit->open = hit->provisional = false;
}

void pd_script_hit_open(struct pd_script_hit *hit, const struct pd_script_header *h)
{
	struct pd_script_frame leaf;
	struct pd_str before;

	pd_script_hit_close(hit);
	choose_event(hit, h->event, h->has_period);
	say_lost(hit);
	pd_hits_begin(hit->hits, hit->event, h->comm);
	hit->open = hit->empty = true;
	hit->weight = h->has_period ? h->period : 1;
	if (!h->rest.n)
		return;
	hit->provisional = true;
	(void)pd_script_hit_keep(&hit->comm, h->comm);
	if (pd_script_frame_alone(h->rest, &leaf, &before))
		(void)say_frame(hit, leaf);
	else if (pd_script_frame_is_branch(pd_str_word(&(struct pd_str){h->rest.p, h->rest.n})))
		pd_hits_frame(hit->hits, PD_STR("[unknown]"), PD_STR(""));
}

void pd_script_hit_drop(struct pd_script_hit *hit)
{
	hit->n_inlined = 0;
	hit->open = false;
}

void pd_script_hit_lost(struct pd_script_hit *hit, uint64_t n)
{
	if (n < UINT64_MAX - hit->lost)
		hit->lost += n;
	if (hit->event_known)
		say_lost(hit);
}

void pd_script_hit_finish(struct pd_script_hit *hit)
{
	pd_script_hit_close(hit);
	if (hit->lost && !hit->event_known)
		choose_event(hit, PD_STR(""), false);
	say_lost(hit);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/sharing.h"

#include "cli/cli.h"
#include "cli/opt.h"
#include "diff/usual.h"
#include "model/labels.h"
#include "report/deltanames.h"

#include "base/intern.h"
#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>

/* What was read, and the words that it knows. */
struct sharing {
	struct settings *s;
	const struct pd_table *table; /* NULL: no logs */
	const struct pd_profiles *profiles;
	struct pd_intern labels; /* of the logs */
};

int sharing_dimension_of(const char *word, size_t n)
{
	for (int by = 0; by < PD_N_BY; by++)
		if (pd_str_eq((struct pd_str){word, n},
			      pd_str_of(pd_deltanames_word((enum pd_by)by))))
			return by;
	return -1;
}

int sharing_dimension(const char *word)
{
	return sharing_dimension_of(word, strlen(word));
}

void sharing_reads(struct settings *s)
{
	for (size_t i = 0; i < s->grouping.n_by && command_takes(s, GROUP_TOP); i++) {
		int by = sharing_dimension(s->by[i]);

		s->delta.by |= by < 0 ? 0 : 1u << by;
	}
}

__attribute__((format(printf, 2, 3))) static int trouble(const struct sharing *h,
							 const char *format, ...)
{
	enum { ROOM = 400 };
	char *text = pd_ctx_alloc(h->s->ctx, ROOM);
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, ROOM, format, args);
	va_end(args);
	return command_trouble(h->s, text);
}

#define DIMENSIONS "comm, dso, symbol, subsystem, lock, caller, stack, data, data-source and event"

/* A word of --by or --match that nothing here knows. */
static int unknown(const struct sharing *h, const char *option, const char *word)
{
	if (h->table)
		return trouble(h,
			       "--%s: '%s' is no label of the logs, and of profiles there are "
			       "only " DIMENSIONS,
			       option, word);
	return trouble(h, "--%s: expected some of " DIMENSIONS ", got '%s'", option, word);
}

static bool is_label(const struct sharing *h, const char *word)
{
	for (size_t i = 1; i < h->labels.n; i++)
		if (pd_str_eq(h->labels.name[i], pd_str_of(word)))
			return true;
	return false;
}

/* ---- --by */

static int settle_by(struct sharing *h)
{
	struct pd_grouping *g = &h->s->grouping;
	size_t n = 0;

	for (size_t i = 0; i < g->n_by; i++) {
		bool label = is_label(h, h->s->by[i]);

		if (!label && sharing_dimension(h->s->by[i]) < 0)
			return unknown(h, "by", h->s->by[i]);
		if (label)
			h->s->by[n++] = h->s->by[i];
	}
	g->n_by = n;
	g->by = n ? h->s->by : NULL;
	return 0;
}

/* ---- --match */

static bool is_field(const char *key)
{
	return !strcmp(key, "benchmark") || !strcmp(key, "metric") || !strcmp(key, "unit");
}

static int give_match(const struct sharing *h, const struct pd_match *m, int by)
{
	struct pd_delta_policy *d = &h->s->delta;
	const char **glob = by == PD_BY_EVENT ? &d->event : &d->match;

	if (*glob)
		return trouble(h, "--match: one pattern is all that profiles take; [ab]* and ?b* "
				  "are patterns, too");
	*glob = m->glob;
	if (by != PD_BY_EVENT)
		d->match_by = 1u << by;
	return 0;
}

static int settle_match(struct sharing *h)
{
	struct pd_grouping *g = &h->s->grouping;
	size_t n = 0;
	int r = 0;

	for (size_t i = 0; i < g->n_match && !r; i++) {
		const struct pd_match m = h->s->match[i];
		bool of_logs = h->table && (is_label(h, m.key) || is_field(m.key));
		int by = sharing_dimension(m.key);

		if (!of_logs && by < 0)
			r = unknown(h, "match", m.key);
		else if (by >= 0)
			r = give_match(h, &m, by);
		if (of_logs)
			h->s->match[n++] = m;
	}
	g->n_match = n;
	return r;
}

/* Rows have no other labels than those that tell them apart. */
static int check_match(const struct sharing *h)
{
	const struct pd_delta_policy *d = &h->s->delta;
	unsigned int by = d->by ? d->by : pd_usual_by(h->profiles);

	for (int i = 0; i < PD_N_BY; i++)
		if (d->match_by & ~by & 1u << i)
			return trouble(
				h, "--match: rows are not told apart by %s; name it in --by, too",
				pd_deltanames_word((enum pd_by)i));
	return 0;
}

/* ---- what is about one kind alone */

static int check_only_logs(const struct sharing *h)
{
	const struct settings *s = h->s;

	if (s->of_profiles)
		return trouble(h, "--%s is about profiles, and the operands hold none",
			       s->of_profiles);
	if (s->bare_match)
		return trouble(h, "--match: expected key=glob, as the operands hold no profiles");
	return 0;
}

static int check_only_profiles(const struct sharing *h)
{
	if (h->s->of_logs)
		return trouble(h, "--%s is about benchmark logs, and the operands hold none",
			       h->s->of_logs);
	if (h->s->grouping.n_min_effect)
		return trouble(h, "--min-effect: of profiles there is symbol=SHARE or SHARE alone, "
				  "and the operands hold no logs");
	return 0;
}

static int settle_profiles(struct sharing *h)
{
	struct settings *s = h->s;
	int r = h->table ? 0 : check_only_profiles(h);

	if (!r && s->policy.adjust == PD_ADJUST_DUNNETT)
		r = trouble(h, "--adjust=dunnett is about benchmark logs, and the operands hold "
			       "profiles; name the files of one kind");
	if (!r && s->grouping.n_by)
		r = settle_by(h);
	if (!r && s->grouping.n_match)
		r = settle_match(h);
	if (!r)
		r = check_match(h);
	if (s->symbol_effect > 0)
		s->delta.min_effect = s->symbol_effect;
	return r;
}

int sharing_settle(struct settings *s, const struct pd_table *table,
		   const struct pd_profiles *profiles)
{
	struct sharing h = {.s = s,
			    .table = table && table->n ? table : NULL,
			    .profiles = profiles};
	int r;

	if (!profiles->n)
		return check_only_logs(&h);
	if (h.table)
		h.labels = pd_labels_known(s->ctx, h.table);
	r = settle_profiles(&h);
	pd_intern_free(&h.labels);
	return r;
}

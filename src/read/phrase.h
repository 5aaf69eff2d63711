/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * phrase.h - sentences that a program prints, taken apart by the sentence itself
 *
 *	pd_phrase_match("{groups} groups == {tasks} {} run", line, field)
 *
 * A parser made of phrases shows what it reads: the phrase is the line with
 * names where its numbers are.
 */
#ifndef READ_PHRASE_H
#define READ_PHRASE_H

#include <perfdelta/base.h>

enum {
	PD_PHRASE_FIELDS = 8,    /* of one phrase */
	PD_PHRASE_LINE = 1 << 12 /* bytes; no program prints a longer sentence */
};

struct pd_phrase_field {
	struct pd_str name,
		text; /* text: not empty, without blanks around it; points into the line */
};

/*
 * Is @line, but for blanks around it, the sentence @phrase? A blank of @phrase
 * stands for one blank or more; `{name}` for the shortest text that lets the
 * rest match; `{}` for the same, not stored; `{#name}` for a count that may hold
 * blanks between its thousands. Returns the number of fields in
 * @ret, or -1.
 */
int pd_phrase_match(const char *phrase, struct pd_str line,
		    struct pd_phrase_field ret[PD_PHRASE_FIELDS]);

/* The text of the field called @name; empty if there is none. */
struct pd_str pd_phrase_text(const struct pd_phrase_field *field, int n, struct pd_str name);

#endif

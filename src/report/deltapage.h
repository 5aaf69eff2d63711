/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltapage.h - a report of profiles to be read: what stands around its tables, and in which order
 *
 * A style says how a line is set; that there is one, and behind which, is said here.
 */
#ifndef REPORT_DELTAPAGE_H
#define REPORT_DELTAPAGE_H

#include "report/deltatable.h"

enum pd_deltapage_line {
	PD_DELTAPAGE_TITLE,     /* what a section is about */
	PD_DELTAPAGE_ITEM,      /* one of the lines above and below its table */
	PD_DELTAPAGE_PARAGRAPH, /* about the whole report */
	PD_DELTAPAGE_COUNTS,    /* the last line */
};

struct pd_deltapage {
	const struct pd_deltapage_setting *setting;
	const struct pd_deltareport *report;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text;    /* a line that is not set yet */
	struct pd_notes notes; /* of the tables so far */
	unsigned int columns;  /* that tables have */
	bool written;          /* there is a table */
};

/* What the styles do each in its own way. */
struct pd_deltapage_setting {
	bool markdown;
	/* @line is not empty. */
	void (*put)(const struct pd_deltapage *p, enum pd_deltapage_line kind, struct pd_str line);
	/* The first lines of a section: its title, and what its costs are. */
	void (*head)(struct pd_deltapage *p, const struct pd_deltatable *t);
	/* All of a section where only what is flagged is told. */
	void (*brief)(struct pd_deltapage *p, const struct pd_deltatable *t);
	/* The notes, and the legend if the report is not brief. */
	void (*notes)(struct pd_deltapage *p);
};

void pd_deltapage_write(const struct pd_deltapage_setting *setting, const struct pd_deltareport *r,
			const struct pd_look *look, struct pd_out *out);

/* Sets the line in p->text, if there is one. */
void pd_deltapage_put(struct pd_deltapage *p, enum pd_deltapage_line kind);
/* "cycles in s", and which head where there are several, into p->text. */
void pd_deltapage_title(struct pd_deltapage *p, const struct pd_deltatable *t);
/* The table; p->written if there was anything to write. */
bool pd_deltapage_table(struct pd_deltapage *p, const struct pd_deltatable *t);
/* What the signs in the tables mean. */
void pd_deltapage_legend(struct pd_deltapage *p);

#endif

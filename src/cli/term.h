/* SPDX-License-Identifier: GPL-3.0-or-later */
/* term.h - where the output goes and what that place can show */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "cli/settings.h"

#include "base/out.h"

/*
 * Takes the place of standard streams that the caller closed, so that no file
 * opened later gets their number: reading or writing them still fails.
 */
void term_guard(void);

/* Fills in what the user left open: width, colour, ASCII by the terminal and the locale. */
void term_look(struct settings *s);

/*
 * Output to a file that appears under its name only when it is complete; a
 * device or a pipe that stands under that name is written as it is.
 */
struct term_output {
	struct pd_out out;
	const char *path; /* NULL: stdout */
	char *target;     /* what path leads to; NULL: write without a temporary file */
	char *temporary;
	int fd;
};

/* 0, or -1 with an error on stderr. */
int term_open(struct term_output *o, const struct settings *s);
/* Writes the rest; 0, or -1 with an error on stderr: a full disk is not a success. */
int term_close(struct term_output *o);

/* One line on stderr, from the name of the program to its end. */
void term_complain(const char *fmt, ...) PD_PRINTF(1, 2);

/* The sink of diagnostics: one line each on stderr. @cookie: struct settings. */
void term_diag(void *cookie, const struct pd_diag *d);

#endif

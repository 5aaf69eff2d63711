/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/term.h"

#include "base/number.h"
#include "base/str.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIST_WIDTH = 72 }; /* survives being quoted twice in 80 columns */

/* Read once, before any thread is started. */
static const char *env(const char *name)
{
	const char *value = getenv(name); // NOLINT(concurrency-mt-unsafe)

	return value ? value : "";
}

static unsigned int terminal_width(void)
{
	struct winsize size;
	uint64_t columns;

	if (pd_number_parse_u64(pd_str_of(env("COLUMNS")), &columns) && columns && columns < 100000)
		return (unsigned int)columns;
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return 80;
}

/* Colour says nothing that a word or a sign does not say; https://no-color.org */
static bool wants_color(const struct settings *s, bool terminal)
{
	if (s->color != WHEN_AUTO)
		return s->color == WHEN_ALWAYS;
	return terminal && !*env("NO_COLOR") && strcmp(env("TERM"), "dumb") != 0;
}

/* Loading a locale takes a tenth of a short run: only a terminal is asked for. */
static bool terminal_is_utf8(void)
{
	(void)setlocale(LC_CTYPE, "");                 // NOLINT(concurrency-mt-unsafe)
	return !strcmp(nl_langinfo(CODESET), "UTF-8"); // NOLINT(concurrency-mt-unsafe)
}

void term_look(struct settings *s)
{
	bool terminal = !s->output && isatty(STDOUT_FILENO);

	if (!s->width_given)
		s->look.width = terminal                     ? terminal_width()
				: s->style && s->style->list ? LIST_WIDTH
							     : 0;
	s->look.color = wants_color(s, terminal);
	/* A pipe is read by programs and mailers, which take UTF-8 whatever this locale is. */
	if (terminal && !terminal_is_utf8())
		s->look.ascii = true;
}

/* ---- output */

static int trouble(const char *what, const char *path, int saved_errno)
{
	char buf[128];

	(void)fprintf(stderr, "perfdelta: error: cannot %s '%s': %s\n", what,
		      path ? path : "stdout", strerror_r(saved_errno, buf, sizeof(buf)));
	return -1;
}

int term_open(struct term_output *o, const struct settings *s)
{
	mode_t mask;

	*o = (struct term_output){.path = s->output, .fd = STDOUT_FILENO};
	if (o->path) {
		if (asprintf(&o->temporary, "%s.XXXXXX", o->path) < 0)
			return trouble("write", o->path, ENOMEM);
		o->fd = mkstemp(o->temporary);
		if (o->fd < 0) {
			int saved_errno = errno;

			free(o->temporary);
			return trouble("write", o->path, saved_errno);
		}
		mask = umask(0);
		(void)umask(mask);
		(void)fchmod(o->fd, 0666 & ~mask);
	}
	pd_out_init(&o->out, o->fd);
	return 0;
}

int term_close(struct term_output *o)
{
	int saved_errno = 0;

	if (pd_out_close(&o->out) < 0)
		saved_errno = o->out.saved_errno;
	/* Closing tells what writing could not: a quota, a network file system. */
	if (close(o->fd) && !saved_errno)
		saved_errno = errno;
	if (o->path && !saved_errno && rename(o->temporary, o->path))
		saved_errno = errno;
	if (o->path && saved_errno)
		(void)unlink(o->temporary);
	free(o->temporary);
	return saved_errno ? trouble("write", o->path, saved_errno) : 0;
}

/* ---- diagnostics */

void term_diag(void *cookie, const struct pd_diag *d)
{
	static const char *const words[] = {
		[PD_NOTE] = "note", [PD_WARNING] = "warning", [PD_ERROR] = "error"};
	const struct settings *s = cookie;

	if (s->look.quiet && d->severity == PD_NOTE)
		return;
	if (d->loc.file)
		(void)fprintf(stderr, "%s:", d->loc.file);
	else
		(void)fprintf(stderr, "perfdelta:");
	if (d->loc.line)
		(void)fprintf(stderr, "%llu:", (unsigned long long)d->loc.line);
	if (d->loc.line && d->loc.col)
		(void)fprintf(stderr, "%u:", d->loc.col);
	(void)fprintf(stderr, " %s: %s [%s]\n", words[d->severity], d->msg, d->code);
}

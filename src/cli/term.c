/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/term.h"

#include "base/number.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIST_WIDTH = 72 }; /* survives being quoted twice in 80 columns */

void term_guard(void)
{
	/* Opened the wrong way round: what is meant for it still fails. */
	static const int flags[] = {O_WRONLY, O_RDONLY, O_RDONLY};
	bool open_again = true;

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && open_again; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open_again = open("/dev/null", flags[fd]) == fd;
}

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

/* Without a terminal there is no limit but that of lists. */
static unsigned int file_width(const struct settings *s)
{
	bool list = (s->style && s->style->list) || (s->delta_style && s->delta_style->list);

	return list ? LIST_WIDTH : 0;
}

void term_look(struct settings *s)
{
	bool terminal = !s->output && isatty(STDOUT_FILENO);

	if (!s->width_given)
		s->look.width = terminal ? terminal_width() : file_width(s);
	s->look.color = wants_color(s, terminal);
	/* A pipe is read by programs and mailers, which take UTF-8 whatever this locale is. */
	if (terminal && !terminal_is_utf8())
		s->look.ascii = true;
}

/* ---- output */

static int trouble(const char *what, const char *path, int saved_errno)
{
	char buf[128];

	term_complain("error: cannot %s '%s': %s", what, path ? path : "stdout",
		      strerror_r(saved_errno, buf, sizeof(buf)));
	return -1;
}

/* The file that a temporary one will replace, symbolic links followed. */
static char *target_of(const char *path)
{
	char *target = realpath(path, NULL);

	return target || errno != ENOENT ? target : strdup(path);
}

static int open_temporary(struct term_output *o, const struct stat *old)
{
	mode_t mask = umask(0);

	(void)umask(mask);
	o->target = target_of(o->path);
	if (!o->target)
		return -1;
	if (asprintf(&o->temporary, "%s.XXXXXX", o->target) < 0) {
		o->temporary = NULL;
		errno = ENOMEM;
		return -1;
	}
	o->fd = mkostemp(o->temporary, O_CLOEXEC);
	if (o->fd >= 0)
		(void)fchmod(o->fd, old->st_mode ? old->st_mode & 0777 : 0666 & ~mask);
	return o->fd;
}

/* Names come from the input: what they hold is nobody else's to say. */
static enum pd_out_ascii ascii_of(const struct settings *s)
{
	bool json = (s->style && s->style->json) || (s->delta_style && s->delta_style->json) ||
		    (s->to && !strcmp(s->to, "json"));

	if (!s->look.ascii)
		return PD_OUT_ANY;
	return json ? PD_OUT_JSON : PD_OUT_MARK;
}

int term_open(struct term_output *o, const struct settings *s)
{
	struct stat old = {0};

	*o = (struct term_output){.path = s->output, .fd = STDOUT_FILENO};
	if (o->path) {
		if (!stat(o->path, &old) && !S_ISREG(old.st_mode))
			o->fd = open(o->path, O_WRONLY | O_CLOEXEC);
		else
			o->fd = open_temporary(o, &old);
	}
	if (o->fd < 0) {
		int saved_errno = errno;

		free(o->target);
		free(o->temporary);
		return trouble("write", o->path, saved_errno);
	}
	pd_out_init(&o->out, o->fd);
	o->out.ascii = ascii_of(s);
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
	if (o->temporary && !saved_errno && rename(o->temporary, o->target))
		saved_errno = errno;
	if (o->temporary && saved_errno)
		(void)unlink(o->temporary);
	free(o->temporary);
	free(o->target);
	return saved_errno ? trouble("write", o->path, saved_errno) : 0;
}

/* ---- diagnostics */

/* What a file or its name says must not steer the terminal that shows it. */
static void put_plain(struct pd_out *out, const char *text)
{
	struct pd_str rest = pd_str_of(text);

	while (rest.n) {
		size_t control = pd_str_control(rest), length = pd_str_utf8(rest);

		if (control)
			pd_out_char(out, '?');
		else
			pd_out_bytes(out, rest.p, length ? length : 1);
		rest = pd_str_skip(rest, control ? control : length ? length : 1);
	}
}

void term_complain(const char *fmt, ...)
{
	struct pd_out out;
	va_list args;
	char *text;
	int n;

	va_start(args, fmt);
	n = vasprintf(&text, fmt, args);
	va_end(args);
	if (n < 0)
		return;
	pd_out_init(&out, STDERR_FILENO);
	pd_out_text(&out, "perfdelta: ");
	put_plain(&out, text);
	pd_out_char(&out, '\n');
	(void)pd_out_close(&out);
	free(text);
}

void term_diag(void *cookie, const struct pd_diag *d)
{
	static const char *const words[] = {
		[PD_NOTE] = "note", [PD_WARNING] = "warning", [PD_ERROR] = "error"};
	const struct settings *s = cookie;
	struct pd_out out;

	if (s->look.quiet && d->severity == PD_NOTE)
		return;
	pd_out_init(&out, STDERR_FILENO);
	put_plain(&out, d->loc.file ? d->loc.file : "perfdelta");
	pd_out_char(&out, ':');
	if (d->loc.line)
		pd_out_printf(&out, "%llu:", (unsigned long long)d->loc.line);
	if (d->loc.line && d->loc.col)
		pd_out_printf(&out, "%u:", d->loc.col);
	pd_out_printf(&out, " %s: ", words[d->severity]);
	put_plain(&out, d->msg);
	pd_out_printf(&out, " [%s]\n", d->code);
	(void)pd_out_close(&out);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/mail_text.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/quoted_printable.h"

#include <stdlib.h>

/*
 *	Content-Transfer-Encoding: quoted-printable
 *	>> =C2=A0=C2=A0 5.15%=C2=A0 sched-messaging=C2=A0 [kernel.vmlinux]=C2=
 *	=A0 [k] __switch_to_asm=20
 *
 *	&gt;&gt; &nbsp; 5.15%&nbsp; sched-messaging&nbsp; [kernel.vmlinux]&nbsp; [k] copyin<br>
 */
static const struct {
	const char *entity, *text;
} entities[] = {
	{"&gt;",   ">" },
        {"&lt;",   "<" },
        {"&amp;",  "&" },
        {"&quot;", "\""},
        {"&apos;", "'" },
	{"&#39;",  "'" },
        {"&nbsp;", " " },
        {"&#160;", " " },
        {"&#xa0;", " " },
        {"&#xA0;", " " },
	{"&#62;",  ">" },
        {"&#60;",  "<" },
        {"&#38;",  "&" },
};

/* Tags that mail programs put around plain text. */
static const char *const tags[] = {
	"<br>",          "<br/>",  "<br />",  "<pre>",  "</pre>",  "<div>",
	"</div>",        "<p>",    "</p>",    "<span>", "</span>", "<blockquote>",
	"</blockquote>", "<html>", "</html>", "<body>", "</body>",
};

static void append(struct pd_mail_text *m, size_t *n, struct pd_str s)
{
	m->buf = pd_vec_grow(m->buf, &m->cap, *n + s.n + 1, 1);
	if (s.n)
		memcpy(m->buf + *n, s.p, s.n);
	*n += s.n;
}

/* Blanks behind the last character were added on the way. */
static struct pd_str trim_right(struct pd_str s)
{
	while (s.n && (pd_str_is_blank(s.p[s.n - 1]) || s.p[s.n - 1] == '\r'))
		s.n--;
	return s;
}

/* Adds the decoded @line; true if it ends with a soft break. */
static bool append_quoted_printable(struct pd_mail_text *m, size_t *n, struct pd_str line)
{
	bool soft;

	line = trim_right(line);
	soft = line.n && line.p[line.n - 1] == '=';
	line.n -= soft;
	append(m, n, line);
	*n -= line.n;
	for (size_t i = 0; i < line.n; i++) {
		int byte = pd_quoted_printable_escape(pd_str_skip(line, i));

		m->buf[(*n)++] = (char)(byte < 0 ? line.p[i] : byte);
		i += byte < 0 ? 0 : 2;
	}
	return soft;
}

/* The marks of quoting that @line begins with, and the blank behind them. */
static size_t quoting(struct pd_str line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == '>')
		n++;
	return n + (n && n < line.n && line.p[n] == ' ');
}

/*
 * What goes on behind a soft break has no marks of quoting, unless the encoded text
 * was quoted itself, with the marks in @quoted: "std::less<int=" goes on with
 * ">::operator()".
 */
static bool next_line(struct pd_input *in, struct pd_str quoted, struct pd_str *ret_line)
{
	if (!pd_input_line(in, ret_line))
		return false;
	if (!quoted.n || !pd_str_starts(in->raw, quoted))
		*ret_line = in->raw;
	return true;
}

/* Lines joined by soft breaks stay below what one line may have. */
static struct pd_str joined(struct pd_mail_text *m, struct pd_input *in, struct pd_str line)
{
	char marks[16];
	struct pd_str quoted = {marks, quoting(in->raw)};
	size_t n = 0;

	if (quoted.n > sizeof(marks))
		quoted.n = sizeof(marks);
	memcpy(marks, in->raw.p, quoted.n);
	while (append_quoted_printable(m, &n, line) && n < PD_INPUT_MAX_LINE)
		if (!next_line(in, quoted, &line))
			break;
	return (struct pd_str){m->buf, n};
}

static size_t tag_length(struct pd_str s)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(tags); i++)
		if (pd_str_starts(s, pd_str_of(tags[i])))
			return strlen(tags[i]);
	return 0;
}

static size_t entity_length(struct pd_str s, struct pd_str *ret_text)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(entities); i++)
		if (pd_str_starts(s, pd_str_of(entities[i].entity))) {
			*ret_text = pd_str_of(entities[i].text);
			return strlen(entities[i].entity);
		}
	return 0;
}

/* In place: nothing grows. */
static struct pd_str without_html(struct pd_mail_text *m, size_t n)
{
	size_t to = 0;

	for (size_t i = 0; i < n;) {
		struct pd_str rest = {m->buf + i, n - i}, text;
		size_t length = rest.p[0] == '&' ? entity_length(rest, &text) : 0;

		if (length) {
			m->buf[to++] = text.p[0];
		} else if (m->is_html && rest.p[0] == '<') {
			length = tag_length(rest);
		}
		if (!length) {
			m->buf[to++] = rest.p[0];
			length = 1;
		}
		i += length;
	}
	return (struct pd_str){m->buf, to};
}

static void look_for_headers(struct pd_mail_text *m, struct pd_str line)
{
	struct pd_str key = PD_STR("Content-Transfer-Encoding: ");

	if (pd_str_eat(&line, key))
		m->is_quoted_printable = pd_str_eq(pd_str_trim(line), PD_STR("quoted-printable"));
	else if (pd_str_starts(line, PD_STR("Content-Type: text/html")) ||
		 pd_str_starts(line, PD_STR("<html")) ||
		 pd_str_starts(line, PD_STR("<!DOCTYPE html")))
		m->is_html = true;
}

void pd_mail_text_look(struct pd_mail_text *m, struct pd_str head)
{
	m->is_quoted_printable = pd_quoted_printable_looks(head);
}

static bool has(struct pd_str line, char c)
{
	return line.n && memchr(line.p, c, line.n);
}

bool pd_mail_text_line(struct pd_mail_text *m, struct pd_input *in, struct pd_str *ret_line)
{
	struct pd_str line;
	bool decode;

	if (!pd_input_line(in, &line))
		return false;
	look_for_headers(m, line);
	decode = m->is_quoted_printable && has(line, '=');
	if (!decode && !has(line, '&') && !(m->is_html && has(line, '<'))) {
		*ret_line = line;
		return true;
	}
	if (decode) {
		line = joined(m, in, line);
	} else {
		size_t n = 0;

		append(m, &n, line);
		line.n = n;
	}
	line = without_html(m, line.n);
	if (!pd_normalise(line, false, &m->normal, ret_line))
		*ret_line = PD_STR("");
	return true;
}

void pd_mail_text_free(struct pd_mail_text *m)
{
	free(m->buf);
	free(m->normal.p);
}

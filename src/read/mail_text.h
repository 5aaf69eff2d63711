/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mail_text.h - lines of a mail as its author wrote them
 *
 * On top of what input.h does for every line: quoted-printable is undone where a
 * header announces it or the text itself gives it away, soft line breaks included,
 * and so are the entities and line breaks of HTML.
 */
#ifndef READ_MAIL_TEXT_H
#define READ_MAIL_TEXT_H

#include "read/input.h"

/* Zero-initialized is ready to use. */
struct pd_mail_text {
	bool is_quoted_printable, is_html;

	/* private */
	char *buf;
	size_t cap;
	struct pd_normalise_buf normal;
};

/*
 * Before the first line: is this, by the first bytes of the text, normalised as lines
 * are, quoted-printable without a header that says so?
 */
void pd_mail_text_look(struct pd_mail_text *m, struct pd_str head);

/* The next line, borrowed until the next call; as pd_input_line(). */
bool pd_mail_text_line(struct pd_mail_text *m, struct pd_input *in, struct pd_str *ret_line);

void pd_mail_text_free(struct pd_mail_text *m);

#endif

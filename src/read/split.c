/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/split.h"

#include "base/arena.h"
#include "base/str.h"
#include "read/input.h"
#include "read/normalise.h"

#include <stdlib.h>

#define WINDOW (UINT64_C(1) << 20) /* a place is looked for in so many bytes */

/* Only what is plain: what has to be normalised first may begin anything. */
static bool is_place(struct pd_str line, const struct pd_format *format)
{
	return line.n && line.p[0] != '>' && pd_normalise_is_plain(line.p, line.n) &&
	       format->cut(line);
}

size_t pd_split_places(struct pd_str text, const struct pd_format *format, size_t *ret, size_t max)
{
	struct pd_str rest = text;
	size_t n = 0;

	(void)pd_str_cut(&rest, '\n');
	while (rest.n && n < max) {
		size_t at = text.n - rest.n;

		if (is_place(pd_str_cut(&rest, '\n'), format))
			ret[n++] = at;
	}
	return n;
}

/* The first place at or behind @from; 0 if there is none in the window. */
static uint64_t place_behind(const char *path, uint64_t from, const struct pd_format *format)
{
	struct pd_input in;
	struct pd_str window;
	size_t at;
	uint64_t place = 0;

	int r = pd_input_open_piece(&in, path, PD_STR(""), from, from + WINDOW);

	in.line = 1; /* no byte order mark is looked for */
	if (!r && pd_input_all(&in, &window)) {
		const char *end = window.n ? memrchr(window.p, '\n', window.n) : NULL;

		window.n = end ? (size_t)(end - window.p) + 1 : 0;
		if (pd_split_places(window, format, &at, 1))
			place = from + at;
	}
	pd_input_close(&in);
	return place;
}

/* The length of the whole lines of comments at the front of @window. */
static size_t comments_of(struct pd_str window)
{
	struct pd_str rest = window;
	size_t n = 0;

	while (rest.n && rest.p[0] == '#') {
		const char *line = rest.p;

		if (!pd_normalise_is_plain(line, pd_str_cut(&rest, '\n').n) || !rest.n)
			break;
		n = window.n - rest.n;
	}
	return n;
}

/*
 *	# hostname : vm
 */
static void take_prologue(struct pd_split *s, const char *path)
{
	struct pd_input in;
	struct pd_str window;

	if (!pd_input_open_piece(&in, path, PD_STR(""), 0, WINDOW) && pd_input_all(&in, &window)) {
		size_t n = comments_of(window);

		s->prologue = malloc(n + 1);
		if (!s->prologue)
			pd_arena_out_of_memory();
		if (n)
			memcpy(s->prologue, window.p, n);
		s->n_prologue = n;
		for (size_t i = 0; i < n; i++)
			s->prologue_lines += window.p[i] == '\n';
	}
	pd_input_close(&in);
}

void pd_split_plan(struct pd_split *s, const char *path, uint64_t size,
		   const struct pd_format *format, size_t n)
{
	*s = (struct pd_split){.n = 1};
	if (n > PD_SPLIT_MAX)
		n = PD_SPLIT_MAX;
	s->at[1] = size;
	if (!format->cut || n < 2)
		return;
	for (size_t i = 1; i < n; i++) {
		uint64_t place = place_behind(path, size / n * i, format);

		if (place > s->at[s->n - 1] + s->n_prologue && place < size)
			s->at[s->n++] = place;
	}
	s->at[s->n] = UINT64_MAX; /* the last piece takes what the file has become since */
	if (s->n > 1)
		take_prologue(s, path);
}

void pd_split_free(struct pd_split *s)
{
	free(s->prologue);
	s->prologue = NULL;
}

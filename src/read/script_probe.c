/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/script_probe.h"

#include "base/str.h"
#include "read/script_frame.h"
#include "read/script_header.h"

enum {
	LINES_PROBED = 400,
	SURE_ADDRESS = 8, /* digits that make a number an address without an indent */
};

struct seen {
	size_t n, frames, hits, hits_with_frames, others;
	bool announced, maybe, chained; /* a hit came last; what could be one; its frames */
};

/* Numbers in columns look like addresses: it takes an indent and a name, or a hit before. */
static bool looks_like_frame(const struct seen *s, struct pd_str line)
{
	struct pd_str text = line;
	bool indented = line.p[0] == '\t' || pd_str_starts(line, PD_STR("        "));

	if (!pd_script_frame_address(&text) || line.p[line.n - 1] == ':')
		return false;
	if (!s->announced)
		return indented && text.n;
	return pd_str_is_blank(line.p[0]) || line.n - text.n > SURE_ADDRESS;
}

static void look_at(struct seen *s, struct pd_str line)
{
	struct pd_script_header h;
	struct pd_script_frame f;
	struct pd_str left;

	if (looks_like_frame(s, line)) {
		s->frames++;
		s->hits_with_frames += !s->chained && (s->announced || s->maybe);
		s->maybe = false;
		s->chained = true;
		return;
	}
	h = pd_script_header(line);
	s->announced = h.kind == PD_SCRIPT_SURE || (h.kind == PD_SCRIPT_MAYBE && h.event.n);
	s->maybe = h.kind == PD_SCRIPT_MAYBE;
	s->chained = false;
	s->hits += h.kind == PD_SCRIPT_SURE;
	if (h.kind == PD_SCRIPT_SURE)
		s->hits_with_frames += pd_script_frame_alone(h.rest, &f, &left) ||
				       pd_script_frame_is_branch(pd_str_word(&h.rest));
	s->others += h.kind == PD_SCRIPT_NONE || h.kind == PD_SCRIPT_MAYBE;
}

/* A hit and what was hit make sure; chains alone take more of them. */
int pd_script_probe(struct pd_str head)
{
	struct seen s = {0};

	/* perf script -D prints the same lines among those of a raw dump. */
	if (pd_str_has(head, PD_STR("\n. ... raw event: size ")))
		return 0;
	while (head.n && s.n < LINES_PROBED && s.hits_with_frames < 2) {
		struct pd_str line = pd_str_cut(&head, '\n');

		if (!pd_str_trim(line).n || pd_script_header_is_comment(line))
			continue;
		s.n++;
		look_at(&s, line);
	}
	if (s.hits && s.hits_with_frames)
		return 80;
	if (s.frames > 1 && s.hits_with_frames + 1 >= s.others)
		return 65;
	return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/names.h"

#include "base/str.h"

#include "report/words.h"

enum { MOST_KEYS = 6 };

/* The number of varying labels, if all rows have the same keys; else 0. */
static uint32_t shared_keys(const struct pd_section *s)
{
	const struct pd_report_row *first = s->row;

	if (first->n_varying > MOST_KEYS)
		return 0;
	for (uint32_t i = 1; i < s->n; i++) {
		if (s->row[i].n_varying != first->n_varying)
			return 0;
		for (uint32_t k = 0; k < first->n_varying; k++)
			if (!pd_str_eq(s->row[i].varying[k].key, first->varying[k].key))
				return 0;
	}
	return first->n_varying;
}

static bool starts_with_digit(struct pd_str s)
{
	return s.n && s.p[0] >= '0' && s.p[0] <= '9';
}

static enum pd_align align_of(const struct pd_section *s, uint32_t key)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (!starts_with_digit(s->row[i].varying[key].val))
			return PD_LEFT;
	return PD_RIGHT;
}

struct pd_names pd_names_columns(const struct pd_section *s, struct pd_board *b)
{
	struct pd_names names = {.bench = s->bench_varies, .n_keys = shared_keys(s)};

	for (uint32_t i = 0; i < s->n && !names.n_keys; i++)
		names.labels = names.labels || s->row[i].n_varying > 0;
	if (names.bench)
		pd_board_column(b, PD_LEFT, PD_STR("benchmark"));
	if (names.labels)
		pd_board_column(b, PD_LEFT, PD_STR("labels"));
	for (uint32_t k = 0; k < names.n_keys; k++)
		pd_board_column(b, align_of(s, k), s->row[0].varying[k].key);
	names.n_columns = (size_t)names.bench + (size_t)names.labels + names.n_keys;
	return names;
}

void pd_names_cells(const struct pd_names *names, const struct pd_report *r,
		    const struct pd_report_row *row, struct pd_board *b)
{
	if (names->bench)
		pd_board_put(b, pd_ctx_name(r->ctx, r->result->rows->row[row->row].bench));
	if (names->labels) {
		pd_words_labels(pd_board_text(b), row->varying, row->n_varying);
		pd_board_cell(b);
	}
	for (uint32_t k = 0; k < names->n_keys; k++)
		pd_board_put(b, row->varying[k].val);
}

void pd_names_word(const struct pd_names *names, struct pd_str text, struct pd_board *b)
{
	for (size_t i = 0; i < names->n_columns; i++) {
		pd_out_str(pd_board_text(b), i ? PD_STR("") : text);
		pd_board_cell_as(b, PD_LEFT);
	}
}

struct pd_scale pd_names_scale(const struct pd_report *r, const struct pd_section *s)
{
	const struct pd_rows *rows = r->result->rows;
	struct pd_scale scale = {0};

	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < rows->n_sides; side++) {
			const struct pd_centre *c =
				&r->result->centre[s->row[i].row * rows->n_sides + side];

			if (c->summary.n)
				pd_scale_see(&scale, c->median.point);
		}
	pd_scale_choose(&scale, pd_ctx_name(r->ctx, rows->metrics[s->metric].unit));
	return scale;
}

void pd_names_title(struct pd_out *out, const struct pd_report *r, const struct pd_section *s,
		    const struct pd_scale *scale)
{
	const struct pd_metric *m = &r->result->rows->metrics[s->metric];

	if (!s->bench_varies && s->bench) {
		pd_out_str(out, pd_ctx_name(r->ctx, s->bench));
		pd_out_char(out, ' ');
	}
	pd_out_str(out, pd_ctx_name(r->ctx, m->name));
	if (scale->unit[0]) {
		pd_out_text(out, " in ");
		pd_out_text(out, scale->unit);
	}
}

/* What a plus in front of a change means to who pays for it. */
static const char *plus_of(const struct pd_report *r, const struct pd_metric *m)
{
	struct pd_str unit = pd_ctx_name(r->ctx, m->unit);

	switch (m->better) {
	case PD_LOWER:
		if (pd_str_eq(unit, PD_STR("s")) || pd_str_starts(unit, PD_STR("s/")))
			return ", + is slower";
		return ", + is worse";
	case PD_HIGHER:
		return pd_str_ends(unit, PD_STR("/s")) ? ", + is faster" : ", + is better";
	case PD_BETTER_UNKNOWN:
		break;
	}
	return ", + is more";
}

static const char *direction_of(const struct pd_metric *m)
{
	switch (m->better) {
	case PD_LOWER:
		return "lower is better";
	case PD_HIGHER:
		return "higher is better";
	case PD_BETTER_UNKNOWN:
		break;
	}
	return "nobody said which way is better";
}

void pd_names_subtitle(struct pd_out *out, const struct pd_report *r, const struct pd_section *s)
{
	const struct pd_metric *m = &r->result->rows->metrics[s->metric];

	pd_out_text(out, direction_of(m));
	if (r->kind == PD_REPORT_COMPARISON)
		pd_out_text(out, plus_of(r, m));
	if (m->redundant && r->kind == PD_REPORT_COMPARISON)
		pd_out_text(out, "; follows from another metric, never fails a check");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/mmtests.h"

#include "report/grid.h"
#include "report/tally.h"
#include "report/words.h"

#include "base/str.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

void pd_mmtests_write(const struct pd_report *r, const struct pd_look *look,
		      void (*section)(struct pd_mmtests *m, struct pd_out *out), struct pd_out *out)
{
	struct pd_mmtests m = {.report = r, .look = look};
	size_t cap = 0;

	pd_out_init(&m.text, -1);
	m.column = pd_vec_grow(NULL, &cap, pd_listing_sides(r), sizeof(*m.column));
	for (size_t i = 0; i < r->n_sections; i++) {
		const struct pd_section *s = &r->section[i];

		if (!pd_listing_any_shown(r, look, s))
			continue;
		pd_rowname_init(&m.names, r, s);
		m.rate = r->result->rows->metrics[s->metric].better == PD_HIGHER;
		m.larger = r->result->rows->metrics[s->metric].better != PD_LOWER;
		section(&m, out);
		pd_out_char(out, '\n');
	}
	pd_tally_write(r, look, true, out);
	free(m.column);
	(void)pd_out_close(&m.text);
}

struct pd_str pd_mmtests_name(struct pd_mmtests *m, size_t i)
{
	const struct pd_rows *rows = m->report->result->rows;
	const struct pd_section *s = m->names.section;
	struct pd_out labels;

	pd_out_init(&labels, -1);
	pd_rowname_labels(&m->names, i, PD_ROWNAME_DASH, &labels);
	m->text.n = 0;
	if (s->bench_varies) {
		pd_id bench = rows->row[s->row[i].row].bench;

		pd_out_str(&m->text, pd_ctx_name(m->report->ctx, bench));
		pd_out_char(&m->text, '-');
	}
	pd_out_str(&m->text, pd_ctx_name(m->report->ctx, rows->metrics[s->metric].name));
	if (labels.n)
		pd_out_char(&m->text, '-');
	pd_out_bytes(&m->text, labels.buf, labels.n);
	(void)pd_out_close(&labels);
	return pd_out_kept(&m->text);
}

static struct pd_str part_of(struct pd_str name, int line)
{
	struct pd_str rest = name, first = pd_str_cut(&rest, '-');

	if (first.n == name.n)
		return line ? name : PD_STR("");
	return line ? rest : first;
}

size_t pd_mmtests_name_width(const struct pd_mmtests *m, size_t least)
{
	for (size_t side = 0; side < pd_listing_sides(m->report); side++)
		for (int line = 0; line < 2; line++) {
			struct pd_str part = part_of(pd_words_side(m->report, side), line);
			size_t n = pd_grid_text_width(part) + 1;

			least = n > least ? n : least;
		}
	return least;
}

void pd_mmtests_head(const struct pd_mmtests *m, struct pd_out *out)
{
	bool two = false;

	for (size_t side = 0; side < pd_listing_sides(m->report); side++)
		two = two || part_of(pd_words_side(m->report, side), 0).n;
	for (int line = two ? 0 : 1; line < 2; line++) {
		size_t at = 0;

		for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
			struct pd_str part = part_of(pd_words_side(m->report, side), line);

			if (!part.n)
				continue;
			pd_grid_right(part, m->column[side].end - at, out);
			at = m->column[side].end;
		}
		pd_out_char(out, '\n');
	}
}

void pd_mmtests_label(const struct pd_mmtests *m, const char *word, size_t word_width,
		      struct pd_str name, struct pd_out *line)
{
	size_t n = strlen(word);

	pd_out_text(line, word);
	pd_out_fill(line, ' ', n < word_width ? word_width - n : 0);
	pd_out_char(line, ' ');
	pd_out_str(line, name);
	pd_out_fill(line, ' ', m->label_width - pd_grid_text_width(pd_out_kept(line)));
}

void pd_mmtests_value(const struct pd_mmtests *m, double value, int decimals, struct pd_out *line)
{
	char buf[PD_NUMBER_MAX];

	(void)pd_number_print_fixed(buf, value, decimals);
	pd_grid_right(pd_str_of(!isfinite(value) ? "n/a" : buf), m->value_width, line);
}

void pd_mmtests_percent(double percent, bool star, size_t width, struct pd_out *line)
{
	char buf[PD_NUMBER_MAX];

	pd_out_text(line, star ? " *" : " (");
	if (!isfinite(percent)) {
		pd_grid_right(PD_STR("n/a"), width, line);
		pd_out_text(line, width ? " " : "");
	} else {
		size_t n = pd_number_print_fixed(buf, percent, 2);

		pd_grid_right((struct pd_str){buf, n}, width, line);
		pd_out_char(line, '%');
	}
	pd_out_char(line, star ? '*' : ')');
}

double pd_mmtests_mean(const struct pd_summary *s, bool rate)
{
	return rate ? s->harmean : s->mean;
}

double pd_mmtests_gain(double base, double head, bool larger)
{
	double change;

	if (base == head)
		return 0;
	if (base == 0)
		return nan("");
	change = 100 * (head - base) / fabs(base);
	return larger ? change : -change;
}

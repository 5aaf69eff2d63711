/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/rowname.h"

#include "base/number.h"
#include "base/str.h"

#include <inttypes.h>

static const struct pd_label *find(const struct pd_report_row *row, struct pd_str key)
{
	for (uint32_t i = 0; i < row->n_varying; i++)
		if (pd_str_eq(row->varying[i].key, key))
			return &row->varying[i];
	return NULL;
}

static bool number_of(const struct pd_report_row *row, struct pd_str key, uint64_t *ret)
{
	const struct pd_label *label = find(row, key);

	return label && pd_number_parse_u64(label->val, ret);
}

/* The factor by which @key is a multiple of @of in all rows; 0 if there is none. */
static uint64_t factor_of(const struct pd_section *s, struct pd_str key, struct pd_str of)
{
	uint64_t factor = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		uint64_t small, large;

		if (!number_of(&s->row[i], of, &small) || !number_of(&s->row[i], key, &large) ||
		    !small || large % small || (factor && large / small != factor))
			return 0;
		factor = large / small;
	}
	return factor;
}

static bool is_tied(const struct pd_rowname *names, struct pd_str key)
{
	for (size_t i = 0; i < names->n_ties; i++)
		if (pd_str_eq(names->tie[i].key, key))
			return true;
	return false;
}

static void find_tie(struct pd_rowname *names, const struct pd_report_row *row, struct pd_str key)
{
	for (uint32_t i = 0; i < row->n_varying; i++) {
		struct pd_str of = row->varying[i].key;
		uint64_t factor;

		if (pd_str_eq(of, key) || is_tied(names, of))
			continue;
		factor = factor_of(names->section, key, of);
		if (factor) {
			names->tie[names->n_ties++] = (struct pd_rowname_tie){key, of, factor};
			return;
		}
	}
}

void pd_rowname_init(struct pd_rowname *names, const struct pd_report *r,
		     const struct pd_section *s)
{
	*names = (struct pd_rowname){.report = r, .section = s};
	if (s->n < 2)
		return;
	/* From the end: of two equal labels the later one goes. */
	for (uint32_t i = s->row[0].n_varying; i-- > 0;)
		find_tie(names, &s->row[0], s->row[0].varying[i].key);
}

static bool is_number(struct pd_str s)
{
	double v;

	return pd_number_parse(s, 0, &v) == PD_NUMBER_OK;
}

static void write_label(const struct pd_label *label, enum pd_rowname_form form, struct pd_out *out)
{
	pd_out_str(out, label->val);
	if (form == PD_ROWNAME_DASH || !is_number(label->val))
		return;
	pd_out_char(out, '-');
	pd_out_str(out, label->key);
}

/* One character between the parts of a name. */
static char separator(enum pd_rowname_form form)
{
	switch (form) {
	case PD_ROWNAME_DOTS:
		return '.';
	case PD_ROWNAME_DASH:
		return '-';
	case PD_ROWNAME_LIST:
		break;
	}
	return ' ';
}

void pd_rowname_labels(const struct pd_rowname *names, size_t i, enum pd_rowname_form form,
		       struct pd_out *out)
{
	const struct pd_report_row *row = &names->section->row[i];
	bool first = true;

	for (uint32_t k = 0; k < row->n_varying; k++) {
		if (is_tied(names, row->varying[k].key))
			continue;
		if (!first)
			pd_out_char(out, separator(form));
		write_label(&row->varying[k], form, out);
		first = false;
	}
}

void pd_rowname_write(const struct pd_rowname *names, size_t i, enum pd_rowname_form form,
		      struct pd_out *out)
{
	const struct pd_report_row *row = &names->section->row[i];
	pd_id bench = names->report->result->rows->row[row->row].bench;

	if (names->section->bench_varies) {
		pd_out_str(out, pd_ctx_name(names->report->ctx, bench));
		if (row->n_varying > names->n_ties)
			pd_out_char(out, separator(form));
	}
	pd_rowname_labels(names, i, form, out);
}

void pd_rowname_ties(const struct pd_rowname *names, struct pd_out *out)
{
	for (size_t i = names->n_ties; i-- > 0;) {
		const struct pd_rowname_tie *t = &names->tie[i];

		pd_out_str(out, t->key);
		if (t->factor == 1)
			pd_out_text(out, " = ");
		else
			pd_out_printf(out, " = %" PRIu64 " x ", t->factor);
		pd_out_str(out, t->of);
		pd_out_text(out, i ? ", " : "");
	}
}

bool pd_rowname_has_words(const struct pd_rowname *names)
{
	const struct pd_section *s = names->section;

	for (uint32_t i = 0; i < s->n; i++)
		for (uint32_t k = 0; k < s->row[i].n_varying; k++)
			if (!is_number(s->row[i].varying[k].val))
				return true;
	return false;
}

void pd_rowname_keys(const struct pd_rowname *names, struct pd_out *out)
{
	const struct pd_report_row *row = names->section->row;
	const char *before = "";

	if (names->section->bench_varies) {
		pd_out_text(out, "benchmark");
		before = ", ";
	}
	for (uint32_t k = 0; k < row->n_varying; k++) {
		if (is_tied(names, row->varying[k].key))
			continue;
		pd_out_text(out, before);
		pd_out_str(out, row->varying[k].key);
		before = ", ";
	}
}

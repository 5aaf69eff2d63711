/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_csv.c - one comparison a line, for spreadsheets and data frames
 *
 * The fields are those of the JSON style, nested names joined by a dot
 * (base.n, delta.rel); an undefined one is empty. RFC 4180 quotes, but LF.
 */
#include "report/fields.h"
#include "report/quote.h"
#include "report/style.h"

#include "base/number.h"
#include "base/str.h"

#include <inttypes.h>
#include <math.h>

struct csv {
	struct pd_out *out;
	bool names;         /* write the names of the fields, not their values */
	bool first;         /* nothing stands on the line yet */
	const char *prefix; /* of nested names; there is one level */
	struct pd_out text; /* a value that may need quotes */
};

static void separate(struct csv *c)
{
	if (!c->first)
		pd_out_char(c->out, ',');
	c->first = false;
}

/* Begins a field. False if that was all because names are written. */
static bool begin(struct csv *c, const char *name, const char *part)
{
	separate(c);
	if (!c->names)
		return true;
	if (c->prefix)
		pd_out_printf(c->out, "%s.", c->prefix);
	pd_out_text(c->out, name);
	if (part)
		pd_out_printf(c->out, ".%s", part);
	return false;
}

static void put_text(struct csv *c)
{
	pd_quote_csv(c->out, pd_out_kept(&c->text));
	c->text.n = 0;
}

static void put_number(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	if (v == 0)
		pd_out_char(out, '0');
	else if (isfinite(v))
		pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 12));
}

static void csv_open(void *to, const char *name)
{
	struct csv *c = to;

	c->prefix = name;
}

static void csv_close(void *to)
{
	struct csv *c = to;

	c->prefix = NULL;
}

static void csv_text(void *to, const char *name, struct pd_str value)
{
	struct csv *c = to;

	if (begin(c, name, NULL))
		pd_quote_csv(c->out, value);
}

static void csv_number(void *to, const char *name, double value)
{
	struct csv *c = to;

	if (begin(c, name, NULL))
		put_number(c->out, value);
}

static void csv_value(void *to, const char *name, double value)
{
	struct csv *c = to;
	char buf[PD_NUMBER_MAX];

	if (begin(c, name, NULL) && isfinite(value))
		pd_out_bytes(c->out, buf, pd_number_print(buf, value == 0 ? 0 : value));
}

static void csv_count(void *to, const char *name, uint64_t value)
{
	struct csv *c = to;

	if (begin(c, name, NULL))
		pd_out_printf(c->out, "%" PRIu64, value);
}

static void csv_flag(void *to, const char *name, bool value)
{
	struct csv *c = to;

	if (begin(c, name, NULL))
		pd_out_text(c->out, value ? "true" : "false");
}

/* groups=4;mode=thread */
static void csv_labels(void *to, const char *name, const struct pd_label *label, size_t n)
{
	struct csv *c = to;

	if (!begin(c, name, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(&c->text, ';');
		pd_out_str(&c->text, label[i].key);
		pd_out_char(&c->text, '=');
		pd_out_str(&c->text, label[i].val);
	}
	put_text(c);
}

static void csv_words(void *to, const char *name, const char *const *word, size_t n)
{
	struct csv *c = to;

	if (!begin(c, name, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(&c->text, ';');
		pd_out_text(&c->text, word[i]);
	}
	put_text(c);
}

static void csv_interval(void *to, const char *name, double lo, double hi)
{
	struct csv *c = to;

	if (begin(c, name, "lo"))
		put_number(c->out, lo);
	if (begin(c, name, "hi"))
		put_number(c->out, hi);
}

static const struct pd_fields fields = {
	.open = csv_open,
	.close = csv_close,
	.text = csv_text,
	.number = csv_number,
	.value = csv_value,
	.count = csv_count,
	.flag = csv_flag,
	.labels = csv_labels,
	.words = csv_words,
	.interval = csv_interval,
};

static void end_line(struct csv *c)
{
	pd_out_char(c->out, '\n');
	c->first = true;
}

static void write_comparison(struct csv *c, const struct pd_report *r, size_t row, size_t side)
{
	pd_fields_comparison(&fields, c, r, row, side, pd_compare_find(r->result, row, side));
	end_line(c);
}

static bool has_values(const struct pd_report *r, size_t row, size_t side)
{
	return r->result->rows->row[row].series[side].n > 0;
}

/* A row that the base lacks is missing beside each head that has it. */
static void write_unpaired(struct csv *c, const struct pd_report *r, const struct pd_unpaired *u)
{
	if (u->side && has_values(r, u->row, 0)) {
		write_comparison(c, r, u->row, u->side);
		return;
	}
	for (size_t side = 1; !u->side && side < r->result->rows->n_sides; side++)
		if (has_values(r, u->row, side))
			write_comparison(c, r, u->row, side);
}

static void write_comparisons(struct csv *c, const struct pd_report *r)
{
	for (size_t s = 0; s < r->n_sections; s++)
		for (uint32_t i = 0; i < r->section[s].n; i++)
			for (size_t side = 1; side < r->result->rows->n_sides; side++) {
				uint32_t row = r->section[s].row[i].row;

				if (has_values(r, row, 0) && has_values(r, row, side))
					write_comparison(c, r, row, side);
			}
	for (size_t i = 0; i < r->n_unpaired; i++)
		write_unpaired(c, r, &r->unpaired[i]);
}

static void write_series(struct csv *c, const struct pd_report *r)
{
	for (size_t s = 0; s < r->n_sections; s++)
		for (uint32_t i = 0; i < r->section[s].n; i++)
			for (size_t side = 0; side < r->result->rows->n_sides; side++) {
				uint32_t row = r->section[s].row[i].row;

				if (!has_values(r, row, side))
					continue;
				pd_fields_series(&fields, c, r, row, side);
				end_line(c);
			}
}

/* The walk over any row gives the names; without a row there is nothing to name. */
static void write_csv(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct csv c = {.out = out, .names = true, .first = true};

	(void)look;
	pd_out_init(&c.text, -1);
	if (!r->result->rows->n)
		return;
	switch (r->kind) {
	case PD_REPORT_COMPARISON:
		if (r->result->rows->n_sides < 2)
			break;
		pd_fields_comparison(&fields, &c, r, 0, 1, NULL);
		end_line(&c);
		c.names = false;
		write_comparisons(&c, r);
		break;
	case PD_REPORT_SUMMARY:
		pd_fields_series(&fields, &c, r, 0, 0);
		end_line(&c);
		c.names = false;
		write_series(&c, r);
		break;
	}
	(void)pd_out_close(&c.text);
}

const struct pd_style pd_style_csv = {
	.name = "csv",
	.what = "for spreadsheets: a line for each comparison, names as in json",
	.machine = true,
	.write = write_csv,
};

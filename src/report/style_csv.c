/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_csv.c - one comparison a line, for spreadsheets and data frames
 *
 * The fields are those of the JSON style, nested names joined by a dot
 * (base.n, delta.rel); an undefined one is empty. RFC 4180 quotes, but LF.
 */
#include "report/csvlines.h"
#include "report/floors.h"
#include "report/plans_machine.h"
#include "report/style.h"

static void write_comparison(struct pd_csvlines *c, const struct pd_report *r, size_t row,
			     size_t side)
{
	pd_fields_comparison(&pd_csvlines_fields, c, r, row, side,
			     pd_compare_find(r->result, row, side));
	pd_csvlines_end(c);
}

static bool has_values(const struct pd_report *r, size_t row, size_t side)
{
	return r->result->rows->row[row].series[side].n > 0;
}

/* A row that the base lacks is missing beside each head that has it. */
static void write_unpaired(struct pd_csvlines *c, const struct pd_report *r,
			   const struct pd_unpaired *u)
{
	if (u->side && has_values(r, u->row, 0)) {
		write_comparison(c, r, u->row, u->side);
		return;
	}
	for (size_t side = 1; !u->side && side < r->result->rows->n_sides; side++)
		if (has_values(r, u->row, side))
			write_comparison(c, r, u->row, side);
}

static void write_comparisons(struct pd_csvlines *c, const struct pd_report *r)
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

static void write_series(struct pd_csvlines *c, const struct pd_report *r)
{
	for (size_t s = 0; s < r->n_sections; s++)
		for (uint32_t i = 0; i < r->section[s].n; i++)
			for (size_t side = 0; side < r->result->rows->n_sides; side++) {
				uint32_t row = r->section[s].row[i].row;

				if (!has_values(r, row, side))
					continue;
				pd_fields_series(&pd_csvlines_fields, c, r, row, side);
				pd_csvlines_end(c);
			}
}

/* The walk over any row gives the names; without a row there is nothing to name. */
static void write_csv(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct pd_csvlines c;

	(void)look;
	if (!r->result->rows->n)
		return;
	pd_csvlines_init(&c, out);
	switch (r->kind) {
	case PD_REPORT_COMPARISON:
		if (r->result->rows->n_sides < 2)
			break;
		pd_fields_comparison(&pd_csvlines_fields, &c, r, 0, 1, NULL);
		pd_csvlines_end(&c);
		write_comparisons(&c, r);
		break;
	case PD_REPORT_SUMMARY:
		pd_fields_series(&pd_csvlines_fields, &c, r, 0, 0);
		pd_csvlines_end(&c);
		write_series(&c, r);
		break;
	}
	pd_csvlines_release(&c);
}

const struct pd_style pd_style_csv = {
	.name = "csv",
	.what = "for spreadsheets: a line for each comparison, names as in json",
	.machine = true,
	.write = write_csv,
	.write_floors = pd_floors_csv,
	.write_plan = pd_plans_machine_csv,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta_csv.c - one row and head side a line, for spreadsheets and data frames */
#include "report/csvlines.h"
#include "report/deltafields.h"

static void write_section(struct pd_csvlines *c, const struct pd_delta_result *result,
			  const struct pd_delta_section *s)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t side = 1; side < result->n_sides; side++) {
			if (c->names) {
				pd_deltafields_row(&pd_csvlines_fields, c, result, s, &s->row[i],
						   side);
				pd_csvlines_end(c);
			}
			pd_deltafields_row(&pd_csvlines_fields, c, result, s, &s->row[i], side);
			pd_csvlines_end(c);
		}
}

/* Without a row there is nothing to name. */
static void write_csv(const struct pd_deltareport *r, const struct pd_look *look,
		      struct pd_out *out)
{
	struct pd_csvlines c;

	(void)look;
	pd_csvlines_init(&c, out);
	for (size_t i = 0; i < r->result->n_sections; i++)
		write_section(&c, r->result, &r->result->section[i]);
	pd_csvlines_release(&c);
}

const struct pd_deltastyle pd_delta_csv = {
	.name = "csv",
	.what = "for spreadsheets: a line for each row and head side, names as in json",
	.machine = true,
	.write = write_csv,
};

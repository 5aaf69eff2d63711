/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hint.h"
#include "read/ingest.h"
#include "read/input.h"

/*
 *	# a word that starts so ends the line
 *	12.5 3
 *	12.7	4 # the column of --column, the first by default
 *	12#5 4    this is no number
 */
static struct pd_str field_of(struct pd_str line, uint32_t column)
{
	struct pd_str field = {line.p, 0};

	for (uint32_t i = 0; i < column; i++) {
		field = pd_str_word(&line);
		if (!field.n || field.p[0] == '#')
			return (struct pd_str){field.p, 0};
	}
	return field;
}

/* Sure only as far as it goes: the first line with anything on it starts with a number. */
static int probe(struct pd_str head)
{
	double v;

	if (pd_hint_is_mem_dump(head))
		return 0;
	while (head.n) {
		struct pd_str field = field_of(pd_str_cut(&head, '\n'), 1);

		if (field.n)
			return pd_number_parse(field, 0, &v) != PD_NUMBER_BAD ? 5 : 0;
	}
	return 0;
}

static int read_numbers(struct pd_input *in, struct pd_ingest *out)
{
	const struct pd_quantity value = {.name = PD_STR("value"), .unit = PD_STR("1")};
	uint32_t column = pd_ingest_options(out)->column ? pd_ingest_options(out)->column : 1;
	struct pd_str line, field;

	while (!pd_ingest_is_full(out) && pd_input_line(in, &line)) {
		if (!field_of(line, 1).n)
			continue;
		field = field_of(line, column);
		if (field.n)
			(void)pd_ingest_literal(out, in, &value, field);
		else
			pd_ingest_warn(out, in, NULL, "missing-column",
				       "no column %u in this line; row skipped", column);
	}
	return pd_input_status(in);
}

const struct pd_format pd_format_numbers = {
	.name = "numbers",
	.what = "plain columns of numbers, as ministat takes them (--column, # comments)",
	.probe = probe,
	.read = read_numbers,
};

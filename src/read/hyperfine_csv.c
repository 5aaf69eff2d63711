/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hyperfine_csv.h"

#include "base/intern.h"
#include "base/out.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 *	command,mean,stddev,median,user,system,min,max,parameter_n
 *	sleep 0.01,0.0133,0.00099,0.0132,0.0003,0.0009,0.0107,0.0171,1
 */
enum { COMMAND, MEAN, STDDEV, PARAMETERS = 8 };

struct table {
	struct pd_ingest *out;
	struct pd_record row;
	struct pd_arena names;
	struct pd_str *parameter; /* [n_columns] names of the columns from PARAMETERS on */
	size_t n_columns;
	struct pd_intern seen; /* commands with their parameters */
	uint32_t *n_seen;      /* [id] how often */
	size_t n_seen_cap, n_ids;
};

static void read_header(struct table *t)
{
	t->n_columns = t->row.n;
	t->parameter = pd_arena_alloc(&t->names, t->n_columns * sizeof(*t->parameter));
	for (size_t i = PARAMETERS; i < t->n_columns; i++) {
		struct pd_str name = t->row.field[i];

		(void)pd_str_eat(&name, PD_STR("parameter_"));
		t->parameter[i] = (struct pd_str){pd_arena_dup(&t->names, name), name.n};
	}
}

/* How often this was met, this time among them. */
static uint32_t count_seen(struct table *t, struct pd_str said)
{
	pd_id id = pd_intern(&t->seen, said);

	t->n_seen = pd_vec_grow(t->n_seen, &t->n_seen_cap, (size_t)id + 1, sizeof(*t->n_seen));
	for (; t->n_ids <= id; t->n_ids++)
		t->n_seen[t->n_ids] = 0;
	return ++t->n_seen[id];
}

/* Labels as the JSON gives them; two results of one command are told apart. */
static void label_row(struct table *t)
{
	struct pd_out said;
	char number[16];
	uint32_t n;

	pd_out_init(&said, -1);
	pd_out_str(&said, t->row.field[COMMAND]);
	pd_ingest_clear_labels(t->out);
	pd_ingest_label(t->out, PD_STR("command"), t->row.field[COMMAND]);
	for (size_t i = PARAMETERS; i < t->n_columns; i++) {
		if (!t->parameter[i].n)
			continue;
		pd_ingest_label(t->out, t->parameter[i], t->row.field[i]);
		pd_out_printf(&said, "\037%.*s", PD_FMT(t->row.field[i]));
	}
	n = count_seen(t, pd_out_kept(&said));
	(void)snprintf(number, sizeof(number), "%u", n);
	if (n > 1)
		pd_ingest_label(t->out, PD_STR("result"), pd_str_of(number));
	(void)pd_out_close(&said);
}

static void read_row(struct table *t)
{
	const struct pd_quantity q = {.name = PD_STR("time"),
				      .unit = PD_STR("s"),
				      .better = PD_LOWER};
	struct pd_aggregate about = {.spread = nan("")};
	uint32_t key;
	double mean;

	label_row(t);
	key = pd_ingest_key(t->out, &q);
	if (!pd_ingest_parse(t->out, t->row.in, key, t->row.field[MEAN], &mean))
		return;
	/* A spread that cannot be read is none. */
	(void)pd_ingest_number(t->out, key, t->row.field[STDDEV], &about.spread);
	pd_ingest_about(t->out, &about);
	pd_ingest_run(t->out, key, mean);
}

static void read_rows(struct table *t)
{
	while (!pd_ingest_is_full(t->out) && pd_record_next(&t->row)) {
		if (t->row.n == t->n_columns)
			read_row(t);
		else
			pd_ingest_warn(t->out, t->row.in, NULL, "missing-column",
				       "%zu fields where the header has %zu; row skipped", t->row.n,
				       t->n_columns);
	}
}

int pd_hyperfine_csv(struct pd_input *in, struct pd_ingest *out)
{
	struct table t = {.out = out};

	pd_ingest_bench(out, PD_STR("hyperfine"));
	pd_record_open(&t.row, in, out);
	if (pd_record_next(&t.row)) {
		read_header(&t);
		read_rows(&t);
	}
	if (pd_ingest_count(out) && !pd_ingest_count_of(out, 0))
		pd_ingest_note(out, "summary-only", 0,
			       "means of a number of runs that hyperfine's CSV does not say: "
			       "--runs=N does, and --export-json has the times themselves");
	pd_record_close(&t.row);
	pd_arena_free(&t.names);
	pd_intern_free(&t.seen);
	free(t.n_seen);
	return pd_input_status(in);
}

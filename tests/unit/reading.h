/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reading.h - what a format makes of a text, as text
 *
 * One line per value: side, benchmark, labels, metric, unit, direction ("lower",
 * "higher", "-"), "exact", "redundant", "absolute", run.iteration, value; of one that stands for
 * others also what they were, their number ("-": unknown) and, to 6 digits, "sd" or, at its
 * level, half the width of the mean's interval. One line per thing
 * that was said: severity, line:column, code.
 */
#ifndef READING_H
#define READING_H

#include "base/number.h"
#include "base/out.h"
#include "base/str.h"
#include "model/aggregate.h"
#include "read/format.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/merge.h"

#include <math.h>
#include <stdlib.h>

struct reading {
	int status; /* of the reader, or of the merge */
	char *rows, *said;
	uint64_t n_skipped;

	struct pd_ctx *ctx;
	struct pd_table table;
};

static inline void reading_aggregate(struct pd_out *out, const struct pd_aggregate *a)
{
	char buf[PD_NUMBER_MAX];

	pd_out_printf(out, "|%s ", pd_aggregate_word(a->of).p);
	if (a->n)
		pd_out_printf(out, "%llu", (unsigned long long)a->n);
	else
		pd_out_char(out, '-');
	if (isnan(a->spread))
		return;
	pd_out_text(out, a->level > 0 ? " half " : " sd ");
	pd_out_bytes(out, buf, pd_number_print_digits(buf, a->spread, 6));
	if (a->level > 0)
		pd_out_printf(out, " at %g", a->level);
}

static inline void reading_row(struct pd_out *out, const struct pd_ctx *ctx,
			       const struct pd_table *t, size_t i)
{
	static const char *const better[] = {"-", "lower", "higher"};
	const struct pd_key *key = &t->keys[t->key[i]];
	const struct pd_metric *m = &t->metrics[key->metric];
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, key->labels, label, PD_LABELS_MAX);
	char value[PD_NUMBER_MAX];

	pd_out_printf(out, "%s|%s|", pd_ctx_name(ctx, t->sides[t->side[i]].name).p,
		      pd_ctx_name(ctx, key->bench).p);
	for (size_t j = 0; j < n; j++)
		pd_out_printf(out, "%s%.*s=%.*s", j ? " " : "", PD_FMT(label[j].key),
			      PD_FMT(label[j].val));
	(void)pd_number_print(value, t->value[i]);
	pd_out_printf(out, "|%s|%s|%s%s%s%s|%u.%u|%s", pd_ctx_name(ctx, m->name).p,
		      pd_ctx_name(ctx, m->unit).p, better[m->better], m->exact ? " exact" : "",
		      m->redundant ? " redundant" : "", m->absolute ? " absolute" : "", t->run[i],
		      t->iteration[i], value);
	if (pd_aggregate_of(t, i))
		reading_aggregate(out, pd_aggregate_of(t, i));
	pd_out_char(out, '\n');
}

static inline char *reading_rows(const struct pd_ctx *ctx, const struct pd_table *t)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < t->n; i++)
		reading_row(&out, ctx, t, i);
	pd_out_char(&out, '\0');
	return out.buf;
}

/* When each row was measured, "-" where that is unknown, with a blank behind each; to be freed. */
static inline char *reading_times(const struct pd_table *t)
{
	char when[PD_NUMBER_MAX];
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < t->n; i++) {
		bool known = t->when && !isnan(t->when[i]);

		(void)pd_number_print(when, known ? t->when[i] : 0);
		pd_out_printf(&out, "%s ", known ? when : "-");
	}
	pd_out_char(&out, '\0');
	return out.buf;
}

static inline char *reading_said(const struct pd_ctx *ctx)
{
	static const char *const severity[] = {"note", "warning", "error"};
	struct pd_out out;
	size_t n;
	const struct pd_diag *d = pd_ctx_diags(ctx, &n);

	pd_out_init(&out, -1);
	for (size_t i = 0; i < n; i++)
		pd_out_printf(&out, "%s %llu:%u %s\n", severity[d[i].severity],
			      (unsigned long long)d[i].loc.line, d[i].loc.col, d[i].code);
	pd_out_char(&out, '\0');
	return out.buf;
}

/* The file belongs to side "operand" where it does not name its own. */
static inline struct reading reading_by(const struct pd_format *format, const char *bytes, size_t n,
					const struct pd_read_options *options)
{
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = PD_STR("operand"),
					       .side_given = false};
	struct pd_ingest *g = pd_ingest_new(options);
	struct pd_table_builder builder = {0};
	struct reading r = {.ctx = pd_ctx_new(NULL, NULL)};
	struct pd_input in;

	pd_input_open_memory(&in, "file", bytes, n);
	r.status = format->read(&in, g);
	pd_input_close(&in);
	pd_merge_diags(g, r.ctx, "file", &(struct pd_merge_said){0});
	if (!r.status)
		r.status = pd_ingest_status(g);
	if (!r.status)
		r.status = pd_merge(g, r.ctx, &builder, &target);
	r.table = pd_table_finish(&builder, r.ctx);
	r.n_skipped = r.table.n_skipped;
	r.rows = reading_rows(r.ctx, &r.table);
	r.said = reading_said(r.ctx);
	pd_ingest_free(g);
	return r;
}

static inline struct reading reading_of(const struct pd_format *format, const char *bytes, size_t n)
{
	static const struct pd_read_options options = {0};

	return reading_by(format, bytes, n, &options);
}

static inline struct reading reading_text(const struct pd_format *format, const char *text)
{
	return reading_of(format, text, strlen(text));
}

static inline void reading_close(struct reading *r)
{
	free(r->rows);
	free(r->said);
	pd_ctx_free(r->ctx);
}

/* @text gives these rows and says these things. */
#define assert_reads(format, text, expected_rows, expected_said) \
 do {                                                            \
  struct reading reading_ = reading_text((format), (text));      \
                                                                 \
  assert_string_equal(reading_.rows, (expected_rows));           \
  assert_string_equal(reading_.said, (expected_said));           \
  reading_close(&reading_);                                      \
 } while (0)

/* @text gives rows that were measured then, as reading_times() has it. */
#define assert_reads_times(format, text, expected)          \
 do {                                                       \
  struct reading reading_ = reading_text((format), (text)); \
  char *times_ = reading_times(&reading_.table);            \
                                                            \
  assert_string_equal(times_, (expected));                  \
  free(times_);                                             \
  reading_close(&reading_);                                 \
 } while (0)

#endif

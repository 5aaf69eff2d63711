/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/record.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/ingest.h"
#include "read/input.h"

#include <stdlib.h>

/* Lines come without their end; a CR inside one is no end. */
static int is_end(unsigned char c)
{
	return c == '\n';
}

static void open_parser(struct pd_record *r)
{
	(void)csv_init(&r->parser, CSV_STRICT);
	csv_set_term_func(&r->parser, is_end);
}

void pd_record_open(struct pd_record *r, struct pd_input *in, struct pd_ingest *out)
{
	*r = (struct pd_record){.in = in, .out = out};
	open_parser(r);
}

void pd_record_close(struct pd_record *r)
{
	csv_free(&r->parser);
	free(r->field);
	free(r->text);
	*r = (struct pd_record){0};
}

/* Until the record is complete a field is known by its length alone: the text may move. */
static void on_field(void *bytes, size_t n, void *arg)
{
	struct pd_record *r = arg;

	r->field = pd_vec_grow(r->field, &r->field_cap, r->n + 1, sizeof(*r->field));
	r->field[r->n++] = (struct pd_str){NULL, n};
	if (n)
		memcpy(r->text + r->text_n, bytes, n);
	r->text_n += n;
}

static void on_end(int terminator, void *arg)
{
	struct pd_record *r = arg;

	(void)terminator;
	r->complete = true;
}

static void start(struct pd_record *r)
{
	r->n = r->text_n = r->n_before = 0;
	r->continued = r->complete = false;
}

/* Forgets what the parser holds; it goes on as if nothing had been said. */
static void restart(struct pd_record *r)
{
	csv_free(&r->parser);
	open_parser(r);
	start(r);
}

static void point_fields(struct pd_record *r)
{
	const char *p = r->text;

	for (size_t i = 0; i < r->n; i++) {
		r->field[i].p = p;
		p += r->field[i].n;
	}
}

static struct pd_str trim(struct pd_str s)
{
	bool has_blanks = s.n && (pd_str_is_blank(s.p[0]) || pd_str_is_blank(s.p[s.n - 1]));

	return has_blanks ? pd_str_trim(s) : s;
}

static void add_field(struct pd_record *r, const char *start, const char *end)
{
	if (r->n == r->field_cap)
		r->field = pd_vec_grow(r->field, &r->field_cap, r->n + 1, sizeof(*r->field));
	r->field[r->n++] = trim((struct pd_str){start, (size_t)(end - start)});
}

/*
 * A line without a quote needs no parser: this is what libcsv makes of it, in a
 * third of the time, with fields that stand in the line itself. False if there
 * is a quote.
 */
static bool split(struct pd_record *r, struct pd_str line)
{
	const char *from = line.p, *end = line.p + line.n;

	for (const char *p = from; p < end; p++) {
		if (*p == ',') {
			add_field(r, from, p);
			from = p + 1;
		} else if (*p == '"') {
			r->n = 0;
			return false;
		}
	}
	/* A line of blanks is no record. */
	if (r->n || pd_str_trim(line).n) {
		add_field(r, from, end);
		r->complete = true;
		r->text_n = line.n;
	}
	return true;
}

/* False if the line breaks the rules of quoting; it has been said and is forgotten. */
static bool feed(struct pd_record *r, struct pd_str line)
{
	size_t done;

	r->n_before = r->n;
	/* Room for all that may end on this line: what the parser still holds, and the line. */
	r->text = pd_vec_grow(r->text, &r->text_cap, r->text_n + r->parser.entry_pos + line.n + 1,
			      1);
	done = csv_parse(&r->parser, line.p, line.n, on_field, on_end, r);
	if (done == line.n)
		done += csv_parse(&r->parser, "\n", 1, on_field, on_end, r);
	if (done == line.n + 1)
		return true;
	switch (csv_error(&r->parser)) {
	case CSV_EPARSE:
		pd_ingest_warn(r->out, r->in, line.p + (done < line.n ? done : line.n), "bad-quote",
			       "a quote stands inside a field; row skipped");
		restart(r);
		return false;
	default:
		pd_arena_out_of_memory();
	}
}

static bool too_long(struct pd_record *r)
{
	if (r->text_n + r->parser.entry_pos <= PD_INPUT_MAX_LINE)
		return false;
	pd_ingest_error(r->out, r->in, NULL, "limit",
			"the record that began in line %llu is longer than %d bytes",
			(unsigned long long)r->line, PD_INPUT_MAX_LINE);
	restart(r);
	return true;
}

static void check_open_quote(struct pd_record *r)
{
	if (!r->continued)
		return;
	if (r->line == r->in->line)
		pd_ingest_warn(r->out, r->in, NULL, "bad-quote",
			       "a quote is not closed; row skipped");
	else
		pd_ingest_error(
			r->out, r->in, NULL, "bad-quote",
			"the quote that was opened in line %llu is not closed before the end",
			(unsigned long long)r->line);
	restart(r);
}

bool pd_record_next(struct pd_record *r)
{
	struct pd_str line;

	start(r);
	while (pd_input_line(r->in, &line)) {
		if (!r->continued) {
			r->line = r->in->line;
			if (split(r, line)) {
				if (r->complete)
					return true;
				continue;
			}
		}
		if (!feed(r, line))
			continue;
		if (r->complete) {
			point_fields(r);
			return true;
		}
		r->continued = r->n || r->parser.quoted;
		if (r->continued && too_long(r))
			return false;
	}
	check_open_quote(r);
	return false;
}

const char *pd_record_at(const struct pd_record *r, size_t i)
{
	struct pd_str line = r->in->text;
	bool quoted = r->continued;
	size_t field = r->n_before;

	if (i < field || (i == field && r->continued))
		return NULL;
	for (size_t at = 0; at < line.n && field < i; at++) {
		quoted ^= line.p[at] == '"';
		if (line.p[at] == ',' && !quoted && ++field == i)
			return line.p + at + 1;
	}
	return field == i ? line.p : NULL;
}

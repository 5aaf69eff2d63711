/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/number.h"
#include "base/out.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/metric.h"
#include "read/go_unit.h"
#include "read/ingest.h"
#include "read/input.h"

#include <stdlib.h>

/*
 *	goos: linux
 *	pkg: example.org/codec
 *	Unit hits/op better=higher
 *	BenchmarkEncode/gob/size=1k-8   372699   3069 ns/op   41.2 MB/s   12.5 hits/op
 *	BenchmarkEncode/gob/size=1k-8   394740   3075 ns/op   40.9 MB/s   12.1 hits/op
 *	PASS
 *	ok  	example.org/codec	3.614s
 *
 * Lines of any other shape are what the tests themselves print. A test binary
 * prints its platform first and PASS or FAIL last: what comes between is one
 * process. Grammar: golang.org/design/14313-benchmark-format.
 */
enum { MAX_UNITS = 64 }; /* of one file that have metadata */

struct metadata {
	pd_id name, unit; /* of the quantity, as its unit says them */
	enum pd_better better;
	bool exact;
};

struct go_bench {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_intern texts;
	pd_id config[PD_LABELS_MAX]; /* keys that are set now */
	size_t n_config;
	struct metadata *metadata;
	size_t n_metadata, metadata_cap;
	struct pd_out name; /* of the result before, whose labels are set; empty: none are */
	struct pd_out sub;
	struct pd_str key[PD_LABELS_MAX]; /* labels of that name, in it */
	size_t n_keys;
	bool measured; /* since this process began */
};

/* ---- names: BenchmarkEncode/gob/size=1k-8 */

static bool is_reserved(struct pd_str key)
{
	return pd_str_eq(key, PD_STR("sub")) || pd_str_eq(key, PD_STR("gomaxprocs"));
}

/* A key of a name that the configuration has, too, keeps its slash: "/size". */
static void set_label(struct go_bench *g, struct pd_str key, struct pd_str val)
{
	bool taken = is_reserved(key);

	for (size_t i = 0; i < g->n_config; i++)
		taken |= pd_str_eq(pd_intern_name(&g->texts, g->config[i]), key);
	pd_ingest_label(g->out, taken ? (struct pd_str){key.p - 1, key.n + 1} : key, val);
}

static bool has_key(const struct go_bench *g, struct pd_str key)
{
	for (size_t i = 0; i < g->n_keys; i++)
		if (pd_str_eq(g->key[i], key))
			return true;
	return false;
}

/* The number behind the last dash, as GOMAXPROCS is printed; *name loses it. */
static struct pd_str cut_procs(struct pd_str *name)
{
	size_t n = name->n;
	struct pd_str procs;

	while (n && name->p[n - 1] >= '0' && name->p[n - 1] <= '9')
		n--;
	if (n < 2 || n == name->n || name->p[n - 1] != '-')
		return (struct pd_str){name->p, 0};
	procs = pd_str_skip(*name, n);
	name->n = n - 1;
	return procs;
}

/* "size=1k" is a label of its own; all other parts are `sub`, where it leaves "size=". */
static void read_part(struct go_bench *g, struct pd_str part, size_t *keyed)
{
	struct pd_str val = part, key = pd_str_cut(&val, '=');

	if (key.n && val.n && g->n_keys < PD_ARRAY_SIZE(g->key) && !has_key(g, key)) {
		g->key[g->n_keys++] = key;
		set_label(g, key, val);
		return;
	}
	for (; *keyed < g->n_keys; (*keyed)++)
		pd_out_printf(&g->sub, "%.*s=/", PD_FMT(g->key[*keyed]));
	pd_out_printf(&g->sub, "%.*s/", PD_FMT(part));
}

static void forget_name(struct go_bench *g)
{
	for (size_t i = 0; i < g->n_keys; i++)
		set_label(g, g->key[i], PD_STR(""));
	pd_ingest_label(g->out, PD_STR("sub"), PD_STR(""));
	pd_ingest_label(g->out, PD_STR("gomaxprocs"), PD_STR(""));
	g->n_keys = 0;
	g->name.n = g->sub.n = 0;
}

static void read_name(struct go_bench *g, struct pd_str name)
{
	size_t keyed = 0;
	struct pd_str rest, procs, base;

	if (g->name.n && pd_str_eq(pd_out_kept(&g->name), name))
		return;
	forget_name(g);
	pd_out_str(&g->name, name);
	rest = pd_out_kept(&g->name);
	procs = cut_procs(&rest);
	base = pd_str_cut(&rest, '/');
	pd_ingest_bench(g->out, base.n ? base : PD_STR("Benchmark"));
	while (rest.n)
		read_part(g, pd_str_cut(&rest, '/'), &keyed);
	g->sub.n -= g->sub.n > 0;
	pd_ingest_label(g->out, PD_STR("sub"), pd_out_kept(&g->sub));
	pd_ingest_label(g->out, PD_STR("gomaxprocs"), procs);
}

/* ---- results */

static bool is_about(const struct go_bench *g, const struct metadata *m,
		     const struct pd_quantity *q)
{
	return pd_str_eq(pd_intern_name(&g->texts, m->name), q->name) &&
	       pd_go_unit_same(pd_intern_name(&g->texts, m->unit), q->unit);
}

static void apply_metadata(const struct go_bench *g, struct pd_quantity *q)
{
	for (size_t i = 0; i < g->n_metadata; i++) {
		const struct metadata *m = &g->metadata[i];

		if (!is_about(g, m, q))
			continue;
		q->exact = m->exact;
		if (m->better != PD_BETTER_UNKNOWN)
			q->better = m->better;
	}
}

/* One pair, @value not NULL; false at the end of the line. */
static bool next_pair(struct pd_str *rest, struct pd_str *ret_value, struct pd_str *ret_unit)
{
	*ret_value = pd_str_word(rest);
	*ret_unit = pd_str_word(rest);
	return ret_value->n > 0;
}

/* Is all of the row well-formed? A name alone is not, but needs no word: go test -v prints it. */
static bool is_row(struct go_bench *g, struct pd_str rest, bool *ret_timed)
{
	struct pd_str count = pd_str_word(&rest), value, unit;
	size_t n_pairs = 0;
	uint64_t n;
	double v;

	if (!count.n)
		return false;
	if (!pd_number_parse_u64(count, &n)) {
		pd_ingest_warn(g->out, g->in, count.p, "bad-number",
			       "expected a count of iterations, got '%.*s'; row skipped",
			       PD_FMT(count));
		return false;
	}
	for (*ret_timed = false; next_pair(&rest, &value, &unit); n_pairs++) {
		if (pd_number_parse(value, 0, &v) == PD_NUMBER_BAD) {
			pd_ingest_refuse(g->out, g->in, value.p, value, PD_NUMBER_BAD);
			return false;
		}
		if (!unit.n)
			break;
		*ret_timed |= pd_str_ends(unit, PD_STR("/op")) &&
			      pd_str_eq(pd_go_unit_quantity(unit).name, PD_STR("time"));
	}
	if (n_pairs && !value.n)
		return true;
	pd_ingest_warn(g->out, g->in, value.n ? value.p : NULL, "missing-column",
		       "a result ends without %s; row skipped", value.n ? "its unit" : "a value");
	return false;
}

static void read_result(struct go_bench *g, struct pd_str line)
{
	struct pd_str name = pd_str_word(&line), value, unit;
	bool timed;
	double v;

	if (!is_row(g, line, &timed))
		return;
	read_name(g, pd_str_skip(name, strlen("Benchmark")));
	(void)pd_str_word(&line);
	while (next_pair(&line, &value, &unit)) {
		struct pd_quantity q = pd_go_unit_quantity(unit);
		uint32_t key;

		/* testing.B.SetBytes() has it made of the time. */
		q.redundant = timed && pd_str_eq(unit, PD_STR("MB/s"));
		apply_metadata(g, &q);
		key = pd_ingest_key(g->out, &q);
		if (pd_ingest_parse(g->out, g->in, key, value, &v))
			pd_ingest_iteration(g->out, key, v);
	}
	g->measured = true;
}

/* ---- Unit ns/op better=lower assume=nothing */

static struct metadata *metadata_of(struct go_bench *g, struct pd_str unit)
{
	struct pd_quantity q = pd_go_unit_quantity(unit);

	for (size_t i = 0; i < g->n_metadata; i++)
		if (is_about(g, &g->metadata[i], &q))
			return &g->metadata[i];
	if (g->n_metadata == MAX_UNITS)
		return NULL;
	g->metadata = pd_vec_grow(g->metadata, &g->metadata_cap, g->n_metadata + 1,
				  sizeof(*g->metadata));
	g->metadata[g->n_metadata] = (struct metadata){.name = pd_intern(&g->texts, q.name),
						       .unit = pd_intern(&g->texts, q.unit)};
	return &g->metadata[g->n_metadata++];
}

/* Keys that are not known are for other programs. */
static bool take_property(struct metadata *m, struct pd_str word)
{
	if (pd_str_eat(&word, PD_STR("better=")))
		return pd_metric_parse_word(word, &m->better) && m->better != PD_BETTER_UNKNOWN;
	if (pd_str_eat(&word, PD_STR("assume="))) {
		m->exact = pd_str_eq(word, PD_STR("exact"));
		return m->exact || pd_str_eq(word, PD_STR("nothing"));
	}
	return pd_str_has(word, PD_STR("="));
}

static void read_unit(struct go_bench *g, struct pd_str rest)
{
	struct pd_str unit = pd_str_word(&rest), word;
	struct metadata *m = unit.n ? metadata_of(g, unit) : NULL;

	if (!m) {
		pd_ingest_warn(g->out, g->in, NULL, unit.n ? "limit" : "missing-column",
			       unit.n ? "too many units are described; line left out"
				      : "'Unit' is followed by no unit; line left out");
		return;
	}
	for (word = pd_str_word(&rest); word.n; word = pd_str_word(&rest))
		if (!take_property(m, word))
			pd_ingest_warn(g->out, g->in, word.p, "bad-word",
				       "expected better=lower, better=higher, assume=exact or "
				       "assume=nothing, got '%.*s'",
				       PD_FMT(word));
}

/* ---- configuration: "pkg: example.org/codec" */

/* A key starts in lower case and holds neither blanks nor upper case; bytes beyond ASCII may be. */
static bool cut_config(struct pd_str line, struct pd_str *ret_key, struct pd_str *ret_val)
{
	struct pd_str val = line, key = pd_str_cut(&val, ':');

	if (!key.n || key.n == line.n || key.p[0] < 'a' || key.p[0] > 'z')
		return false;
	for (size_t i = 0; i < key.n; i++)
		if (pd_str_is_blank(key.p[i]) || (key.p[i] >= 'A' && key.p[i] <= 'Z'))
			return false;
	if (val.n && !pd_str_is_blank(val.p[0]))
		return false;
	*ret_key = key;
	*ret_val = pd_str_trim(val);
	return true;
}

static void note_key(struct go_bench *g, pd_id id, bool is_set)
{
	size_t i = 0;

	while (i < g->n_config && g->config[i] != id)
		i++;
	if (!is_set && i < g->n_config)
		g->config[i] = g->config[--g->n_config];
	if (is_set && i == g->n_config && i < PD_ARRAY_SIZE(g->config))
		g->config[g->n_config++] = id;
}

static void end_process(struct go_bench *g)
{
	if (g->measured)
		pd_ingest_next_run(g->out);
	g->measured = false;
}

static void read_config(struct go_bench *g, struct pd_str key, struct pd_str val)
{
	struct pd_out prefixed;

	if (pd_str_eq(key, PD_STR("goos")))
		end_process(g);
	forget_name(g);
	note_key(g, pd_intern(&g->texts, key), val.n > 0);
	if (!is_reserved(key)) {
		pd_ingest_label(g->out, key, val);
		return;
	}
	pd_out_init(&prefixed, -1);
	pd_out_printf(&prefixed, "config.%.*s", PD_FMT(key));
	pd_ingest_label(g->out, pd_out_kept(&prefixed), val);
	(void)pd_out_close(&prefixed);
}

/* ---- the file */

static bool is_end(struct pd_str line)
{
	return pd_str_eq(line, PD_STR("PASS")) || pd_str_eq(line, PD_STR("FAIL")) ||
	       pd_str_starts(line, PD_STR("ok  \t")) || pd_str_starts(line, PD_STR("FAIL\t"));
}

/* What a benchmark prints itself may stand in the line of its result. */
static void check_other(const struct go_bench *g, struct pd_str line)
{
	if (pd_str_has(line, PD_STR(" ns/op")))
		pd_ingest_warn(g->out, g->in, NULL, "unknown-line",
			       "a time per operation stands in a line that does not start with "
			       "'Benchmark'; left out");
}

static void read_line(struct go_bench *g, struct pd_str line)
{
	struct pd_str key, val, rest = line;

	if (pd_str_starts(line, PD_STR("Benchmark")))
		read_result(g, line);
	else if (pd_str_eq(pd_str_word(&rest), PD_STR("Unit")) && line.p[0] == 'U')
		read_unit(g, rest);
	else if (cut_config(line, &key, &val))
		read_config(g, key, val);
	else if (is_end(line))
		end_process(g);
	else
		check_other(g, line);
}

static int read_go_bench(struct pd_input *in, struct pd_ingest *out)
{
	struct go_bench g = {.in = in, .out = out};
	struct pd_str line;

	(void)pd_intern(&g.texts, PD_STR(""));
	pd_out_init(&g.name, -1);
	pd_out_init(&g.sub, -1);
	while (!pd_ingest_is_full(out) && pd_input_line(in, &line))
		read_line(&g, line);
	(void)pd_out_close(&g.name);
	(void)pd_out_close(&g.sub);
	pd_intern_free(&g.texts);
	free(g.metadata);
	return pd_input_status(in);
}

static bool is_result(struct pd_str line)
{
	struct pd_str value, unit;
	uint64_t n;
	double v;

	if (!pd_str_starts(pd_str_word(&line), PD_STR("Benchmark")) ||
	    !pd_number_parse_u64(pd_str_word(&line), &n))
		return false;
	return next_pair(&line, &value, &unit) && unit.n &&
	       pd_number_parse(value, 0, &v) != PD_NUMBER_BAD;
}

static int probe(struct pd_str head)
{
	int sure = 0;

	while (head.n && sure < 80) {
		struct pd_str line = pd_str_cut(&head, '\n');

		if (pd_str_starts(line, PD_STR("Benchmark")) && is_result(line))
			sure = 80;
		else if (pd_str_starts(line, PD_STR("goos: ")))
			sure = 60;
	}
	return sure;
}

const struct pd_format pd_format_go_bench = {
	.name = "go-bench",
	.what = "go test -bench: each line is an iteration, what stands before PASS a run",
	.probe = probe,
	.read = read_go_bench,
};

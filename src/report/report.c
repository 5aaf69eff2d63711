/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/report.h>

#include "report/deltastyle.h"
#include "report/style.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>

/* Everything about one row that its place in the report depends on. */
struct entry {
	uint32_t row;
	uint16_t metric;
	double worse; /* how bad the change is; NaN: undefined */
	struct pd_str bench;
	struct pd_label *label;
	uint32_t n_labels;
};

struct builder {
	struct pd_ctx *ctx;
	const struct pd_result *result;
	struct pd_report *report;
	struct entry *entry;
	size_t n;
};

static bool has_values(const struct pd_row *row, size_t side)
{
	return row->series[side].n > 0;
}

static bool is_compared(const struct pd_rows *rows, const struct pd_row *row)
{
	for (size_t side = 1; side < rows->n_sides; side++)
		if (has_values(row, 0) && has_values(row, side))
			return true;
	return false;
}

static void find_unpaired(struct builder *b)
{
	const struct pd_rows *rows = b->result->rows;
	struct pd_report *r = b->report;

	r->unpaired = pd_ctx_alloc(b->ctx, sizeof(*r->unpaired) * rows->n * rows->n_sides);
	for (size_t i = 0; i < rows->n; i++)
		for (size_t side = 0; side < rows->n_sides; side++)
			if (!has_values(&rows->row[i], side))
				r->unpaired[r->n_unpaired++] = (struct pd_unpaired){(uint32_t)i,
										    (uint16_t)side};
}

/*
 * The worst change of each row over its head sides, positive when worse; where
 * the direction is unknown more counts as worse. NaN: nothing to compare.
 */
static double *find_worst(const struct builder *b)
{
	const struct pd_rows *rows = b->result->rows;
	double *worst = pd_ctx_alloc(b->ctx, sizeof(*worst) * (rows->n + 1));

	for (size_t i = 0; i < rows->n; i++)
		worst[i] = nan("");
	for (size_t i = 0; i < b->result->n; i++) {
		const struct pd_comparison *c = &b->result->comparison[i];
		bool higher = rows->metrics[rows->row[c->row].metric].better == PD_HIGHER;
		double worse = higher ? -c->delta.point : c->delta.point;

		if (c->relative && !isnan(worse) && !(worst[c->row] >= worse))
			worst[c->row] = worse;
	}
	return worst;
}

static void take_labels(struct builder *b, struct entry *e, pd_id labels)
{
	size_t n = pd_labels_of(b->ctx, labels, NULL, 0);

	e->label = pd_ctx_alloc(b->ctx, sizeof(*e->label) * (n + 1));
	e->n_labels = (uint32_t)pd_labels_of(b->ctx, labels, e->label, n);
}

static void take_rows(struct builder *b, enum pd_sort sort)
{
	const struct pd_rows *rows = b->result->rows;
	const double *worst = sort == PD_SORT_CHANGE ? find_worst(b) : NULL;

	b->entry = pd_ctx_alloc(b->ctx, sizeof(*b->entry) * (rows->n + 1));
	for (size_t i = 0; i < rows->n; i++) {
		const struct pd_row *row = &rows->row[i];
		struct entry *e = &b->entry[b->n];

		if (b->report->kind == PD_REPORT_COMPARISON && !is_compared(rows, row))
			continue;
		e->row = (uint32_t)i;
		e->metric = row->metric;
		e->bench = pd_ctx_name(b->ctx, row->bench);
		e->worse = worst ? worst[i] : 0;
		take_labels(b, e, row->labels);
		b->n++;
	}
}

static int by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = pd_str_natural_cmp(x->bench, y->bench);

	for (uint32_t i = 0; !c && i < x->n_labels && i < y->n_labels; i++) {
		c = pd_str_cmp(x->label[i].key, y->label[i].key);
		if (!c)
			c = pd_str_natural_cmp(x->label[i].val, y->label[i].val);
	}
	if (!c)
		c = (x->n_labels > y->n_labels) - (x->n_labels < y->n_labels);
	return c ? c : (x->row > y->row) - (x->row < y->row);
}

/* The worst first; what has no change comes last. */
static int by_change(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = isnan(x->worse) - isnan(y->worse);

	if (!c)
		c = (x->worse < y->worse) - (x->worse > y->worse);
	return c ? c : by_name(a, b);
}

static void sort_entries(struct entry *entry, size_t n, enum pd_sort sort)
{
	switch (sort) {
	case PD_SORT_FILE:
		break;
	case PD_SORT_NAME:
		qsort(entry, n, sizeof(*entry), by_name);
		break;
	case PD_SORT_CHANGE:
		qsort(entry, n, sizeof(*entry), by_change);
		break;
	}
}

/* Keeps of @common what @e has too; both are in order of their keys. */
static uint32_t intersect(struct pd_label *common, uint32_t n, const struct entry *e)
{
	uint32_t kept = 0, j = 0;

	for (uint32_t i = 0; i < n; i++) {
		while (j < e->n_labels && pd_str_cmp(e->label[j].key, common[i].key) < 0)
			j++;
		if (j < e->n_labels && pd_str_eq(e->label[j].key, common[i].key) &&
		    pd_str_eq(e->label[j].val, common[i].val))
			common[kept++] = common[i];
	}
	return kept;
}

static void find_common(struct builder *b, struct pd_section *s, const struct entry *entry)
{
	s->common = pd_ctx_alloc(b->ctx, sizeof(*s->common) * (entry->n_labels + 1));
	for (uint32_t i = 0; i < entry->n_labels; i++)
		s->common[s->n_common++] = entry->label[i];
	for (uint32_t i = 1; i < s->n; i++)
		s->n_common = intersect(s->common, s->n_common, &entry[i]);
}

/* A row's labels without the common ones, in place: an entry's labels are not needed again. */
static struct pd_report_row varying_of(const struct pd_section *s, const struct entry *e)
{
	struct pd_report_row row = {.row = e->row, .varying = e->label};
	uint32_t j = 0;

	for (uint32_t i = 0; i < e->n_labels; i++)
		if (j < s->n_common && pd_str_eq(e->label[i].key, s->common[j].key))
			j++;
		else
			row.varying[row.n_varying++] = e->label[i];
	return row;
}

static void add_section(struct builder *b, const struct entry *entry, size_t n)
{
	const struct pd_row *row = b->result->rows->row;
	struct pd_section *s = &b->report->section[b->report->n_sections++];

	s->metric = entry->metric;
	s->bench = row[entry->row].bench;
	s->n = (uint32_t)n;
	s->row = pd_ctx_alloc(b->ctx, sizeof(*s->row) * n);
	find_common(b, s, entry);
	for (size_t i = 0; i < n; i++) {
		s->row[i] = varying_of(s, &entry[i]);
		s->bench_varies = s->bench_varies || row[entry[i].row].bench != s->bench;
	}
	if (s->bench_varies)
		s->bench = 0;
}

/*
 * Metrics in order of first appearance, those derived from another one last:
 * start[m] is where metric m begins in the sorted entries.
 */
static size_t order_metrics(const struct builder *b, uint16_t *order, size_t *count)
{
	const struct pd_metric *metrics = b->result->rows->metrics;
	size_t n = 0;

	for (int redundant = 0; redundant < 2; redundant++)
		for (size_t i = 0; i < b->n; i++) {
			uint16_t m = b->entry[i].metric;

			if (metrics[m].redundant != (redundant == 1))
				continue;
			if (!count[m]++)
				order[n++] = m;
		}
	return n;
}

static void make_sections(struct builder *b, enum pd_sort sort)
{
	size_t n_metrics = b->result->rows->n_metrics;
	uint16_t *order = pd_ctx_alloc(b->ctx, sizeof(*order) * (n_metrics + 1));
	size_t *count = pd_ctx_alloc(b->ctx, sizeof(*count) * (n_metrics + 1));
	size_t *start = pd_ctx_alloc(b->ctx, sizeof(*start) * (n_metrics + 1));
	struct entry *sorted = pd_ctx_alloc(b->ctx, sizeof(*sorted) * (b->n + 1));
	size_t n = order_metrics(b, order, count), at = 0;

	for (size_t i = 0; i < n; i++) {
		start[order[i]] = at;
		at += count[order[i]];
	}
	for (size_t i = 0; i < b->n; i++)
		sorted[start[b->entry[i].metric]++] = b->entry[i];

	b->report->section = pd_ctx_alloc(b->ctx, sizeof(*b->report->section) * (n + 1));
	at = 0;
	for (size_t i = 0; i < n; i++) {
		sort_entries(sorted + at, count[order[i]], sort);
		add_section(b, sorted + at, count[order[i]]);
		at += count[order[i]];
	}
}

const struct pd_report *pd_report(struct pd_ctx *ctx, const struct pd_result *result,
				  enum pd_report_kind kind, enum pd_sort sort)
{
	struct pd_report *r = pd_ctx_alloc(ctx, sizeof(*r));
	struct builder b = {.ctx = ctx, .result = result, .report = r};

	*r = (struct pd_report){.kind = kind, .ctx = ctx, .result = result, .version = PD_VERSION};
	r->n_values = result->rows->table->n;
	r->n_skipped = result->rows->table->n_skipped;
	r->diag = pd_ctx_diags(ctx, &r->n_diags);
	find_unpaired(&b);
	take_rows(&b, sort);
	make_sections(&b, sort);
	return r;
}

bool pd_report_style_at(size_t i, const char **ret_name, const char **ret_what)
{
	const struct pd_style *style = pd_style_at(i);

	if (!style)
		return false;
	*ret_name = style->name;
	*ret_what = style->what;
	return true;
}

bool pd_report_deltastyle_at(size_t i, const char **ret_name, const char **ret_what)
{
	const struct pd_deltastyle *style = pd_deltastyle_at(i);

	if (!style)
		return false;
	*ret_name = style->name;
	*ret_what = style->what;
	return true;
}

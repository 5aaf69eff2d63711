/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ledger.h"

#include "base/number.h"
#include "base/str.h"
#include "report/quote.h"

#include <stdlib.h>

static void put_member(struct pd_out *out, const char *name, struct pd_str value)
{
	pd_out_printf(out, "\"%s\":", name);
	pd_quote_json(out, value);
	pd_out_char(out, ',');
}

static void put_labels(struct pd_out *out, const struct pd_ctx *ctx, pd_id labels)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, labels, label, PD_LABELS_MAX);

	pd_out_text(out, "\"labels\":{");
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(out, ',');
		pd_quote_json(out, label[i].key);
		pd_out_char(out, ':');
		pd_quote_json(out, label[i].val);
	}
	pd_out_text(out, "},");
}

static void put_value(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print(buf, v));
}

/* A run of one value is that value, a run of several is a list. */
static void put_runs(struct pd_out *out, const struct pd_table *t, const size_t *row, size_t n)
{
	pd_out_text(out, "\"runs\":[");
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && t->run[row[end]] == t->run[row[i]];)
			end++;
		pd_out_text(out, i ? "," : "");
		pd_out_text(out, end - i > 1 ? "[" : "");
		for (size_t j = i; j < end; j++) {
			pd_out_text(out, j > i ? "," : "");
			put_value(out, t->value[row[j]]);
		}
		pd_out_text(out, end - i > 1 ? "]" : "");
	}
	pd_out_char(out, ']');
}

static void put_series(struct pd_out *out, const struct pd_ctx *ctx, const struct pd_table *t,
		       size_t series)
{
	const struct pd_key *key = &t->keys[series / t->n_sides];
	const struct pd_metric *m = &t->metrics[key->metric];

	pd_out_char(out, '{');
	put_member(out, "benchmark", pd_ctx_name(ctx, key->bench));
	put_labels(out, ctx, key->labels);
	put_member(out, "metric", pd_ctx_name(ctx, m->name));
	put_member(out, "unit", pd_ctx_name(ctx, m->unit));
	put_member(out, "better", pd_str_of(pd_ledger_better(m->better)));
	if (m->exact)
		pd_out_text(out, "\"exact\":true,");
	if (m->redundant)
		pd_out_text(out, "\"redundant\":true,");
	put_member(out, "side", pd_ctx_name(ctx, t->sides[series % t->n_sides].name));
}

void pd_ledger_json(const struct pd_ctx *ctx, const struct pd_table *t, struct pd_out *out)
{
	struct pd_ledger_series s = pd_ledger_by_series(t);
	const char *before = "\n";

	pd_out_text(out, "{\"format\":\"perfdelta-ledger\",\"schema\":1,"
			 "\"tool\":{\"name\":\"perfdelta\",\"version\":\"" PD_VERSION "\"},\n"
			 "\"sides\":[");
	for (size_t i = 0; i < t->n_sides; i++) {
		pd_out_text(out, i ? "," : "");
		pd_quote_json(out, pd_ctx_name(ctx, t->sides[i].name));
	}
	pd_out_text(out, "],\n\"series\":[");
	for (size_t i = 0; i < t->n_keys * t->n_sides; i++) {
		size_t n = s.start[i + 1] - s.start[i];

		if (!n)
			continue;
		pd_out_text(out, before);
		before = ",\n";
		put_series(out, ctx, t, i);
		put_runs(out, t, s.row + s.start[i], n);
		pd_out_char(out, '}');
	}
	pd_out_text(out, "\n]}\n");
	free(s.row);
	free(s.start);
}

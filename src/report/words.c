/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/words.h"

#include "base/number.h"
#include "base/str.h"

const char *pd_words_verdict(enum pd_verdict v)
{
	switch (v) {
	case PD_VERDICT_REGRESSION:
		return "regression";
	case PD_VERDICT_IMPROVEMENT:
		return "improvement";
	case PD_VERDICT_SAME:
		return "same";
	case PD_VERDICT_CHANGED:
		return "changed";
	case PD_VERDICT_INCONCLUSIVE:
	case PD_N_VERDICTS:
		break;
	}
	return "inconclusive";
}

const char *pd_words_beside(enum pd_beside_kind kind)
{
	static const char *const word[PD_N_BESIDES] = {
		[PD_BESIDE_RATIO_MEAN] = "ratio-mean",
		[PD_BESIDE_BCA] = "bca",
		[PD_BESIDE_BCA_MEDIAN] = "bca-median",
		[PD_BESIDE_HIERARCHICAL] = "hierarchical",
	};

	return word[kind];
}

const char *pd_words_lack(enum pd_beside_lack lack)
{
	static const char *const word[PD_N_LACKS] = {
		[PD_LACK_UNBOUNDED] = "UNBOUNDED",
		[PD_LACK_RUNS] = "TOO_FEW_RUNS",
		[PD_LACK_NOISE] = "NO_NOISE",
		[PD_LACK_TOO_MANY] = "TOO_MANY_VALUES",
	};

	return word[lack];
}

const char *pd_words_adjust(enum pd_adjust a)
{
	switch (a) {
	case PD_ADJUST_BH:
		return "bh";
	case PD_ADJUST_HOLM:
		return "holm";
	case PD_ADJUST_BY:
		return "by";
	case PD_ADJUST_BONFERRONI:
		return "bonferroni";
	case PD_ADJUST_HOCHBERG:
		return "hochberg";
	case PD_ADJUST_DUNNETT:
		return "dunnett";
	case PD_ADJUST_NONE:
		break;
	}
	return "none";
}

const char *pd_words_order(enum pd_order o)
{
	switch (o) {
	case PD_ORDER_INTERLEAVED:
		return "interleaved";
	case PD_ORDER_MIRRORED:
		return "abba";
	case PD_ORDER_BLOCKED:
		return "blocked";
	case PD_ORDER_UNKNOWN:
		break;
	}
	return "unknown";
}

const char *pd_words_adjust_name(enum pd_adjust a)
{
	switch (a) {
	case PD_ADJUST_BH:
		return "Benjamini-Hochberg";
	case PD_ADJUST_HOLM:
		return "Holm";
	case PD_ADJUST_BY:
		return "Benjamini-Yekutieli";
	case PD_ADJUST_BONFERRONI:
		return "Bonferroni";
	case PD_ADJUST_HOCHBERG:
		return "Hochberg";
	case PD_ADJUST_DUNNETT:
		return "Dunnett, rows by Benjamini-Hochberg";
	case PD_ADJUST_NONE:
		break;
	}
	return "none";
}

const char *pd_words_p(enum pd_adjust a)
{
	switch (a) {
	case PD_ADJUST_BH:
		return "p (BH)";
	case PD_ADJUST_HOLM:
		return "p (Holm)";
	case PD_ADJUST_BY:
		return "p (BY)";
	case PD_ADJUST_BONFERRONI:
		return "p (Bonferroni)";
	case PD_ADJUST_HOCHBERG:
		return "p (Hochberg)";
	case PD_ADJUST_DUNNETT:
		return "p (Dunnett)";
	case PD_ADJUST_NONE:
		break;
	}
	return "p";
}

struct pd_str pd_words_side(const struct pd_report *r, size_t side)
{
	return pd_ctx_name(r->ctx, r->result->rows->table->sides[side].name);
}

void pd_words_labels(struct pd_out *out, const struct pd_label *label, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(out, ' ');
		pd_out_str(out, label[i].key);
		pd_out_char(out, '=');
		pd_out_str(out, label[i].val);
	}
}

void pd_words_row(struct pd_out *out, const struct pd_report *r, size_t row)
{
	const struct pd_rows *rows = r->result->rows;
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(r->ctx, rows->row[row].labels, label, PD_LABELS_MAX);

	pd_out_str(out, pd_ctx_name(r->ctx, rows->row[row].bench));
	pd_out_text(out, rows->row[row].bench ? " " : "");
	pd_words_labels(out, label, n < PD_LABELS_MAX ? n : PD_LABELS_MAX);
	pd_out_text(out, n ? " " : "");
	pd_out_str(out, pd_ctx_name(r->ctx, rows->metrics[rows->row[row].metric].name));
}

static void count(struct pd_out *out, size_t n, const char *one, const char *many)
{
	pd_out_printf(out, "%zu %s", n, n == 1 ? one : many);
}

void pd_words_counts(struct pd_out *out, const struct pd_report *r)
{
	const size_t *n = r->result->count;

	count(out, n[PD_VERDICT_REGRESSION], "regression, ", "regressions, ");
	count(out, n[PD_VERDICT_IMPROVEMENT], "improvement, ", "improvements, ");
	count(out, n[PD_VERDICT_SAME], "same, ", "same, ");
	count(out, n[PD_VERDICT_INCONCLUSIVE], "inconclusive, ", "inconclusive, ");
	count(out, n[PD_VERDICT_CHANGED], "changed", "changed");
}

static void put_share(struct pd_out *out, double share)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, 100 * share, 6));
	pd_out_char(out, '%');
}

void pd_words_min_effect(struct pd_out *out, const struct pd_report *r)
{
	const struct pd_rows *rows = r->result->rows;
	const char *before = " (";

	put_share(out, r->result->policy.min_effect);
	for (size_t i = 0; i < rows->n_metrics; i++) {
		if (!rows->metrics[i].has_min_effect)
			continue;
		pd_out_text(out, before);
		pd_out_str(out, pd_ctx_name(r->ctx, rows->metrics[i].name));
		pd_out_char(out, ' ');
		put_share(out, rows->metrics[i].min_effect);
		before = ", ";
	}
	if (*before == ',')
		pd_out_char(out, ')');
}

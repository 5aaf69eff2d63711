/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/findings.h"

#include "report/rowname.h"
#include "report/scale.h"
#include "report/words.h"

#include "base/str.h"

#include <inttypes.h>
#include <math.h>

/* So many series are named in a sentence; the others are counted. */
enum { MOST_NAMED = 4 };

static const struct {
	uint32_t bit;
	const char *code, *what;
} kinds[PD_FINDINGS_N] = {
#define PD_QUALITY(bit, code, what) {PD_QUALITY_##bit, code, what},
#include "report/quality.def"
#undef PD_QUALITY
};

bool pd_findings_at(size_t i, const char **ret_code, const char **ret_what)
{
	if (i >= PD_ARRAY_SIZE(kinds))
		return false;
	*ret_code = kinds[i].code;
	*ret_what = kinds[i].what;
	return true;
}

uint32_t pd_findings_bit(size_t i)
{
	return i < PD_ARRAY_SIZE(kinds) ? kinds[i].bit : 0;
}

static const struct pd_qualities *qualities(const struct pd_report *r, size_t row, size_t side)
{
	return &r->result->centre[row * r->result->rows->n_sides + side].quality;
}

uint32_t pd_findings_of(const struct pd_report *r, size_t row, size_t side)
{
	return qualities(r, row, side)->found;
}

static void put_rough(struct pd_out *out, double v, const char *unit)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_scale_rough(buf, v));
	pd_out_text(out, unit);
}

/* " +3.1%"; nothing if it is not known. */
static void put_change(struct pd_out *out, double rel)
{
	if (isnan(rel))
		return;
	pd_out_text(out, rel < 0 ? " -" : " +");
	put_rough(out, 100 * fabs(rel), "%");
}

/* What follows the name of a series. */
static void put_figure(struct pd_out *out, enum pd_quality kind, const struct pd_qualities *q,
		       uint32_t n)
{
	switch (kind) {
	case PD_QUALITY_OUTLIERS:
		pd_out_printf(out, " %" PRIu32 " of %" PRIu32, q->n_outliers, n);
		return;
	case PD_QUALITY_AUTOCORR:
		pd_out_char(out, ' ');
		put_rough(out, q->lag1, "");
		return;
	case PD_QUALITY_DRIFT:
		put_change(out, q->drift);
		return;
	case PD_QUALITY_STEP:
		put_change(out, q->step);
		pd_out_printf(out, " from run %" PRIu32 " on", q->step_at + 1);
		return;
	case PD_QUALITY_RESOLUTION:
		pd_out_char(out, ' ');
		put_rough(out, 100 * q->grain, "%");
		return;
	case PD_QUALITY_WARMUP:
		pd_out_printf(out, " %" PRIu32 " %s%s", q->n_warmup,
			      q->warmup_iterations ? "iteration" : "run",
			      q->n_warmup > 1 ? "s" : "");
		return;
	case PD_QUALITY_NOISY:
		pd_out_char(out, ' ');
		put_rough(out, 100 * q->noise, "%");
		return;
	case PD_QUALITY_BIMODAL:
	case PD_QUALITY_SORTED:
		return;
	}
}

static const char *sentence(enum pd_quality kind)
{
	switch (kind) {
	case PD_QUALITY_OUTLIERS:
		return "runs far from all others, a long tail or runs that were disturbed; "
		       "medians and ranks bear them, means do not: ";
	case PD_QUALITY_AUTOCORR:
		return "runs resemble the one before (correlation of neighbours' ranks), so they "
		       "are worth fewer than they are: ";
	case PD_QUALITY_DRIFT:
		return "runs rise or fall from the first to the last, as when a machine heats up "
		       "or fills up: ";
	case PD_QUALITY_STEP:
		return "runs are of another kind from some run on, as when something else started "
		       "or a job was moved: ";
	case PD_QUALITY_BIMODAL:
		return "runs fall into groups, as layouts of memory or steps of frequency make "
		       "them, and a median may jump from one to the other: ";
	case PD_QUALITY_RESOLUTION:
		return "values are printed too coarsely for the threshold, one step is: ";
	case PD_QUALITY_WARMUP:
		return "the first values are unlike all others, which --drop-first=N leaves out "
		       "(iterations of each run where there are any, else runs): ";
	case PD_QUALITY_NOISY:
		return "runs vary so much that small changes cannot be seen: ";
	case PD_QUALITY_SORTED:
		return "values stand in order of size, so nobody can tell whether they drift or "
		       "were sorted; give them in the order measured: ";
	}
	return "";
}

/* The series of one kind as they are met. */
struct list {
	struct pd_out *out;
	const struct pd_report *r;
	enum pd_quality kind;
	size_t n;
};

static void put_series(struct list *l, const struct pd_rowname *names, size_t i, size_t side)
{
	const struct pd_rows *rows = l->r->result->rows;
	size_t row = names->section->row[i].row, before;

	if (l->n++ >= MOST_NAMED)
		return;
	if (l->n > 1)
		pd_out_text(l->out, ", ");
	if (l->r->n_sections > 1) {
		pd_out_str(l->out,
			   pd_ctx_name(l->r->ctx, rows->metrics[names->section->metric].name));
		pd_out_char(l->out, ' ');
	}
	before = l->out->n;
	pd_rowname_write(names, i, PD_ROWNAME_LIST, l->out);
	if (l->out->n > before)
		pd_out_char(l->out, ' ');
	pd_out_str(l->out, pd_words_side(l->r, side));
	put_figure(l->out, l->kind, qualities(l->r, row, side), rows->row[row].series[side].n);
}

static void put_section(struct list *l, const struct pd_section *s)
{
	struct pd_rowname names;

	pd_rowname_init(&names, l->r, s);
	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < l->r->result->rows->n_sides; side++)
			if (pd_findings_of(l->r, s->row[i].row, side) & l->kind)
				put_series(l, &names, i, side);
}

void pd_findings_write(struct pd_out *out, const struct pd_report *r, size_t i)
{
	struct list l = {out, r, (enum pd_quality)kinds[i].bit, 0};

	pd_out_text(out, sentence(l.kind));
	for (size_t s = 0; s < r->n_sections; s++)
		put_section(&l, &r->section[s]);
	if (l.n > MOST_NAMED)
		pd_out_printf(out, " and %zu more", l.n - MOST_NAMED);
}

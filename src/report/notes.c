/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/notes.h"

#include "report/caution.h"
#include "report/scale.h"

#include "base/str.h"

#include <math.h>

static const struct {
	unsigned int bit;
	const char *code, *what;
} caveats[] = {
#define PD_CAVEAT(bit, code, what) {PD_CAVEAT_##bit, code, what},
#include "report/caveats.def"
#undef PD_CAVEAT
};

bool pd_notes_at(size_t i, const char **ret_code, const char **ret_what)
{
	if (i >= PD_ARRAY_SIZE(caveats))
		return false;
	*ret_code = caveats[i].code;
	*ret_what = caveats[i].what;
	return true;
}

uint32_t pd_notes_bit(size_t i)
{
	return i < PD_ARRAY_SIZE(caveats) ? caveats[i].bit : 0;
}

/* The footnotes of one cell: as many as there are kinds at most, and two more. */
struct marks {
	pd_id number[PD_ARRAY_SIZE(caveats) + PD_FINDINGS_N + 4];
	size_t n;
};

/* Keeps them ascending: rows meet their sentences in other orders than the first that had them. */
static void put_mark(pd_id number, struct marks *marks)
{
	size_t at = marks->n++;

	for (; at && marks->number[at - 1] > number; at--)
		marks->number[at] = marks->number[at - 1];
	marks->number[at] = number;
}

/* "[1,3]", or nothing. */
static void write_marks(const struct marks *marks, struct pd_out *out)
{
	for (size_t i = 0; i < marks->n; i++)
		pd_out_printf(out, "%s%u", i ? "," : "[", marks->number[i]);
	if (marks->n)
		pd_out_char(out, ']');
}

/* Ends the sentence in @text and keeps its number. */
static void mark(struct pd_notes *notes, struct pd_out *text, struct marks *marks)
{
	put_mark(pd_intern(&notes->texts, pd_out_kept(text)), marks);
	text->n = 0;
}

/* Each kind is one footnote, written when the first row has it. */
static void mark_findings(struct pd_notes *notes, const struct pd_report *r, uint32_t found,
			  struct pd_out *text, struct marks *marks)
{
	for (size_t i = 0; i < PD_FINDINGS_N; i++) {
		if (!(found & pd_findings_bit(i)))
			continue;
		if (!notes->finding[i]) {
			pd_findings_write(text, r, i);
			notes->finding[i] = pd_intern(&notes->texts, pd_out_kept(text));
			text->n = 0;
		}
		put_mark(notes->finding[i], marks);
	}
}

/* The resolution of both sides together is a caveat, and intervals say what noise does. */
static uint32_t findings_beside(const struct pd_report *r, const struct pd_comparison *c)
{
	uint32_t found = pd_findings_of(r, c->row, 0) | pd_findings_of(r, c->row, c->side);

	return found & ~(uint32_t)(PD_QUALITY_RESOLUTION | PD_QUALITY_NOISY);
}

static bool falls_short(const struct pd_estimate *e)
{
	return !e->reached && e->level != 0 && !isnan(e->lo);
}

bool pd_notes_any(const struct pd_report *r, const struct pd_comparison *c)
{
	return (c->caveats & ~PD_NOTES_UNMARKED) || findings_beside(r, c) || falls_short(&c->delta);
}

bool pd_notes_any_series(const struct pd_report *r, size_t row, size_t side)
{
	const struct pd_rows *rows = r->result->rows;
	const struct pd_series *series = &rows->row[row].series[side];

	return series->mixed || series->single_run || series->n_boots == 1 || series->digest.n ||
	       pd_findings_of(r, row, side) ||
	       falls_short(&r->result->centre[row * rows->n_sides + side].median);
}

static void mark_level(struct pd_notes *notes, const struct pd_estimate *e, struct pd_out *text,
		       struct marks *marks)
{
	char buf[PD_NUMBER_MAX];

	if (!falls_short(e))
		return;
	pd_out_text(text, "too few runs for the level asked for: this interval covers ");
	pd_out_bytes(text, buf, pd_scale_fixed(buf, 100 * e->level, 1));
	pd_out_text(text, "%");
	mark(notes, text, marks);
}

static const char *lack_of(const struct pd_beside *b)
{
	switch (b->lack) {
	case PD_LACK_UNBOUNDED:
		return "the mean of the base cannot be told from 0, so that any ratio of means is "
		       "possible";
	case PD_LACK_RUNS:
		return b->kind == PD_BESIDE_RATIO_MEAN ? "two runs a side are the fewest for means"
		       : b->kind == PD_BESIDE_HIERARCHICAL
			       ? "too few to be resampled: it takes 10 runs a side"
			       : "too few to be resampled: it takes 4 runs a side";
	case PD_LACK_NOISE:
		return "the runs do not vary enough for an interval beside";
	case PD_LACK_TOO_MANY:
		return "more than 1000000 values are not resampled";
	case PD_LACK_NOTHING:
	case PD_N_LACKS:
		break;
	}
	return "";
}

/* Of what was asked for; what the data ask for by themselves has its own sentence. */
static void mark_lack(struct pd_notes *notes, const struct pd_report *r,
		      const struct pd_comparison *c, struct pd_out *text, struct marks *marks)
{
	if (r->result->policy.beside == PD_BESIDE_NONE || c->beside.lack == PD_LACK_NOTHING)
		return;
	pd_out_text(text, lack_of(&c->beside));
	mark(notes, text, marks);
}

void pd_notes_mark(struct pd_notes *notes, const struct pd_report *r, const struct pd_comparison *c,
		   struct pd_out *marks)
{
	struct pd_out text;
	struct marks kept = {.n = 0};

	pd_out_init(&text, -1);
	for (size_t i = 0; i < PD_ARRAY_SIZE(caveats); i++)
		if (c->caveats & caveats[i].bit & ~PD_NOTES_UNMARKED) {
			pd_caution_write(&text, r, c, (enum pd_caveat)caveats[i].bit);
			mark(notes, &text, &kept);
		}
	mark_level(notes, &c->delta, &text, &kept);
	mark_lack(notes, r, c, &text, &kept);
	mark_findings(notes, r, findings_beside(r, c), &text, &kept);
	write_marks(&kept, marks);
	(void)pd_out_close(&text);
}

void pd_notes_mark_series(struct pd_notes *notes, const struct pd_report *r, size_t row,
			  size_t side, struct pd_out *marks)
{
	const struct pd_rows *rows = r->result->rows;
	const struct pd_series *series = &rows->row[row].series[side];
	const struct pd_centre *centre = &r->result->centre[row * rows->n_sides + side];
	struct pd_out text;
	struct marks kept = {.n = 0};

	pd_out_init(&text, -1);
	mark_level(notes, &centre->median, &text, &kept);
	if (series->single_run) {
		pd_out_text(&text, "iterations of a single run: how much runs differ is unknown");
		mark(notes, &text, &kept);
	}
	if (series->n_boots == 1 && !series->single_run) {
		pd_out_text(&text, "runs of a single boot: how much boots differ is unknown");
		mark(notes, &text, &kept);
	}
	if (series->digest.n) {
		pd_out_text(&text, "the values are not known: mean, and its interval, where the "
				   "median would stand");
		mark(notes, &text, &kept);
	}
	if (series->mixed) {
		pd_caution_pooled(&text, r->ctx, &rows->row[row]);
		mark(notes, &text, &kept);
	}
	mark_findings(notes, r, pd_findings_of(r, row, side), &text, &kept);
	write_marks(&kept, marks);
	(void)pd_out_close(&text);
}

size_t pd_notes_count(const struct pd_notes *notes)
{
	return notes->texts.n ? notes->texts.n - 1 : 0;
}

struct pd_str pd_notes_text(const struct pd_notes *notes, size_t number)
{
	return pd_intern_name(&notes->texts, (pd_id)number);
}

void pd_notes_release(struct pd_notes *notes)
{
	pd_intern_free(&notes->texts);
}

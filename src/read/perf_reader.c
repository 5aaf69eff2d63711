/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_reader.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/phrase.h"

/* perf tells an event once in a report. */
void pd_perf_reader_tell_again(struct pd_perf_reader *r)
{
	if (r->block.is_again)
		pd_ingest_mended(r->out, r->in, NULL, "exceeds-whole",
				 "the event '%.*s' is told again in this profile; its rows and "
				 "wholes are added up",
				 (int)r->block.event[0].n_name, r->block.event[0].name);
	r->block.is_again = false;
}

void pd_perf_reader_end_block(struct pd_perf_reader *r)
{
	if (!r->block.n_events)
		return;
	pd_perf_block_end(&r->block);
	pd_perf_reader_tell_again(r);
}

void pd_perf_reader_begin_profile(struct pd_perf_reader *r)
{
	struct pd_str title;
	uint32_t run;

	if (r->in_profile)
		return;
	r->h = r->block.h = pd_hits_of(r->out);
	if (pd_perf_titles_take(&r->titles, &title, &run)) {
		pd_hits_side(r->h, title);
		pd_hits_run(r->h, run);
	} else if (r->is_next_run) {
		pd_hits_next_run(r->h);
	}
	if (r->elapsed > 0)
		pd_hits_elapsed(r->h, r->elapsed);
	r->elapsed = 0;
	r->in_profile = true;
	r->has_rows = r->is_next_run = false;
}

void pd_perf_reader_end_profile(struct pd_perf_reader *r)
{
	pd_perf_reader_end_block(r);
	r->in_profile = r->has_rows = r->is_other = false;
	r->rows.columns.n = 0;
	r->rows.comm.n = r->rows.dso.n = 0;
}

bool pd_perf_reader_prose(struct pd_perf_reader *r, struct pd_str line)
{
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	double seconds;

	if (pd_phrase_match("Total time: {time} [sec]", line, field) == 1) {
		if (pd_number_parse(field[0].text, 0, &seconds) == PD_NUMBER_OK && seconds > 0)
			r->elapsed = seconds;
		else
			pd_ingest_warn(r->out, r->in, field[0].text.p, "bad-number",
				       "expected seconds, got '%.*s'; left out",
				       PD_FMT(field[0].text));
		return true;
	}
	if (!pd_perf_titles_line(&r->titles, line))
		return false;
	pd_perf_reader_end_profile(r);
	r->elapsed = 0;
	return true;
}

void pd_perf_reader_start_over(struct pd_perf_reader *r)
{
	char title[32] = "profile ";

	if (!r->has_prose) {
		pd_perf_block_next_unnamed(&r->block);
		return;
	}
	pd_perf_reader_end_profile(r);
	(void)pd_number_print(title + strlen(title), r->n_untitled++ + 2);
	pd_perf_reader_begin_profile(r);
	pd_hits_side(r->h, pd_str_of(title));
	pd_ingest_mended(r->out, r->in, NULL, "untitled",
			 "another profile starts here without a title; it is called '%s'", title);
}

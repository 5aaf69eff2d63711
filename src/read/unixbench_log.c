/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/unixbench_log.h"

#include "base/number.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/phrase.h"

#include <stdio.h>

/*
 *	########################################################
 *	Process Creation -- 2 copies
 *	==> "/opt/UnixBench/pgms/spawn" 2 2>&1 >> "/opt/UnixBench/results/vm-2026-11-30-01.log"
 *
 *	#### Pass 1
 *
 *
 *	# COUNT0: 78
 *	# COUNT1: 1
 *	# COUNT2: lps
 *	# elapsed: 2.488078
 *	# pid: 8762
 *	# status: 0
 *
 *	# COUNT0: 72
 *	...
 *	*Dump score:         88.0
 *	Count score:        150.0
 *
 *	>>>> Sum of 2 copies
 *	>>>> score: 55.0689531698149
 *
 * A pass scores the counts of its copies over their mean time, times COUNT1 seconds;
 * if that is 0, the count is a rate already. Programs that take their own time print
 * TIME, which is preferred. Of the passes the report drops the worst third and has the
 * geometric mean of the others: so does sub combinePassResults of Run.
 */
static const char *const titles[] = {"{test} -- {copies} copy", "{test} -- {copies} copies"};

static void refuse_pass(struct pd_unixbench_log *log, const char *code, const char *why)
{
	if (!log->broken)
		pd_ingest_warn(log->out, log->in, NULL, code, "%s; pass left out", why);
	log->broken = true;
}

static double score_of(const struct pd_unixbench_log *log)
{
	double mean = log->time / (double)log->n_copies;

	return log->base > 0 && mean > 0 ? log->count * log->base / mean : log->count;
}

static void end_pass(struct pd_unixbench_log *log)
{
	const struct pd_quantity q = {.name = PD_STR("score"),
				      .unit = pd_str_of(log->unit),
				      .better = PD_HIGHER};

	if (!log->in_pass)
		return;
	if (log->n_copies != log->n_wanted)
		refuse_pass(log, "missing-result", "the pass before this line has not all copies");
	if (!log->broken) {
		uint32_t key = pd_ingest_key(log->out, &q);

		pd_ingest_iteration(log->out, key, pd_ingest_scale(log->out, key, score_of(log)));
	}
	log->in_pass = false;
}

static void begin_pass(struct pd_unixbench_log *log)
{
	end_pass(log);
	if (!log->in_test) {
		pd_ingest_warn(log->out, log->in, NULL, "missing-header",
			       "nothing says what this pass is of; pass left out");
		return;
	}
	log->in_pass = true;
	log->broken = false;
	log->n_copies = 0;
	log->count = log->time = log->base = 0;
	log->unit[0] = '\0';
	log->copy = (struct pd_unixbench_copy){0};
}

/* A log may be written to again: each block of a test is one ./Run. */
static bool begin_test(struct pd_unixbench_log *log, struct pd_str line)
{
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	uint64_t n_copies;

	if (pd_phrase_match(titles[0], line, field) < 0 &&
	    pd_phrase_match(titles[1], line, field) < 0)
		return false;
	if (!pd_number_parse_u64(field[1].text, &n_copies) || !n_copies)
		return false;
	end_pass(log);
	log->n_wanted = n_copies;
	pd_ingest_label(log->out, PD_STR("test"), field[0].text);
	pd_ingest_label(log->out, PD_STR("copies"), field[1].text);
	pd_ingest_next_run(log->out);
	log->in_test = true;
	return true;
}

/* "status", which is the last line of a copy. */
static void end_copy(struct pd_unixbench_log *log)
{
	const struct pd_unixbench_copy *copy = &log->copy;

	if (copy->failed)
		refuse_pass(log, "failed-run", "a copy failed");
	else if (!copy->has_count || !copy->has_elapsed)
		refuse_pass(log, "missing-result", "a copy has no COUNT0 or no time");
	if (!log->n_copies++)
		log->base = copy->base;
	log->count += copy->count;
	log->time += copy->time > 0 ? copy->time : copy->elapsed;
	log->copy = (struct pd_unixbench_copy){0};
}

static bool parse(struct pd_unixbench_log *log, struct pd_str literal, double *ret)
{
	enum pd_number status = pd_number_parse(literal, 0, ret);

	pd_ingest_refuse(log->out, log->in, literal.p, literal, status);
	log->broken |= status != PD_NUMBER_OK;
	return status == PD_NUMBER_OK;
}

static void set_unit(struct pd_unixbench_log *log, struct pd_str unit)
{
	if (unit.n >= sizeof(log->unit))
		refuse_pass(log, "bad-word", "COUNT2 is no unit");
	else
		(void)snprintf(log->unit, sizeof(log->unit), "%.*s", PD_FMT(unit));
}

/* "# KEY: VALUE" of one copy. */
static void read_field(struct pd_unixbench_log *log, struct pd_str key, struct pd_str val)
{
	struct pd_unixbench_copy *copy = &log->copy;
	double status = 0;

	if (pd_str_eq(key, PD_STR("COUNT0"))) {
		copy->has_count = parse(log, val, &copy->count);
	} else if (pd_str_eq(key, PD_STR("COUNT1"))) {
		(void)parse(log, val, &copy->base);
	} else if (pd_str_eq(key, PD_STR("COUNT2"))) {
		set_unit(log, val);
	} else if (pd_str_eq(key, PD_STR("TIME"))) {
		(void)parse(log, val, &copy->time);
	} else if (pd_str_eq(key, PD_STR("elapsed"))) {
		copy->has_elapsed = parse(log, val, &copy->elapsed);
	} else if (pd_str_eq(key, PD_STR("ERROR"))) {
		copy->failed = true;
	} else if (pd_str_eq(key, PD_STR("status"))) {
		copy->failed |= !parse(log, val, &status) || status != 0;
		end_copy(log);
	}
}

bool pd_unixbench_log_line(struct pd_unixbench_log *log, struct pd_str line)
{
	struct pd_str val = line, key;
	bool after_rule = log->after_rule;

	log->after_rule = pd_str_starts(line, PD_STR("########"));
	if (log->after_rule)
		return true;
	if (after_rule && begin_test(log, line))
		return true;
	if (pd_str_starts(line, PD_STR("#### Pass "))) {
		begin_pass(log);
		return true;
	}
	if (pd_str_starts(line, PD_STR(">>>> ")) || pd_str_starts(line, PD_STR("Count score: ")) ||
	    pd_str_starts(line, PD_STR("*Dump score: "))) {
		end_pass(log);
		return true;
	}
	if (!log->in_pass || !pd_str_eat(&val, PD_STR("# ")))
		return false;
	key = pd_str_cut(&val, ':');
	read_field(log, key, pd_str_trim(val));
	return true;
}

void pd_unixbench_log_end(struct pd_unixbench_log *log)
{
	end_pass(log);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/lkp.h"

#include <math.h>

/*
 * What `lkp compare` prints, and robots send: a mean of each commit's runs, its
 * standard deviation in percent unless that is small, and the change from the
 * first, in percent or, for what is percent itself, in points.
 *
 *	commit/rootfs/tbox_group/testcase:
 *	  base/debian-12-x86_64/vm-2c-24g/ordermatch
 *
 *	commit:
 *	  base
 *	  625ed2bf04 ("sched/cfs: Make util/load_avg more stable")
 *
 *	            base                       slow
 *	---------------- ---------------------------
 *	         %stddev     %change         %stddev
 *	             \          |                \
 *	      1.35 ±  5%      +3.1%       1.39 ±  7%  ordermatch.time.user_time
 *	     26.60           -10.6       16.05        perf-profile.calltrace.cycles-pp.intel_idle.do_idle
 *
 * In answers the rows stand alone, and mail programs break them in two.
 */
enum {
	MAX_SIDES = 64,
	MAX_JOINED = 3,    /* lines that one row may have become */
	MAX_ROW = 1 << 12, /* bytes of a row that was broken */
	MAX_LIMITS = 16
};

struct column {
	struct pd_str mean;
	bool has_stddev;
	double stddev; /* in percent of the mean, as printed; 0: none was */
};

struct row {
	struct column column[MAX_SIDES];
	size_t n;
	struct pd_str name;
};

enum parsed { PARSED_NOT, PARSED_PART, PARSED_ROW };

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	char name[MAX_SIDES][128]; /* of the commits, as far as the text says */
	size_t n_names;
	bool in_commits, in_testcase;
	char above[1024];                  /* the line before this one */
	char testcase[512], profiled[512]; /* of this table; of the table whose profile was taken */
	bool has_profile, has_ruler;
	struct limit {
		char event[64];
		uint64_t weight; /* the least of the largest shares of its rows */
	} limit[MAX_LIMITS];
	size_t n_limits;
	char part[MAX_ROW]; /* a row that goes on in the next line */
	size_t n_part, n_joined;
	uint64_t n_stddevs, n_other_tables, n_unreadable;
};

/* ---- one row */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "± 5%", "±5%", "~ 5%", "+- 5%": what @s goes on with, taken if it is there. */
static bool eat_stddev(struct pd_str *s, double *ret)
{
	static const char *const marks[] = {"\302\261", "~", "+-"};
	struct pd_str rest = pd_str_trim(*s), word;
	bool marked = false;

	for (size_t i = 0; i < PD_ARRAY_SIZE(marks) && !marked; i++)
		marked = pd_str_eat(&rest, pd_str_of(marks[i]));
	if (!marked)
		return false;
	word = pd_str_word(&rest);
	if (word.n && !pd_str_ends(word, PD_STR("%")))
		return false;
	word.n -= word.n > 0;
	if (pd_number_parse(word, 0, ret) != PD_NUMBER_OK)
		*ret = 0;
	*s = rest;
	return true;
}

/* A mean of the robot: 26.60, 1156877, 1.234e+09. */
static bool is_mean(struct pd_str word)
{
	double v;

	return word.n && is_digit(word.p[0]) && pd_number_parse(word, 0, &v) == PD_NUMBER_OK;
}

/* "-31.3%", "-10.6", "+1.6e+12%", "+∞%". */
static bool is_change(struct pd_str word)
{
	return word.n > 1 && (word.p[0] == '+' || word.p[0] == '-') &&
	       (is_digit(word.p[1]) || (unsigned char)word.p[1] >= 0x80 ||
		pd_str_starts(pd_str_skip(word, 1), PD_STR("Inf")));
}

/* A name of the robot has a letter in front and a dot inside. */
static bool is_name(struct pd_str word)
{
	int c = word.n ? word.p[0] | 0x20 : '\0';
	size_t dot = pd_str_find(word, PD_STR("."));

	return c >= 'a' && c <= 'z' && dot > 0 && dot + 1 < word.n;
}

/* A mean, then a change and a mean for each other commit, then the name. */
static enum parsed parse(struct pd_str line, struct row *row)
{
	struct pd_str rest = line, word = pd_str_word(&rest);

	row->n = 0;
	row->name = PD_STR("");
	while (is_mean(word) && row->n < MAX_SIDES) {
		row->column[row->n].mean = word;
		row->column[row->n].stddev = 0;
		row->column[row->n].has_stddev = eat_stddev(&rest, &row->column[row->n].stddev);
		row->n++;
		word = pd_str_word(&rest);
		if (!is_change(word))
			break;
		word = pd_str_word(&rest);
	}
	if (!row->n)
		return PARSED_NOT;
	if (!word.n)
		return PARSED_PART;
	if (row->n < 2 || !is_name(word) || pd_str_trim(rest).n)
		return PARSED_NOT;
	row->name = word;
	return PARSED_ROW;
}

/* Rows of the robot's own monitors are sure, other names could stand in any table. */
static int probe(struct pd_str head)
{
	bool has_ruler = pd_str_has(head, PD_STR("%stddev"));
	struct row row;
	int sure = 0;

	while (head.n) {
		struct pd_str line = pd_str_cut(&head, '\n');

		if (line.n > MAX_ROW || parse(line, &row) != PARSED_ROW)
			continue;
		if (has_ruler || pd_str_starts(row.name, PD_STR("perf-profile.")))
			return 80;
		sure = 40;
	}
	return sure;
}

/* ---- sides */

static struct pd_str side_of(const struct reader *r, size_t i, char buf[4 + PD_NUMBER_MAX])
{
	static const char *const usual[] = {"base", "head"};
	char digits[PD_NUMBER_MAX];
	size_t n;

	if (i < r->n_names)
		return pd_str_of(r->name[i]);
	if (i < PD_ARRAY_SIZE(usual))
		return pd_str_of(usual[i]);
	n = pd_number_print(digits, (double)i);
	buf[0] = 'h', buf[1] = 'e', buf[2] = 'a', buf[3] = 'd';
	memcpy(buf + 4, digits, n);
	return (struct pd_str){buf, 4 + n};
}

static void keep(char *to, size_t room, struct pd_str s)
{
	size_t n = s.n < room ? s.n : room - 1;

	if (n)
		memcpy(to, s.p, n);
	to[n] = '\0';
}

/* ---- a row into the ledger, and among the hits */

/* Tables of several jobs stand in one mail: the profile of the first is taken. */
static bool is_of_the_profile(struct reader *r)
{
	if (!r->has_profile)
		memcpy(r->profiled, r->testcase, sizeof(r->profiled));
	r->has_profile = true;
	return !strcmp(r->profiled, r->testcase);
}

static uint64_t share_of(struct pd_str mean)
{
	double percent;

	return pd_number_parse(mean, 0, &percent) == PD_NUMBER_OK ? pd_lkp_share(percent) : 0;
}

static struct limit *limit_of(struct reader *r, struct pd_str event)
{
	size_t i = 0;

	while (i < r->n_limits && !pd_str_eq(pd_str_of(r->limit[i].event), event))
		i++;
	if (i == MAX_LIMITS || event.n >= sizeof(r->limit[i].event))
		return NULL;
	if (i == r->n_limits) {
		keep(r->limit[i].event, sizeof(r->limit[i].event), event);
		r->limit[r->n_limits++].weight = PD_PROFILE_WHOLE;
	}
	return &r->limit[i];
}

/*
 * A table has the rows that are above some share on any side, so what it does not
 * list is below the least of its rows' largest shares. Rows that someone picked
 * out for an answer say nothing of the others.
 */
static double limit_after(struct reader *r, const struct row *row, struct pd_str event)
{
	struct limit *limit = r->has_ruler ? limit_of(r, event) : NULL;
	uint64_t largest = 0;

	if (!limit)
		return PD_PROFILE_WHOLE;
	for (size_t i = 0; i < row->n; i++)
		if (share_of(row->column[i].mean) > largest)
			largest = share_of(row->column[i].mean);
	if (largest < limit->weight)
		limit->weight = largest;
	return (double)limit->weight;
}

static void read_hits(struct reader *r, const struct row *row, const struct pd_lkp_profile *p)
{
	double limit = limit_after(r, row, p->event);
	struct pd_hits *h = pd_hits_of(r->out);

	for (size_t i = 0; i < row->n; i++) {
		char buf[4 + PD_NUMBER_MAX];

		pd_hits_side(h, side_of(r, i, buf));
		pd_lkp_hit(h, p, share_of(row->column[i].mean));
		pd_hits_limit(h, pd_hits_event(h, p->event), limit);
	}
}

/*
 * The robot prints whole percents of the population's deviation, cut, and none up to 2 %:
 * taken is the most that this can mean, as a deviation of values (divisor n - 1).
 */
static void tell(struct reader *r, double mean, const struct column *c)
{
	struct pd_aggregate about = {.n = pd_ingest_count_of(r->out, 0), .spread = nan("")};
	double percent = c->has_stddev ? c->stddev + 1 : 2;

	if (about.n > 1)
		about.spread = fabs(mean) * percent / 100 *
			       sqrt((double)about.n / (double)(about.n - 1));
	else if (c->has_stddev)
		about.spread = fabs(mean) * percent / 100;
	pd_ingest_about(r->out, &about);
}

static void read_row(struct reader *r, const struct row *row)
{
	struct pd_lkp_profile p;

	for (size_t i = 0; i < row->n; i++) {
		char buf[4 + PD_NUMBER_MAX];
		uint32_t key;
		double v;

		pd_ingest_side(r->out, side_of(r, i, buf));
		key = pd_lkp_key(r->out, row->name);
		if (pd_ingest_parse(r->out, r->in, key, row->column[i].mean, &v)) {
			tell(r, v, &row->column[i]);
			pd_ingest_run(r->out, key, v);
		}
		r->n_stddevs += row->column[i].has_stddev;
	}
	if (!pd_lkp_profile(row->name, &p))
		return;
	if (is_of_the_profile(r))
		read_hits(r, row, &p);
	else
		r->n_other_tables++;
}

/* ---- lines */

/* `  625ed2bf04 ("sched/cfs: ...")` names a commit, until a line is empty. */
static void read_commit(struct reader *r, struct pd_str line)
{
	struct pd_str rest = line, word = pd_str_word(&rest);

	r->in_commits = word.n > 0;
	if (!word.n || r->n_names == MAX_SIDES)
		return;
	keep(r->name[r->n_names], sizeof(r->name[0]), word);
	pd_ingest_declare_side(r->out, pd_str_of(r->name[r->n_names++]));
}

static void read_testcase(struct reader *r, struct pd_str line)
{
	r->in_testcase = false;
	keep(r->testcase, sizeof(r->testcase), pd_str_trim(line));
	pd_ingest_label(r->out, PD_STR("testcase"), pd_str_of(r->testcase));
}

/* "---------------- ------------": the words above its dashes are commits, where no list says so. */
static size_t groups_of_ruler(struct pd_str line)
{
	size_t n = 0;

	while (pd_str_trim(line).n) {
		struct pd_str word = pd_str_word(&line);

		for (size_t i = 0; i < word.n; i++)
			if (word.p[i] != '-')
				return 0;
		n += word.n >= 8;
	}
	return n;
}

static void read_ruler(struct reader *r, struct pd_str line)
{
	size_t n = groups_of_ruler(line), n_words = 0;
	struct pd_str rest = pd_str_of(r->above);

	r->has_ruler = r->has_ruler || n > 1;
	if (n < 2 || r->n_names)
		return;
	while (pd_str_word(&rest).n)
		n_words++;
	rest = pd_str_of(r->above);
	for (size_t i = 0; i < n && n_words == n; i++)
		read_commit(r, pd_str_word(&rest));
	r->in_commits = false;
}

/* Heads of tables; true if @line is of one. */
static bool read_head(struct reader *r, struct pd_str line)
{
	struct pd_str text = pd_str_trim(line);

	if (r->in_commits) {
		read_commit(r, text);
		return r->in_commits;
	}
	if (r->in_testcase) {
		read_testcase(r, text);
		return true;
	}
	r->in_testcase = pd_str_ends(text, PD_STR("/testcase:"));
	r->in_commits = pd_str_eq(text, PD_STR("commit:"));
	if (r->in_commits)
		r->n_names = 0;
	return r->in_commits || r->in_testcase;
}

/* `0:4  25%  1:4  dmesg.WARNING`: how many runs failed, of how many. */
static bool is_failure_row(struct pd_str line)
{
	struct pd_str rest = line, word = pd_str_word(&rest);
	size_t colon = pd_str_find(word, PD_STR(":"));

	for (size_t i = 0; i < word.n; i++)
		if (!is_digit(word.p[i]) && i != colon)
			return false;
	while (pd_str_trim(rest).n)
		word = pd_str_word(&rest);
	return colon < line.n && is_name(word) && pd_str_has(line, PD_STR("%"));
}

static void forget_part(struct reader *r)
{
	r->n_part = r->n_joined = 0;
}

/* What a mail program broke is put together again; false if that makes no sense. */
static bool keep_part(struct reader *r, struct pd_str line)
{
	if (r->n_joined == MAX_JOINED || line.n + 1 > MAX_ROW - r->n_part)
		return false;
	memcpy(r->part + r->n_part, line.p, line.n);
	r->part[r->n_part + line.n] = ' ';
	r->n_part += line.n + 1;
	r->n_joined++;
	return true;
}

static bool try_joined(struct reader *r, struct pd_str line)
{
	struct row row;
	enum parsed parsed;

	if (!r->n_part || !keep_part(r, line))
		return false;
	parsed = parse((struct pd_str){r->part, r->n_part}, &row);
	if (parsed == PARSED_ROW)
		read_row(r, &row);
	if (parsed != PARSED_PART)
		forget_part(r);
	return parsed != PARSED_NOT;
}

static void read_line(struct reader *r, struct pd_str line)
{
	struct row row;

	read_ruler(r, line);
	keep(r->above, sizeof(r->above), line);
	if (line.n >= MAX_ROW || !pd_str_trim(line).n || read_head(r, line)) {
		r->in_commits = r->in_commits && pd_str_trim(line).n;
		forget_part(r);
		return;
	}
	if (try_joined(r, line))
		return;
	forget_part(r);
	switch (parse(line, &row)) {
	case PARSED_ROW:
		read_row(r, &row);
		break;
	case PARSED_PART:
		(void)keep_part(r, line);
		break;
	case PARSED_NOT:
		r->n_unreadable += is_failure_row(line);
		break;
	}
}

static void note_omissions(const struct reader *r)
{
	if (r->n_stddevs && !pd_ingest_count_of(r->out, 0))
		pd_ingest_note(r->out, "summary-only", 0,
			       "the table holds means and %llu standard deviations, and does not "
			       "say of how many runs: --runs=N does; matrix.json has the runs",
			       (unsigned long long)r->n_stddevs);
	if (r->n_other_tables)
		pd_ingest_note(r->out, "ambiguous", r->n_other_tables,
			       "%llu rows of profiles of further tables left out: a file has one",
			       (unsigned long long)r->n_other_tables);
	if (r->n_unreadable)
		pd_ingest_note(r->out, "not-available", r->n_unreadable,
			       "%llu rows that count failures left out",
			       (unsigned long long)r->n_unreadable);
}

static int read_lkp_profile(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out};
	struct pd_str line;

	while (pd_input_line(in, &line))
		read_line(&r, line);
	note_omissions(&r);
	return 0;
}

const struct pd_format pd_format_lkp_profile = {
	.name = "lkp-profile",
	.what = "tables of lkp compare and of the kernel test robot's mails, perf-profile rows and all",
	.probe = probe,
	.read = read_lkp_profile,
};

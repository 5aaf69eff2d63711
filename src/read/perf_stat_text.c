/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat_text.h"

#include "base/str.h"
#include "read/digits.h"
#include "read/perf_stat.h"
#include "read/perf_stat_place.h"

/*
 *	            205.74 msec task-clock                       #    0.819 CPUs utilized            ( +-  4.47% )
 *	               594      context-switches                 #    2.571 K/sec                    ( +- 85.18% )
 *	   <not supported>      cycles
 *	         1,234,567      cycles                    #    1.023 GHz                      (83.32%)
 *	                                                  #    0.52  stalled cycles per insn
 *	            230.89 msec task-clock                       user.slice #    1.943 CPUs utilized
 *	          0.408460      task-clock (msec)         #    0.573 CPUs utilized		before 4.20
 *	     0.100638782             202.89 msec task-clock	-I
 *	S0-D0-C0           1             139.48 msec task-clock	--per-core, of 1 processor
 *	              sh-454           <not counted> msec task-clock	--per-thread
 *
 * In the user's locale: "2 829,91 msec" and "15.766      context-switches".
 */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_number(char c)
{
	return is_digit(c) || c == '.' || c == ',' || c == '\'' || c == '-' || c == '\342' ||
	       c == '\200' || c == '\231';
}

/* "443" and "829,91" go on where a blank separates thousands. */
static size_t group_at(struct pd_str s)
{
	size_t n = 0, n_digits = 0;

	while (n_digits < s.n && is_digit(s.p[n_digits]))
		n_digits++;
	if (n_digits != 3)
		return 0;
	for (n = n_digits; n < s.n && is_number(s.p[n]); n++)
		;
	return n == s.n || pd_str_is_blank(s.p[n]) ? n : 0;
}

/* The number in front, with blanks between its thousands; *s moved past it. */
static struct pd_str eat_number(struct pd_str *s)
{
	struct pd_str number = {s->p, 0};
	size_t more;

	if (!s->n || (!is_digit(s->p[0]) && s->p[0] != '-'))
		return number;
	while (number.n < s->n && is_number(s->p[number.n]))
		number.n++;
	while (number.n < s->n && s->p[number.n] == ' ') {
		more = group_at(pd_str_skip(*s, number.n + 1));
		if (!more)
			break;
		number.n += 1 + more;
	}
	*s = pd_str_skip(*s, number.n);
	return number;
}

/*
 * Counts have no decimals, all else has two, or six of old, never three: so
 * three digits behind the last separator are thousands, but for "0.123".
 */
static struct pd_str literal_of(struct pd_str s, char buf[PD_NUMBER_MAX])
{
	size_t n = s.n;
	bool thousands;

	while (n && is_digit(s.p[n - 1]))
		n--;
	thousands = n && s.n - n == 3 && s.p[0] != '0';
	return thousands || (n && s.p[n - 1] == ' ') ? pd_digits_count(s, buf)
						     : pd_digits_decimal(s, buf);
}

/*
 * Takes what stands in parentheses at the end: "( +-  4.47% )" and "(83.32%)".
 */
static bool cut_parentheses(struct pd_str *s, struct pd_str *ret)
{
	struct pd_str text = pd_str_trim(*s);
	size_t n = text.n;

	if (!pd_str_ends(text, PD_STR(")")))
		return false;
	while (n && text.p[n - 1] != '(')
		n--;
	if (!n)
		return false;
	*ret = pd_str_trim((struct pd_str){text.p + n, text.n - n - 1});
	if (!pd_str_ends(*ret, PD_STR("%")))
		return false;
	ret->n--;
	*s = (struct pd_str){text.p, n - 1};
	return true;
}

static struct pd_str read_annotations(struct pd_str line, struct pd_perf_stat_row *row)
{
	struct pd_str text;

	while (cut_parentheses(&line, &text)) {
		if (pd_str_eat(&text, PD_STR("+-")))
			row->spread = pd_digits_decimal(pd_str_trim(text), row->spread_buf);
		else
			row->running = text;
	}
	return line;
}

/* Behind the "#". Always with decimals, never with separators of thousands. */
static void read_metric(struct pd_str text, struct pd_perf_stat_row *row)
{
	struct pd_str number;

	text = pd_str_trim(text);
	number = text;
	number.n = 0;
	while (number.n < text.n && !pd_str_is_blank(text.p[number.n]) && text.p[number.n] != '%')
		number.n++;
	if (!number.n)
		return;
	row->metric = pd_digits_decimal(number, row->metric_buf);
	row->metric_unit = pd_str_trim(pd_str_skip(text, number.n));
}

static bool has_letter(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= 'A' && s.p[i] <= 'Z'))
			return true;
	return false;
}

/* A unit stands one blank behind the number, an event without one stands farther off. */
static bool read_names(struct pd_str text, struct pd_perf_stat_row *row)
{
	struct pd_str first, word[3] = {
				     {"", 0},
                                     {"", 0},
                                     {"", 0}
        };
	bool has_unit = text.n > 1 && pd_str_is_blank(text.p[0]) && !pd_str_is_blank(text.p[1]);
	size_t n = 0;

	for (first = pd_str_word(&text); first.n && n < 3; first = pd_str_word(&text))
		word[n++] = first;
	if (!n || first.n)
		return false;
	has_unit = has_unit && n > 1;
	row->unit = has_unit ? word[0] : PD_STR("");
	row->event = word[has_unit];
	row->cgroup = has_unit ? word[2] : word[1];
	if (pd_str_eq(row->cgroup, PD_STR("(msec)"))) {
		row->unit = PD_STR("msec");
		row->cgroup = PD_STR("");
	}
	return has_letter(row->event) && (has_unit || n < 3);
}

/* From the value on. */
static bool read_count(struct pd_str text, struct pd_perf_stat_row *row)
{
	struct pd_str number, left;
	size_t hash;

	text = read_annotations(pd_str_trim(text), row);
	for (hash = 0; hash < text.n; hash++)
		if (text.p[hash] == '#' && (!hash || pd_str_is_blank(text.p[hash - 1])))
			break;
	read_metric(pd_str_skip(text, hash + 1), row);
	left = (struct pd_str){text.p, hash};
	if (!hash)
		return row->metric.n > 0 && row->metric_unit.n > 0;
	number = eat_number(&left);
	row->value = literal_of(number, row->value_buf);
	if (!number.n) {
		size_t end = pd_str_find(left, PD_STR(">"));

		row->value = (struct pd_str){left.p, end < left.n ? end + 1 : 0};
		left = pd_str_skip(left, row->value.n);
		if (!pd_perf_stat_is_absent(row->value))
			return false;
	}
	return read_names(left, row);
}

/* A comm may hold blanks and dashes: what stands behind its number tells. */
static bool read_thread(struct pd_str text, struct pd_perf_stat_row *row)
{
	enum { COMM = 64 };

	for (size_t i = 1; i < text.n && i < COMM; i++) {
		struct pd_perf_stat_row found = {.time = row->time};

		if (!pd_str_is_blank(text.p[i]) || !is_digit(text.p[i - 1]))
			continue;
		if (pd_perf_stat_place_thread((struct pd_str){text.p, i}, row) &&
		    read_count(pd_str_skip(text, i), &found))
			return read_count(pd_str_skip(text, i), row);
	}
	return false;
}

bool pd_perf_stat_text(struct pd_str line, struct pd_perf_stat_row *row)
{
	struct pd_str rest = pd_str_trim(line), word, after;
	bool has_cpus;

	*row = (struct pd_perf_stat_row){.is_text = true};
	after = rest;
	word = pd_str_word(&after);
	if (pd_perf_stat_place_time(word)) {
		row->time = word;
		rest = pd_str_trim(after);
		after = rest;
		word = pd_str_word(&after);
	}
	if (pd_perf_stat_place(word, row, &has_cpus)) {
		if (has_cpus)
			row->n_cpus = pd_str_word(&after);
		return read_count(after, row);
	}
	if (rest.n && (is_digit(rest.p[0]) || rest.p[0] == '<' || rest.p[0] == '#'))
		return read_count(rest, row);
	return read_thread(rest, row);
}

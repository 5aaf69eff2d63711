/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/moment.h"

#include "base/number.h"
#include "base/str.h"

struct date {
	uint64_t year, month, day; /* from 1 */
};

struct clock {
	uint64_t hour, minute;
	double second;
};

/* Exactly @n digits. */
static bool eat_digits(struct pd_str *s, size_t n, uint64_t *ret)
{
	struct pd_str digits = {s->p, n};

	if (s->n < n || !pd_number_parse_u64(digits, ret))
		return false;
	*s = pd_str_skip(*s, n);
	return true;
}

static bool is_leap(uint64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool exists(const struct date *d)
{
	static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	if (d->year < 1970 || d->month < 1 || d->month > 12 || d->day < 1)
		return false;
	return d->day <= days[d->month - 1] + (uint64_t)(d->month == 2 && is_leap(d->year));
}

/* Days since 1970-01-01 in the Gregorian calendar; years begin in March here. */
static uint64_t days_of(const struct date *d)
{
	uint64_t year = d->month > 2 ? d->year : d->year - 1;
	uint64_t month = d->month > 2 ? d->month - 3 : d->month + 9;
	uint64_t of_year = (153 * month + 2) / 5 + d->day - 1;

	return year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719468;
}

static double seconds_of(const struct date *d, const struct clock *c)
{
	return (double)(days_of(d) * 86400 + c->hour * 3600 + c->minute * 60) + c->second;
}

/* "12", "12.25", "12,25"; 60 is a leap second. Nanoseconds are the finest that is read. */
static bool eat_second(struct pd_str *s, double *ret)
{
	uint64_t whole, digit;
	double unit = 1, fraction = 0;
	unsigned int n = 0;

	if (!eat_digits(s, 2, &whole) || whole > 60)
		return false;
	if (pd_str_eat(s, PD_STR(".")) || pd_str_eat(s, PD_STR(",")))
		while (eat_digits(s, 1, &digit)) {
			if (n++ >= 9)
				continue;
			fraction = fraction * 10 + (double)digit;
			unit *= 10;
		}
	*ret = (double)whole + fraction / unit;
	return true;
}

/* "14:31:12.25", "14:31" */
static bool eat_clock(struct pd_str *s, struct clock *ret)
{
	struct clock c = {0};

	if (!eat_digits(s, 2, &c.hour) || c.hour > 23 || !pd_str_eat(s, PD_STR(":")) ||
	    !eat_digits(s, 2, &c.minute) || c.minute > 59)
		return false;
	if (pd_str_eat(s, PD_STR(":")) && !eat_second(s, &c.second))
		return false;
	*ret = c;
	return true;
}

/* "Z", "+01:00", "+0100", "-08" at the end of @s: seconds east of Greenwich. */
static bool parse_zone(struct pd_str s, double *ret)
{
	bool west = s.n && s.p[0] == '-';
	uint64_t hour, minute = 0;

	*ret = 0;
	if (!s.n || pd_str_eq(s, PD_STR("Z")) || pd_str_eq(s, PD_STR("UTC")))
		return true;
	if (!pd_str_eat(&s, west ? PD_STR("-") : PD_STR("+")) || !eat_digits(&s, 2, &hour))
		return false;
	(void)pd_str_eat(&s, PD_STR(":"));
	if ((s.n && !eat_digits(&s, 2, &minute)) || s.n || hour > 23 || minute > 59)
		return false;
	*ret = (double)(hour * 3600 + minute * 60) * (west ? -1 : 1);
	return true;
}

static bool parse_iso(struct pd_str s, double *ret)
{
	struct clock c = {0};
	struct date d;
	double east = 0;

	if (!eat_digits(&s, 4, &d.year) || !pd_str_eat(&s, PD_STR("-")) ||
	    !eat_digits(&s, 2, &d.month) || !pd_str_eat(&s, PD_STR("-")) ||
	    !eat_digits(&s, 2, &d.day) || !exists(&d))
		return false;
	if (s.n) {
		if (!pd_str_eat(&s, PD_STR("T")) && !pd_str_eat(&s, PD_STR(" ")))
			return false;
		if (!eat_clock(&s, &c) || !parse_zone(pd_str_trim(s), &east))
			return false;
	}
	*ret = seconds_of(&d, &c) - east;
	return true;
}

static uint64_t month_named(struct pd_str word)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (uint64_t i = 0; i < 12; i++)
		if (pd_str_eq(word, (struct pd_str){names + 3 * i, 3}))
			return i + 1;
	return 0;
}

static bool is_zone_name(struct pd_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (word.p[i] < 'A' || word.p[i] > 'Z')
			return false;
	return word.n >= 1 && word.n <= 5;
}

/* The name of the day is not checked: it says nothing that the date does not. */
static bool parse_ctime(struct pd_str s, double *ret)
{
	struct pd_str weekday = pd_str_word(&s), month = pd_str_word(&s), day = pd_str_word(&s);
	struct pd_str of_day = pd_str_word(&s), year = pd_str_word(&s);
	struct clock c;
	struct date d = {.month = month_named(month)};

	if (is_zone_name(year))
		year = pd_str_word(&s);
	if (pd_str_find(of_day, PD_STR(":")) == of_day.n) {
		struct pd_str other = of_day;

		of_day = year;
		year = other;
	}
	if (weekday.n != 3 || !eat_clock(&of_day, &c) || of_day.n)
		return false;
	if (!pd_number_parse_u64(day, &d.day) || !eat_digits(&year, 4, &d.year) || year.n ||
	    pd_str_trim(s).n || !exists(&d))
		return false;
	*ret = seconds_of(&d, &c);
	return true;
}

bool pd_moment_parse(struct pd_str s, double *ret)
{
	s = pd_str_trim(s);
	return parse_iso(s, ret) || parse_ctime(s, ret);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/lock_table.h"

#include "base/number.h"
#include "base/str.h"
#include "read/hits.h"

#include <math.h>

static const char *const names[PD_N_LOCK_COLUMNS] = {
	[PD_LOCK_COLUMN_CONTENDED] = "contended",   [PD_LOCK_COLUMN_ACQUIRED] = "acquired",
	[PD_LOCK_COLUMN_TOTAL_WAIT] = "total wait", [PD_LOCK_COLUMN_MAX_WAIT] = "max wait",
	[PD_LOCK_COLUMN_MIN_WAIT] = "min wait",     [PD_LOCK_COLUMN_AVG_WAIT] = "avg wait",
};

/* What stands behind the numbers; of -x in the second line. */
static const struct tail {
	enum pd_lock_view view;
	const char *first, *last; /* fields of the header */
	const char *more;         /* a third one in some layouts of -x */
} tails[] = {
	{PD_LOCK_VIEW_CALLER,  "type",    "caller", "stacktrace"},
	{PD_LOCK_VIEW_THREAD,  "pid",     "comm",   ""          },
	{PD_LOCK_VIEW_OWNER,   "pid",     "owner",  ""          },
	{PD_LOCK_VIEW_ADDRESS, "address", "symbol", "type"      },
	{PD_LOCK_VIEW_CGROUP,  "cgroup",  "",       ""          },
};

static bool is_count(enum pd_lock_column column)
{
	return column == PD_LOCK_COLUMN_CONTENDED || column == PD_LOCK_COLUMN_ACQUIRED;
}

static bool eat_name(struct pd_str *line, enum pd_lock_column *ret)
{
	*line = pd_str_trim(*line);
	for (unsigned i = 0; i < PD_N_LOCK_COLUMNS; i++) {
		*ret = (enum pd_lock_column)i;
		if (pd_str_eat(line, pd_str_of(names[i])))
			return true;
	}
	return false;
}

struct pd_str pd_lock_table_field(const struct pd_lock_table *t, struct pd_str *rest)
{
	struct pd_str separator = pd_str_of(t->separator), field = *rest;

	if (!separator.n)
		return pd_str_word(rest);
	field.n = pd_str_find(*rest, separator);
	*rest = pd_str_skip(*rest, field.n + separator.n);
	return pd_str_trim(field);
}

static enum pd_lock_view view_of(const struct pd_lock_table *t, struct pd_str rest)
{
	struct pd_str first = pd_lock_table_field(t, &rest), last = pd_lock_table_field(t, &rest),
		      more = pd_lock_table_field(t, &rest);

	for (size_t i = 0; i < PD_ARRAY_SIZE(tails); i++)
		if (pd_str_eq(first, pd_str_of(tails[i].first)) &&
		    pd_str_eq(last, pd_str_of(tails[i].last)) &&
		    (!more.n || pd_str_eq(more, pd_str_of(tails[i].more))))
			return tails[i].view;
	return PD_LOCK_VIEW_NONE;
}

/* ", " in "# output: contended, total wait, ...": what stands before the blank. */
static bool eat_separator(struct pd_lock_table *t, struct pd_str *line)
{
	struct pd_str rest = *line, separator = pd_str_cut(&rest, ' ');

	if (t->n == 1) {
		if (!separator.n || separator.n >= sizeof(t->separator))
			return false;
		memcpy(t->separator, separator.p, separator.n);
	}
	return pd_str_eat(line, pd_str_of(t->separator));
}

/*
 *	 contended   total wait     max wait     avg wait         type   caller
 *	# output: contended, total wait, max wait, avg wait, type, caller
 *	                Name   acquired  contended     avg wait   total wait
 */
bool pd_lock_table_header(struct pd_str line, struct pd_lock_table *ret)
{
	struct pd_lock_table t = {0};
	bool has_separator, is_report;

	line = pd_str_trim(line);
	has_separator = pd_str_eat(&line, PD_STR("# output:"));
	is_report = !has_separator && pd_str_eat(&line, PD_STR("Name "));
	while (t.n < PD_LOCK_TABLE_COLUMNS && eat_name(&line, &t.column[t.n])) {
		t.n++;
		if (has_separator && !eat_separator(&t, &line))
			return false;
	}
	if (!t.n)
		return false;
	line = pd_str_trim(line);
	t.view = is_report && !line.n ? PD_LOCK_VIEW_NAME : view_of(&t, line);
	if (t.view == PD_LOCK_VIEW_NONE || (is_report && line.n))
		return false;
	*ret = t;
	return true;
}

static bool has(const struct pd_lock_table *t, enum pd_lock_column column)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->column[i] == column)
			return true;
	return false;
}

bool pd_lock_table_has_wait(const struct pd_lock_table *t)
{
	return has(t, PD_LOCK_COLUMN_TOTAL_WAIT) ||
	       (has(t, PD_LOCK_COLUMN_AVG_WAIT) && has(t, PD_LOCK_COLUMN_CONTENDED));
}

/* "43.03" and "ms" in ns, and by how much two decimals may be off. */
static bool time_of(struct pd_str number, struct pd_str unit, double *ret_ns, double *ret_rounding)
{
	static const struct unit {
		const char *text;
		int shift;
		double factor;
	} units[] = {
		{"ns",  0, 1   },
                {"us",  3, 1   },
                {"ms",  6, 1   },
                {"s",   9, 1   },
		{"m",   9, 60  },
                {"min", 9, 60  },
                {"h",   9, 3600}
        };

	for (size_t i = 0; i < PD_ARRAY_SIZE(units); i++) {
		if (!pd_str_eq(unit, pd_str_of(units[i].text)))
			continue;
		if (pd_number_parse(number, units[i].shift, ret_ns) != PD_NUMBER_OK)
			return false;
		*ret_ns *= units[i].factor;
		*ret_rounding = i ? 0.005 * pow(10, units[i].shift) * units[i].factor : 0;
		return true;
	}
	return false;
}

/* What a row holds, by column. */
struct cells {
	double value[PD_N_LOCK_COLUMNS], rounding[PD_N_LOCK_COLUMNS];
};

static bool set(struct cells *cells, enum pd_lock_column column, struct pd_str number,
		struct pd_str unit)
{
	cells->rounding[column] = 0;
	if (unit.n)
		return time_of(number, unit, &cells->value[column], &cells->rounding[column]);
	return pd_number_parse(number, 0, &cells->value[column]) == PD_NUMBER_OK;
}

/* Numbers first. Units stand apart, and -x has none. */
static bool cells_from_left(const struct pd_lock_table *t, struct pd_str *line, struct cells *cells,
			    const char **ret_at)
{
	for (size_t i = 0; i < t->n; i++) {
		struct pd_str number = pd_lock_table_field(t, line), unit = {NULL, 0};

		*ret_at = number.p;
		if (!t->separator[0] && !is_count(t->column[i]))
			unit = pd_lock_table_field(t, line);
		if (!set(cells, t->column[i], number, unit))
			return false;
	}
	return true;
}

/* The name first, which may hold blanks. */
static bool cells_from_right(const struct pd_lock_table *t, struct pd_str *line,
			     struct cells *cells, const char **ret_at)
{
	for (size_t i = t->n; i--;) {
		struct pd_str unit = {NULL, 0}, number;

		if (!is_count(t->column[i]))
			unit = pd_str_last_word(line);
		number = pd_str_last_word(line);
		*ret_at = number.p;
		if (!set(cells, t->column[i], number, unit))
			return false;
	}
	return true;
}

/* 2^63 ns are 292 years. */
static bool fits(double v)
{
	return v >= 0 && v < 9223372036854775808.0;
}

bool pd_lock_table_row(const struct pd_lock_table *t, struct pd_str line, struct pd_lock_row *ret,
		       const char **ret_at)
{
	struct cells cells = {0};
	double contended = 1, wait, rounding;

	if (t->view == PD_LOCK_VIEW_NAME ? !cells_from_right(t, &line, &cells, ret_at)
					 : !cells_from_left(t, &line, &cells, ret_at))
		return false;
	if (has(t, PD_LOCK_COLUMN_CONTENDED))
		contended = cells.value[PD_LOCK_COLUMN_CONTENDED];
	wait = cells.value[PD_LOCK_COLUMN_TOTAL_WAIT];
	rounding = cells.rounding[PD_LOCK_COLUMN_TOTAL_WAIT];
	if (!has(t, PD_LOCK_COLUMN_TOTAL_WAIT)) {
		wait = cells.value[PD_LOCK_COLUMN_AVG_WAIT] * contended;
		rounding = cells.rounding[PD_LOCK_COLUMN_AVG_WAIT] * contended;
	}
	if (!fits(wait) || !fits(contended))
		return false;
	*ret = (struct pd_lock_row){.wait_ns = (uint64_t)(wait + 0.5),
				    .rounding = rounding,
				    .hits = has(t, PD_LOCK_COLUMN_CONTENDED) ? (uint64_t)contended
									     : PD_HITS_UNKNOWN,
				    .rest = pd_str_trim(line)};
	return true;
}

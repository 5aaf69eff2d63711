/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_columns.h"

#include "base/str.h"

#include <string.h>

/*
 *	# Overhead       Samples  Command     Shared Object         Symbol
 *	# ........  ............  ..........  ....................  ........................
 *
 *	# Children      Self  Shared Object       Symbol                IPC   [IPC Coverage]
 *	# ........  ........  ..................  ....................  ....................
 *
 *	#           ---------- Cache -----------  --- Snoop ----
 *	# Overhead       L1     L2 L1-buf  Other     HitM  Other  Command
 *	# ........  ............................  ..............  ..........
 */
static const struct {
	const char *name;
	enum pd_perf_column kind;
} names[] = {
	{"Overhead",             PD_PERF_OVERHEAD       },
	{"Children",             PD_PERF_CHILDREN       },
	{"Self",		 PD_PERF_SELF           },
	{"Latency",              PD_PERF_LATENCY        },
	{"Samples",              PD_PERF_SAMPLES        },
	{"Period",               PD_PERF_PERIOD         },
	{"Command",              PD_PERF_COMMAND        },
	{"Pid:Command",          PD_PERF_PID_COMMAND    },
	{"Tid:Command",          PD_PERF_PID_COMMAND    },
	{"Shared Object",        PD_PERF_DSO            },
	{"Source Shared Object", PD_PERF_DSO            },
	{"Symbol",               PD_PERF_SYMBOL         },
	{"Source Symbol",        PD_PERF_SYMBOL         },
	{"Source:Line",          PD_PERF_PLACE          },
	{"Source File",          PD_PERF_PLACE          },
	{"Data Symbol",          PD_PERF_DATA_SYMBOL    },
	{"Memory access",        PD_PERF_MEMORY_ACCESS  },
	{"Snoop",                PD_PERF_SNOOP          },
	{"TLB access",           PD_PERF_TLB            },
	{"Locked",               PD_PERF_LOCKED         },
	{"Blocked",              PD_PERF_BLOCKED        },
	{"Weight",               PD_PERF_WEIGHT         },
	{"Local Weight",         PD_PERF_LOCAL_WEIGHT   },
	{"INSTR Latency",        PD_PERF_LATENCY_OF_ALL },
	{"Local INSTR Latency",  PD_PERF_LATENCY_OF_EACH},
	{"Baseline",             PD_PERF_FOREIGN        },
	{"Delta Abs",            PD_PERF_FOREIGN        },
	{"Delta",                PD_PERF_FOREIGN        },
};

/* Names that stand in no table of ours, but tell that a line is one of names. */
static const char *const others[] = {
	"sys",
	"usr",
	"guest sys",
	"guest usr",
	"CPU",
	"Cgroup",
	"Time",
	"Parent symbol",
	"Target Symbol",
	"Target Shared Object",
	"Code Page Size",
	"Trace output",
};

static enum pd_perf_column kind_of(struct pd_str name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		if (pd_str_eq(name, pd_str_of(names[i].name)))
			return names[i].kind;
	return PD_PERF_OTHER;
}

static bool is_name(struct pd_str name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(others); i++)
		if (pd_str_eq(name, pd_str_of(others[i])))
			return true;
	return kind_of(name) != PD_PERF_OTHER;
}

static struct pd_str stretch(struct pd_str s, size_t from, size_t to)
{
	to = to < s.n ? to : s.n;
	return from < to ? (struct pd_str){s.p + from, to - from} : PD_STR("");
}

/* The next part of a text whose parts have two blanks or more between them. */
static struct pd_str wide_word(struct pd_str *s)
{
	size_t at;
	struct pd_str word;

	*s = pd_str_trim(*s);
	at = pd_str_find(*s, PD_STR("  "));
	word = stretch(*s, 0, at);
	*s = pd_str_skip(*s, at);
	return word;
}

static void add(struct pd_perf_columns *c, enum pd_perf_column kind, size_t start)
{
	if (c->at[kind] == PD_PERF_NO_COLUMN)
		c->at[kind] = (int)c->n;
	c->kind[c->n] = kind;
	c->start[c->n++] = start;
}

static void clear(struct pd_perf_columns *c)
{
	*c = (struct pd_perf_columns){0};
	for (size_t i = 0; i < PD_PERF_COLUMN_KINDS; i++)
		c->at[i] = PD_PERF_NO_COLUMN;
}

bool pd_perf_columns_are_names(struct pd_str line)
{
	return pd_str_eat(&line, PD_STR("# ")) && is_name(wide_word(&line));
}

static bool gives_weights(const struct pd_perf_columns *c)
{
	static const enum pd_perf_column kinds[] = {PD_PERF_OVERHEAD, PD_PERF_CHILDREN,
						    PD_PERF_SELF,     PD_PERF_LATENCY,
						    PD_PERF_SAMPLES,  PD_PERF_PERIOD};

	if (c->at[PD_PERF_FOREIGN] != PD_PERF_NO_COLUMN)
		return false;
	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++)
		if (c->at[kinds[i]] != PD_PERF_NO_COLUMN)
			return true;
	return false;
}

bool pd_perf_columns_is_ruler(struct pd_str line)
{
	if (!pd_str_eat(&line, PD_STR("# .")))
		return false;
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != '.' && line.p[i] != ' ')
			return false;
	return true;
}

/*
 *	#       Overhead       Samples  Command / Shared Object / Symbol
 *	# ............................  ................................
 */
static bool take_tree(struct pd_perf_columns *c, struct pd_str numbers, struct pd_str tree)
{
	while (numbers.n && c->n < PD_PERF_MAX_COLUMNS) {
		struct pd_str name = wide_word(&numbers);

		if (name.n)
			add(c, kind_of(name), 0);
	}
	while (tree.n && c->n_levels < PD_PERF_MAX_LEVELS) {
		size_t at = pd_str_find(tree, PD_STR(" / "));

		c->level[c->n_levels++] = kind_of(pd_str_trim(stretch(tree, 0, at)));
		tree = pd_str_skip(tree, at + 3);
	}
	return gives_weights(c);
}

/* Where the next run of dots starts, from @at on; the length of @ruler if there is none. */
static size_t next_run(struct pd_str ruler, size_t at)
{
	while (at < ruler.n && ruler.p[at] == '.')
		at++;
	while (at < ruler.n && ruler.p[at] != '.')
		at++;
	return at;
}

bool pd_perf_columns_ruled(struct pd_perf_columns *c, struct pd_str header, struct pd_str ruler)
{
	size_t start = next_run(ruler, 0), next;

	clear(c);
	for (; start < ruler.n && c->n < PD_PERF_MAX_COLUMNS; start = next) {
		struct pd_str name;

		next = next_run(ruler, start);
		name = stretch(header, start, next < ruler.n ? next : header.n);
		name = pd_str_trim(name);
		if (c->n == 1 && pd_str_has(name, PD_STR(" / "))) {
			struct pd_str numbers = stretch(header, 1, start);

			clear(c);
			return take_tree(c, pd_str_trim(numbers), name);
		}
		add(c, kind_of(name), c->n ? start : 0);
	}
	return gives_weights(c);
}

/* What stands between the first name and the second, without the padding before it. */
static bool find_separator(struct pd_perf_columns *c, struct pd_str line)
{
	size_t i = 0, n = 0;

	while (i < line.n &&
	       (pd_str_is_blank(line.p[i]) ? line.p[i] == ' ' || !i
					   : (line.p[i] | 32) >= 'a' && (line.p[i] | 32) <= 'z'))
		i++;
	/* A ':' is part of "Pid:Command" only if such a name comes first. */
	while (i + n < line.n && n < sizeof(c->separator) - 1 && line.p[i + n] != ' ' &&
	       !((line.p[i + n] | 32) >= 'a' && (line.p[i + n] | 32) <= 'z'))
		n++;
	if (!n || i + n >= line.n || !is_name(pd_str_trim(stretch(line, 0, i))))
		return false;
	memcpy(c->separator, line.p + i, n);
	c->n_separator = n;
	return true;
}

static struct pd_str separator_of(const struct pd_perf_columns *c)
{
	return (struct pd_str){c->separator, c->n_separator};
}

bool pd_perf_columns_separated(struct pd_perf_columns *c, struct pd_str line)
{
	clear(c);
	if (!pd_str_eat(&line, PD_STR("# ")) || !find_separator(c, line))
		return false;
	while (line.n && c->n < PD_PERF_MAX_COLUMNS) {
		size_t at = pd_str_find(line, separator_of(c));
		struct pd_str name = pd_str_trim(stretch(line, 0, at));

		if (c->n == 1 && !is_name(name))
			return false;
		add(c, kind_of(name), 0);
		line = pd_str_skip(line, at + c->n_separator);
	}
	return c->n > 1 && gives_weights(c);
}

static bool cut_separated(const struct pd_perf_columns *c, struct pd_str row, struct pd_str *cell)
{
	for (size_t i = 0; i < c->n; i++) {
		size_t at = i + 1 < c->n ? pd_str_find(row, separator_of(c)) : row.n;

		if (i + 1 < c->n && at == row.n)
			return false;
		cell[i] = pd_str_trim(stretch(row, 0, at));
		row = pd_str_skip(row, at + c->n_separator);
	}
	return true;
}

/* The numbers in front of a tree; what is left of the row is the last cell. */
static bool cut_tree(const struct pd_perf_columns *c, struct pd_str row, struct pd_str *cell)
{
	for (size_t i = 0; i < c->n; i++) {
		cell[i] = pd_str_word(&row);
		if (!cell[i].n)
			return false;
	}
	return true;
}

/*
 * Rows that lost blanks at their front, or got some: two blanks stand between
 * cells all the same, and no cell is empty if there are as many as columns.
 */
static bool cut_moved(const struct pd_perf_columns *c, struct pd_str row, struct pd_str *cell)
{
	for (size_t i = 0; i < c->n; i++) {
		cell[i] = wide_word(&row);
		if (!cell[i].n)
			return false;
	}
	return !pd_str_trim(row).n;
}

static bool cut_ruled(const struct pd_perf_columns *c, struct pd_str row, struct pd_str *cell)
{
	for (size_t i = 0; i < c->n; i++) {
		size_t start = c->start[i], end = i + 1 < c->n ? c->start[i + 1] : row.n;

		/* Two blanks stand between columns: a cell that reaches into them is not one. */
		if (i && start <= row.n && !pd_str_is_blank(row.p[start - 1]))
			return false;
		cell[i] = pd_str_trim(stretch(row, start, end));
	}
	return true;
}

bool pd_perf_columns_cut(const struct pd_perf_columns *c, struct pd_str row,
			 struct pd_str cell[PD_PERF_MAX_COLUMNS])
{
	if (c->n_separator)
		return cut_separated(c, row, cell);
	if (c->n_levels)
		return cut_tree(c, row, cell);
	return c->n > 0 && (cut_ruled(c, row, cell) || cut_moved(c, row, cell));
}

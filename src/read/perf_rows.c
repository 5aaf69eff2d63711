/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_rows.h"

#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/perf_bare.h"
#include "read/perf_share.h"

void pd_perf_rows_keep(struct pd_perf_kept *k, struct pd_str s)
{
	if (s.n > PD_PERF_KEPT_MAX)
		s.n = PD_PERF_KEPT_MAX;
	k->p = pd_vec_grow(k->p, &k->cap, s.n + 1, 1);
	if (s.n)
		memcpy(k->p, s.p, s.n);
	k->n = s.n;
}

bool pd_perf_rows_append(struct pd_perf_kept *k, struct pd_str s)
{
	if (k->n + s.n + 2 > PD_PERF_KEPT_MAX)
		return false;
	k->p = pd_vec_grow(k->p, &k->cap, k->n + s.n + 2, 1);
	memcpy(k->p + k->n, "  ", 2);
	if (s.n)
		memcpy(k->p + k->n + 2, s.p, s.n);
	k->n += s.n + 2;
	return true;
}

struct pd_str pd_perf_rows_kept(const struct pd_perf_kept *k)
{
	return (struct pd_str){k->p, k->n};
}

static struct pd_str cell_of(const struct pd_perf_rows *r, const struct pd_str *cell,
			     enum pd_perf_column kind)
{
	int at = r->columns.at[kind];

	return at == PD_PERF_NO_COLUMN ? PD_STR("") : cell[at];
}

/* "    16869:ordermatch" */
static struct pd_str without_pid(struct pd_str cell)
{
	size_t i = 0;

	while (i < cell.n && cell.p[i] >= '0' && cell.p[i] <= '9')
		i++;
	return i && i < cell.n && cell.p[i] == ':' ? pd_str_skip(cell, i + 1) : cell;
}

static void name_cells(const struct pd_perf_rows *r, const struct pd_str *cell,
		       struct pd_perf_cells *c)
{
	c->comm = cell_of(r, cell, PD_PERF_COMMAND);
	if (r->columns.at[PD_PERF_PID_COMMAND] != PD_PERF_NO_COLUMN)
		c->comm = without_pid(cell_of(r, cell, PD_PERF_PID_COMMAND));
	else if (r->columns.at[PD_PERF_COMMAND] == PD_PERF_NO_COLUMN)
		c->comm = pd_perf_rows_kept(&r->comm);
	c->dso = cell_of(r, cell, PD_PERF_DSO);
	if (r->columns.at[PD_PERF_DSO] == PD_PERF_NO_COLUMN)
		c->dso = pd_perf_rows_kept(&r->dso);
	c->symbol = pd_perf_bare_symbol(cell_of(r, cell, PD_PERF_SYMBOL));
	if (r->columns.at[PD_PERF_SYMBOL] == PD_PERF_NO_COLUMN)
		c->symbol = cell_of(r, cell, PD_PERF_PLACE);
	c->data = pd_perf_bare_symbol(cell_of(r, cell, PD_PERF_DATA_SYMBOL));
	c->source = cell_of(r, cell, PD_PERF_MEMORY_ACCESS);
}

static struct pd_perf_cells cells_of(const struct pd_perf_rows *r, const struct pd_str *cell)
{
	struct pd_perf_cells c = {
		.share = cell_of(r, cell, PD_PERF_OVERHEAD),
		.children = cell_of(r, cell, PD_PERF_CHILDREN),
		.latency = cell_of(r, cell, PD_PERF_LATENCY),
		.hits = cell_of(r, cell, PD_PERF_SAMPLES),
		.period = cell_of(r, cell, PD_PERF_PERIOD),
		.weight = cell_of(r, cell, PD_PERF_WEIGHT),
		.local_weight = cell_of(r, cell, PD_PERF_LOCAL_WEIGHT),
		.latency_of_all = cell_of(r, cell, PD_PERF_LATENCY_OF_ALL),
		.latency_of_each = cell_of(r, cell, PD_PERF_LATENCY_OF_EACH),
		.snoop = cell_of(r, cell, PD_PERF_SNOOP),
		.tlb = cell_of(r, cell, PD_PERF_TLB),
		.locked = cell_of(r, cell, PD_PERF_LOCKED),
		.blocked = cell_of(r, cell, PD_PERF_BLOCKED),
	};

	if (!c.share.n)
		c.share = cell_of(r, cell, PD_PERF_SELF);
	name_cells(r, cell, &c);
	return c;
}

/* The cell that every row of these columns has a number in. */
static struct pd_str number_of(const struct pd_perf_rows *r, const struct pd_str *cell)
{
	static const enum pd_perf_column kinds[] = {PD_PERF_OVERHEAD, PD_PERF_CHILDREN,
						    PD_PERF_SELF,     PD_PERF_LATENCY,
						    PD_PERF_PERIOD,   PD_PERF_SAMPLES};

	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++)
		if (r->columns.at[kinds[i]] != PD_PERF_NO_COLUMN)
			return cell[r->columns.at[kinds[i]]];
	return PD_STR("");
}

/* Numbers and nothing else: one, or one for each event of a group. */
static bool is_numbers(struct pd_str cell)
{
	struct pd_str word = pd_str_word(&cell);
	uint64_t v;

	if (!word.n)
		return false;
	for (; word.n; word = pd_str_word(&cell))
		if (!pd_perf_share_parse(word, &v) && !pd_number_parse_u64(word, &v))
			return false;
	return true;
}

/* Integers of 64 bits, one or more. */
static bool are_counts(struct pd_str cell)
{
	struct pd_str word = pd_str_word(&cell);
	uint64_t v;

	for (; word.n; word = pd_str_word(&cell))
		if (!pd_number_parse_u64(word, &v))
			return false;
	return true;
}

/* The first cell of a row that is no number although its column has numbers; else empty. */
static struct pd_str odd_cell(const struct pd_perf_rows *r, const struct pd_str *cell)
{
	static const struct {
		enum pd_perf_column kind;
		bool is_count;
	} columns[] = {
		{PD_PERF_OVERHEAD,        false},
                {PD_PERF_CHILDREN,        false},
		{PD_PERF_SELF,            false},
                {PD_PERF_LATENCY,         false},
		{PD_PERF_SAMPLES,         true },
                {PD_PERF_PERIOD,          true },
		{PD_PERF_WEIGHT,          true },
                {PD_PERF_LOCAL_WEIGHT,    true },
		{PD_PERF_LATENCY_OF_ALL,  true },
                {PD_PERF_LATENCY_OF_EACH, true },
	};

	for (size_t i = 0; i < PD_ARRAY_SIZE(columns); i++) {
		struct pd_str c = cell_of(r, cell, columns[i].kind);

		if (c.n && !(columns[i].is_count ? are_counts(c) : is_numbers(c)))
			return c;
	}
	return PD_STR("");
}

/* "122.01%", "22,01%", "-60.00%", "nan%" */
static bool is_odd_percent(struct pd_str cell)
{
	return cell.n > 1 && cell.p[cell.n - 1] == '%' && cell.p[0] != '|';
}

static enum pd_perf_line bad_row(struct pd_str odd, struct pd_perf_cells *ret)
{
	ret->share = odd;
	return odd.p[odd.n - 1] == '%' ? PD_PERF_BAD_ROW : PD_PERF_BAD_COUNT;
}

/*
 *	    98.87%        ordermatch
 *	       97.13%        ordermatch
 *	          22.01%        [.] key_compare
 *
 * The percent stands three blanks further in at each level; only the last level
 * holds weights that are not told again below.
 */
static enum pd_perf_line take_tree_row(struct pd_perf_rows *r, struct pd_str line,
				       struct pd_str *cell, struct pd_perf_cells *ret)
{
	const struct pd_str *last = &cell[r->columns.n - 1];
	struct pd_str name = pd_str_trim(pd_str_skip(line, (size_t)(last->p + last->n - line.p)));
	size_t margin = (size_t)(cell[0].p + cell[0].n - line.p), level;
	enum pd_perf_column kind;
	struct pd_str odd;

	if (!name.n || !is_numbers(cell[0]))
		return PD_PERF_NO_ROW;
	if (!r->tree_margin)
		r->tree_margin = margin;
	level = margin > r->tree_margin ? (margin - r->tree_margin) / 3 : 0;
	if (level >= r->columns.n_levels)
		return PD_PERF_NO_ROW;
	kind = r->columns.level[level];
	if (kind == PD_PERF_COMMAND || kind == PD_PERF_PID_COMMAND)
		pd_perf_rows_keep(&r->comm, without_pid(name));
	else if (kind == PD_PERF_DSO)
		pd_perf_rows_keep(&r->dso, name);
	if (level + 1 < r->columns.n_levels)
		return PD_PERF_UPPER_ROW;
	*ret = cells_of(r, cell);
	odd = odd_cell(r, cell);
	if (odd.n)
		return bad_row(odd, ret);
	if (kind != PD_PERF_COMMAND && kind != PD_PERF_PID_COMMAND && kind != PD_PERF_DSO)
		ret->symbol = pd_perf_bare_symbol(name);
	return PD_PERF_ROW;
}

/* A row that ends where its symbol should stand was wrapped by a mail program, or cut. */
static bool lacks_symbol(const struct pd_perf_rows *r, const struct pd_str *cell)
{
	int at = r->columns.at[PD_PERF_SYMBOL];

	return at != PD_PERF_NO_COLUMN && at + 1 == (int)r->columns.n &&
	       !pd_perf_bare_symbol(cell[at]).n;
}

enum pd_perf_line pd_perf_rows_take(struct pd_perf_rows *r, struct pd_str line,
				    struct pd_perf_cells *ret)
{
	struct pd_str cell[PD_PERF_MAX_COLUMNS], number, odd;

	/* Rows are indented, unlike folded chains. */
	if (!r->columns.n || !line.n || line.p[0] != ' ' ||
	    !pd_perf_columns_cut(&r->columns, line, cell))
		return PD_PERF_NO_ROW;
	if (r->columns.n_levels)
		return take_tree_row(r, line, cell, ret);
	number = number_of(r, cell);
	*ret = cells_of(r, cell);
	if (!is_numbers(number))
		return is_odd_percent(number) ? bad_row(number, ret) : PD_PERF_NO_ROW;
	if (lacks_symbol(r, cell))
		return PD_PERF_CUT_ROW;
	odd = odd_cell(r, cell);
	return odd.n ? bad_row(odd, ret) : PD_PERF_ROW;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/symbol_table.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

enum { PAGE = 4096 };

bool pd_symbol_table_add(struct pd_symbol_table *t, struct pd_symbol symbol, struct pd_str name)
{
	if (!name.n)
		return true;
	if (t->n == PD_SYMBOL_TABLE_MAX || name.n >= PD_SYMBOL_TABLE_NAMES - t->n_names)
		return false;
	t->names = pd_vec_grow(t->names, &t->cap_names, t->n_names + name.n + 1, 1);
	memcpy(t->names + t->n_names, name.p, name.n);
	t->names[t->n_names + name.n] = '\0';
	symbol.name = (uint32_t)t->n_names;
	t->n_names += name.n + 1;
	t->symbol = pd_vec_grow(t->symbol, &t->cap, t->n + 1, sizeof(*t->symbol));
	t->symbol[t->n++] = symbol;
	return true;
}

struct pd_str pd_symbol_table_name(const struct pd_symbol_table *t, size_t i)
{
	return pd_str_of(t->names + t->symbol[i].name);
}

void pd_symbol_table_free(struct pd_symbol_table *t)
{
	free(t->symbol);
	free(t->names);
	free(t->piece);
	*t = (struct pd_symbol_table){0};
}

/* ---- order: by address, and as they were added */

static int by_start(const void *a, const void *b)
{
	const struct pd_symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

static void sort(struct pd_symbol_table *t)
{
	size_t i = 1;

	while (i < t->n && t->symbol[i - 1].start <= t->symbol[i].start)
		i++;
	if (i < t->n)
		qsort(t->symbol, t->n, sizeof(*t->symbol), by_start);
}

/* ---- ends */

static uint64_t page_behind(uint64_t start)
{
	uint64_t page = (start + PAGE - 1) / PAGE * PAGE + PAGE;

	return page > start ? page : UINT64_MAX;
}

/*
 * As perf gives them: up to the next symbol, the last of a module up to the end of
 * the page behind it. Of several at one address only the last gets an end so.
 */
static void give_ends(struct pd_symbol_table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct pd_symbol *s = &t->symbol[i];

		if (s->end > s->start)
			continue;
		if (i + 1 == t->n || s->is_last)
			s->end = page_behind(s->start);
		else
			s->end = s[1].start;
	}
}

/* ---- aliases */

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

static bool is_syscall_alias(const char *name)
{
	return !strncmp(name, "SyS", 3) || !strncmp(name, "compat_SyS", 10);
}

/* Is @b the better name for what is called @a as well? */
static bool is_better(const struct pd_symbol_table *t, const struct pd_symbol *a,
		      const struct pd_symbol *b)
{
	const char *x = t->names + a->name, *y = t->names + b->name;
	bool has_a = a->end > a->start, has_b = b->end > b->start;

	if (has_a != has_b || t->later_is_better)
		return has_b;
	if ((a->binding == PD_SYMBOL_WEAK) != (b->binding == PD_SYMBOL_WEAK))
		return a->binding == PD_SYMBOL_WEAK;
	if ((a->binding == PD_SYMBOL_GLOBAL) != (b->binding == PD_SYMBOL_GLOBAL))
		return b->binding == PD_SYMBOL_GLOBAL;
	if (underscores(x) != underscores(y))
		return underscores(y) < underscores(x);
	if (strlen(x) != strlen(y))
		return strlen(y) > strlen(x);
	return is_syscall_alias(x);
}

static void keep_best(struct pd_symbol_table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (!n || t->symbol[n - 1].start != t->symbol[i].start)
			t->symbol[n++] = t->symbol[i];
		else if (is_better(t, &t->symbol[n - 1], &t->symbol[i]))
			t->symbol[n - 1] = t->symbol[i];
	}
	t->n = n;
}

/* ---- pieces */

static void put_piece(struct pd_symbol_table *t, uint64_t start, size_t symbol)
{
	if (t->n_pieces && t->piece[t->n_pieces - 1].start == start)
		t->n_pieces--;
	t->piece = pd_vec_grow(t->piece, &t->cap_pieces, t->n_pieces + 1, sizeof(*t->piece));
	t->piece[t->n_pieces++] = (struct pd_symbol_piece){start, (uint32_t)symbol};
}

/*
 * Symbols that are open lie on a stack, the one that started last on top. Where the
 * top ends, the next one below that is still open goes on.
 */
static size_t close_until(struct pd_symbol_table *t, const uint32_t *open, size_t n, uint64_t until)
{
	uint64_t at = 0;

	while (n && t->symbol[open[n - 1]].end <= until) {
		uint64_t end = t->symbol[open[--n]].end;

		at = end > at ? end : at;
		while (n && t->symbol[open[n - 1]].end <= at)
			n--;
		put_piece(t, at, n ? open[n - 1] + 1u : 0);
	}
	return n;
}

static void make_pieces(struct pd_symbol_table *t)
{
	uint32_t *open = NULL;
	size_t n_open = 0, cap = 0;

	for (size_t i = 0; i < t->n; i++) {
		n_open = close_until(t, open, n_open, t->symbol[i].start);
		open = pd_vec_grow(open, &cap, n_open + 1, sizeof(*open));
		open[n_open++] = (uint32_t)i;
		put_piece(t, t->symbol[i].start, i + 1);
	}
	(void)close_until(t, open, n_open, UINT64_MAX);
	free(open);
}

void pd_symbol_table_finish(struct pd_symbol_table *t)
{
	sort(t);
	give_ends(t);
	keep_best(t);
	make_pieces(t);
}

size_t pd_symbol_table_find(const struct pd_symbol_table *t, uint64_t address)
{
	size_t low = 0, high = t->n_pieces;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->piece[mid].start > address)
			high = mid;
		else
			low = mid + 1;
	}
	return low && t->piece[low - 1].symbol ? t->piece[low - 1].symbol - 1 : SIZE_MAX;
}

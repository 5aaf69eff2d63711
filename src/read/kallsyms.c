/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/kallsyms.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

/*
 * Without CONFIG_KALLSYMS_ALL a few objects are listed all the same (74 of 122 000 symbols), and
 * would stand for all others. With it they are two in five.
 */
enum { ONE_OBJECT_IN = 20 };

/* ---- marks */

static uint64_t *mark_of(struct pd_kernel_marks *m, struct pd_str name)
{
	if (name.n < 4 || name.p[0] != '_')
		return NULL;
	if (pd_str_eq(name, PD_STR("_text")))
		return &m->text;
	if (pd_str_eq(name, PD_STR("_stext")))
		return &m->stext;
	if (pd_str_eq(name, PD_STR("_etext")))
		return &m->etext;
	if (pd_str_eq(name, PD_STR("_edata")))
		return &m->edata;
	return pd_str_eq(name, PD_STR("_end")) ? &m->end : NULL;
}

void pd_kallsyms_mark(struct pd_kernel_marks *m, struct pd_str name, uint64_t address)
{
	uint64_t *mark = mark_of(m, name);

	if (mark)
		*mark = address;
}

uint64_t pd_kallsyms_marked(const struct pd_kernel_marks *m, struct pd_str name)
{
	struct pd_kernel_marks copy = *m;
	const uint64_t *mark = mark_of(&copy, name);

	return mark ? *mark : 0;
}

/* ---- one line */

struct row {
	uint64_t address;
	char type;
	struct pd_str name, module; /* module: "[nf_nat]", or empty */
};

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool parse_row(struct pd_str line, struct row *ret)
{
	uint64_t address = 0;
	size_t i = 0;

	while (i < line.n && i < 16 && digit(line.p[i]) >= 0)
		address = address << 4 | (uint64_t)digit(line.p[i++]);
	if (i < 4 || i + 4 > line.n || line.p[i] != ' ' || line.p[i + 2] != ' ')
		return false;
	ret->address = address;
	ret->type = line.p[i + 1];
	ret->name = pd_str_skip(line, i + 3);
	ret->module = ret->name;
	ret->name = pd_str_cut(&ret->module, '\t');
	return ret->name.n > 0;
}

/* Types as nm has them; capitals are global. What is absolute or undefined has no place. */
static bool classify(const struct row *row, struct pd_symbol *ret)
{
	char kind = (char)(row->type | 0x20);

	*ret = (struct pd_symbol){.start = row->address, .end = row->address};
	ret->is_data = kind == 'd' || kind == 'b' || kind == 'r';
	if (!ret->is_data && kind != 't' && kind != 'w')
		return false;
	if (kind == 'w')
		ret->binding = PD_SYMBOL_WEAK;
	else
		ret->binding = row->type == kind ? PD_SYMBOL_LOCAL : PD_SYMBOL_GLOBAL;
	return true;
}

/* ---- the list */

static struct pd_kallsyms_module *module_of(struct pd_kallsyms *k, struct pd_str name)
{
	size_t before = k->names.n, at;

	at = pd_intern(&k->names, name) - 1;
	if (k->names.n == before)
		return &k->module[at];
	k->module = pd_vec_grow(k->module, &k->cap_modules, at + 1, sizeof(*k->module));
	k->module[at] = (struct pd_kallsyms_module){.low = UINT64_MAX};
	return &k->module[at];
}

const struct pd_kallsyms_module *pd_kallsyms_module(const struct pd_kallsyms *k, struct pd_str name)
{
	for (size_t i = 1; i < k->names.n; i++)
		if (pd_str_eq(pd_intern_name(&k->names, (pd_id)i), name))
			return &k->module[i - 1];
	return NULL;
}

static bool add_to_module(struct pd_kallsyms *k, const struct row *row, struct pd_symbol symbol)
{
	struct pd_kallsyms_module *m = module_of(k, row->module);

	m->low = row->address < m->low ? row->address : m->low;
	m->high = row->address > m->high ? row->address : m->high;
	return pd_symbol_table_add(&m->table, symbol, row->name);
}

/* The last symbol of the kernel does not reach to the first module. */
static void end_pieces(struct pd_symbol_table *t)
{
	uint64_t last = 0;
	size_t at = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->symbol[i].start >= last) {
			last = t->symbol[i].start;
			at = i;
		}
	if (t->n)
		t->symbol[at].is_last = true;
	pd_symbol_table_finish(t);
}

static struct pd_kallsyms *finish(struct pd_kallsyms *k, uint64_t highest, size_t n_objects)
{
	if (!highest) {
		pd_kallsyms_free(k);
		return NULL;
	}
	end_pieces(&k->kernel);
	for (size_t i = 1; i < k->names.n; i++)
		end_pieces(&k->module[i - 1].table);
	k->has_data = n_objects > k->kernel.n / ONE_OBJECT_IN;
	return k;
}

struct pd_kallsyms *pd_kallsyms_parse(struct pd_str text)
{
	struct pd_kallsyms *k = calloc(1, sizeof(*k));
	uint64_t highest = 0;
	size_t n_objects = 0;
	bool has_room = true;

	if (!k)
		pd_arena_out_of_memory();
	(void)pd_intern(&k->names, PD_STR(""));
	while (text.n && has_room) {
		struct pd_symbol symbol;
		struct row row;

		if (!parse_row(pd_str_cut(&text, '\n'), &row))
			continue;
		if (!row.module.n)
			pd_kallsyms_mark(&k->marks, row.name, row.address);
		if (!classify(&row, &symbol))
			continue;
		highest = row.address > highest ? row.address : highest;
		n_objects += symbol.is_data;
		has_room = row.module.n ? add_to_module(k, &row, symbol)
					: pd_symbol_table_add(&k->kernel, symbol, row.name);
	}
	return finish(k, highest, n_objects);
}

void pd_kallsyms_free(struct pd_kallsyms *k)
{
	if (!k)
		return;
	for (size_t i = 1; i < k->names.n; i++)
		pd_symbol_table_free(&k->module[i - 1].table);
	pd_symbol_table_free(&k->kernel);
	pd_intern_free(&k->names);
	free(k->module);
	free(k);
}

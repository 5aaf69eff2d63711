/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/elf_symbols.h"

#include "base/str.h"

#include <stdio.h>

#include <gelf.h>

struct reading {
	struct pd_symbol_table *t;
	const struct pd_elf *e;
	int machine;
	bool is_arm, is_riscv;
	const char *only; /* a section, or NULL */
};

static struct reading start(struct pd_symbol_table *t, const struct pd_elf *e, const char *only)
{
	struct reading r = {.t = t, .e = e, .only = only};
	GElf_Ehdr header;

	if (gelf_getehdr(e->elf, &header))
		r.machine = header.e_machine;
	r.is_arm = r.machine == EM_ARM || r.machine == EM_AARCH64;
	r.is_riscv = r.machine == EM_RISCV;
	return r;
}

bool pd_elf_symbols_are_all(const struct pd_elf *e)
{
	return pd_elf_file_section_of_type(e, SHT_SYMTAB) != NULL;
}

/* "$x", "$d.12": what kind of bytes follows; ".L12": a label of the compiler */
static bool is_marker(const struct reading *r, const char *name)
{
	return ((r->is_arm || r->is_riscv) && name[0] == '$') ||
	       (r->is_riscv && name[0] == '.' && name[1] == 'L');
}

/* Sections that hold code or data by their name, as perf looks at them. */
static bool may_hold_labels(const char *section)
{
	return strstr(section, "text") || strstr(section, "data");
}

/* Is it a symbol that addresses may be of? A label must be in a section known by its name. */
static bool is_wanted(const struct reading *r, const GElf_Sym *s, Elf_Scn *section)
{
	unsigned char visibility = GELF_ST_VISIBILITY(s->st_other);

	if (s->st_shndx == SHN_UNDEF || s->st_shndx == SHN_ABS || s->st_shndx == SHN_COMMON)
		return false;
	if (r->only && (!section || strcmp(pd_elf_file_section_name(r->e, section), r->only) != 0))
		return false;
	switch (GELF_ST_TYPE(s->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT:
		return true;
	case STT_NOTYPE:
		return visibility != STV_HIDDEN && visibility != STV_INTERNAL && section &&
		       may_hold_labels(pd_elf_file_section_name(r->e, section));
	default:
		return false;
	}
}

static bool is_data(const GElf_Sym *s, Elf_Scn *section)
{
	GElf_Shdr header;

	if (GELF_ST_TYPE(s->st_info) != STT_NOTYPE)
		return GELF_ST_TYPE(s->st_info) == STT_OBJECT;
	return gelf_getshdr(section, &header) && !(header.sh_flags & SHF_EXECINSTR);
}

static uint8_t binding(const GElf_Sym *s)
{
	switch (GELF_ST_BIND(s->st_info)) {
	case STB_LOCAL:
		return PD_SYMBOL_LOCAL;
	case STB_WEAK:
		return PD_SYMBOL_WEAK;
	default:
		return PD_SYMBOL_GLOBAL;
	}
}

static bool add_symbol(const struct reading *r, const GElf_Sym *s, const char *name)
{
	Elf_Scn *section = s->st_shndx < SHN_LORESERVE ? elf_getscn(r->e->elf, s->st_shndx) : NULL;
	struct pd_symbol symbol = {.start = s->st_value, .binding = binding(s)};

	if (is_marker(r, name) || !is_wanted(r, s, section))
		return true;
	symbol.is_data = is_data(s, section);
	/* The lowest bit of an address says that the function is in Thumb code. */
	if (r->machine == EM_ARM && !symbol.is_data)
		symbol.start &= ~UINT64_C(1);
	symbol.end = symbol.start + s->st_size;
	if (symbol.end < symbol.start)
		symbol.end = UINT64_MAX;
	return pd_symbol_table_add(r->t, symbol, pd_str_of(name));
}

void pd_elf_symbols_add(struct pd_symbol_table *t, const struct pd_elf *e, const char *section)
{
	struct reading r = start(t, e, section);
	Elf_Scn *list = pd_elf_file_section_of_type(e, SHT_SYMTAB);
	GElf_Shdr header;
	Elf_Data *data;
	GElf_Sym s;

	if (!list)
		list = pd_elf_file_section_of_type(e, SHT_DYNSYM);
	if (!list || !gelf_getshdr(list, &header) || !(data = elf_getdata(list, NULL)))
		return;
	for (int i = 1; gelf_getsym(data, i, &s); i++) {
		const char *name = elf_strptr(e->elf, header.sh_link, s.st_name);

		if (name && !add_symbol(&r, &s, name))
			return;
	}
}

/* ---- jumps to other objects */

struct plt {
	Elf_Data *relocations;
	bool has_addend;
	Elf_Data *symbols;
	size_t strings; /* section of the symbols' names */
	uint64_t address, header, entry;
};

static bool find_relocations(const struct pd_elf *e, struct plt *p)
{
	Elf_Scn *s = pd_elf_file_section(e, ".rela.plt"), *symbols;
	GElf_Shdr header;

	p->has_addend = s != NULL;
	if (!s)
		s = pd_elf_file_section(e, ".rel.plt");
	if (!s || !gelf_getshdr(s, &header))
		return false;
	symbols = elf_getscn(e->elf, header.sh_link);
	p->relocations = elf_getdata(s, NULL);
	if (!symbols || !p->relocations || !gelf_getshdr(symbols, &header))
		return false;
	p->symbols = elf_getdata(symbols, NULL);
	p->strings = header.sh_link;
	return p->symbols != NULL;
}

/* Where IBT is on, .plt.sec holds the jumps; else .plt does, behind an entry of another kind. */
static bool find_jumps(const struct reading *r, struct plt *p)
{
	Elf_Scn *s = pd_elf_file_section(r->e, ".plt.sec");
	bool has_header = !s;
	GElf_Shdr header;

	if (!s)
		s = pd_elf_file_section(r->e, ".plt");
	if (!s || !gelf_getshdr(s, &header))
		return false;
	p->address = header.sh_addr;
	p->entry = header.sh_entsize ? header.sh_entsize : 16;
	p->header = p->entry;
	if (r->machine == EM_ARM) {
		p->header = 20;
		p->entry = 12;
	} else if (r->machine == EM_AARCH64) {
		p->header = 32;
		p->entry = 16;
	}
	if (!has_header)
		p->header = 0;
	return true;
}

static bool add_jump(const struct reading *r, const struct plt *p, uint64_t at, size_t number)
{
	char text[512];
	const char *name = NULL;
	GElf_Sym s;
	int n;

	if (number && gelf_getsym(p->symbols, (int)number, &s))
		name = elf_strptr(r->e->elf, p->strings, s.st_name);
	if (!name || !*name)
		return true;
	n = snprintf(text, sizeof(text), "%.*s@plt", (int)sizeof(text) - 5, name);
	return pd_symbol_table_add(
		r->t, (struct pd_symbol){at, at + p->entry, 0, PD_SYMBOL_GLOBAL, false, false},
		(struct pd_str){text, (size_t)n});
}

void pd_elf_symbols_add_plt(struct pd_symbol_table *t, const struct pd_elf *e)
{
	struct reading r = start(t, e, NULL);
	struct plt p;
	GElf_Rela rela = {0};
	GElf_Rel rel;

	if (!find_relocations(e, &p) || !find_jumps(&r, &p))
		return;
	for (int i = 0; i < PD_SYMBOL_TABLE_MAX; i++) {
		if (p.has_addend ? !gelf_getrela(p.relocations, i, &rela)
				 : !gelf_getrel(p.relocations, i, &rel))
			return;
		if (!p.has_addend)
			rela.r_info = rel.r_info;
		if (!add_jump(&r, &p, p.address + p.header + (uint64_t)i * p.entry,
			      GELF_R_SYM(rela.r_info)))
			return;
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * small_elf.h - ELF files of a few functions, written byte by byte
 *
 * Code lies at 0x1000 of the file and is linked to SMALL_ELF_CODE, data to
 * SMALL_ELF_DATA; the two segments have other distances between offset and address.
 */
#ifndef SMALL_ELF_H
#define SMALL_ELF_H

#include "testing.h"

#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SMALL_ELF_CODE UINT64_C(0x401000)
#define SMALL_ELF_DATA UINT64_C(0x604000)

struct small_elf_symbol {
	const char *name;
	uint64_t address, size;
	unsigned char type, bind; /* STT_FUNC, STB_GLOBAL */
	bool is_data;             /* in the section of data */
};

struct small_elf {
	unsigned char id[20]; /* all zero: no note */
	const char *link;     /* of a debug file; NULL: none */
	const struct small_elf_symbol *symbol;
	size_t n;
	bool is_stripped; /* symbols stand in .dynsym only */
	size_t n_jumps;   /* entries of .plt, of the first symbols */
	uint16_t type;    /* ET_EXEC if 0 */
};

enum { SMALL_ELF_TEXT = 1, SMALL_ELF_DATA_SECTION, SMALL_ELF_SYMBOLS, SMALL_ELF_STRINGS };

struct small_elf_file {
	unsigned char byte[0x8000];
	size_t n;
	Elf64_Shdr section[12];
	uint16_t n_sections;
	char name[256];
	size_t n_name;
};

static inline void small_elf_section(struct small_elf_file *f, const char *name, Elf64_Shdr header,
				     const void *bytes, size_t n)
{
	f->n = (f->n + 15) / 16 * 16;
	assert_true(f->n + n < sizeof(f->byte));
	memcpy(f->name + f->n_name, name, strlen(name) + 1);
	header.sh_name = (uint32_t)f->n_name;
	f->n_name += strlen(name) + 1;
	if (!header.sh_offset) {
		header.sh_offset = f->n;
		header.sh_size = n;
		if (n)
			memcpy(f->byte + f->n, bytes, n);
		f->n += n;
	}
	f->section[f->n_sections++] = header;
}

static inline void small_elf_symbols(struct small_elf_file *f, const struct small_elf *e)
{
	Elf64_Sym entry[64] = {{0}};
	char strings[4096] = "";
	size_t n = 1;

	for (size_t i = 0; i < e->n; i++) {
		const struct small_elf_symbol *s = &e->symbol[i];

		entry[i + 1].st_name = (uint32_t)n;
		entry[i + 1].st_info = (unsigned char)ELF64_ST_INFO(s->bind, s->type);
		entry[i + 1].st_shndx = s->is_data ? SMALL_ELF_DATA_SECTION : SMALL_ELF_TEXT;
		entry[i + 1].st_value = s->address;
		entry[i + 1].st_size = s->size;
		memcpy(strings + n, s->name, strlen(s->name) + 1);
		n += strlen(s->name) + 1;
	}
	small_elf_section(f, e->is_stripped ? ".dynsym" : ".symtab",
			  (Elf64_Shdr){.sh_type = e->is_stripped ? SHT_DYNSYM : SHT_SYMTAB,
				       .sh_link = SMALL_ELF_STRINGS,
				       .sh_entsize = sizeof(Elf64_Sym)},
			  entry, (e->n + 1) * sizeof(*entry));
	small_elf_section(f, e->is_stripped ? ".dynstr" : ".strtab",
			  (Elf64_Shdr){.sh_type = SHT_STRTAB}, strings, n);
}

static inline void small_elf_jumps(struct small_elf_file *f, const struct small_elf *e)
{
	Elf64_Rela jump[8] = {{0}};

	for (size_t i = 0; i < e->n_jumps; i++)
		jump[i].r_info = ELF64_R_INFO(i + 1, R_X86_64_JUMP_SLOT);
	small_elf_section(f, ".rela.plt",
			  (Elf64_Shdr){.sh_type = SHT_RELA,
				       .sh_link = SMALL_ELF_SYMBOLS,
				       .sh_entsize = sizeof(Elf64_Rela)},
			  jump, e->n_jumps * sizeof(*jump));
	small_elf_section(f, ".plt",
			  (Elf64_Shdr){.sh_type = SHT_PROGBITS,
				       .sh_addr = SMALL_ELF_CODE + 0x800,
				       .sh_offset = 0x1800,
				       .sh_size = 16 * (e->n_jumps + 1),
				       .sh_entsize = 16},
			  NULL, 0);
}

static inline void small_elf_identity(struct small_elf_file *f, const struct small_elf *e)
{
	static const unsigned char none[20];
	struct {
		Elf64_Nhdr header;
		char name[4];
		unsigned char id[20];
	} note = {
		{4,                20, NT_GNU_BUILD_ID},
                "GNU", {0}
        };
	char link[64] = "";

	memcpy(note.id, e->id, sizeof(note.id));
	if (memcmp(e->id, none, sizeof(none)) != 0)
		small_elf_section(f, ".note.gnu.build-id",
				  (Elf64_Shdr){.sh_type = SHT_NOTE, .sh_addralign = 4}, &note,
				  sizeof(note));
	if (!e->link)
		return;
	memcpy(link, e->link, strlen(e->link) + 1);
	small_elf_section(f, ".gnu_debuglink", (Elf64_Shdr){.sh_type = SHT_PROGBITS}, link,
			  (strlen(link) + 4) / 4 * 4 + 4);
}

static inline void small_elf_header(struct small_elf_file *f, const struct small_elf *e)
{
	const Elf64_Phdr segment[] = {
		{.p_type = PT_LOAD,
		 .p_flags = PF_R | PF_X,
		 .p_offset = 0x1000,
		 .p_vaddr = SMALL_ELF_CODE,
		 .p_filesz = 0x1000,
		 .p_memsz = 0x1000,
		 .p_align = 0x1000},
		{.p_type = PT_LOAD,
		 .p_flags = PF_R | PF_W,
		 .p_offset = 0x2000,
		 .p_vaddr = SMALL_ELF_DATA,
		 .p_filesz = 0x1000,
		 .p_memsz = 0x1000,
		 .p_align = 0x1000},
	};
	Elf64_Ehdr header = {
		.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
			    EV_CURRENT},
		.e_type = e->type ? e->type : ET_EXEC,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_phoff = sizeof(Elf64_Ehdr),
		.e_ehsize = sizeof(Elf64_Ehdr),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 2,
		.e_shentsize = sizeof(Elf64_Shdr)
        };

	header.e_shstrndx = f->n_sections;
	small_elf_section(f, ".shstrtab", (Elf64_Shdr){.sh_type = SHT_STRTAB}, f->name,
			  f->n_name + sizeof(".shstrtab"));
	f->n = (f->n + 15) / 16 * 16;
	header.e_shnum = f->n_sections;
	header.e_shoff = f->n;
	memcpy(f->byte + f->n, f->section, f->n_sections * sizeof(*f->section));
	f->n += f->n_sections * sizeof(*f->section);
	memcpy(f->byte, &header, sizeof(header));
	memcpy(f->byte + sizeof(header), segment, sizeof(segment));
}

/* Writes @e to the file @path. */
static inline void small_elf_write(const struct small_elf *e, const char *path)
{
	static struct small_elf_file f;
	FILE *out = fopen(path, "wb");

	memset(&f, 0, sizeof(f));
	f.n = 0x3000;
	small_elf_section(&f, "", (Elf64_Shdr){.sh_offset = 1}, NULL, 0);
	f.section[0] = (Elf64_Shdr){0};
	small_elf_section(&f, ".text",
			  (Elf64_Shdr){.sh_type = SHT_PROGBITS,
				       .sh_addr = SMALL_ELF_CODE,
				       .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
				       .sh_offset = 0x1000,
				       .sh_size = 0x1000},
			  NULL, 0);
	small_elf_section(&f, ".data",
			  (Elf64_Shdr){.sh_type = SHT_PROGBITS,
				       .sh_addr = SMALL_ELF_DATA,
				       .sh_flags = SHF_ALLOC | SHF_WRITE,
				       .sh_offset = 0x2000,
				       .sh_size = 0x1000},
			  NULL, 0);
	small_elf_symbols(&f, e);
	if (e->n_jumps)
		small_elf_jumps(&f, e);
	small_elf_identity(&f, e);
	small_elf_header(&f, e);
	assert_non_null(out);
	assert_int_equal(fwrite(f.byte, 1, f.n, out), f.n);
	assert_int_equal(fclose(out), 0);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf_symbols.h - functions and objects of an ELF file */
#ifndef READ_ELF_SYMBOLS_H
#define READ_ELF_SYMBOLS_H

#include "read/elf_file.h"
#include "read/symbol_table.h"

/* Has it .symtab, which lists all symbols and not just those that others may use? */
bool pd_elf_symbols_are_all(const struct pd_elf *e);

/*
 * Adds those of .symtab, or of .dynsym if there is none: functions, objects, and labels
 * in sections of code or data. @section: only of the section called so (of a module of
 * the kernel, which is not linked yet); NULL: of all.
 */
void pd_elf_symbols_add(struct pd_symbol_table *t, const struct pd_elf *e, const char *section);

/* Adds "strlen@plt": the jumps to functions of other objects. */
void pd_elf_symbols_add_plt(struct pd_symbol_table *t, const struct pd_elf *e);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * elf_file.h - what stands in an ELF file besides its symbols: who it is and how it is loaded
 *
 * Any class and byte order. Nothing of a file is believed: what is cut or makes no
 * sense is not there.
 */
#ifndef READ_ELF_FILE_H
#define READ_ELF_FILE_H

#include "read/perf_maps.h"

#include <libelf.h>

enum {
	PD_ELF_SEGMENTS = 256, /* that are loaded; programs have four */
	PD_ELF_LINK = 256,     /* bytes of a debug link, with its NUL */
};

struct pd_elf {
	int fd; /* -1: in memory */
	Elf *elf;
};

/* A part of the file that is loaded. */
struct pd_elf_segment {
	uint64_t offset, address, size; /* size: bytes in the file */
	bool is_exec;
};

/* False, with nothing to close, if @path is no regular file or no ELF file. */
bool pd_elf_file_open(struct pd_elf *e, const char *path);
/* The same of bytes in memory, borrowed and writable. */
bool pd_elf_file_open_memory(struct pd_elf *e, char *bytes, size_t n);
void pd_elf_file_close(struct pd_elf *e);

/* From its note; n is 0 if it has none. */
struct pd_perf_build_id pd_elf_file_build_id(const struct pd_elf *e);
/* The build-id in bytes that are notes, as in /sys/kernel/notes: of this machine's byte order. */
struct pd_perf_build_id pd_elf_file_note(const char *bytes, size_t n);
bool pd_elf_file_same_id(const struct pd_perf_build_id *a, const struct pd_perf_build_id *b);

/* The name of its debug file from .gnu_debuglink; false if it has none. */
bool pd_elf_file_debuglink(const struct pd_elf *e, char ret[PD_ELF_LINK]);

/* Its segments; returns how many. */
size_t pd_elf_file_segments(const struct pd_elf *e, struct pd_elf_segment ret[PD_ELF_SEGMENTS]);

/* The section called so, or NULL. */
Elf_Scn *pd_elf_file_section(const struct pd_elf *e, const char *name);
/* The first section of this type (SHT_SYMTAB) that has bytes in the file, or NULL. */
Elf_Scn *pd_elf_file_section_of_type(const struct pd_elf *e, uint32_t type);
/* The name of a section, "" if it has none. */
const char *pd_elf_file_section_name(const struct pd_elf *e, Elf_Scn *section);

#endif

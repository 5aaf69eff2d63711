/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/elf_file.h"

#include "base/str.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gelf.h>

static bool is_elf(struct pd_elf *e)
{
	if (e->elf && elf_kind(e->elf) == ELF_K_ELF)
		return true;
	pd_elf_file_close(e);
	return false;
}

/* Parts are read when they are asked for: a file that shrinks meanwhile must not kill us. */
bool pd_elf_file_open(struct pd_elf *e, const char *path)
{
	struct stat st;

	*e = (struct pd_elf){.fd = -1};
	if (elf_version(EV_CURRENT) == EV_NONE || stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	e->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (e->fd < 0)
		return false;
	e->elf = elf_begin(e->fd, ELF_C_READ, NULL);
	return is_elf(e);
}

bool pd_elf_file_open_memory(struct pd_elf *e, char *bytes, size_t n)
{
	*e = (struct pd_elf){.fd = -1};
	if (elf_version(EV_CURRENT) == EV_NONE)
		return false;
	e->elf = elf_memory(bytes, n);
	return is_elf(e);
}

void pd_elf_file_close(struct pd_elf *e)
{
	if (e->elf)
		(void)elf_end(e->elf);
	if (e->fd >= 0)
		(void)close(e->fd);
	*e = (struct pd_elf){.fd = -1};
}

/* ---- sections */

const char *pd_elf_file_section_name(const struct pd_elf *e, Elf_Scn *section)
{
	GElf_Shdr header;
	size_t strings;
	const char *name = NULL;

	if (gelf_getshdr(section, &header) && !elf_getshdrstrndx(e->elf, &strings))
		name = elf_strptr(e->elf, strings, header.sh_name);
	return name ? name : "";
}

Elf_Scn *pd_elf_file_section(const struct pd_elf *e, const char *name)
{
	Elf_Scn *s = NULL;

	while ((s = elf_nextscn(e->elf, s)))
		if (!strcmp(pd_elf_file_section_name(e, s), name))
			return s;
	return NULL;
}

Elf_Scn *pd_elf_file_section_of_type(const struct pd_elf *e, uint32_t type)
{
	Elf_Scn *s = NULL;
	GElf_Shdr header;

	while ((s = elf_nextscn(e->elf, s)))
		if (gelf_getshdr(s, &header) && header.sh_type == type && header.sh_size)
			return s;
	return NULL;
}

/* ---- identity */

static struct pd_perf_build_id id_of(const char *bytes, size_t n)
{
	struct pd_perf_build_id id = {.n = 0};

	if (n && n <= sizeof(id.byte)) {
		memcpy(id.byte, bytes, n);
		id.n = (uint8_t)n;
	}
	return id;
}

/* The build-id among the notes of @data. */
static struct pd_perf_build_id note_id(Elf_Data *data)
{
	size_t at = 0, name, descriptor;
	GElf_Nhdr note;

	while ((at = gelf_getnote(data, at, &note, &name, &descriptor)))
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
		    !memcmp((char *)data->d_buf + name, "GNU", sizeof("GNU")))
			return id_of((char *)data->d_buf + descriptor, note.n_descsz);
	return id_of(NULL, 0);
}

static struct pd_perf_build_id section_id(const struct pd_elf *e)
{
	struct pd_perf_build_id id = {.n = 0};
	Elf_Scn *s = NULL;
	GElf_Shdr header;

	while (!id.n && (s = elf_nextscn(e->elf, s))) {
		Elf_Data *data = NULL;

		if (gelf_getshdr(s, &header) && header.sh_type == SHT_NOTE)
			data = elf_getdata(s, NULL);
		if (data && data->d_buf)
			id = note_id(data);
	}
	return id;
}

/* Without sections the segments tell. */
struct pd_perf_build_id pd_elf_file_build_id(const struct pd_elf *e)
{
	struct pd_perf_build_id id = section_id(e);
	size_t n = 0;
	GElf_Phdr header;

	if (id.n || elf_getphdrnum(e->elf, &n))
		return id;
	for (size_t i = 0; i < n && i < PD_ELF_SEGMENTS && !id.n; i++) {
		Elf_Data *data = NULL;

		if (gelf_getphdr(e->elf, (int)i, &header) && header.p_type == PT_NOTE)
			data = elf_getdata_rawchunk(e->elf, (int64_t)header.p_offset,
						    header.p_filesz, ELF_T_NHDR);
		if (data && data->d_buf)
			id = note_id(data);
	}
	return id;
}

struct pd_perf_build_id pd_elf_file_note(const char *bytes, size_t n)
{
	Elf_Data data = {.d_buf = (char *)(uintptr_t)bytes,
			 .d_type = ELF_T_NHDR,
			 .d_version = EV_CURRENT,
			 .d_size = n,
			 .d_align = 4};

	return note_id(&data);
}

/* The table of a recording has room for 20 bytes; shorter ids stand there with zeros behind them. */
bool pd_elf_file_same_id(const struct pd_perf_build_id *a, const struct pd_perf_build_id *b)
{
	return a->n && b->n && !memcmp(a->byte, b->byte, sizeof(a->byte));
}

bool pd_elf_file_debuglink(const struct pd_elf *e, char ret[PD_ELF_LINK])
{
	Elf_Scn *s = pd_elf_file_section(e, ".gnu_debuglink");
	Elf_Data *data = s ? elf_getdata(s, NULL) : NULL;
	size_t n;

	if (!data || !data->d_buf)
		return false;
	n = strnlen(data->d_buf, data->d_size);
	if (!n || n == data->d_size || n >= PD_ELF_LINK || memchr(data->d_buf, '/', n))
		return false;
	memcpy(ret, data->d_buf, n + 1);
	return true;
}

size_t pd_elf_file_segments(const struct pd_elf *e, struct pd_elf_segment ret[PD_ELF_SEGMENTS])
{
	size_t n_headers = 0, n = 0;
	GElf_Phdr h;

	if (elf_getphdrnum(e->elf, &n_headers))
		return 0;
	for (size_t i = 0; i < n_headers && n < PD_ELF_SEGMENTS; i++)
		if (gelf_getphdr(e->elf, (int)i, &h) && h.p_type == PT_LOAD)
			ret[n++] = (struct pd_elf_segment){h.p_offset, h.p_vaddr, h.p_filesz,
							   h.p_flags & PF_X};
	return n;
}

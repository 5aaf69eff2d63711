/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/symbol_search.h"

#include "base/arena.h"
#include "base/str.h"
#include "read/elf_symbols.h"
#include "read/file_bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool pd_symbol_search_path(char ret[4096], const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(ret, 4096, format, args);
	va_end(args);
	return n > 0 && n < 4096;
}

/* Zeros at the end fill the 20 bytes that the table of a recording has; they are no part of a short id. */
struct pd_symbol_search_hex pd_symbol_search_hex(const struct pd_perf_build_id *id)
{
	static const char digits[] = "0123456789abcdef";
	struct pd_symbol_search_hex h = {"", ""};
	size_t at = 0;

	for (size_t i = 0, n = id->n; i < 2 * n; i++) {
		char c = digits[i % 2 ? id->byte[i / 2] & 15 : id->byte[i / 2] >> 4];

		if (i == 2)
			h.parts[at++] = '/';
		h.parts[at++] = h.text[i] = c;
	}
	return h;
}

/* ---- one place */

/* Is the file at s->at the one that is looked for? */
static bool open_same(struct pd_symbol_search *s, struct pd_elf *ret)
{
	struct pd_perf_build_id id;

	if (!pd_elf_file_open(ret, s->at))
		return false;
	id = pd_elf_file_build_id(ret);
	if (pd_elf_file_same_id(&id, &s->id))
		return true;
	s->saw_other |= s->id.n > 0;
	pd_elf_file_close(ret);
	return false;
}

static bool open_with_symbols(struct pd_symbol_search *s, struct pd_elf *ret)
{
	if (!open_same(s, ret))
		return false;
	if (pd_elf_symbols_are_all(ret))
		return true;
	pd_elf_file_close(ret);
	return false;
}

/* ---- what ran */

/*
 * Below --symfs by the whole path, or by what is left of it without its first folders:
 * the build-id tells whether it is the right one.
 */
static bool below_symfs(struct pd_symbol_search *s, struct pd_elf *ret)
{
	const char *part = s->path;

	while (part && *part) {
		if (pd_symbol_search_path(s->at, "%s/%s", s->options->symfs,
					  part + (*part == '/')) &&
		    open_same(s, ret))
			return true;
		part = strchr(part + 1, '/');
	}
	return false;
}

/* A file in the folder of the id. */
static bool in_cache(struct pd_symbol_search *s, const char *name)
{
	const struct pd_symbol_search_hex hex = pd_symbol_search_hex(&s->id);

	return s->options->cache && s->id.n &&
	       pd_symbol_search_path(s->at, "%s/.build-id/%s%s", s->options->cache, hex.parts,
				     name);
}

bool pd_symbol_search_runtime(struct pd_symbol_search *s, struct pd_elf *ret)
{
	if (s->id.n && s->options->symfs && below_symfs(s, ret))
		return true;
	if (s->path[0] == '/' && pd_symbol_search_path(s->at, "%s", s->path)) {
		if (s->id.n && open_same(s, ret))
			return true;
		if (!s->id.n && s->is_same && pd_elf_file_open(ret, s->at)) {
			s->id = pd_elf_file_build_id(ret);
			return true;
		}
	}
	/* An old perf put the file in the place of the folder. */
	return (in_cache(s, "/elf") && open_same(s, ret)) || (in_cache(s, "") && open_same(s, ret));
}

/* ---- its symbols */

/* A debug file at @folder/@name, below --symfs or in its place. */
static bool debug_at(struct pd_symbol_search *s, const char *folder, const char *name,
		     struct pd_elf *ret)
{
	const char *symfs = s->options->symfs;

	if (symfs && pd_symbol_search_path(s->at, "%s%s%s", symfs, folder, name) &&
	    open_with_symbols(s, ret))
		return true;
	return pd_symbol_search_path(s->at, "%s%s", folder, name) && open_with_symbols(s, ret);
}

/* Beside the object, in .debug there, and in the folder of the same path below /usr/lib/debug. */
static bool by_link(struct pd_symbol_search *s, const struct pd_elf *runtime, struct pd_elf *ret)
{
	static const char *const around[][2] = {
		{"",               ""       },
                {"",               ".debug/"},
                {"/usr/lib/debug", ""       }
        };
	char folder[4096], link[PD_ELF_LINK];
	const char *slash = strrchr(s->path, '/');
	int n = slash ? (int)(slash - s->path) + 1 : 0;

	if (!runtime || !pd_elf_file_debuglink(runtime, link))
		return false;
	for (size_t i = 0; i < PD_ARRAY_SIZE(around); i++)
		if (pd_symbol_search_path(folder, "%s%.*s%s", around[i][0], n, s->path,
					  around[i][1]) &&
		    debug_at(s, folder, link, ret))
			return true;
	return false;
}

/* Fedora has /usr/lib/debug/usr/bin/x.debug, Ubuntu /usr/lib/debug/usr/bin/x, all have the id's. */
static bool by_distribution(struct pd_symbol_search *s, struct pd_elf *ret)
{
	const struct pd_symbol_search_hex hex = pd_symbol_search_hex(&s->id);
	char name[4096];

	return (s->path[0] == '/' && pd_symbol_search_path(name, "%s.debug", s->path) &&
		debug_at(s, "/usr/lib/debug", name, ret)) ||
	       (s->path[0] == '/' && debug_at(s, "/usr/lib/debug", s->path, ret)) ||
	       (pd_symbol_search_path(name, "%s.debug", hex.parts) &&
		debug_at(s, "/usr/lib/debug/.build-id/", name, ret));
}

bool pd_symbol_search_debug(struct pd_symbol_search *s, const struct pd_elf *runtime,
			    struct pd_elf *ret)
{
	if (!s->id.n)
		return false;
	/* What perf kept may be the file before it was stripped. */
	return by_link(s, runtime, ret) || (in_cache(s, "/elf") && open_with_symbols(s, ret)) ||
	       (in_cache(s, "/debug") && open_with_symbols(s, ret)) || by_distribution(s, ret);
}

/* ---- code that the kernel maps into each process */

/* "7ffd3a9f2000-7ffd3a9f4000 r-xp 00000000 00:00 0   [vdso]" */
static bool own_vdso(struct pd_str *ret)
{
	struct pd_str maps, rest;
	bool found = false;

	if (!pd_file_bytes("/proc/self/maps", 1 << 24, &maps))
		return false;
	for (rest = maps; rest.n && !found;) {
		struct pd_str line = pd_str_cut(&rest, '\n');
		uintptr_t from, to;
		char *end;

		if (!pd_str_ends(line, PD_STR("[vdso]")))
			continue;
		from = strtoull(line.p, &end, 16);
		to = *end == '-' ? strtoull(end + 1, NULL, 16) : from;
		if (to <= from)
			continue;
		found = true;
		ret->n = to - from;
		ret->p = malloc(ret->n);
		if (!ret->p)
			pd_arena_out_of_memory();
		// NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel says where it is
		memcpy((char *)(uintptr_t)ret->p, (const void *)from, ret->n);
	}
	free((char *)(uintptr_t)maps.p);
	return found;
}

static bool has_id(struct pd_str image, const struct pd_perf_build_id *wanted)
{
	struct pd_perf_build_id id = {.n = 0};
	struct pd_elf e;

	if (pd_elf_file_open_memory(&e, (char *)(uintptr_t)image.p, image.n)) {
		id = pd_elf_file_build_id(&e);
		pd_elf_file_close(&e);
	}
	return pd_elf_file_same_id(&id, wanted);
}

bool pd_symbol_search_vdso(struct pd_symbol_search *s, struct pd_str *ret)
{
	const struct pd_symbol_search_hex hex = pd_symbol_search_hex(&s->id);

	if (!s->id.n && !s->is_same)
		return false;
	if (own_vdso(ret)) {
		if (s->is_same || has_id(*ret, &s->id))
			return true;
		free((char *)(uintptr_t)ret->p);
	}
	s->saw_other = true;
	if (!s->options->cache ||
	    !pd_symbol_search_path(s->at, "%s/[vdso]/%s/vdso", s->options->cache, hex.text) ||
	    !pd_file_bytes(s->at, 1 << 20, ret))
		return false;
	if (has_id(*ret, &s->id))
		return true;
	free((char *)(uintptr_t)ret->p);
	return false;
}

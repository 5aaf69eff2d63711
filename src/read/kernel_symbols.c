/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/kernel_symbols.h"

#include "base/str.h"
#include "read/file_bytes.h"
#include "read/symbol_search.h"

#include <stdlib.h>
#include <sys/utsname.h>

struct choice {
	struct pd_symbol_files *files;
	const struct pd_kernel_query *q;
	struct pd_kernel_symbols result;
};

/* ---- does a list fit? */

enum fit { FITS_NOT, FITS_PERHAPS, FITS };

/*
 * How far the kernel was moved, by the symbol that the recording tells the address of.
 * Lists without it were made for the addresses as they are.
 */
static bool find_shift(const struct pd_kernel_query *q, const struct pd_kernel_marks *m,
		       uint64_t *ret)
{
	uint64_t mark = pd_kallsyms_marked(m, q->mark);

	*ret = 0;
	if (!q->base || !q->mark.n)
		return true;
	if (!mark)
		return false;
	*ret = q->base - mark;
	return true;
}

/*
 * perf maps the kernel up to _etext, later to _edata: two kernels seldom agree in that
 * to the byte. A map without bounds tells nothing.
 */
static enum fit fit(const struct pd_kernel_query *q, const struct pd_kernel_marks *m,
		    uint64_t *ret_shift)
{
	bool has_bounds = q->start && q->start == q->base && q->end > q->start &&
			  q->end - q->start < UINT64_C(1) << 32;

	if (!find_shift(q, m, ret_shift))
		return FITS_NOT;
	if (!has_bounds || (!m->etext && !m->edata))
		return FITS_PERHAPS;
	return (m->etext && m->etext + *ret_shift == q->end) ||
			       (m->edata && m->edata + *ret_shift == q->end)
		       ? FITS
		       : FITS_NOT;
}

/* ---- the places */

static bool refuse(struct choice *c)
{
	c->result.state = PD_SYMBOLS_FOREIGN;
	return false;
}

enum { PAGE = 4096 };

/* x86 and RISC-V have their kernels in the last 2 GiB, moved or not; others are never there. */
static bool is_in_last_2_gib(uint64_t address)
{
	return address >> 31 == UINT64_MAX >> 31;
}

/* A list has no build-id to be known by: could one kernel lie here, and be moved there? */
static bool could_be_moved(uint64_t base, uint64_t shift)
{
	return is_in_last_2_gib(base) == is_in_last_2_gib(base - shift) && shift % PAGE == 0;
}

/* Takes the list at @path if it fits as well as @least asks. */
static bool take_list(struct choice *c, const char *path, enum fit least)
{
	const struct pd_kallsyms *k = pd_symbol_files_list(c->files, path);
	uint64_t shift;

	if (!k)
		return false;
	if (fit(c->q, &k->marks, &shift) < least || !could_be_moved(c->q->base, shift))
		return refuse(c);
	c->result = (struct pd_kernel_symbols){.state = PD_SYMBOLS_FOUND,
					       .table = &k->kernel,
					       .shift = shift,
					       .list = k,
					       .has_data = k->has_data};
	return true;
}

static bool take_vmlinux(struct choice *c, const char *path, enum fit least)
{
	const struct pd_symbols *s = pd_symbol_files_kernel(c->files, path, &c->q->id);
	uint64_t shift;

	if (s->state != PD_SYMBOLS_FOUND)
		return s->state == PD_SYMBOLS_FOREIGN && refuse(c);
	/* Without a build-id of the recording there is only the size. */
	if (fit(c->q, &s->marks, &shift) < (c->q->id.n ? FITS_PERHAPS : least))
		return refuse(c);
	c->result = (struct pd_kernel_symbols){
		.state = PD_SYMBOLS_FOUND, .table = &s->table, .shift = shift, .has_data = true};
	return true;
}

static bool by_distribution(struct choice *c)
{
	static const char *const place[][2] = {
		{"/boot/vmlinux-",               ""              },
		{"/usr/lib/debug/boot/vmlinux-", ""              },
		{"/lib/modules/",                "/build/vmlinux"},
		{"/usr/lib/debug/lib/modules/",  "/vmlinux"      }
        };
	struct pd_str release = c->q->release;
	char path[4096];

	if (!release.n || !c->q->id.n || memchr(release.p, '/', release.n))
		return false;
	for (size_t i = 0; i < PD_ARRAY_SIZE(place); i++)
		if (pd_symbol_search_path(path, "%s%.*s%s", place[i][0], PD_FMT(release),
					  place[i][1]) &&
		    take_vmlinux(c, path, FITS))
			return true;
	return false;
}

static bool in_cache(struct choice *c)
{
	const char *cache = pd_symbol_files_options(c->files)->cache;
	const struct pd_symbol_search_hex hex = pd_symbol_search_hex(&c->q->id);
	char path[4096];

	if (!cache || !c->q->id.n)
		return false;
	return (pd_symbol_search_path(path, "%s/.build-id/%s/vmlinux", cache, hex.parts) &&
		take_vmlinux(c, path, FITS)) ||
	       (pd_symbol_search_path(path, "%s/[kernel.kallsyms]/%s/kallsyms", cache, hex.text) &&
		take_list(c, path, FITS_PERHAPS)) ||
	       (pd_symbol_search_path(path, "%s/.build-id/%s/kallsyms", cache, hex.parts) &&
		take_list(c, path, FITS_PERHAPS));
}

/* perf record --kcore keeps a list in the recording; people keep one beside it. */
static bool beside(struct choice *c)
{
	const char *recording = c->q->recording, *slash;
	char path[4096];

	if (!recording)
		return false;
	if (pd_symbol_search_path(path, "%s/kcore_dir/kallsyms", recording) &&
	    take_list(c, path, FITS_PERHAPS))
		return true;
	slash = strrchr(recording, '/');
	return pd_symbol_search_path(path, "%.*skallsyms", slash ? (int)(slash - recording) + 1 : 0,
				     recording) &&
	       take_list(c, path, FITS);
}

/* The build-id of the running kernel, or none. */
static struct pd_perf_build_id running_id(void)
{
	struct pd_perf_build_id id = {.n = 0};
	struct pd_str notes;

	if (pd_file_bytes("/sys/kernel/notes", 1 << 20, &notes)) {
		id = pd_elf_file_note(notes.p, notes.n);
		free((char *)(uintptr_t)notes.p);
	}
	return id;
}

bool pd_kernel_symbols_is_running(const struct pd_kernel_query *q)
{
	struct pd_perf_build_id id = running_id();
	struct utsname name;

	if (q->id.n && id.n)
		return pd_elf_file_same_id(&q->id, &id);
	return q->release.n && !uname(&name) && pd_str_eq(q->release, pd_str_of(name.release));
}

static bool running(struct choice *c)
{
	static const char path[] = "/proc/kallsyms";

	if (!pd_kernel_symbols_is_running(c->q))
		return refuse(c);
	if (take_list(c, path, FITS_PERHAPS))
		return true;
	c->result.is_hidden = !pd_symbol_files_list(c->files, path);
	return false;
}

/* What the user names is his word, unless it can be seen to be wrong. */
static bool by_option(struct choice *c)
{
	const struct pd_symbol_options *o = pd_symbol_files_options(c->files);

	return (o->kallsyms && take_list(c, o->kallsyms, FITS_PERHAPS)) ||
	       (o->vmlinux && take_vmlinux(c, o->vmlinux, FITS_PERHAPS));
}

struct pd_kernel_symbols pd_kernel_symbols(struct pd_symbol_files *f,
					   const struct pd_kernel_query *q)
{
	struct choice c = {.files = f, .q = q, .result = {.state = PD_SYMBOLS_MISSING}};

	if (!by_option(&c) && !by_distribution(&c) && !in_cache(&c) && !beside(&c))
		(void)running(&c);
	return c.result;
}

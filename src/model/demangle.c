/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/demangle.h"

#include "base/str.h"

#include <setjmp.h>

#ifdef PD_LIBIBERTY_FLAT
# include <demangle.h>
#else
# include <libiberty/demangle.h>
#endif

struct text {
	char *buf;
	size_t n, size;
	jmp_buf full;
};

/*
 * Types that name the one before them twice, f(A<int, int>, A<S0_, S0_>, ...), print
 * 570 MB from 250 bytes, and a callback cannot say "enough". Leaving by a jump can:
 * libiberty keeps its state on the stack.
 */
static void append(const char *data, size_t n, void *opaque)
{
	struct text *t = opaque;

	if (n > t->size - t->n)
		longjmp(t->full, 1);
	if (n) /* of nothing, @data may be NULL */
		memcpy(t->buf + t->n, data, n);
	t->n += n;
}

/* In a frame of its own, so that nothing here lives in a register across the jump. */
static bool print(const char *mangled, int options, struct text *t)
{
	if (setjmp(t->full))
		return false;
	if (mangled[1] == 'R')
		return rust_demangle_callback(mangled, 0, append, t);
	/* A legacy Rust name is a C++ name whose last part is a hash. */
	if (rust_demangle_callback(mangled, 0, append, t))
		return true;
	t->n = 0;
	return cplus_demangle_v3_callback(mangled, options, append, t);
}

static bool is_mangled(struct pd_str s)
{
	return pd_str_starts(s, PD_STR("_Z")) || pd_str_starts(s, PD_STR("_R"));
}

static bool demangle(struct pd_str mangled, int options, char *buf, size_t size, struct pd_str *ret)
{
	char name[PD_DEMANGLE_MAX + 1];
	struct text t;

	if (mangled.n > PD_DEMANGLE_MAX || !is_mangled(mangled) ||
	    memchr(mangled.p, '\0', mangled.n))
		return false;
	memcpy(name, mangled.p, mangled.n);
	name[mangled.n] = '\0';
	t.buf = buf;
	t.n = 0;
	t.size = size;
	if (!print(name, options, &t) || !t.n || is_mangled((struct pd_str){buf, t.n}))
		return false;
	*ret = (struct pd_str){buf, t.n};
	return true;
}

bool pd_demangle(struct pd_str mangled, char *buf, size_t size, struct pd_str *ret)
{
	return demangle(mangled, DMGL_PARAMS | DMGL_ANSI, buf, size, ret);
}

bool pd_demangle_bare(struct pd_str mangled, char *buf, size_t size, struct pd_str *ret)
{
	return demangle(mangled, DMGL_NO_OPTS, buf, size, ret);
}

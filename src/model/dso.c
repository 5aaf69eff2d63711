/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dso.h"

#include "base/str.h"
#include "model/suffix.h"

/*
 *	[kernel.kallsyms]_text	[kernel.vmlinux].init.text	[guest.kernel.kallsyms.1234]
 *	/usr/lib/debug/boot/vmlinux-6.1.0-18-amd64	[k]
 */
static bool is_kernel(struct pd_str s)
{
	return pd_str_starts(s, PD_STR("[kernel.")) || pd_str_starts(s, PD_STR("[kernel]")) ||
	       pd_str_starts(s, PD_STR("[guest.kernel")) || pd_str_eq(s, PD_STR("[k]")) ||
	       pd_str_eq(s, PD_STR("[g]")) || pd_str_eq(s, PD_STR("vmlinux")) ||
	       pd_str_starts(s, PD_STR("vmlinux-")) || pd_str_starts(s, PD_STR("vmlinux.")) ||
	       pd_str_eq(s, PD_STR("kcore")) || pd_str_eq(s, PD_STR("kallsyms"));
}

/* "bpf_prog_6deef7357e7b4530_sys_enter": the hash is of the program's code. */
static bool is_bpf(struct pd_str s)
{
	return pd_str_starts(s, PD_STR("bpf_prog_")) ||
	       pd_str_starts(s, PD_STR("bpf_trampoline_")) ||
	       pd_str_starts(s, PD_STR("bpf_dispatcher_")) || pd_str_eq(s, PD_STR("[bpf]"));
}

/*
 *	perf-1873.map	[JIT] tid 1873	jitted-1873-12.so	//anon	/memfd:doublemapper
 *
 * Named by the whole path: "anon" may be a program, //anon is not.
 */
static bool is_jit(struct pd_str path, struct pd_str base)
{
	static const char *const words[] = {"anon",   "//anon",         "[anon]",
					    "[heap]", "[jit]",          "[stack]",
					    "[JIT]",  "/anon_hugepage", "/dev/zero"};
	static const char *const starts[] = {"[JIT]", "[anon:", "[stack:", "/memfd:", "/SYSV"};
	struct pd_str number = base;

	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++)
		if (pd_str_eq(path, pd_str_of(words[i])))
			return true;
	for (size_t i = 0; i < PD_ARRAY_SIZE(starts); i++)
		if (pd_str_starts(path, pd_str_of(starts[i])))
			return true;
	if (pd_str_eat(&number, PD_STR("perf-")) && pd_str_ends(number, PD_STR(".map"))) {
		number.n -= 4;
		return pd_suffix_is_digits(number);
	}
	return pd_str_eat(&number, PD_STR("jitted-")) && number.n &&
	       pd_suffix_is_digits((struct pd_str){number.p, 1});
}

static struct pd_str base_name(struct pd_str path)
{
	const char *slash = path.n ? memrchr(path.p, '/', path.n) : NULL;

	return slash ? pd_str_skip(path, (size_t)(slash - path.p) + 1) : path;
}

static struct pd_str parent(struct pd_str path)
{
	struct pd_str base = base_name(path);

	return (struct pd_str){path.p, path.n > base.n ? path.n - base.n - 1 : 0};
}

/* perf's cache: /root/.debug/usr/lib/libc.so.6/<build-id>/elf is /usr/lib/libc.so.6 */
static struct pd_str outside_cache(struct pd_str path)
{
	struct pd_str up = parent(path), hash = base_name(up);

	if (pd_str_find(path, PD_STR("/.debug/")) == path.n || hash.n < 32 ||
	    !pd_suffix_is_hex(hash) || !parent(up).n)
		return path;
	return parent(up);
}

/* A loaded module is called [nf_nat], its file may be nf-nat.ko.xz: the name without brackets. */
static bool is_module(struct pd_str base, struct pd_str *ret)
{
	size_t at = pd_str_find(base, PD_STR(".ko"));

	if (base.n > 2 && base.p[0] == '[' && base.p[base.n - 1] == ']') {
		*ret = (struct pd_str){base.p + 1, base.n - 2};
		return !memchr(ret->p, ' ', ret->n) && !memchr(ret->p, ':', ret->n);
	}
	if (at == 0 || at == base.n || !(at + 3 == base.n || base.p[at + 3] == '.'))
		return false;
	*ret = (struct pd_str){base.p, at};
	return !memchr(ret->p, ' ', ret->n) && !memchr(ret->p, ':', ret->n);
}

static struct pd_dso module(struct pd_str name, struct pd_str base, struct pd_dso_buf *buf)
{
	if (name.n + 2 > sizeof(buf->text))
		return (struct pd_dso){base, PD_DSO_MODULE};
	memmove(buf->text + 1, name.p, name.n);
	buf->text[0] = '[';
	buf->text[name.n + 1] = ']';
	for (size_t i = 1; i <= name.n; i++)
		if (buf->text[i] == '-')
			buf->text[i] = '_';
	return (struct pd_dso){
		{buf->text, name.n + 2},
                PD_DSO_MODULE
        };
}

/* True if @s is digits and dots, with a dot: "2.36", or starts with one: ".6.0.30". */
static bool is_version(struct pd_str s)
{
	bool dot = false;

	for (size_t i = 0; i < s.n; i++) {
		dot |= s.p[i] == '.';
		if (s.p[i] != '.' && !(s.p[i] >= '0' && s.p[i] <= '9'))
			return false;
	}
	return dot;
}

/*
 *	libc.so.6	libc-2.36.so	libstdc++.so.6.0.30	ld-linux-x86-64.so.2
 *
 * The version is in the file's name or not, depending on the links that were followed.
 */
static struct pd_str library(struct pd_str base)
{
	size_t at = pd_str_find(base, PD_STR(".so"));
	struct pd_str name = {base.p, at}, version = pd_str_skip(base, at + 3);
	const char *dash;

	if (at == 0 || at == base.n || (version.n && !is_version(version)))
		return base;
	if (pd_str_starts(name, PD_STR("ld-linux")) || pd_str_starts(name, PD_STR("ld-musl")))
		return (struct pd_str){base.p, 2};
	dash = version.n ? NULL : memrchr(name.p, '-', name.n);
	if (dash && dash > name.p && is_version(pd_str_skip(name, (size_t)(dash - name.p) + 1)))
		name.n = (size_t)(dash - name.p);
	return name;
}

static bool is_unknown(struct pd_str s)
{
	return !s.n || pd_str_eq(s, PD_STR("[unknown]")) || pd_str_eq(s, PD_STR("unknown")) ||
	       pd_str_eq(s, PD_STR("//toolong")) || pd_str_eq(s, PD_STR("//enomem"));
}

static struct pd_dso classify(struct pd_str raw, struct pd_dso_buf *buf)
{
	const struct pd_str deleted = PD_STR(" (deleted)");
	struct pd_str path = pd_str_trim(raw), base, name;

	if (pd_str_ends(path, deleted))
		path.n -= deleted.n;
	path = outside_cache(path);
	base = base_name(path);
	if (is_unknown(path) || !base.n)
		return (struct pd_dso){PD_STR("[unknown]"), PD_DSO_UNKNOWN};
	if (is_kernel(base))
		return (struct pd_dso){PD_STR("[kernel]"), PD_DSO_KERNEL};
	if (is_jit(path, base))
		return (struct pd_dso){PD_STR("[jit]"), PD_DSO_JIT};
	if (is_bpf(base))
		return (struct pd_dso){PD_STR("[bpf]"), PD_DSO_MODULE};
	if (pd_str_starts(base, PD_STR("[vdso")) || pd_str_eq(base, PD_STR("[vsyscall]")) ||
	    pd_str_starts(base, PD_STR("linux-vdso.so")) || pd_str_eq(base, PD_STR("vdso")))
		return (struct pd_dso){PD_STR("[vdso]"), PD_DSO_FILE};
	if (is_module(base, &name))
		return module(name, base, buf);
	return (struct pd_dso){library(base), PD_DSO_FILE};
}

/* What is left of a name may be a name that says more: vdso.ko, libx.ko-1.2.so. */
struct pd_dso pd_dso_key(struct pd_str raw, struct pd_dso_buf *buf)
{
	for (;;) {
		struct pd_dso dso = classify(raw, buf);

		if (dso.key.p == raw.p ? dso.key.n == raw.n : pd_str_eq(dso.key, raw))
			return dso;
		raw = dso.key;
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/symbol.h"

#include "base/str.h"
#include "model/demangle.h"
#include "model/respell.h"
#include "model/suffix.h"

const struct pd_str pd_symbol_unresolved = {"unresolved", sizeof("unresolved") - 1};

static bool is_one_of(struct pd_str s, const char *const *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (pd_str_eq(s, pd_str_of(v[i])))
			return true;
	return false;
}

static bool starts_with_one_of(struct pd_str s, const char *const *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (pd_str_starts(s, pd_str_of(v[i])))
			return true;
	return false;
}

/* Like pd_str_eat(), but leaves at least one byte. */
static bool eat_prefix(struct pd_str *s, struct pd_str prefix)
{
	return s->n > prefix.n && pd_str_eat(s, prefix);
}

static bool eat_suffix(struct pd_str *s, struct pd_str suffix)
{
	if (s->n <= suffix.n || !pd_str_ends(*s, suffix))
		return false;
	s->n -= suffix.n;
	return true;
}

/* The runtime of clang's CFI has functions of its own that start like its prefix. */
static bool is_cfi_runtime(struct pd_str s)
{
	return pd_str_starts(s, PD_STR("__cfi_slowpath")) ||
	       pd_str_starts(s, PD_STR("__cfi_check"));
}

/*
 *	.klp.sym.vmlinux.do_wait,0	a symbol that a patch refers to
 *	klpp_do_wait			what it does instead
 */
static struct pd_str strip_livepatch(struct pd_str s, unsigned int *flags)
{
	struct pd_str rest = s;

	if (pd_str_eat(&rest, PD_STR(".klp.sym."))) {
		(void)pd_str_cut(&rest, '.');
		rest = pd_str_cut(&rest, ',');
	} else if (!eat_prefix(&rest, PD_STR("klpp_"))) {
		(void)eat_prefix(&rest, PD_STR("__livepatch_"));
	}
	if (!rest.n || rest.n == s.n)
		return s;
	*flags |= PD_SYMBOL_LIVEPATCH;
	return rest;
}

static struct pd_str strip_prefixes(struct pd_str s, unsigned int *flags)
{
	while ((!is_cfi_runtime(s) && eat_prefix(&s, PD_STR("__cfi_"))) ||
	       eat_prefix(&s, PD_STR("__pfx_")))
		*flags |= PD_SYMBOL_CFI;
	return strip_livepatch(s, flags);
}

/* Both ends, until neither has anything left to take. */
static struct pd_str strip(struct pd_str s, unsigned int *flags)
{
	for (;;) {
		struct pd_str t = strip_prefixes(pd_suffix_strip(s, flags), flags);

		if (t.n == s.n)
			return t;
		s = t;
	}
}

/* @name in front of @tail again; @name as it was if there is no room. */
static struct pd_str append(struct pd_str name, struct pd_str tail, struct pd_symbol_buf *buf)
{
	if (tail.n > sizeof(buf->text) || name.n > sizeof(buf->text) - tail.n)
		return name;
	memmove(buf->text, name.p, name.n);
	memcpy(buf->text + name.n, tail.p, tail.n);
	return (struct pd_str){buf->text, name.n + tail.n};
}

/* Each round makes a name shorter or its digits fewer. */
static struct pd_str settle(struct pd_str s, struct pd_symbol_buf *buf, unsigned int *flags)
{
	s = strip(s, flags);
	while (pd_respell(&s, buf->text, sizeof(buf->text), flags))
		s = strip(s, flags);
	return s;
}

struct pd_symbol_name pd_symbol_canonical(struct pd_str raw, struct pd_symbol_buf *buf)
{
	const struct pd_str plt = PD_STR("@plt");
	struct pd_symbol_name ret = {raw, 0};
	struct pd_str name = strip(raw, &ret.flags);

	if (eat_suffix(&name, plt))
		ret.flags |= PD_SYMBOL_PLT;
	ret.canonical = strip(name, &ret.flags);
	if (pd_demangle(ret.canonical, buf->text, sizeof(buf->text), &ret.canonical))
		ret.flags |= PD_SYMBOL_DEMANGLED;
	ret.canonical = settle(ret.canonical, buf, &ret.flags);
	if (raw.n && pd_symbol_is_unresolved(ret.canonical))
		return (struct pd_symbol_name){pd_symbol_unresolved, 0};
	if (!(ret.flags & PD_SYMBOL_PLT))
		return ret;
	if (ret.canonical.p == name.p && ret.canonical.n == name.n)
		ret.canonical.n += plt.n; /* nothing was taken between the two */
	else
		ret.canonical = append(ret.canonical, plt, buf);
	return ret;
}

/* Spellings whose end is that of the system call: until 4.16 SyS_read, and SYSC_read, its body. */
static bool eat_capitals(struct pd_str *s)
{
	static const char *const wrappers[] = {"compat_SyS_", "C_SYSC_", "SyS_", "SYSC_"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(wrappers); i++)
		if (pd_str_eat(s, pd_str_of(wrappers[i])))
			return true;
	return false;
}

/*
 * "__x64_sys_read", "SyS_read" and "ksys_read" are where read() enters the kernel. What several
 * system calls or the kernel itself use (kernel_wait4, do_sys_open, __sys_recvfrom) is none of them.
 */
static bool group_syscall(struct pd_str *s, struct pd_symbol_buf *buf)
{
	static const char *const wrappers[] = {
		"__x64_sys_",          "__ia32_sys_",
		"__arm64_sys_",        "__s390x_sys_",
		"__s390_sys_",         "__riscv_sys_",
		"__powerpc_sys_",      "__se_sys_",
		"__do_sys_",           "ksys_",
		"__x64_compat_sys_",   "__ia32_compat_sys_",
		"__arm64_compat_sys_", "__se_compat_sys_",
		"__do_compat_sys_",    "compat_sys_",
		"__x32_compat_sys_",   "__s390_compat_sys_",
		"__riscv_compat_sys_",
	};
	const struct pd_str sys = PD_STR("sys_");
	struct pd_str rest = *s;

	if (starts_with_one_of(*s, wrappers, PD_ARRAY_SIZE(wrappers))) {
		*s = pd_str_skip(*s, pd_str_find(*s, sys));
		return true;
	}
	if (!eat_capitals(&rest))
		return false;
	if (rest.n > sizeof(buf->text) - sys.n)
		return false;
	memmove(buf->text + sys.n, rest.p, rest.n);
	memcpy(buf->text, sys.p, sys.n);
	*s = (struct pd_str){buf->text, sys.n + rest.n};
	return true;
}

static struct pd_str group_kernel(struct pd_str s, struct pd_symbol_buf *buf)
{
	(void)eat_suffix(&s, PD_STR(".kfence"));
	(void)eat_suffix(&s, PD_STR("_noprof"));
	(void)eat_prefix(&s, PD_STR("__pi_"));
	(void)group_syscall(&s, buf);
	return s;
}

/* Functions of the C library that belong to nobody else's name. */
static bool is_libc_own(struct pd_str after)
{
	static const char *const own[] = {"start", "early_init", "csu_",    "setup_", "init_",
					  "main",  "freeres",    "message", "fatal",  "assert"};

	return starts_with_one_of(after, own, PD_ARRAY_SIZE(own));
}

static bool is_lower(struct pd_str s)
{
	return s.n && s.p[0] >= 'a' && s.p[0] <= 'z';
}

/*
 *	__GI___libc_write, __libc_write, __GI___wait4, __read_nocancel
 *
 * Which alias is printed depends on whether debug symbols were installed.
 */
static struct pd_str group_glibc(struct pd_str s, bool libc)
{
	bool internal = eat_prefix(&s, PD_STR("__GI_")), nocancel;
	struct pd_str rest = s;

	nocancel = pd_str_starts(s, PD_STR("__")) && eat_suffix(&rest, PD_STR("_nocancel"));
	if (eat_prefix(&rest, PD_STR("__libc_"))) {
		if (!is_libc_own(rest))
			return rest;
		return s;
	}
	if ((internal || nocancel || libc) && eat_prefix(&rest, PD_STR("__")) && is_lower(rest))
		return rest;
	return s;
}

/*
 *	__GI___fstatat64, pwrite64, __open64_nocancel
 *
 * Functions that have a second name for large files: the same code where an off_t has 64 bits.
 */
static struct pd_str group_large_file(struct pd_str s)
{
	static const char *const functions[] = {
		"open",      "openat",   "creat",     "lseek",         "pread",
		"pwrite",    "preadv",   "pwritev",   "preadv2",       "pwritev2",
		"stat",      "fstat",    "lstat",     "fstatat",       "xstat",
		"fxstat",    "lxstat",   "fxstatat",  "statfs",        "fstatfs",
		"statvfs",   "fstatvfs", "truncate",  "ftruncate",     "fallocate",
		"mmap",      "readdir",  "readdir_r", "scandir",       "scandirat",
		"alphasort", "getdents", "sendfile",  "posix_fadvise", "posix_fallocate",
		"fopen",     "freopen",  "fseeko",    "ftello",        "fgetpos",
		"fsetpos",   "tmpfile",  "mkstemp",   "mkostemp",      "mkstemps",
		"mkostemps", "glob",     "globfree",  "ftw",           "nftw",
		"lockf",     "prlimit",  "getrlimit", "setrlimit",     "versionsort",
	};
	struct pd_str base = s;

	return eat_suffix(&base, PD_STR("64")) &&
			       is_one_of(base, functions, PD_ARRAY_SIZE(functions))
		       ? base
		       : s;
}

/* "memmove_avx_unaligned_erms" is memmove for some processors. */
static struct pd_str group_string(struct pd_str s)
{
	static const char *const families[] = {"mem", "str", "stp", "wcs", "wmem", "rawmem"};
	static const char *const machines[] = {"avx",   "sse",   "ssse", "evex",    "erms",
					       "neon",  "sve",   "mops", "generic", "unaligned",
					       "asimd", "power", "z13",  "zva"};
	const char *bar = s.n ? memchr(s.p, '_', s.n) : NULL;
	struct pd_str base = s;

	if (!bar || !starts_with_one_of(s, families, PD_ARRAY_SIZE(families)))
		return s;
	base.n = (size_t)(bar - s.p);
	return starts_with_one_of(pd_str_skip(s, base.n + 1), machines, PD_ARRAY_SIZE(machines))
		       ? base
		       : s;
}

/* "dot.avx2.0", "dot.arch_x86_64_v3" and "dot.resolver" are dot. */
static struct pd_str group_target(struct pd_str s)
{
	static const char *const targets[] = {"resolver", "ifunc",  "default", "arch_",
					      "avx",      "sse",    "ssse",    "fma",
					      "bmi",      "popcnt", "_M"};
	const char *dot = s.n ? memchr(s.p, '.', s.n) : NULL;
	struct pd_str base = s;

	if (!dot || dot == s.p || memchr(s.p, ':', s.n) || memchr(s.p, '/', s.n) ||
	    memchr(s.p, ' ', s.n))
		return s;
	base.n = (size_t)(dot - s.p);
	return starts_with_one_of(pd_str_skip(s, base.n + 1), targets, PD_ARRAY_SIZE(targets))
		       ? base
		       : s;
}

/* "N::f(int, void (*)(int)) const" is N::f; "N::operator()" keeps what it has. */
static struct pd_str group_parameters(struct pd_str s)
{
	struct pd_str t = s;
	size_t depth = 0;

	(void)eat_suffix(&t, PD_STR(" const"));
	if (!pd_str_ends(t, PD_STR(")")))
		return s;
	while (t.n) {
		char c = t.p[--t.n];

		depth += c == ')';
		depth -= c == '(';
		if (!depth)
			break;
	}
	if (depth || !t.n || pd_str_ends(t, PD_STR("operator")) || t.p[t.n - 1] == ' ' ||
	    t.p[t.n - 1] == ':')
		return s;
	return t;
}

static struct pd_str group_user(struct pd_str s, struct pd_str dso)
{
	static const char *const c_libraries[] = {"libc", "libpthread", "libm", "librt", "ld"};
	bool libc = is_one_of(dso, c_libraries, PD_ARRAY_SIZE(c_libraries));
	struct pd_str t;

	(void)eat_suffix(&s, PD_STR("@plt"));
	t = group_glibc(s, libc);
	if (t.n != s.n || libc)
		t = group_string(t);
	if (t.n != s.n || libc || !dso.n)
		t = group_large_file(t);
	return group_parameters(group_target(t));
}

struct pd_str pd_symbol_group(struct pd_str canonical, struct pd_str dso, struct pd_symbol_buf *buf)
{
	bool unknown = !dso.n || pd_str_eq(dso, PD_STR("[unknown]"));
	bool kernel = pd_str_starts(dso, PD_STR("[")) && !pd_str_eq(dso, PD_STR("[jit]")) &&
		      !pd_str_eq(dso, PD_STR("[vdso]")) && !unknown;
	struct pd_str s = canonical;

	if (kernel || unknown)
		s = group_kernel(s, buf);
	if (!kernel)
		s = group_user(s, unknown ? PD_STR("") : dso);
	return s;
}

bool pd_symbol_is_unresolved(struct pd_str raw)
{
	static const char *const words[] = {"", "[unknown]", "(nil)", "[unresolved]", "??"};
	struct pd_str s = raw;

	if (pd_str_eat(&s, PD_STR("0x")))
		return pd_suffix_is_hex(s);
	return is_one_of(raw, words, PD_ARRAY_SIZE(words)) ||
	       (raw.n == 16 && pd_suffix_is_hex(raw));
}

static struct pd_str without_suffixes(struct pd_str raw)
{
	unsigned int flags = 0;

	return strip(raw, &flags);
}

bool pd_symbol_is_idle(struct pd_str raw, struct pd_str comm)
{
	static const char *const names[] = {"do_idle",
					    "poll_idle",
					    "default_idle",
					    "default_idle_call",
					    "arch_cpu_idle",
					    "cpu_do_idle",
					    "cpu_idle",
					    "cpu_idle_loop",
					    "cpu_idle_poll",
					    "cpu_startup_entry",
					    "amd_e400_idle",
					    "c1e_idle",
					    "native_safe_halt",
					    "pv_native_safe_halt",
					    "pvm_safe_halt",
					    "xen_safe_halt",
					    "kvm_safe_halt",
					    "tdx_safe_halt",
					    "default_enter_idle",
					    "snooze_loop",
					    "acpi_safe_halt",
					    "pseries_lpar_idle",
					    "psw_idle",
					    "enabled_wait",
					    "haltpoll_poll",
					    "acpi_processor_ffh_cstate_enter"};
	static const char *const families[] = {"intel_idle", "acpi_idle_",     "mwait_idle",
					       "cpuidle_",   "psci_enter_",    "stop_loop",
					       "nap_loop",   "tick_nohz_idle_"};
	struct pd_str s = without_suffixes(raw), thread = pd_str_cut(&comm, '/');

	return pd_str_eq(thread, PD_STR("swapper")) || is_one_of(s, names, PD_ARRAY_SIZE(names)) ||
	       starts_with_one_of(s, families, PD_ARRAY_SIZE(families));
}

bool pd_symbol_is_skid(struct pd_str raw)
{
	static const char *const names[] = {"finish_task_switch",    "_raw_spin_unlock_irqrestore",
					    "_raw_spin_unlock_irq",  "_raw_read_unlock_irqrestore",
					    "_raw_read_unlock_irq",  "_raw_write_unlock_irqrestore",
					    "_raw_write_unlock_irq", "pvm_irq_enable",
					    "pv_native_irq_enable",  "native_irq_enable",
					    "xen_irq_enable",        "xen_irq_enable_direct"};
	struct pd_str s = without_suffixes(raw);

	return is_one_of(s, names, PD_ARRAY_SIZE(names)) ||
	       (pd_str_starts(s, PD_STR("__raw_callee_save_")) &&
		pd_str_ends(s, PD_STR("irq_enable")));
}

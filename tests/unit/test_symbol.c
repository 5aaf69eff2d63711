/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "model/symbol.h"

#include <stdio.h>
#include <time.h>

static struct pd_symbol_buf buf, again;

/* And a canonical name is its own canonical name. */
static void becomes(const char *raw, const char *canonical, unsigned int flags)
{
	struct pd_symbol_name got = pd_symbol_canonical(pd_str_of(raw), &buf), twice;

	if (!pd_str_eq(got.canonical, pd_str_of(canonical)) || got.flags != flags)
		fail_msg("%s is %.*s (%x), not %s (%x)", raw, PD_FMT(got.canonical), got.flags,
			 canonical, flags);
	twice = pd_symbol_canonical(got.canonical, &again);
	if (!pd_str_eq(twice.canonical, pd_str_of(canonical)))
		fail_msg("%s is %.*s", canonical, PD_FMT(twice.canonical));
}

static void stays(const char *name)
{
	becomes(name, name, 0);
}

static void is_grouped(const char *canonical, const char *dso, const char *key)
{
	struct pd_str got = pd_symbol_group(pd_str_of(canonical), pd_str_of(dso), &buf);

	if (!pd_str_eq(got, pd_str_of(key)))
		fail_msg("%s in %s is %.*s, not %s", canonical, dso, PD_FMT(got), key);
}

/* The functions that one version of a test program has under other names than the others. */
static void clones_of_gcc_are_their_function(void **state)
{
	(void)state;
	becomes("tokenise.isra.0", "tokenise", PD_SYMBOL_CLONE);
	becomes("hash_insert.constprop.0", "hash_insert", PD_SYMBOL_CLONE);
	becomes("key_compare.part.0", "key_compare", PD_SYMBOL_PART);
	becomes("foo.constprop.12.isra.3", "foo", PD_SYMBOL_CLONE);
	becomes("foo.lto_priv.0", "foo", PD_SYMBOL_CLONE);
	becomes("foo.localalias", "foo", PD_SYMBOL_CLONE);
	becomes("foo.simdclone.0", "foo", PD_SYMBOL_CLONE);
	becomes("foo.cold", "foo", PD_SYMBOL_COLD);
	becomes("do_wait.part.0.cold", "do_wait", PD_SYMBOL_PART | PD_SYMBOL_COLD);
	becomes("foo.unlikely.2", "foo", PD_SYMBOL_COLD);
}

static void clones_of_clang_are_their_function(void **state)
{
	(void)state;
	becomes("foo.llvm.9876543210987654321", "foo", PD_SYMBOL_CLONE);
	becomes("show.__uniq.29301170.llvm.77", "show", PD_SYMBOL_CLONE);
	becomes("show.__uniq.29301170", "show", 0);
	becomes("foo$707af9a22804d33c81801f27dcfe489b", "foo", 0);
	becomes("foo.__part.1", "foo", PD_SYMBOL_PART);
	becomes("foo.cold.0/1", "foo", PD_SYMBOL_COLD);
	becomes("foo.specialized.1.argelim", "foo", PD_SYMBOL_CLONE);
	becomes("foo.memprof.2", "foo", PD_SYMBOL_CLONE);
	becomes("foo.content.0a1b2c", "foo", 0);
}

static void checks_of_control_flow_are_their_function(void **state)
{
	(void)state;
	becomes("foo.cfi", "foo", 0);
	becomes("foo.cfi_jt", "foo", PD_SYMBOL_CFI);
	becomes("__cfi_do_wait", "do_wait", PD_SYMBOL_CFI);
	becomes("__pfx_do_wait", "do_wait", PD_SYMBOL_CFI);
	becomes("__pfx_do_wait.part.0", "do_wait", PD_SYMBOL_CFI | PD_SYMBOL_PART);
	stays("__cfi_slowpath");
	stays("__cfi_check_fail");
}

static void versions_of_symbols_go(void **state)
{
	(void)state;
	becomes("_IO_file_xsputn@@GLIBC_2.2.5", "_IO_file_xsputn", 0);
	becomes("memcpy@GLIBC_2.14", "memcpy", 0);
	becomes("foo@@Base", "foo", 0);
	becomes("memcpy@plt", "memcpy@plt", PD_SYMBOL_PLT);
	becomes("memcpy@GLIBC_2.14@plt", "memcpy@plt", PD_SYMBOL_PLT);
	becomes("*ABS*+0xa0720@plt", "*ABS*@plt", PD_SYMBOL_PLT);
	becomes("_Z3foov@plt", "foo()@plt", PD_SYMBOL_PLT | PD_SYMBOL_DEMANGLED);
}

/* rustc, legacy: hashes of 16 digits, of 17 at times, and numbers of split units behind them. */
static void hashes_of_rust_go(void **state)
{
	(void)state;
	becomes("core::ptr::drop_in_place::h0123456789abcdef", "core::ptr::drop_in_place", 0);
	becomes("core::fmt::write::h0123456789abcdef0", "core::fmt::write", 0);
	becomes("core::fmt::write::h0123456789abcdef.60", "core::fmt::write", 0);
	becomes("_ZN1r1m1S2go17h0f167f79a8ab975bE.60", "r::m::S::go", PD_SYMBOL_DEMANGLED);
	becomes("_ZN1r1m1S2go17h0f167f79a8ab975bE.llvm.123", "r::m::S::go",
		PD_SYMBOL_DEMANGLED | PD_SYMBOL_CLONE);
	becomes("<r[20c418149eb3754d]::m::S as r[20c418149eb3754d]::m::T>::t",
		"<r::m::S as r::m::T>::t", 0);
	stays("r::m::clos::{closure#0}");
	stays("std::h0123");
	stays("f::<[u8; 16]>");
}

static void mangled_names_are_read_after_their_suffixes_went(void **state)
{
	(void)state;
	becomes("_ZNK3foo3Bar2goEiPKc.constprop.0", "foo::Bar::go(int, char const*) const",
		PD_SYMBOL_DEMANGLED | PD_SYMBOL_CLONE);
	becomes("foo(int) [clone .isra.0]", "foo(int)", PD_SYMBOL_CLONE);
	becomes("foo(int) [clone .part.0] [clone .cold]", "foo(int)",
		PD_SYMBOL_PART | PD_SYMBOL_COLD);
	becomes("foo(int) [clone .constprop.0.isra.0]", "foo(int)", PD_SYMBOL_CLONE);
	becomes("_Z3", "_Z3", 0);
}

static void numbers_of_a_jvm_are_n(void **state)
{
	(void)state;
	becomes("Lcom/x/Y$$Lambda$733/0x0000000800c8a440;::apply", "Lcom/x/Y$$Lambda$N;::apply", 0);
	becomes("com.x.Y$$Lambda/0x00007f0e1c0f5c00.apply", "com.x.Y$$Lambda$N.apply", 0);
	becomes("jdk.internal.reflect.GeneratedMethodAccessor120.invoke",
		"jdk.internal.reflect.GeneratedMethodAccessorN.invoke", 0);
	becomes("LambdaForm$MH/0x0000000800c01800.invoke", "LambdaForm$MH/0xN.invoke", 0);
	becomes("com.sun.proxy.$Proxy12.get", "com.sun.proxy.$ProxyN.get", 0);
	becomes("__C197collect", "__C197collect", 0);
	becomes("is/hail/codegen/generated/C1.__C197", "is/hail/codegen/generated/C1.__CN", 0);
}

/* A function that changes its tier during a run is one function. */
static void tiers_of_v8_are_one_function(void **state)
{
	(void)state;
	becomes("LazyCompile:*onRead /srv/net.js:118:9", "LazyCompile:onRead /srv/net.js:N:N",
		PD_SYMBOL_CLONE);
	becomes("JS:~onRead /srv/net.js:118:9", "JS:onRead /srv/net.js:N:N", PD_SYMBOL_CLONE);
	becomes("JS:^ /srv/net.js:118:9", "JS: /srv/net.js:118:9", PD_SYMBOL_CLONE);
	becomes("Eval:*x", "Eval:x", PD_SYMBOL_CLONE);
}

static void patches_are_what_they_replace(void **state)
{
	(void)state;
	becomes("klpp_do_wait", "do_wait", PD_SYMBOL_LIVEPATCH);
	becomes("__livepatch_do_wait", "do_wait", PD_SYMBOL_LIVEPATCH);
	becomes(".klp.sym.vmlinux.do_wait,0", "do_wait", PD_SYMBOL_LIVEPATCH);
	stays("klp_ftrace_handler");
}

static void inlined_functions_are_themselves(void **state)
{
	(void)state;
	becomes("mix (inlined)", "mix", PD_SYMBOL_INLINED);
	becomes("mix.isra.0 (inlined)", "mix", PD_SYMBOL_INLINED | PD_SYMBOL_CLONE);
}

/* They tell functions apart, or say something of other machines. */
static void other_numbers_and_dots_stay(void **state)
{
	static const char *const names[] = {"__cxx_global_var_init.3",
					    "main._omp_fn.0",
					    "dot.avx2.0",
					    "dot.arch_x86_64_v3",
					    "memcpy.resolver",
					    "runtime.mallocgc",
					    "github.com/x/y.(*T).Do",
					    "foo.part",
					    "foo.isra.x",
					    "free_list_lock+0x0",
					    "operator/",
					    "a/b/1",
					    "~onRead@net.js:1",
					    ".cold",
					    ".isra.0",
					    " (inlined)",
					    "@plt",
					    "x",
					    "__pfx_",
					    "$Proxy"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++) {
		struct pd_symbol_name got = pd_symbol_canonical(pd_str_of(names[i]), &buf);

		if (!pd_str_eq(got.canonical, pd_str_of(names[i])))
			fail_msg("%s is %.*s", names[i], PD_FMT(got.canonical));
	}
}

static void what_has_no_room_keeps_its_spelling(void **state)
{
	static const struct pd_str start = {"com.sun.proxy.$Proxy12.", 23}, end = {".isra.0", 7};
	static char name[PD_SYMBOL_BUF + 64];
	struct pd_symbol_name got;

	(void)state;
	memset(name, 'x', sizeof(name));
	memcpy(name, start.p, start.n);
	memcpy(name + sizeof(name) - end.n, end.p, end.n);
	got = pd_symbol_canonical((struct pd_str){name, sizeof(name)}, &buf);
	assert_ptr_equal(got.canonical.p, name);
	assert_int_equal(got.canonical.n, sizeof(name) - end.n);
	got = pd_symbol_canonical((struct pd_str){name, PD_SYMBOL_BUF}, &buf);
	assert_int_equal(got.canonical.n, PD_SYMBOL_BUF - 1); /* 12 became N */
}

/*
 * Parts that are taken one by one, 4 MiB of them as in one line of hostile text. Were
 * each to cost the length of what is left, it would be minutes.
 */
static void endless_suffixes_take_no_endless_time(void **state)
{
	static const char *const parts[] = {".cold",
					    "@@1",
					    ".isra.0",
					    "/1",
					    "::h0123456789abcdef",
					    "$0123456789abcdef",
					    " [clone .cold]",
					    "*",
					    "+0x1",
					    "[01234567]::",
					    ".",
					    "__cfi_",
					    "(",
					    ")"};
	static char name[1 << 22];
	clock_t start = clock();

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(parts); i++) {
		size_t n = (size_t)snprintf(name, sizeof(name), "%s", i == 8 ? "*ABS*" : "Eval:*"),
		       part = strlen(parts[i]), end = sizeof(name);

		if (i == 7 || i == 8 || i == 9)
			end = PD_SYMBOL_BUF;
		for (; n + part <= end; n += part)
			memcpy(name + n, parts[i], part);
		assert_true(pd_symbol_canonical((struct pd_str){name, n}, &buf).canonical.n > 0);
		(void)pd_symbol_group((struct pd_str){name, n}, PD_STR(""), &buf);
	}
	assert_true(clock() - start < 20 * CLOCKS_PER_SEC);
}

static void addresses_are_unresolved(void **state)
{
	static const char *const yes[] = {"0x0000557d3c160999", "0x1",   "ffffffff83008080",
					  "[unknown]",          "(nil)", ""};
	static const char *const no[] = {"0x",
					 "0xg",
					 "main",
					 "deadbeef",
					 "abs",
					 "[vdso]",
					 "ffffffff8300808",
					 "0x1 (inlined) x"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(yes); i++)
		assert_true(pd_symbol_is_unresolved(pd_str_of(yes[i])));
	for (size_t i = 0; i < PD_ARRAY_SIZE(no); i++)
		assert_false(pd_symbol_is_unresolved(pd_str_of(no[i])));
	becomes("0x0000557d3c160999", "unresolved", 0);
	becomes("[unknown]", "unresolved", 0);
	becomes("", "", 0);
}

static void ways_into_a_system_call_are_one_group(void **state)
{
	static const char *const names[] = {"__x64_sys_read",  "__arm64_sys_read",
					    "__se_sys_read",   "__do_sys_read",
					    "__ia32_sys_read", "SyS_read",
					    "sys_read",        "ksys_read",
					    "compat_SyS_read", "__se_compat_sys_read"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++) {
		is_grouped(names[i], "[kernel]", "sys_read");
		is_grouped(names[i], "", "sys_read");
	}
	is_grouped("pcpu_alloc_noprof", "[kernel]", "pcpu_alloc");
	is_grouped("__pi_memcpy", "[kernel]", "memcpy");
	is_grouped("__schedule", "[kernel]", "__schedule");
	is_grouped("__x64_sys_read", "[unknown]", "sys_read");
	is_grouped("ksys_read", "forkbench", "ksys_read");
	/* Until 4.16 the body was a function of its own where it was not inlined. */
	is_grouped("SYSC_read", "[kernel]", "sys_read");
	is_grouped("C_SYSC_ioctl", "[kernel]", "sys_ioctl");
	is_grouped("__x32_compat_sys_ioctl", "[kernel]", "sys_ioctl");
	is_grouped("__s390_compat_sys_ioctl", "[kernel]", "sys_ioctl");
}

/*
 * Functions that system calls use are no aliases of one: kernel_wait4 serves wait4 and its 32-bit
 * form and waits for helpers of the kernel, kernel_clone is fork, vfork, clone and clone3,
 * kernel_read reads firmware, do_sys_openat2 and do_sys_open are open, openat and creat,
 * do_sys_poll is poll and ppoll, __sys_recvfrom is recv and recvfrom.
 */
static void what_several_system_calls_use_is_none_of_them(void **state)
{
	static const char *const names[] = {"kernel_wait4", "kernel_waitid",  "kernel_clone",
					    "kernel_read",  "do_sys_open",    "do_sys_openat2",
					    "do_sys_poll",  "__sys_recvfrom", "__sys_sendmsg",
					    "vfs_read",     "sysvec_reboot",  "do_syscall_64"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		is_grouped(names[i], "[kernel]", names[i]);
}

static void aliases_of_glibc_are_one_group(void **state)
{
	(void)state;
	is_grouped("__GI___libc_write", "libc", "write");
	is_grouped("__GI___libc_write", "", "write");
	is_grouped("__libc_write", "", "write");
	is_grouped("__write", "libc", "write");
	is_grouped("write", "libc", "write");
	is_grouped("__GI___wait4", "libc", "wait4");
	is_grouped("__read_nocancel", "libc", "read");
	is_grouped("memcpy@plt", "forkbench", "memcpy");
	is_grouped("__memmove_avx_unaligned_erms", "libc", "memmove");
	is_grouped("__strlen_avx2", "libc", "strlen");
	is_grouped("__libc_start_call_main", "libc", "__libc_start_call_main");
	is_grouped("_Fork", "libc", "_Fork");
	is_grouped("__GI___fstatat64", "libc", "fstatat");
	is_grouped("__GI___fstatat64", "", "fstatat");
	is_grouped("fstatat64", "libc", "fstatat");
	is_grouped("__libc_pwrite64", "", "pwrite");
	is_grouped("__libc_pwrite", "libc", "pwrite");
	is_grouped("pwrite64", "", "pwrite");
	is_grouped("pwrite64", "[unknown]", "pwrite");
	is_grouped("__open64_nocancel", "libc", "open");
	is_grouped("random64", "libc", "random64");
	is_grouped("pwrite64", "forkbench", "pwrite64");
	is_grouped("sys_pwrite64", "", "sys_pwrite64");
	is_grouped("__write", "forkbench", "__write");
}

static void target_clones_and_overloads_are_one_group(void **state)
{
	(void)state;
	is_grouped("dot.avx2.0", "prog", "dot");
	is_grouped("dot.arch_x86_64_v3", "prog", "dot");
	is_grouped("dot.resolver", "prog", "dot");
	is_grouped("runtime.mallocgc", "prog", "runtime.mallocgc");
	is_grouped("N::f(int, void (*)(int)) const", "prog", "N::f");
	is_grouped("(anonymous namespace)::f(int)", "prog", "(anonymous namespace)::f");
	is_grouped("N::operator()(int)", "prog", "N::operator()");
	is_grouped("N::operator()", "prog", "N::operator()");
	is_grouped("f)", "prog", "f)");
}

/* The name of a system call that lies in the buffer may be spelled anew there. */
static void a_group_may_be_made_where_the_name_lies(void **state)
{
	(void)state;
	memcpy(buf.text, "SyS_read", 8);
	assert_true(
		pd_str_eq(pd_symbol_group((struct pd_str){buf.text, 8}, PD_STR("[kernel]"), &buf),
			  PD_STR("sys_read")));
}

static void idle_is_a_function_or_the_idle_thread(void **state)
{
	static const char *const yes[] = {"intel_idle",
					  "intel_idle_ibrs",
					  "acpi_idle_do_entry",
					  "pv_native_safe_halt",
					  "mwait_idle_with_hints.constprop.0",
					  "poll_idle",
					  "default_idle_call",
					  "cpuidle_enter_state"};
	static const char *const no[] = {"schedule", "idle_cpu", "select_idle_sibling", "main"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(yes); i++)
		assert_true(pd_symbol_is_idle(pd_str_of(yes[i]), PD_STR("perf")));
	for (size_t i = 0; i < PD_ARRAY_SIZE(no); i++)
		assert_false(pd_symbol_is_idle(pd_str_of(no[i]), PD_STR("perf")));
	assert_true(pd_symbol_is_idle(PD_STR("schedule"), PD_STR("swapper")));
	assert_true(pd_symbol_is_idle(PD_STR("schedule"), PD_STR("swapper/12")));
	assert_false(pd_symbol_is_idle(PD_STR("schedule"), PD_STR("swappers")));
}

static void skid_lands_where_interrupts_come_back(void **state)
{
	static const char *const yes[] = {"_raw_spin_unlock_irqrestore",
					  "_raw_spin_unlock_irq",
					  "_raw_read_unlock_irq",
					  "_raw_write_unlock_irqrestore",
					  "__raw_callee_save_pvm_irq_enable",
					  "__raw_callee_save_xen_irq_enable",
					  "pvm_irq_enable",
					  "finish_task_switch.isra.0",
					  "finish_task_switch"};
	static const char *const no[] = {"_raw_spin_unlock", "_raw_spin_lock_irqsave",
					 "__raw_callee_save_pvm_irq_disable", "irq_enable_x",
					 "finish_task"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(yes); i++)
		assert_true(pd_symbol_is_skid(pd_str_of(yes[i])));
	for (size_t i = 0; i < PD_ARRAY_SIZE(no); i++)
		assert_false(pd_symbol_is_skid(pd_str_of(no[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clones_of_gcc_are_their_function),
		cmocka_unit_test(clones_of_clang_are_their_function),
		cmocka_unit_test(checks_of_control_flow_are_their_function),
		cmocka_unit_test(versions_of_symbols_go),
		cmocka_unit_test(hashes_of_rust_go),
		cmocka_unit_test(mangled_names_are_read_after_their_suffixes_went),
		cmocka_unit_test(numbers_of_a_jvm_are_n),
		cmocka_unit_test(tiers_of_v8_are_one_function),
		cmocka_unit_test(patches_are_what_they_replace),
		cmocka_unit_test(inlined_functions_are_themselves),
		cmocka_unit_test(other_numbers_and_dots_stay),
		cmocka_unit_test(what_has_no_room_keeps_its_spelling),
		cmocka_unit_test(endless_suffixes_take_no_endless_time),
		cmocka_unit_test(addresses_are_unresolved),
		cmocka_unit_test(ways_into_a_system_call_are_one_group),
		cmocka_unit_test(what_several_system_calls_use_is_none_of_them),
		cmocka_unit_test(aliases_of_glibc_are_one_group),
		cmocka_unit_test(target_clones_and_overloads_are_one_group),
		cmocka_unit_test(a_group_may_be_made_where_the_name_lies),
		cmocka_unit_test(idle_is_a_function_or_the_idle_thread),
		cmocka_unit_test(skid_lands_where_interrupts_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

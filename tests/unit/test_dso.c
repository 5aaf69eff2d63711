/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "model/dso.h"

#include <stdio.h>

/* And a key is its own key. */
static void is_called(const char *raw, const char *key, enum pd_dso_kind kind)
{
	struct pd_dso_buf buf, again;
	struct pd_dso got = pd_dso_key(pd_str_of(raw), &buf), twice = pd_dso_key(got.key, &again);

	if (!pd_str_eq(got.key, pd_str_of(key)) || got.kind != kind)
		fail_msg("%s is %.*s (%d), not %s (%d)", raw, PD_FMT(got.key), got.kind, key, kind);
	if (!pd_str_eq(twice.key, pd_str_of(key)) || twice.kind != kind)
		fail_msg("%s is %.*s (%d)", key, PD_FMT(twice.key), twice.kind);
}

static void the_kernel_has_one_key(void **state)
{
	static const char *const names[] = {"[kernel.kallsyms]",
					    "[kernel.kallsyms]_text",
					    "[kernel.kallsyms]_stext",
					    "[kernel.vmlinux]",
					    "[kernel.vmlinux].init.text",
					    "[guest.kernel.kallsyms.1234]",
					    "[kernel]",
					    "[k]",
					    "vmlinux",
					    "/boot/vmlinux-6.1.0-18-amd64",
					    "/proc/kcore",
					    "/usr/lib/debug/lib/modules/6.1.0/vmlinux"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		is_called(names[i], "[kernel]", PD_DSO_KERNEL);
}

static void a_module_is_called_as_when_it_is_loaded(void **state)
{
	(void)state;
	is_called("[nf_nat]", "[nf_nat]", PD_DSO_MODULE);
	is_called("nf-nat.ko.xz", "[nf_nat]", PD_DSO_MODULE);
	is_called("/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko", "[ext4]", PD_DSO_MODULE);
	is_called("bpf_prog_6deef7357e7b4530_sys_enter", "[bpf]", PD_DSO_MODULE);
}

static void a_library_has_no_version(void **state)
{
	(void)state;
	is_called("/usr/lib/x86_64-linux-gnu/libc.so.6", "libc", PD_DSO_FILE);
	is_called("libc-2.36.so", "libc", PD_DSO_FILE);
	is_called("libpthread-2.31.so", "libpthread", PD_DSO_FILE);
	is_called("/usr/lib/libstdc++.so.6.0.30", "libstdc++", PD_DSO_FILE);
	is_called("libglib-2.0.so.0.7400.6", "libglib-2.0", PD_DSO_FILE);
	is_called("ld-linux-x86-64.so.2", "ld", PD_DSO_FILE);
	is_called("ld-2.31.so", "ld", PD_DSO_FILE);
	is_called("libfoo.so.debug", "libfoo.so.debug", PD_DSO_FILE);
}

static void a_program_is_its_base_name(void **state)
{
	(void)state;
	is_called("/opt/data/prog/bin/base/ordermatch", "ordermatch", PD_DSO_FILE);
	is_called("/usr/bin/my prog (deleted)", "my prog", PD_DSO_FILE);
	is_called("forkbench", "forkbench", PD_DSO_FILE);
	is_called("python3.11", "python3.11", PD_DSO_FILE);
	is_called("[vdso]", "[vdso]", PD_DSO_FILE);
	is_called("linux-vdso.so.1", "[vdso]", PD_DSO_FILE);
	is_called("vmlinuz-reader", "vmlinuz-reader", PD_DSO_FILE);
	is_called("perf-tool.map", "perf-tool.map", PD_DSO_FILE);
}

static void what_perf_keeps_in_its_cache_is_called_as_outside(void **state)
{
	(void)state;
	is_called("/root/.debug/usr/bin/sort/0123456789abcdef0123456789abcdef01234567/elf", "sort",
		  PD_DSO_FILE);
	is_called("/root/.debug/[kernel.kallsyms]/0123456789abcdef0123456789abcdef01234567/kallsyms",
		  "[kernel]", PD_DSO_KERNEL);
}

static void code_made_at_run_time_has_one_key(void **state)
{
	static const char *const names[] = {"perf-1873.map",
					    "/tmp/perf-1873.map",
					    "[JIT] tid 1873",
					    "//anon",
					    "anon",
					    "[anon]",
					    "/dev/zero (deleted)",
					    "/memfd:doublemapper (deleted)",
					    "jitted-1873-12.so",
					    "[heap]"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		is_called(names[i], "[jit]", PD_DSO_JIT);
}

static void what_nobody_knows_is_unknown(void **state)
{
	static const char *const names[] = {"[unknown]", "", " ", "//toolong", "/usr/lib/"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		is_called(names[i], "[unknown]", PD_DSO_UNKNOWN);
}

/* NAME_MAX is 255, so no file's name is longer; text may be. */
static void a_name_without_room_keeps_its_spelling(void **state)
{
	static const char ending[] = {'.', 'k', 'o'};
	char name[600];
	struct pd_dso_buf buf;
	struct pd_dso got;

	(void)state;
	memset(name, 'x', sizeof(name));
	memcpy(name + sizeof(name) - sizeof(ending), ending, sizeof(ending));
	got = pd_dso_key((struct pd_str){name, sizeof(name)}, &buf);
	assert_int_equal(got.kind, PD_DSO_MODULE);
	assert_ptr_equal(got.key.p, name);
	assert_int_equal(got.key.n, sizeof(name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_kernel_has_one_key),
		cmocka_unit_test(a_module_is_called_as_when_it_is_loaded),
		cmocka_unit_test(a_library_has_no_version),
		cmocka_unit_test(a_program_is_its_base_name),
		cmocka_unit_test(what_perf_keeps_in_its_cache_is_called_as_outside),
		cmocka_unit_test(code_made_at_run_time_has_one_key),
		cmocka_unit_test(what_nobody_knows_is_unknown),
		cmocka_unit_test(a_name_without_room_keeps_its_spelling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/hits.h"
#include "read/hitsum.h"
#include "read/ingest.h"
#include "read/perf_names.h"
#include "read/stage.h"
#include "read/symbol_files.h"
#include "small_elf.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

#define ID \
 {         \
  1, 2, 3  \
 }

static char dir[64];

/* One recording with everything that it takes. */
struct world {
	struct pd_symbol_files *files;
	struct pd_read_options options;
	struct pd_ingest *ingest;
	struct pd_hits *hits;
	struct pd_perf_maps *maps;
	struct pd_perf_names *names;
};

static const char *in_dir(const char *name)
{
	static char path[8][128];
	static size_t next;
	char *p = path[next++ % PD_ARRAY_SIZE(path)];

	(void)snprintf(p, sizeof(path[0]), "%s/%s", dir, name);
	return p;
}

static void open_world(struct world *w, const struct pd_symbol_options *options)
{
	w->files = pd_symbol_files_new(options);
	w->ingest = pd_ingest_new(&w->options);
	w->hits = pd_hits_of(w->ingest);
	w->maps = pd_perf_maps_new();
	w->names = pd_perf_names_new(w->files, w->maps, w->hits);
}

static void close_world(struct world *w)
{
	pd_perf_names_free(w->names);
	pd_perf_maps_free(w->maps);
	pd_ingest_free(w->ingest);
	pd_symbol_files_free(w->files);
}

static int make_dir(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	*state = w;
	if (!w)
		return -1;
	(void)snprintf(dir, sizeof(dir), "/tmp/perfdelta-test-XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	static const char *const name[] = {"prog", "kallsyms", "vmlinux", "perf-77.map",
					   "perf.data"};
	struct world *w = *state;
	int r;

	for (size_t i = 0; i < PD_ARRAY_SIZE(name); i++)
		(void)remove(in_dir(name[i]));
	r = rmdir(dir);
	free(w);
	return r;
}

static void write_text(const char *path, const char *text)
{
	FILE *out = fopen(path, "wb");

	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

/* ---- what frames are called */

static void expect_frame(struct world *w, uint32_t number, const char *symbol, const char *dso)
{
	const struct pd_frame *f = &w->hits->frames.frame[number];

	assert_string_equal(pd_intern_name(&w->hits->names, f->symbol).p, symbol);
	assert_string_equal(pd_intern_name(&w->hits->names, f->dso).p, dso);
}

static void expect_user(struct world *w, uint64_t address, const char *symbol, const char *dso)
{
	expect_frame(w, pd_perf_names_frame(w->names, 77, PD_PERF_MODE_USER, address, false),
		     symbol, dso);
}

static void expect_kernel(struct world *w, uint64_t address, const char *symbol)
{
	expect_frame(w, pd_perf_names_frame(w->names, 77, PD_PERF_MODE_KERNEL, address, false),
		     symbol, "[kernel.kallsyms]");
}

/* How many things were said with this code. */
static uint64_t said(struct world *w, const char *code)
{
	uint64_t n = 0;

	pd_perf_names_warn(w->names, w->ingest);
	for (size_t i = 0; i < w->ingest->diags.n; i++)
		n += !strcmp(w->ingest->diags.diag[i].diag.code, code);
	return n;
}

static void map(struct world *w, uint32_t pid, uint64_t start, uint64_t length, uint64_t offset,
		const char *path)
{
	struct pd_perf_mmap m = {.pid = pid,
				 .is_exec = true,
				 .start = start,
				 .length = length,
				 .offset = offset,
				 .path = pd_str_of(path)};

	pd_perf_maps_mmap(w->maps, &m);
}

/* ---- programs */

static const struct small_elf_symbol symbol[] = {
	{"main",       SMALL_ELF_CODE + 0x100, 0x40, STT_FUNC,   STB_GLOBAL, false},
	{"_ZN2ns1fEi", SMALL_ELF_CODE + 0x140, 0x40, STT_FUNC,   STB_GLOBAL, false},
	{"counter",    SMALL_ELF_DATA + 0x10,  8,    STT_OBJECT, STB_GLOBAL, true },
};

static const struct small_elf prog = {.id = ID, .symbol = symbol, .n = 3};

/* The program at 0x7000000 with its code, the data two pages behind. */
static void map_prog(struct world *w)
{
	static const struct pd_perf_build_id id = {ID, 20};
	const char *path = in_dir("prog");

	small_elf_write(&prog, path);
	pd_perf_names_build_id(w->names, pd_str_of(path), &id);
	map(w, 77, 0x7000000, 0x1000, 0x1000, path);
	map(w, 77, 0x7003000, 0x1000, 0x2000, path);
}

static void addresses_of_a_program_have_the_names_of_its_symbols(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	map_prog(w);
	expect_user(w, 0x7000100, "main", in_dir("prog"));
	expect_user(w, 0x700013f, "main", in_dir("prog"));
	expect_user(w, 0x7000140, "ns::f", in_dir("prog"));
	expect_user(w, 0x7000180, "[unknown]", in_dir("prog"));
	expect_user(w, 0x7002000, "[unknown]", "[unknown]");
	assert_int_equal(said(w, "foreign-symbols") + said(w, "no-symbols"), 0);
	close_world(w);
}

/* A call that is the last thing a function does returns to the next function. */
static void a_caller_is_where_the_call_was(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	map_prog(w);
	expect_frame(w, pd_perf_names_frame(w->names, 77, PD_PERF_MODE_USER, 0x7000140, true),
		     "main", in_dir("prog"));
	expect_frame(w, pd_perf_names_frame(w->names, 77, PD_PERF_MODE_USER, 0x7000140, false),
		     "ns::f", in_dir("prog"));
	close_world(w);
}

/* Chains by frame pointers may hold the start of a function, to which nothing returns. */
static void a_caller_behind_a_gap_is_where_the_address_is(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	map_prog(w);
	expect_user(w, 0x70000ff, "[unknown]", in_dir("prog"));
	expect_frame(w, pd_perf_names_frame(w->names, 77, PD_PERF_MODE_USER, 0x7000100, true),
		     "main", in_dir("prog"));
	expect_user(w, 0x70000ff, "[unknown]", in_dir("prog"));
	close_world(w);
}

static void what_was_found_is_forgotten_when_another_map_covers_it(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	map_prog(w);
	expect_user(w, 0x7000100, "main", in_dir("prog"));
	pd_perf_maps_fork(w->maps, 78, 77);
	map(w, 77, 0x7000000, 0x1000, 0, "/no/such/file");
	expect_user(w, 0x7000100, "[unknown]", "/no/such/file");
	expect_frame(w, pd_perf_names_frame(w->names, 78, PD_PERF_MODE_USER, 0x7000100, false),
		     "main", in_dir("prog"));
	assert_int_equal(said(w, "no-symbols"), 1);
	close_world(w);
}

static void a_program_that_was_built_anew_has_no_names(void **state)
{
	static const struct pd_perf_build_id other = {{9}, 20};
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	map_prog(w);
	pd_perf_names_build_id(w->names, pd_str_of(in_dir("prog")), &other);
	expect_user(w, 0x7000100, "[unknown]", in_dir("prog"));
	assert_int_equal(said(w, "foreign-symbols"), 1);
	close_world(w);
}

/* The inode is that of the file here, or another one's. */
static void without_a_build_id_the_inode_tells(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};
	struct pd_perf_mmap m = {
		.pid = 77, .is_exec = true, .start = 0x7000000, .length = 0x1000, .offset = 0x1000};
	struct stat st;

	open_world(w, &options);
	small_elf_write(&prog, in_dir("prog"));
	assert_int_equal(stat(in_dir("prog"), &st), 0);
	m.path = pd_str_of(in_dir("prog"));
	m.inode = (struct pd_perf_inode){st.st_ino + 1, major(st.st_dev), minor(st.st_dev)};
	pd_perf_maps_mmap(w->maps, &m);
	expect_user(w, 0x7000100, "[unknown]", m.path.p);
	m.inode.number = st.st_ino;
	pd_perf_maps_mmap(w->maps, &m);
	expect_user(w, 0x7000100, "main", m.path.p);
	close_world(w);
}

static void other_machines_and_modes_have_no_names(void **state)
{
	static const enum pd_perf_mode mode[] = {PD_PERF_MODE_UNKNOWN, PD_PERF_MODE_HYPERVISOR,
						 PD_PERF_MODE_GUEST_KERNEL,
						 PD_PERF_MODE_GUEST_USER};
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	map_prog(w);
	for (size_t i = 0; i < PD_ARRAY_SIZE(mode); i++)
		expect_frame(w, pd_perf_names_frame(w->names, 77, mode[i], 0x7000100, false),
			     "[unknown]", "[unknown]");
	close_world(w);
}

static void data_has_the_name_of_its_object_and_an_offset(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};
	struct pd_perf_data_symbol data;

	open_world(w, &options);
	map_prog(w);
	data = pd_perf_names_data(w->names, 77, 0x7003014);
	assert_true(pd_str_eq(data.symbol, PD_STR("counter+0x4")));
	assert_int_equal(pd_perf_names_data(w->names, 77, 0x7003018).symbol.n, 0);
	/* Code is no data, even where it is read. */
	assert_int_equal(pd_perf_names_data(w->names, 77, 0x7000100).symbol.n, 0);
	assert_int_equal(pd_perf_names_data(w->names, 77, 0x100).symbol.n, 0);
	close_world(w);
}

static void names_of_a_jit_lie_beside_the_recording(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	open_world(w, &options);
	write_text(in_dir("perf-77.map"), "5000000 20 hot loop\n");
	pd_perf_names_beside(w->names, in_dir("perf.data"));
	map(w, 77, 0x5000000, 0x1000, 0, "//anon");
	map(w, 78, 0x5000000, 0x1000, 0, "//anon");
	expect_user(w, 0x5000010, "hot loop", "/tmp/perf-77.map");
	expect_frame(w, pd_perf_names_frame(w->names, 78, PD_PERF_MODE_USER, 0x5000010, false),
		     "[unknown]", "/tmp/perf-78.map");
	close_world(w);
}

/* ---- kernels: one of 0x1000 bytes, linked to 0xffffffff81000000 */

#define LINKED UINT64_C(0xffffffff81000000)
#define MOVED  UINT64_C(0xffffffff9a000000)

static const char list[] = "ffffffff81000000 T _stext\n"
			   "ffffffff81000000 T _text\n"
			   "ffffffff81000100 t do_one\n"
			   "ffffffff81001000 T _etext\n"
			   "ffffffff81001100 t at_start\n"
			   "ffffffff82000000 D tasklist_lock\n"
			   "ffffffff82000040 D init_task\n"
			   "ffffffffc0a01000 t nf_nat_init\t[nf_nat]\n";

static void map_kernel(struct world *w, uint64_t base, uint64_t length)
{
	map(w, PD_PERF_KERNEL, base, length, base, "[kernel.kallsyms]_text");
}

static void open_with_list(struct world *w)
{
	struct pd_symbol_options options = {0};

	write_text(in_dir("kallsyms"), list);
	options.kallsyms = in_dir("kallsyms");
	open_world(w, &options);
}

static void a_kernel_that_was_moved_keeps_its_names(void **state)
{
	struct world *w = *state;

	open_with_list(w);
	map_kernel(w, MOVED, 0x1000);
	expect_kernel(w, MOVED + 0x180, "do_one");
	/* Behind the end of the map, where the code of its start lies. */
	expect_kernel(w, MOVED + 0x1100, "at_start");
	assert_true(pd_str_eq(pd_perf_names_data(w->names, 77, MOVED + 0x1000008).symbol,
			      PD_STR("tasklist_lock+0x8")));
	close_world(w);
}

/* From _text to _etext it is 16 bytes longer than the one that is listed. */
static void the_names_of_another_kernel_are_refused(void **state)
{
	struct world *w = *state;

	open_with_list(w);
	map_kernel(w, MOVED, 0x1010);
	expect_kernel(w, MOVED + 0x180, "[unknown]");
	assert_int_equal(pd_perf_names_data(w->names, 77, MOVED + 0x1000008).symbol.n, 0);
	assert_int_equal(said(w, "foreign-symbols"), 1);
	close_world(w);
}

/* Its map has no end that could be compared: that of an arm64 kernel reaches to the first module. */
static void a_list_of_another_architecture_is_refused(void **state)
{
	const uint64_t arm = UINT64_C(0xffffb849d9760000);
	struct world *w = *state;

	open_with_list(w);
	map_kernel(w, arm, UINT64_C(0x47b62689ffff));
	expect_kernel(w, arm + 0x180, "[unknown]");
	assert_int_equal(said(w, "foreign-symbols"), 1);
	close_world(w);
}

static void a_kernel_is_moved_by_whole_pages(void **state)
{
	static const char without_end[] = "ffffffff81000000 T _text\n"
					  "ffffffff81000180 t do_one\n"
					  "ffffffff81000200 t do_other\n";
	struct world *w = *state;

	for (uint64_t off = 0; off <= 0x10; off += 0x10) {
		open_with_list(w);
		write_text(in_dir("kallsyms"), without_end);
		map_kernel(w, MOVED + off, 0x1000);
		expect_kernel(w, MOVED + off + 0x180, off ? "[unknown]" : "do_one");
		close_world(w);
	}
}

static void a_list_beside_the_recording_is_taken_if_it_fits(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};

	for (uint64_t length = 0x1000; length <= 0x1010; length += 0x10) {
		open_world(w, &options);
		write_text(in_dir("kallsyms"), list);
		pd_perf_names_beside(w->names, in_dir("perf.data"));
		map_kernel(w, MOVED, length);
		expect_kernel(w, MOVED + 0x180, length == 0x1000 ? "do_one" : "[unknown]");
		close_world(w);
	}
}

/* Modules of a kernel that was moved were loaded elsewhere as well. */
static void modules_have_names_of_the_same_boot_only(void **state)
{
	static const uint64_t base[] = {LINKED, MOVED};
	struct world *w = *state;

	for (size_t i = 0; i < PD_ARRAY_SIZE(base); i++) {
		uint64_t module = UINT64_C(0xffffffffc0a00000);

		open_with_list(w);
		map_kernel(w, base[i], 0x1000);
		map(w, PD_PERF_KERNEL, module, 0x4000, 0, "/lib/modules/6.1.0/nf-nat.ko.xz");
		expect_frame(w,
			     pd_perf_names_frame(w->names, 77, PD_PERF_MODE_KERNEL, module + 0x1008,
						 false),
			     base[i] == LINKED ? "nf_nat_init" : "[unknown]", "[nf_nat]");
		close_world(w);
	}
}

static void code_that_the_kernel_made_has_the_name_it_was_told_with(void **state)
{
	struct world *w = *state;

	open_with_list(w);
	map_kernel(w, LINKED, 0x1000);
	pd_perf_maps_ksymbol(w->maps, LINKED + 0x40000000, 64, PD_STR("bpf_prog_1_x"), false);
	expect_frame(w,
		     pd_perf_names_frame(w->names, 77, PD_PERF_MODE_KERNEL, LINKED + 0x40000010,
					 false),
		     "bpf_prog_1_x", "bpf_prog_1_x");
	close_world(w);
}

static const struct small_elf_symbol kernel_symbol[] = {
	{"_text",  SMALL_ELF_CODE,          0,    STT_NOTYPE, STB_GLOBAL, false},
	{"do_one", SMALL_ELF_CODE + 0x100,  0x80, STT_FUNC,   STB_GLOBAL, false},
	{"_etext", SMALL_ELF_CODE + 0x1000, 0,    STT_NOTYPE, STB_GLOBAL, false},
};

/* Of the recording's build-id, or, where it tells none, of its size. */
static void a_vmlinux_must_be_the_recorded_kernel(void **state)
{
	static const struct pd_perf_build_id id = {ID, 20}, other = {{9}, 20}, none = {.n = 0};
	static const struct {
		const struct pd_perf_build_id *id;
		uint64_t length;
		const char *name;
	} cases[] = {
		{&id,    0x1000, "do_one"   },
		{&other, 0x1000, "[unknown]"},
		{&none,  0x1000, "do_one"   },
		{&none,  0x1010, "[unknown]"}
        };
	struct world *w = *state;

	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		struct pd_symbol_options options = {0};

		small_elf_write(&(struct small_elf){.id = ID, .symbol = kernel_symbol, .n = 3},
				in_dir("vmlinux"));
		options.vmlinux = in_dir("vmlinux");
		open_world(w, &options);
		pd_perf_names_build_id(w->names, PD_STR("[kernel.kallsyms]"), cases[i].id);
		map_kernel(w, MOVED, cases[i].length);
		expect_kernel(w, MOVED + 0x110, cases[i].name);
		close_world(w);
	}
}

/* The running kernel's list names a recording of this release, and of no other. */
static void the_running_kernel_names_its_own_recordings_only(void **state)
{
	struct world *w = *state;
	const struct pd_symbol_options options = {0};
	struct pd_str release[2] = {PD_STR("0.0.0-another"), PD_STR("")};
	const struct pd_kallsyms *k;
	struct utsname name;

	open_world(w, &options);
	k = pd_symbol_files_list(w->files, "/proc/kallsyms");
	if (!k || !k->marks.text || !k->marks.etext || uname(&name)) {
		close_world(w);
		leave_without_data();
	}
	release[1] = pd_str_of(name.release);
	close_world(w);
	for (size_t i = 0; i < PD_ARRAY_SIZE(release); i++) {
		uint32_t frame;

		open_world(w, &options);
		k = pd_symbol_files_list(w->files, "/proc/kallsyms");
		pd_perf_names_release(w->names, release[i]);
		map_kernel(w, k->marks.text, k->marks.etext - k->marks.text);
		frame = pd_perf_names_frame(w->names, 77, PD_PERF_MODE_KERNEL, k->marks.text,
					    false);
		assert_int_equal(pd_str_eq(pd_intern_name(&w->hits->names,
							  w->hits->frames.frame[frame].symbol),
					   PD_STR("[unknown]")),
				 i == 0);
		close_world(w);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_dir, remove_dir)
	const struct CMUnitTest tests[] = {
		CASE(addresses_of_a_program_have_the_names_of_its_symbols),
		CASE(a_caller_is_where_the_call_was),
		CASE(a_caller_behind_a_gap_is_where_the_address_is),
		CASE(what_was_found_is_forgotten_when_another_map_covers_it),
		CASE(a_program_that_was_built_anew_has_no_names),
		CASE(without_a_build_id_the_inode_tells),
		CASE(other_machines_and_modes_have_no_names),
		CASE(data_has_the_name_of_its_object_and_an_offset),
		CASE(names_of_a_jit_lie_beside_the_recording),
		CASE(a_kernel_that_was_moved_keeps_its_names),
		CASE(the_names_of_another_kernel_are_refused),
		CASE(a_list_of_another_architecture_is_refused),
		CASE(a_kernel_is_moved_by_whole_pages),
		CASE(a_list_beside_the_recording_is_taken_if_it_fits),
		CASE(modules_have_names_of_the_same_boot_only),
		CASE(code_that_the_kernel_made_has_the_name_it_was_told_with),
		CASE(a_vmlinux_must_be_the_recorded_kernel),
		CASE(the_running_kernel_names_its_own_recordings_only),
	};
#undef CASE

	return cmocka_run_group_tests(tests, NULL, NULL);
}

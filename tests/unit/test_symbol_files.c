/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "base/work.h"
#include "read/symbol_files.h"
#include "small_elf.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define ID \
 {         \
  1, 2, 3  \
 }
#define CACHED     "cache/.build-id/01/02030000000000000000000000000000000000"
#define CACHED_ELF "cache/.build-id/01/02030000000000000000000000000000000000/elf"

static char dir[64];

static const char *in_dir(const char *name)
{
	static char path[8][4096];
	static size_t next;
	char *p = path[next++ % 8];

	(void)snprintf(p, sizeof(path[0]), "%s/%s", dir, name);
	return p;
}

static int make_dir(void **state)
{
	(void)state;
	(void)snprintf(dir, sizeof(dir), "/tmp/perfdelta-test-XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

/* Files first, then their folders from the inside out. */
static int remove_dir(void **state)
{
	static const char *const name[] = {"prog",
					   "prog.debug",
					   ".debug/prog.debug",
					   ".debug",
					   "fs/bin/prog",
					   "fs/bin",
					   "fs",
					   CACHED_ELF,
					   CACHED,
					   "cache/.build-id/01",
					   "cache/.build-id",
					   "cache",
					   "list"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(name); i++)
		(void)remove(in_dir(name[i]));
	return rmdir(dir);
}

/* ---- what is looked for */

static const struct small_elf_symbol two[] = {
	{"main",    SMALL_ELF_CODE + 0x100, 0x40, STT_FUNC,   STB_GLOBAL, false},
	{"counter", SMALL_ELF_DATA + 0x10,  8,    STT_OBJECT, STB_GLOBAL, true },
};
static const struct small_elf_symbol three[] = {
	{"main",    SMALL_ELF_CODE + 0x100, 0x40, STT_FUNC,   STB_GLOBAL, false},
	{"helper",  SMALL_ELF_CODE + 0x140, 0x20, STT_FUNC,   STB_LOCAL,  false},
	{"counter", SMALL_ELF_DATA + 0x10,  8,    STT_OBJECT, STB_GLOBAL, true },
};

static const struct pd_perf_build_id id = {ID, 20}, other_id = {{9}, 20};

static const struct pd_symbols *ask(struct pd_symbol_files *f, const char *path,
				    struct pd_perf_build_id wanted)
{
	return pd_symbol_files_object(f, &(struct pd_symbol_query){.path = pd_str_of(path),
								   .id = wanted});
}

static const char *name_at(const struct pd_symbols *s, uint64_t address)
{
	size_t i = pd_symbol_table_find(&s->table, address);

	return i == SIZE_MAX ? "" : pd_symbol_table_name(&s->table, i).p;
}

static void symbols_are_those_of_the_file_with_the_build_id(void **state)
{
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);
	const struct pd_symbols *s;

	(void)state;
	small_elf_write(&(struct small_elf){.id = ID, .symbol = two, .n = 2}, in_dir("prog"));
	s = ask(f, in_dir("prog"), id);
	assert_int_equal(s->state, PD_SYMBOLS_FOUND);
	assert_string_equal(name_at(s, SMALL_ELF_CODE + 0x13f), "main");
	assert_string_equal(name_at(s, SMALL_ELF_CODE + 0x140), "");
	assert_string_equal(name_at(s, SMALL_ELF_DATA + 0x10), "counter");
	assert_int_equal(s->n_segments, 2);
	assert_ptr_equal(s, ask(f, in_dir("prog"), id));
	pd_symbol_files_free(f);
}

static void another_file_of_the_same_path_is_foreign(void **state)
{
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);

	(void)state;
	small_elf_write(&(struct small_elf){.id = ID, .symbol = two, .n = 2}, in_dir("prog"));
	assert_int_equal(ask(f, in_dir("prog"), other_id)->state, PD_SYMBOLS_FOREIGN);
	assert_int_equal(ask(f, in_dir("prog"), other_id)->table.n, 0);
	assert_int_equal(ask(f, in_dir("missing"), other_id)->state, PD_SYMBOLS_MISSING);
	pd_symbol_files_free(f);
}

static void without_any_build_id_only_a_file_known_to_be_the_same_is_taken(void **state)
{
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);
	const struct pd_perf_build_id none = {.n = 0};
	struct pd_symbol_query q = {.is_same = true};

	(void)state;
	small_elf_write(&(struct small_elf){.symbol = two, .n = 2}, in_dir("prog"));
	q.path = pd_str_of(in_dir("prog"));
	assert_int_equal(ask(f, in_dir("prog"), none)->state, PD_SYMBOLS_UNKNOWN);
	assert_int_equal(pd_symbol_files_object(f, &q)->state, PD_SYMBOLS_FOUND);
	assert_int_equal(ask(f, in_dir("prog"), id)->state, PD_SYMBOLS_FOREIGN);
	pd_symbol_files_free(f);
}

static void a_stripped_file_has_what_others_may_use(void **state)
{
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);

	(void)state;
	small_elf_write(&(struct small_elf){.id = ID, .symbol = two, .n = 2, .is_stripped = true},
			in_dir("prog"));
	assert_string_equal(name_at(ask(f, in_dir("prog"), id), SMALL_ELF_CODE + 0x100), "main");
	pd_symbol_files_free(f);
}

/* The note of the debug file must be right as well: one of an older build may lie there. */
static void a_debug_file_is_found_by_its_link_and_its_build_id(void **state)
{
	static const char *const place[] = {"prog.debug", ".debug/prog.debug"};
	const struct pd_symbol_options options = {0};

	(void)state;
	assert_int_equal(mkdir(in_dir(".debug"), 0700), 0);
	small_elf_write(
		&(struct small_elf){
			.id = ID, .link = "prog.debug", .symbol = two, .n = 2, .is_stripped = true},
		in_dir("prog"));
	for (size_t i = 0; i < PD_ARRAY_SIZE(place); i++) {
		struct pd_symbol_files *f = pd_symbol_files_new(&options);

		small_elf_write(&(struct small_elf){.id = ID, .symbol = three, .n = 3},
				in_dir(place[i]));
		assert_string_equal(name_at(ask(f, in_dir("prog"), id), SMALL_ELF_CODE + 0x140),
				    "helper");
		pd_symbol_files_free(f);
		f = pd_symbol_files_new(&options);
		small_elf_write(&(struct small_elf){.id = {7}, .symbol = three, .n = 3},
				in_dir(place[i]));
		assert_string_equal(name_at(ask(f, in_dir("prog"), id), SMALL_ELF_CODE + 0x140),
				    "");
		pd_symbol_files_free(f);
		(void)remove(in_dir(place[i]));
	}
}

static void below_symfs_the_first_folders_of_the_path_may_be_missing(void **state)
{
	const struct pd_symbol_options options = {.symfs = in_dir("fs")};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);

	(void)state;
	assert_int_equal(mkdir(in_dir("fs"), 0700), 0);
	assert_int_equal(mkdir(in_dir("fs/bin"), 0700), 0);
	small_elf_write(&(struct small_elf){.id = ID, .symbol = two, .n = 2},
			in_dir("fs/bin/prog"));
	assert_int_equal(ask(f, "/opt/x/bin/prog", id)->state, PD_SYMBOLS_FOUND);
	assert_int_equal(ask(f, "/opt/x/bin/prog", other_id)->state, PD_SYMBOLS_FOREIGN);
	assert_int_equal(ask(f, "/opt/x/lib/prog", id)->state, PD_SYMBOLS_MISSING);
	pd_symbol_files_free(f);
}

static void perfs_cache_has_what_is_gone(void **state)
{
	const struct pd_symbol_options options = {.cache = in_dir("cache")};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);

	(void)state;
	assert_int_equal(mkdir(in_dir("cache"), 0700), 0);
	assert_int_equal(mkdir(in_dir("cache/.build-id"), 0700), 0);
	assert_int_equal(mkdir(in_dir("cache/.build-id/01"), 0700), 0);
	assert_int_equal(mkdir(in_dir(CACHED), 0700), 0);
	small_elf_write(&(struct small_elf){.id = ID, .symbol = two, .n = 2}, in_dir(CACHED_ELF));
	assert_int_equal(ask(f, "/gone", id)->state, PD_SYMBOLS_FOUND);
	pd_symbol_files_free(f);
}

/* The first entry of .plt is of another kind; entries have 16 bytes. */
static void jumps_to_other_objects_are_called_after_where_they_lead(void **state)
{
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);
	const struct pd_symbols *s;

	(void)state;
	small_elf_write(&(struct small_elf){.id = ID, .symbol = three, .n = 3, .n_jumps = 2},
			in_dir("prog"));
	s = ask(f, in_dir("prog"), id);
	assert_string_equal(name_at(s, SMALL_ELF_CODE + 0x80f), "");
	assert_string_equal(name_at(s, SMALL_ELF_CODE + 0x810), "main@plt");
	assert_string_equal(name_at(s, SMALL_ELF_CODE + 0x82f), "helper@plt");
	assert_string_equal(name_at(s, SMALL_ELF_CODE + 0x830), "");
	pd_symbol_files_free(f);
}

/* A module of the kernel: only what lies in .text has a place that the recording tells. */
static void of_a_module_code_counts(void **state)
{
	static const struct small_elf_symbol symbol[] = {
		{"nf_nat_init",  0x20, 0x10, STT_FUNC,   STB_LOCAL, false},
		{"nf_nat_table", 0x20, 0x10, STT_OBJECT, STB_LOCAL, true },
	};
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);
	const struct pd_symbols *s;

	(void)state;
	small_elf_write(&(struct small_elf){.id = ID, .symbol = symbol, .n = 2, .type = ET_REL},
			in_dir("prog"));
	s = pd_symbol_files_object(f, &(struct pd_symbol_query){.path = pd_str_of(in_dir("prog")),
								.id = id,
								.is_module = true});
	assert_string_equal(name_at(s, 0x2f), "nf_nat_init");
	assert_int_equal(s->table.n, 1);
	assert_true(s->is_module);
	pd_symbol_files_free(f);
}

/* No prefix of a file, and no file with one byte changed, may do more than have no symbols. */
static void broken_files_have_no_symbols_or_some(void **state)
{
	const struct pd_symbol_options options = {0};
	static unsigned char whole[0x8000];
	FILE *in;
	size_t n;

	(void)state;
	small_elf_write(
		&(struct small_elf){.id = ID, .link = "x", .symbol = three, .n = 3, .n_jumps = 2},
		in_dir("prog"));
	in = fopen(in_dir("prog"), "rb");
	assert_non_null(in);
	n = fread(whole, 1, sizeof(whole), in);
	(void)fclose(in);
	for (size_t i = 0; i < n; i += i < 0x100 || i > 0x3000 ? 3 : 0x100)
		for (int cut = 0; cut < 2; cut++) {
			struct pd_symbol_files *f = pd_symbol_files_new(&options);
			FILE *out = fopen(in_dir("prog"), "wb");
			unsigned char was = whole[i];

			assert_non_null(out);
			whole[i] = (unsigned char)(cut ? was : was ^ 0xff);
			assert_int_equal(fwrite(whole, 1, cut ? i : n, out), cut ? i : n);
			(void)fclose(out);
			whole[i] = was;
			assert_true(ask(f, in_dir("prog"), id)->table.n <= 5);
			pd_symbol_files_free(f);
		}
}

/* The test's own file, by libelf's and the linker's hand: its main is where the linker put it. */
static void this_programs_own_symbols_are_found(void **state)
{
	const struct pd_symbol_options options = {0};
	struct pd_symbol_files *f = pd_symbol_files_new(&options);
	struct pd_symbol_query q = {.path = PD_STR("/proc/self/exe"), .is_same = true};
	const struct pd_symbols *s = pd_symbol_files_object(f, &q);
	size_t n = 0;

	(void)state;
	assert_int_equal(s->state, PD_SYMBOLS_FOUND);
	for (size_t i = 0; i < s->table.n; i++)
		n += pd_str_eq(pd_symbol_table_name(&s->table, i), PD_STR("main"));
	assert_int_equal(n, 1);
	pd_symbol_files_free(f);
}

/* ---- shared by threads */

enum { THREADS = 8, ITEMS = 400 };

struct sharing {
	struct pd_symbol_files *files;
	const struct pd_symbols *got[ITEMS];
	const struct pd_kallsyms *list[ITEMS];
};

static void get(void *arg, size_t item, unsigned int worker)
{
	struct sharing *s = arg;
	struct pd_perf_build_id wanted = item % 2 ? id : other_id;
	char path[128];

	(void)worker;
	(void)snprintf(path, sizeof(path), "%s/prog", dir);
	s->got[item] = ask(s->files, path, wanted);
	(void)snprintf(path, sizeof(path), "%s/list", dir);
	s->list[item] = pd_symbol_files_list(s->files, path);
}

static void threads_that_ask_for_the_same_get_the_same(void **state)
{
	const struct pd_symbol_options options = {0};
	struct sharing s = {.files = pd_symbol_files_new(&options)};
	FILE *out = fopen(in_dir("list"), "wb");

	(void)state;
	assert_non_null(out);
	assert_true(fputs("ffffffff81000000 T _text\nffffffff81000100 T x\n", out) >= 0);
	(void)fclose(out);
	small_elf_write(&(struct small_elf){.id = ID, .symbol = two, .n = 2}, in_dir("prog"));
	pd_work_run(THREADS, ITEMS, get, &s);
	for (size_t i = 0; i < ITEMS; i++) {
		assert_ptr_equal(s.got[i], s.got[i % 2]);
		assert_int_equal(s.got[i]->state, i % 2 ? PD_SYMBOLS_FOUND : PD_SYMBOLS_FOREIGN);
		assert_non_null(s.list[i]);
		assert_ptr_equal(s.list[i], s.list[0]);
	}
	pd_symbol_files_free(s.files);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_dir, remove_dir)
	const struct CMUnitTest tests[] = {
		CASE(symbols_are_those_of_the_file_with_the_build_id),
		CASE(another_file_of_the_same_path_is_foreign),
		CASE(without_any_build_id_only_a_file_known_to_be_the_same_is_taken),
		CASE(a_stripped_file_has_what_others_may_use),
		CASE(a_debug_file_is_found_by_its_link_and_its_build_id),
		CASE(below_symfs_the_first_folders_of_the_path_may_be_missing),
		CASE(perfs_cache_has_what_is_gone),
		CASE(jumps_to_other_objects_are_called_after_where_they_lead),
		CASE(of_a_module_code_counts),
		CASE(broken_files_have_no_symbols_or_some),
		CASE(this_programs_own_symbols_are_found),
		CASE(threads_that_ask_for_the_same_get_the_same),
	};
#undef CASE

	return cmocka_run_group_tests(tests, NULL, NULL);
}

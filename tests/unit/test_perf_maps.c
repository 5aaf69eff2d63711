/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/perf_maps.h"

#include <stdio.h>
#include <string.h>

/* ---- a model: who owns each address of a small world, and at what offset */

enum { WORLD = 64, PIDS = 6 };

struct model {
	uint32_t map[PIDS][WORLD]; /* number of the mmap that was told, from 1; 0: none */
	uint32_t offset[PIDS][WORLD];
};

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

static void tell_map(struct pd_perf_maps *m, struct model *model, uint32_t number)
{
	char path[16];
	uint32_t pid = draw(PIDS), start = draw(WORLD), length = 1 + draw(WORLD - start);
	struct pd_perf_mmap map = {.pid = pid, .start = start, .length = length, .is_exec = true};

	(void)snprintf(path, sizeof(path), "/m%u", number);
	map.path = pd_str_of(path);
	map.offset = 1000 + draw(1000);
	for (uint32_t i = 0; i < length; i++) {
		model->map[pid][start + i] = number;
		model->offset[pid][start + i] = (uint32_t)map.offset + i;
	}
	pd_perf_maps_mmap(m, &map);
}

static void tell_fork(struct pd_perf_maps *m, struct model *model)
{
	uint32_t pid = draw(PIDS), parent = draw(PIDS);

	pd_perf_maps_fork(m, pid, parent);
	memmove(model->map[pid], model->map[parent], sizeof(model->map[pid]));
	memmove(model->offset[pid], model->offset[parent], sizeof(model->offset[pid]));
}

static void check_address(struct pd_perf_maps *m, const struct model *model, uint32_t pid,
			  uint32_t address)
{
	struct pd_perf_map map;
	bool found = pd_perf_maps_find(m, pid, address, &map);
	char path[16];

	assert_int_equal(found, model->map[pid][address] != 0);
	if (!found)
		return;
	(void)snprintf(path, sizeof(path), "/m%u", model->map[pid][address]);
	assert_string_equal(pd_perf_maps_object(m, map.object)->path.p, path);
	assert_true(map.start <= address && address < map.end);
	assert_int_equal(address - map.start + map.offset, model->offset[pid][address]);
}

static void every_address_belongs_to_the_map_that_was_told_last(void **state)
{
	(void)state;
	for (seed = 1; seed < 40; seed++) {
		uint64_t first = seed;
		struct pd_perf_maps *m = pd_perf_maps_new();
		struct model model = {0};

		for (uint32_t step = 1; step < 60; step++) {
			if (draw(4))
				tell_map(m, &model, step);
			else
				tell_fork(m, &model);
			for (uint32_t i = 0; i < PIDS * WORLD; i++)
				check_address(m, &model, i / WORLD, i % WORLD);
		}
		pd_perf_maps_free(m);
		seed = first;
	}
}

/* ---- single claims */

static struct pd_perf_mmap map_of(uint32_t pid, uint64_t start, uint64_t length, const char *path)
{
	return (struct pd_perf_mmap){.pid = pid,
				     .is_exec = true,
				     .start = start,
				     .length = length,
				     .path = pd_str_of(path)};
}

static void a_child_has_its_parents_version_until_either_maps_something(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();
	struct pd_perf_mmap map = map_of(1, 0x1000, 0x1000, "/a");
	uint32_t before;

	(void)state;
	pd_perf_maps_mmap(m, &map);
	pd_perf_maps_fork(m, 2, 1);
	before = pd_perf_maps_version(m, 1);
	assert_int_not_equal(before, 0);
	assert_int_equal(pd_perf_maps_version(m, 2), before);
	map.pid = 2;
	pd_perf_maps_mmap(m, &map);
	assert_int_equal(pd_perf_maps_version(m, 1), before);
	assert_int_not_equal(pd_perf_maps_version(m, 2), before);
	pd_perf_maps_free(m);
}

static void equal_objects_of_two_processes_are_one(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();
	struct pd_perf_mmap a = map_of(1, 0x1000, 0x1000, "/a"),
			    b = map_of(2, 0x5000, 0x1000, "/a");

	(void)state;
	pd_perf_maps_mmap(m, &a);
	pd_perf_maps_mmap(m, &b);
	assert_int_equal(pd_perf_maps_n_objects(m), 1);
	b.build_id = (struct pd_perf_build_id){
		{1, 2, 3},
                20
        };
	pd_perf_maps_mmap(m, &b);
	assert_int_equal(pd_perf_maps_n_objects(m), 2);
	pd_perf_maps_free(m);
}

/* perf calls the code of a JIT after the file that may name it. */
static void executable_memory_without_a_file_is_the_jits_of_its_process(void **state)
{
	static const char *const paths[] = {"//anon", "/dev/zero (deleted)", "/anon_hugepage",
					    "[heap]", "/SYSV00000000 (deleted)"};
	struct pd_perf_maps *m = pd_perf_maps_new();
	struct pd_perf_map found;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(paths); i++) {
		struct pd_perf_mmap map = map_of(1873, 0x1000, 0x1000, paths[i]);

		pd_perf_maps_mmap(m, &map);
		assert_true(pd_perf_maps_find(m, 1873, 0x1000, &found));
		assert_string_equal(pd_perf_maps_object(m, found.object)->path.p,
				    "/tmp/perf-1873.map");
		assert_true(pd_perf_maps_object(m, found.object)->is_anon);
	}
	pd_perf_maps_free(m);
}

static void the_kernels_map_tells_where_its_first_symbol_was(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();
	struct pd_perf_mmap map = map_of(PD_PERF_KERNEL, UINT64_C(0xffffffff9a000000), 0x1400000,
					 "[kernel.kallsyms]_text");
	struct pd_perf_kernel kernel;

	(void)state;
	map.offset = map.start;
	pd_perf_maps_mmap(m, &map);
	kernel = pd_perf_maps_kernel(m);
	assert_true(kernel.base == UINT64_C(0xffffffff9a000000));
	assert_true(kernel.end == UINT64_C(0xffffffff9b400000));
	assert_string_equal(kernel.mark.p, "_text");
	assert_string_equal(pd_perf_maps_object(m, 0)->path.p, "[kernel.kallsyms]");
	pd_perf_maps_free(m);
}

static void code_of_the_kernel_comes_and_goes(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();
	struct pd_perf_mmap map = map_of(PD_PERF_KERNEL, 0x10000, 0x10000,
					 "[kernel.kallsyms]_text");
	struct pd_perf_map found;

	(void)state;
	pd_perf_maps_mmap(m, &map);
	pd_perf_maps_ksymbol(m, 0x30000, 16, PD_STR("bpf_prog_6deef7357e7b4530"), false);
	assert_true(pd_perf_maps_find(m, PD_PERF_KERNEL, 0x3000f, &found));
	assert_true(pd_perf_maps_object(m, found.object)->is_symbol);
	pd_perf_maps_ksymbol(m, 0x30000, 16, PD_STR("bpf_prog_6deef7357e7b4530"), true);
	assert_false(pd_perf_maps_find(m, PD_PERF_KERNEL, 0x3000f, &found));
	/* Nothing else is taken away so. */
	pd_perf_maps_ksymbol(m, 0x10000, 16, PD_STR("bpf_prog_0"), true);
	assert_true(pd_perf_maps_find(m, PD_PERF_KERNEL, 0x10000, &found));
	pd_perf_maps_free(m);
}

static void lengths_that_leave_the_address_space_end_with_it(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();
	struct pd_perf_mmap map = map_of(1, UINT64_MAX - 10, UINT64_MAX, "/a");
	struct pd_perf_map found;

	(void)state;
	pd_perf_maps_mmap(m, &map);
	assert_true(pd_perf_maps_find(m, 1, UINT64_MAX - 1, &found));
	map.length = 0;
	map.start = 5;
	pd_perf_maps_mmap(m, &map);
	assert_false(pd_perf_maps_find(m, 1, 5, &found));
	pd_perf_maps_free(m);
}

static void more_maps_than_a_kernel_allows_are_refused_and_counted(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();

	(void)state;
	for (uint64_t i = 0; i < PD_PERF_MAPS_SPACE + 100; i++) {
		struct pd_perf_mmap map = map_of(1, 16 * i, 8, "/a");

		pd_perf_maps_mmap(m, &map);
	}
	/* Each asks for the room that a cut in the middle takes: two. */
	assert_int_equal(pd_perf_maps_n_refused(m), 101);
	pd_perf_maps_free(m);
}

/* Each of these forks copies all maps as soon as it has one of its own. */
static void forks_cannot_fill_the_memory(void **state)
{
	struct pd_perf_maps *m = pd_perf_maps_new();

	(void)state;
	for (uint64_t i = 0; i < 30000; i++) {
		struct pd_perf_mmap map = map_of(1, 16 * i, 8, "/a");

		pd_perf_maps_mmap(m, &map);
	}
	for (uint32_t pid = 2; pid < 1000; pid++) {
		struct pd_perf_mmap map = map_of(pid, UINT64_C(1) << 40, 8, "/b");

		pd_perf_maps_fork(m, pid, 1);
		pd_perf_maps_mmap(m, &map);
	}
	assert_true(pd_perf_maps_n_refused(m) > 800);
	pd_perf_maps_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_address_belongs_to_the_map_that_was_told_last),
		cmocka_unit_test(a_child_has_its_parents_version_until_either_maps_something),
		cmocka_unit_test(equal_objects_of_two_processes_are_one),
		cmocka_unit_test(executable_memory_without_a_file_is_the_jits_of_its_process),
		cmocka_unit_test(the_kernels_map_tells_where_its_first_symbol_was),
		cmocka_unit_test(code_of_the_kernel_comes_and_goes),
		cmocka_unit_test(lengths_that_leave_the_address_space_end_with_it),
		cmocka_unit_test(more_maps_than_a_kernel_allows_are_refused_and_counted),
		cmocka_unit_test(forks_cannot_fill_the_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

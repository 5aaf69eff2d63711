/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/kallsyms.h"
#include "read/perf_map_file.h"
#include "read/symbol_table.h"

#include <stdio.h>
#include <string.h>

static void add(struct pd_symbol_table *t, uint64_t start, uint64_t end,
		enum pd_symbol_binding binding, const char *name)
{
	struct pd_symbol s = {.start = start, .end = end, .binding = (uint8_t)binding};

	assert_true(pd_symbol_table_add(t, s, pd_str_of(name)));
}

static const char *name_at(const struct pd_symbol_table *t, uint64_t address)
{
	size_t i = pd_symbol_table_find(t, address);

	return i == SIZE_MAX ? "" : pd_symbol_table_name(t, i).p;
}

/* What two symbols of one address are called, whichever comes first. */
static void expect_better(struct pd_symbol better, const char *name, struct pd_symbol other,
			  const char *other_name)
{
	for (int first = 0; first < 2; first++) {
		struct pd_symbol_table t = {0};

		assert_true(pd_symbol_table_add(&t, first ? better : other,
						pd_str_of(first ? name : other_name)));
		assert_true(pd_symbol_table_add(&t, first ? other : better,
						pd_str_of(first ? other_name : name)));
		pd_symbol_table_finish(&t);
		assert_int_equal(t.n, 1);
		assert_string_equal(name_at(&t, 16), name);
		pd_symbol_table_free(&t);
	}
}

/* tools/perf/util/symbol.c of Linux 6.1, choose_best_symbol(), a rule at a time */
static void aliases_are_chosen_as_perf_does(void **state)
{
	const struct pd_symbol global = {.start = 16, .end = 32, .binding = PD_SYMBOL_GLOBAL},
			       local = {.start = 16, .end = 32, .binding = PD_SYMBOL_LOCAL},
			       weak = {.start = 16, .end = 32, .binding = PD_SYMBOL_WEAK};

	(void)state;
	expect_better(local, "b", weak, "long_name");
	expect_better(global, "b", local, "long_name");
	expect_better(global, "_IO_puts", global, "__puts_of_some_length");
	expect_better(global, "__GI___libc_write", global, "__libc_write");
	expect_better(global, "sys_x", global, "SyS_x");
	expect_better(local, "compat_sys_x", local, "compat_SyS_x");
}

static void a_symbol_with_a_size_is_better_than_one_without(void **state)
{
	struct pd_symbol_table t = {0};

	(void)state;
	add(&t, 16, 16, PD_SYMBOL_GLOBAL, "a_longer_name");
	add(&t, 16, 32, PD_SYMBOL_WEAK, "sized");
	add(&t, 48, 64, PD_SYMBOL_GLOBAL, "next");
	pd_symbol_table_finish(&t);
	assert_string_equal(name_at(&t, 20), "sized");
	assert_string_equal(name_at(&t, 40), "");
	pd_symbol_table_free(&t);
}

static void symbols_without_a_size_reach_to_the_next_one_and_the_last_to_the_end_of_a_page(
	void **state)
{
	struct pd_symbol_table t = {0};

	(void)state;
	add(&t, 0x1800, 0x1800, PD_SYMBOL_GLOBAL, "last");
	add(&t, 0x1000, 0x1000, PD_SYMBOL_GLOBAL, "first");
	pd_symbol_table_finish(&t);
	assert_string_equal(name_at(&t, 0xfff), "");
	assert_string_equal(name_at(&t, 0x17ff), "first");
	assert_string_equal(name_at(&t, 0x2fff), "last");
	assert_string_equal(name_at(&t, 0x3000), "");
	pd_symbol_table_free(&t);
}

/* ---- the pieces against a search of all symbols */

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

/* Of the symbols around @address the one that starts last. */
static size_t naive(const struct pd_symbol_table *t, uint64_t address)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < t->n; i++)
		if (t->symbol[i].start <= address && address < t->symbol[i].end)
			best = i;
	return best;
}

static void of_symbols_that_overlap_the_one_that_starts_later_counts(void **state)
{
	(void)state;
	for (uint64_t round = 1; round < 300; round++) {
		struct pd_symbol_table t = {0};

		seed = round;
		for (uint32_t i = 0, n = draw(12); i < n; i++) {
			uint32_t start = draw(100);
			char name[8];

			(void)snprintf(name, sizeof(name), "s%u", i);
			add(&t, start, start + draw(40), PD_SYMBOL_LOCAL, name);
		}
		pd_symbol_table_finish(&t);
		for (uint64_t address = 0; address < 200; address++)
			assert_true(pd_symbol_table_find(&t, address) == naive(&t, address));
		pd_symbol_table_free(&t);
	}
}

/* ---- lists of the kernel */

static const char list[] = "ffffffff81000000 T _stext\n"
			   "ffffffff81000000 T _text\n"
			   "ffffffff81000100 t do_one\n"
			   "ffffffff81000200 W weak_one\n"
			   "ffffffff81000200 T strong_one\n"
			   "ffffffff81000300 T _etext\n"
			   "0000000000000010 A per_cpu_thing\n"
			   "ffffffff82000000 D tasklist_lock\n"
			   "no line of such a list\n"
			   "ffffffffc0a01000 t nf_nat_init\t[nf_nat]\n"
			   "ffffffffc0a01100 T nf_nat_exit\t[nf_nat]\n";

static void a_list_of_the_kernel_is_read(void **state)
{
	struct pd_kallsyms *k = pd_kallsyms_parse(PD_STR(list));
	const struct pd_kallsyms_module *m;

	(void)state;
	assert_non_null(k);
	assert_string_equal(name_at(&k->kernel, UINT64_C(0xffffffff810001ff)), "do_one");
	assert_string_equal(name_at(&k->kernel, UINT64_C(0xffffffff82000000)), "tasklist_lock");
	assert_string_equal(name_at(&k->kernel, 0x10), "");
	assert_true(k->marks.etext - k->marks.text == 0x300);
	m = pd_kallsyms_module(k, PD_STR("[nf_nat]"));
	assert_non_null(m);
	assert_string_equal(name_at(&m->table, UINT64_C(0xffffffffc0a01104)), "nf_nat_exit");
	/* The kernel's last symbol ends before the modules, though none of its own follows. */
	assert_string_equal(name_at(&k->kernel, UINT64_C(0xffffffffc0a01000)), "");
	assert_null(pd_kallsyms_module(k, PD_STR("[other]")));
	pd_kallsyms_free(k);
}

/* Without sizes only the last of several symbols has an end, and an end counts first. */
static void of_aliases_in_a_list_the_last_counts(void **state)
{
	struct pd_kallsyms *k = pd_kallsyms_parse(PD_STR(list));

	(void)state;
	assert_string_equal(name_at(&k->kernel, UINT64_C(0xffffffff81000000)), "_text");
	assert_string_equal(name_at(&k->kernel, UINT64_C(0xffffffff81000210)), "strong_one");
	pd_kallsyms_free(k);
}

/* One object of 40 symbols: where a kernel lists its objects, they are two in five. */
static void a_list_of_a_few_objects_is_none_of_objects(void **state)
{
	struct pd_kallsyms *k = pd_kallsyms_parse(PD_STR(list));
	char text[4096] = "ffffffff82000000 D tasklist_lock\n";
	size_t n = strlen(text);

	(void)state;
	assert_true(k->has_data);
	pd_kallsyms_free(k);
	for (unsigned int i = 0; i < 40; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "ffffffff810001%02x t f%u\n", i,
				      i);
	k = pd_kallsyms_parse((struct pd_str){text, n});
	assert_false(k->has_data);
	pd_kallsyms_free(k);
}

static void hidden_addresses_and_other_texts_are_no_list(void **state)
{
	(void)state;
	assert_null(pd_kallsyms_parse(PD_STR("0000000000000000 T _text\n0000000000000000 t x\n")));
	assert_null(pd_kallsyms_parse(PD_STR("")));
	assert_null(pd_kallsyms_parse(PD_STR("ffffffff81000000\nffffffff81000000 T\n T x\n")));
}

/* ---- what a JIT writes */

static void names_of_a_jit_may_hold_blanks_and_later_code_replaces_earlier(void **state)
{
	struct pd_symbol_table t = {0};

	(void)state;
	pd_perf_map_file_parse(&t,
			       PD_STR("7f8937d9b000 1b LazyCompile:*hot loop /app/my file.js:12\n"
				      "0x7f8937d9b000 20 newer\n"
				      "7f8937d9c000 0 nothing\n"
				      "garbage\n7f8937d9d000 10\n"
				      "7f8937d9e000 10 last"));
	assert_string_equal(name_at(&t, UINT64_C(0x7f8937d9b01f)), "newer");
	assert_string_equal(name_at(&t, UINT64_C(0x7f8937d9b020)), "");
	assert_string_equal(name_at(&t, UINT64_C(0x7f8937d9c000)), "");
	assert_string_equal(name_at(&t, UINT64_C(0x7f8937d9e00f)), "last");
	assert_int_equal(t.n, 2);
	pd_symbol_table_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aliases_are_chosen_as_perf_does),
		cmocka_unit_test(a_symbol_with_a_size_is_better_than_one_without),
		cmocka_unit_test(
			symbols_without_a_size_reach_to_the_next_one_and_the_last_to_the_end_of_a_page),
		cmocka_unit_test(of_symbols_that_overlap_the_one_that_starts_later_counts),
		cmocka_unit_test(a_list_of_the_kernel_is_read),
		cmocka_unit_test(of_aliases_in_a_list_the_last_counts),
		cmocka_unit_test(a_list_of_a_few_objects_is_none_of_objects),
		cmocka_unit_test(hidden_addresses_and_other_texts_are_no_list),
		cmocka_unit_test(names_of_a_jit_may_hold_blanks_and_later_code_replaces_earlier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

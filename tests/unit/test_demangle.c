/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "model/demangle.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void reads_as(const char *mangled, const char *text)
{
	char buf[4096];
	struct pd_str got;

	assert_true(pd_demangle(pd_str_of(mangled), buf, sizeof(buf), &got));
	assert_int_equal(got.n, strlen(text));
	assert_memory_equal(got.p, text, got.n);
}

static bool is_refused(struct pd_str mangled)
{
	static char buf[16384];
	struct pd_str got = PD_STR("untouched");
	bool ok = pd_demangle(mangled, buf, sizeof(buf), &got);

	if (!ok)
		assert_string_equal(got.p, "untouched");
	return !ok;
}

/* Compiled by g++ 12 from a file that holds these functions; the right side is the source. */
static void a_cpp_name_reads_as_in_its_source(void **state)
{
	(void)state;
	reads_as("_ZNK3foo3Bar2goEiPKc", "foo::Bar::go(int, char const*) const");
	reads_as("_ZN3foo3BarclEi", "foo::Bar::operator()(int)");
	reads_as("_ZN3foo12_GLOBAL__N_16hiddenEl", "foo::(anonymous namespace)::hidden(long)");
	reads_as("_ZN3foo3Bar2idIiEET_S2_", "int foo::Bar::id<int>(int)");
}

/* Compiled by rustc 1.95 with -C symbol-mangling-version=legacy. */
static void a_legacy_rust_name_loses_its_hash(void **state)
{
	(void)state;
	reads_as("_ZN1r1m1S2go17h0f167f79a8ab975bE", "r::m::S::go");
	reads_as("_ZN1r1m4clos28_$u7b$$u7b$closure$u7d$$u7d$17he8f519ded56dae61E",
		 "r::m::clos::{{closure}}");
	reads_as("_ZN35_$LT$r..m..S$u20$as$u20$r..m..T$GT$1t17hf117a5f692ebd1f7E",
		 "<r::m::S as r::m::T>::t");
}

/* The same file with v0; "r" carries the disambiguator s2OpA4fNwd7R_. */
static void a_v0_rust_name_loses_its_disambiguators(void **state)
{
	(void)state;
	reads_as("_RNvMNtCs2OpA4fNwd7R_1r1mNtB2_1S2go", "<r::m::S>::go");
	reads_as("_RNCNvNtCs2OpA4fNwd7R_1r1m4clos0B5_", "r::m::clos::{closure#0}");
	reads_as("_RNvNtCs2OpA4fNwd7R_1r1mu9gre_6ka8i", "r::m::gr\303\266\303\237e");
	reads_as("_RINvNtCs2OpA4fNwd7R_1r1m3genINtNtCslNYArtu3iFV_5alloc3vec3VechEEB4_",
		 "r::m::gen::<alloc::vec::Vec<u8>>");
}

static void what_is_not_mangled_is_refused(void **state)
{
	static const char *const names[] = {"",     "_",       "_Z",       "_R",
					    "main", "do_wait", "__Z3foov", "_Z3fo",
					    "_ZN",  "_RN",     "_RNvB_1a", "_Z3foov.isra.0x"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		if (!is_refused(pd_str_of(names[i])))
			fail_msg("%s was demangled", names[i]);
	assert_true(is_refused((struct pd_str){"_Z3foov\0x", 9}));
}

/* A name that ends right where memory does must not be read beyond. */
static void no_terminator_is_needed(void **state)
{
	static const char text[] = {'_', 'Z', '3', 'f', 'o', 'o', 'v'};
	char *name = malloc(sizeof(text)), buf[64];
	struct pd_str got;

	(void)state;
	assert_non_null(name);
	memcpy(name, text, sizeof(text));
	assert_true(pd_demangle((struct pd_str){name, sizeof(text)}, buf, sizeof(buf), &got));
	assert_memory_equal(got.p, "foo()", 5);
	free(name);
}

/* "foo()" is five bytes. */
static void a_text_that_does_not_fit_is_refused(void **state)
{
	char buf[5];
	struct pd_str got;

	(void)state;
	assert_true(pd_demangle(PD_STR("_Z3foov"), buf, 5, &got));
	assert_false(pd_demangle(PD_STR("_Z3foov"), buf, 4, &got));
	assert_false(pd_demangle(PD_STR("_Z3foov"), buf, 0, &got));
}

/* f(A<int, int>, A<S0_, S0_>, A<S1_, S1_>, ...): each parameter is twice the one before. */
static struct pd_str doubling_cpp(char *name, size_t size, int times)
{
	size_t n = (size_t)snprintf(name, size, "_Z1f1AIiiE");

	for (int i = 0; i < times; i++) {
		char c = (char)(i < 10 ? '0' + i : 'A' + i - 10);

		n += (size_t)snprintf(name + n, size - n, "S_IS%c_S%c_E", c, c);
	}
	return (struct pd_str){name, n};
}

/* A back reference to byte @at behind "_R": base 62, one less, ended by _. */
static size_t put_reference(char *to, size_t at)
{
	static const char digits[] =
		"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t n = 0;

	to[n++] = 'B';
	if (at > 62)
		to[n++] = digits[(at - 1) / 62];
	to[n++] = digits[(at - 1) % 62];
	to[n++] = '_';
	return n;
}

/* The same with tuples as arguments of a generic function: T..E of the one before, twice. */
static struct pd_str doubling_rust(char *name, size_t size, int times)
{
	size_t n = (size_t)snprintf(name, size, "_RINvC1c1fTmmE"), last = strlen("INvC1c1f");

	for (int i = 0; i < times; i++) {
		size_t here = n - 2;

		name[n++] = 'T';
		n += put_reference(name + n, last);
		n += put_reference(name + n, last);
		name[n++] = 'E';
		last = here;
	}
	name[n++] = 'E';
	return (struct pd_str){name, n};
}

/*
 * With 5 all fits. 30 are 2^30 words and more, minutes of printing; a second is a
 * thousand times what stopping at 16 KiB takes.
 */
static void a_name_that_doubles_stops_where_the_room_does(void **state)
{
	char name[1024];
	clock_t start;

	(void)state;
	assert_false(is_refused(doubling_cpp(name, sizeof(name), 5)));
	assert_false(is_refused(doubling_rust(name, sizeof(name), 5)));
	start = clock();
	assert_true(is_refused(doubling_cpp(name, sizeof(name), 30)));
	assert_true(is_refused(doubling_rust(name, sizeof(name), 30)));
	assert_true(clock() - start < CLOCKS_PER_SEC);
}

/* (u32, u32), then two of that. */
static void a_rust_name_that_doubles_once_is_read(void **state)
{
	(void)state;
	reads_as("_RINvC1c1fTmmETB7_B7_EE", "c::f::<(u32, u32), ((u32, u32), (u32, u32))>");
}

static void a_deep_or_long_name_does_not_exhaust_the_stack(void **state)
{
	static const char *const heads[] = {"_Z1f", "_RINvC1c1f", "_ZN", "_RNv", "_R"};
	static const char fills[] = "PRSTIKNFB1";
	static char name[70000];

	(void)state;
	for (size_t h = 0; h < PD_ARRAY_SIZE(heads); h++) {
		for (size_t f = 0; f + 1 < sizeof(fills); f++) {
			for (size_t n = 100; n < sizeof(name); n *= 3) {
				size_t head = strlen(heads[h]);

				memcpy(name, heads[h], head);
				memset(name + head, fills[f], n - head);
				(void)is_refused((struct pd_str){name, n});
			}
			assert_true(is_refused((struct pd_str){name, PD_DEMANGLE_MAX + 1}));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cpp_name_reads_as_in_its_source),
		cmocka_unit_test(a_legacy_rust_name_loses_its_hash),
		cmocka_unit_test(a_v0_rust_name_loses_its_disambiguators),
		cmocka_unit_test(what_is_not_mangled_is_refused),
		cmocka_unit_test(no_terminator_is_needed),
		cmocka_unit_test(a_text_that_does_not_fit_is_refused),
		cmocka_unit_test(a_name_that_doubles_stops_where_the_room_does),
		cmocka_unit_test(a_rust_name_that_doubles_once_is_read),
		cmocka_unit_test(a_deep_or_long_name_does_not_exhaust_the_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_perf_data_hostile.c - recordings that were cut, zeroed and inflated
 *
 * Nothing may crash or hang (run it under sanitizers as well), and nothing may be
 * made up: damage can take hits away, but a file that was cut never has more.
 */
#include "read/format.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct pd_format pd_format_perf_data;

enum { SMALL = 1500 }; /* bytes */

struct file {
	char *byte;
	size_t n;
};

static struct file file_of(const char *name)
{
	char path[512];
	struct file f = {NULL, 0};
	FILE *in;
	long n;

	(void)snprintf(path, sizeof(path), "%s/tests/data/perf/%s.data", SOURCE_ROOT, name);
	in = fopen(path, "rb");
	assert_non_null(in);
	assert_int_equal(fseek(in, 0, SEEK_END), 0);
	n = ftell(in);
	assert_true(n > 0);
	assert_int_equal(fseek(in, 0, SEEK_SET), 0);
	f.n = (size_t)n;
	f.byte = malloc(f.n);
	assert_non_null(f.byte);
	assert_int_equal(fread(f.byte, 1, f.n, in), f.n);
	assert_int_equal(fclose(in), 0);
	return f;
}

/* Hits of @n bytes, or -1 if they are no recording at all. */
static int64_t hits_of(const char *byte, size_t n)
{
	const struct pd_read_options options = {0};
	struct pd_ingest *g = pd_ingest_new(&options);
	int64_t hits = -1;
	struct pd_input in;

	pd_input_open_memory(&in, "hostile", byte, n);
	if (pd_format_perf_data.read(&in, g) >= 0 && pd_ingest_status(g) == 0)
		hits = (int64_t)pd_hits_count(pd_hits_said(g));
	pd_input_close(&in);
	pd_ingest_free(g);
	return hits;
}

/* Of tests/data/perf; the replay of the fuzzer's corpus reads all of them. */
static const char shapes[] = "fields-be pipe-le compressed2 strangers deferred read-group killed "
			     "ksymbols few-fields";

static void each_shape(void (*check)(const char *name, struct file f, int64_t whole))
{
	char list[sizeof(shapes)], *rest = list, *name;

	memcpy(list, shapes, sizeof(shapes));
	while ((name = strsep(&rest, " "))) {
		struct file f = file_of(name);
		int64_t whole = hits_of(f.byte, f.n);

		if (whole <= 0)
			print_error("%s: %lld hits\n", name, (long long)whole);
		assert_true(whole > 0);
		check(name, f, whole);
		free(f.byte);
	}
}

/* Exactly as long as it is, so that a sanitizer sees one byte too many. */
static int64_t hits_of_cut(struct file f, size_t n)
{
	char *exact = malloc(n ? n : 1);
	int64_t hits;

	assert_non_null(exact);
	memcpy(exact, f.byte, n);
	hits = hits_of(exact, n);
	free(exact);
	return hits;
}

static void check_cuts(const char *name, struct file f, int64_t whole)
{
	/* each byte of a small one; others by steps that hit each place in a word */
	for (size_t n = 0; n < f.n; n += f.n < SMALL ? 1 : 17) {
		int64_t hits = hits_of_cut(f, n);

		if (hits > whole)
			print_error("%s cut at %zu: %lld hits of %lld\n", name, n, (long long)hits,
				    (long long)whole);
		assert_true(hits <= whole);
	}
}

static void a_cut_at_any_byte_never_makes_hits(void **state)
{
	(void)state;
	each_shape(check_cuts);
}

/* Replaces @size bytes at each place by those of @with; the rest stays. */
static void with_bytes(struct file f, size_t size, size_t step, uint64_t with)
{
	for (size_t at = 0; at + size <= f.n; at += step) {
		char keep[8];

		memcpy(keep, f.byte + at, size);
		memcpy(f.byte + at, &with, size);
		(void)hits_of(f.byte, f.n);
		memcpy(f.byte + at, keep, size);
	}
}

static void check_words(const char *name, struct file f, int64_t whole)
{
	static const uint64_t words[] = {
		0,
		0xfff8,
		UINT64_MAX,
	};

	(void)name;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		with_bytes(f, 8, f.n < SMALL ? 8 : 40, words[i]);
	/* still whole */
	assert_int_equal(hits_of(f.byte, f.n), whole);
}

static void any_word_may_be_anything(void **state)
{
	(void)state;
	each_shape(check_words);
}

static void check_halves(const char *name, struct file f, int64_t whole)
{
	static const uint64_t halves[] = {7, 0xffff};

	(void)name;
	for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++)
		with_bytes(f, 2, f.n < SMALL ? 2 : 22, halves[i]);
	assert_int_equal(hits_of(f.byte, f.n), whole);
}

/* Sizes of records are 16 bits. */
static void any_half_word_may_be_anything(void **state)
{
	(void)state;
	each_shape(check_halves);
}

static void check_zeroed(const char *name, struct file f, int64_t whole)
{
	char *copy = malloc(f.n);

	assert_non_null(copy);
	for (size_t n = 0; n < f.n; n += 64) {
		int64_t hits;

		memcpy(copy, f.byte, n);
		memset(copy + n, 0, f.n - n);
		hits = hits_of(copy, f.n);
		if (hits > whole)
			print_error("%s zeroed from %zu: %lld hits\n", name, n, (long long)hits);
		assert_true(hits <= whole);
	}
	free(copy);
}

/* What a disk leaves that was full, or a machine that lost power. */
static void zeros_from_any_place_never_make_hits(void **state)
{
	(void)state;
	each_shape(check_zeroed);
}

/* A record of size 0 would be read for ever; so would sections that point at their own header. */
static void nothing_points_at_itself_for_ever(void **state)
{
	struct file f = file_of("attr-128");
	uint64_t zero = 0, all = f.n;

	(void)state;
	/* attrs, then data, begin at the header itself and go on to the end */
	for (size_t at = 24; at <= 56; at += 16) {
		char keep[16];

		memcpy(keep, f.byte + at, 16);
		memcpy(f.byte + at, &zero, 8);
		memcpy(f.byte + at + 8, &all, 8);
		(void)hits_of(f.byte, f.n);
		memcpy(f.byte + at, keep, 16);
	}
	assert_true(hits_of(f.byte, f.n) == 2);
	free(f.byte);
}

static void a_version_that_is_not_read_is_an_error(void **state)
{
	struct file f = file_of("version-1");

	(void)state;
	assert_true(hits_of(f.byte, f.n) < 0);
	free(f.byte);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cut_at_any_byte_never_makes_hits),
		cmocka_unit_test(any_word_may_be_anything),
		cmocka_unit_test(any_half_word_may_be_anything),
		cmocka_unit_test(zeros_from_any_place_never_make_hits),
		cmocka_unit_test(nothing_points_at_itself_for_ever),
		cmocka_unit_test(a_version_that_is_not_read_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_perf_sample.c - fields of samples, held against what their writer put there
 *
 * Each recording of tests/data/perf has the values beside it, as tests/perf_data says
 * them: a field that is read at the place of another has another's value.
 */
#include "base/json.h"
#include "read/perf_events.h"
#include "read/perf_sample.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 9, MOST = 1 << 20 };

struct file {
	char *byte;
	size_t n;
};

static struct file file_of(const char *name, const char *end)
{
	char path[512];
	struct file f;
	FILE *in;

	(void)snprintf(path, sizeof(path), "%s/tests/data/perf/%s.%s", SOURCE_ROOT, name, end);
	in = fopen(path, "rb");
	assert_non_null(in);
	f.byte = malloc(MOST);
	assert_non_null(f.byte);
	f.n = fread(f.byte, 1, MOST, in);
	assert_true(f.n > 0 && f.n < MOST);
	assert_int_equal(fclose(in), 0);
	return f;
}

static const cJSON *member(const cJSON *of, const char *name)
{
	return pd_json()->GetObjectItemCaseSensitive(of, name);
}

/* Large ones stand there as "0xffffffff81002004". */
static uint64_t number(const cJSON *value)
{
	if (!value)
		return 0;
	return value->valuestring ? strtoull(value->valuestring, NULL, 16)
				  : (uint64_t)value->valuedouble;
}

/* What the fields are that the event lacks, although the writer was given a value. */
static uint64_t expected(const struct pd_perf_attr *a, const cJSON *sample, uint64_t field,
			 const char *name)
{
	return a->fields & field ? number(member(sample, name)) : 0;
}

static void check_weight(const struct pd_perf_attr *a, const cJSON *sample, uint64_t weight)
{
	if (a->fields & PD_PERF_WEIGHT_STRUCT)
		assert_int_equal(weight, number(member(sample, "weights")->child));
	else
		assert_int_equal(weight, expected(a, sample, PD_PERF_WEIGHT, "weight"));
}

static void check_chain(const struct pd_perf_attr *a, const cJSON *sample,
			struct pd_perf_bytes chain)
{
	const cJSON *list = a->fields & PD_PERF_CALLCHAIN ? member(sample, "chain") : NULL;

	for (const cJSON *want = list ? list->child : NULL; want; want = want->next)
		assert_int_equal(pd_perf_bytes_u64(&chain), number(want));
	assert_false(chain.cut);
	assert_int_equal(chain.n, 0);
}

/* Behind it stand NULs up to a multiple of 8 bytes. */
static void check_raw(const cJSON *sample, struct pd_perf_bytes raw)
{
	const char *want = member(sample, "raw")->valuestring;
	size_t n = strlen(want) / 2;

	assert_true(raw.n >= n && raw.n < n + 8);
	for (size_t i = 0; i < n; i++) {
		char digits[3] = {want[2 * i], want[2 * i + 1], '\0'};

		assert_int_equal(raw.p[i], strtoul(digits, NULL, 16));
	}
}

static void check_sample(const struct pd_perf_attr *a, const cJSON *want, struct pd_perf_bytes body)
{
	struct pd_perf_sample s;

	assert_true(pd_perf_sample_take(a, body, &s));
	assert_int_equal(s.ip, number(member(want, "ip")));
	assert_int_equal(s.pid, number(member(want, "pid")));
	assert_int_equal(s.tid, number(member(want, member(want, "tid") ? "tid" : "pid")));
	assert_int_equal(s.address, expected(a, want, PD_PERF_ADDR, "addr"));
	assert_int_equal(s.period, expected(a, want, PD_PERF_PERIOD, "period"));
	assert_int_equal(s.data_source, expected(a, want, PD_PERF_DATA_SRC, "data_src"));
	check_weight(a, want, s.weight);
	check_chain(a, want, s.chain);
	if (a->fields & PD_PERF_RAW)
		check_raw(want, s.raw);
}

/* The first attribute, and the data, of a file whose header is that of file mode. */
static struct pd_perf_attr attr_of(struct file f, bool swap, struct pd_perf_bytes *ret_data)
{
	struct pd_perf_bytes head = {(const uint8_t *)f.byte + 24, 32, swap, false};
	uint64_t attrs = pd_perf_bytes_u64(&head), attrs_size = pd_perf_bytes_u64(&head);
	uint64_t data = pd_perf_bytes_u64(&head), data_size = pd_perf_bytes_u64(&head);
	struct pd_perf_bytes b = {(const uint8_t *)f.byte + attrs, attrs_size, swap, false};
	struct pd_perf_attr a;

	assert_true(pd_perf_attr_take(&b, &a));
	*ret_data = (struct pd_perf_bytes){(const uint8_t *)f.byte + data, data_size, swap, false};
	return a;
}

static void check_file(const char *name)
{
	struct file f = file_of(name, "data"), json = file_of(name, "json");
	bool swap = !memcmp(f.byte, "2ELIFREP", 8);
	cJSON *truth = pd_json()->ParseWithLengthOpts(json.byte, json.n, NULL, false);
	const cJSON *want = member(truth, "samples")->child;
	struct pd_perf_bytes data;
	struct pd_perf_attr a = attr_of(f, swap, &data);

	while (data.n >= 8) {
		uint32_t type = pd_perf_bytes_u32_at(data.p, swap);
		uint16_t size = pd_perf_bytes_u16_at(data.p + 6, swap);
		struct pd_perf_bytes body = pd_perf_bytes_part(&data, size);

		(void)pd_perf_bytes_take(&body, 8);
		if (type != SAMPLE)
			continue;
		assert_non_null(want);
		check_sample(&a, want, body);
		want = want->next;
	}
	assert_null(want);
	pd_json()->Delete(truth);
	free(json.byte);
	free(f.byte);
}

static void every_field_stands_where_the_kernel_puts_it(void **state)
{
	(void)state;
	check_file("fields-le");
	check_file("fields-be");
}

static void weights_of_three_parts_and_branches_with_an_index(void **state)
{
	(void)state;
	check_file("weight-struct-le");
	check_file("weight-struct-be");
}

static void counters_behind_branches_are_passed_over(void **state)
{
	(void)state;
	check_file("branch-counters");
}

static void values_of_counters_are_passed_over(void **state)
{
	(void)state;
	check_file("read-one");
	check_file("read-group");
	check_file("read-group-be");
}

static void few_fields_are_few(void **state)
{
	(void)state;
	check_file("few-fields");
}

static void attributes_of_all_sizes_say_the_same(void **state)
{
	static const char names[] = "64 72 80 96 104 112 120 128 136 144 152";
	char list[sizeof(names)], *rest = list, *size;

	(void)state;
	memcpy(list, names, sizeof(names));
	while ((size = strsep(&rest, " "))) {
		char name[16];

		(void)snprintf(name, sizeof(name), "attr-%s", size);
		check_file(name);
	}
}

/* Chains, registers of IBS, addresses of data. */
static void other_recordings_have_the_fields_that_were_written(void **state)
{
	(void)state;
	check_file("contexts");
	check_file("contexts-be");
	check_file("ibs-zen4");
	check_file("data-symbols-be");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_stands_where_the_kernel_puts_it),
		cmocka_unit_test(weights_of_three_parts_and_branches_with_an_index),
		cmocka_unit_test(counters_behind_branches_are_passed_over),
		cmocka_unit_test(values_of_counters_are_passed_over),
		cmocka_unit_test(few_fields_are_few),
		cmocka_unit_test(attributes_of_all_sizes_say_the_same),
		cmocka_unit_test(other_recordings_have_the_fields_that_were_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

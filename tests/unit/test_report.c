/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/style.h"

#include "base/str.h"
#include "model/labels.h"
#include "model/table.h"

#include <perfdelta/report.h>

#include <stdio.h>
#include <stdlib.h>

/* A ledger that grows by one value a call; every key has one run on each of its sides. */
struct fixture {
	struct pd_ctx *ctx;
	struct pd_table_builder builder;
	struct pd_table table;
	struct pd_rows rows;
};

struct metric {
	const char *name;
	enum pd_better better;
	bool redundant;
};

static const struct metric time_s = {"time", PD_LOWER, false};
static const struct metric rate = {"rate", PD_HIGHER, false};
static const struct metric user_s = {"user", PD_LOWER, true};

static void set_up(struct fixture *f)
{
	*f = (struct fixture){.ctx = pd_ctx_new(NULL, NULL)};
	(void)pd_table_side(&f->builder, pd_ctx_id(f->ctx, PD_STR("base")));
	(void)pd_table_side(&f->builder, pd_ctx_id(f->ctx, PD_STR("head")));
}

static uint32_t key_of(struct fixture *f, const struct metric *m, const char *bench,
		       const char *labels)
{
	struct pd_metric metric = {.name = pd_ctx_id(f->ctx, pd_str_of(m->name)),
				   .unit = pd_ctx_id(f->ctx, PD_STR("s")),
				   .better = m->better,
				   .redundant = m->redundant};
	struct pd_key key = {.bench = pd_ctx_id(f->ctx, pd_str_of(bench))};
	struct pd_label label[8];
	struct pd_str rest = pd_str_of(labels);
	char buf[128];
	size_t n = 0;
	bool agreed;

	while (rest.n) {
		struct pd_str val = pd_str_word(&rest);
		struct pd_str name = pd_str_cut(&val, '=');

		label[n++] = (struct pd_label){name, val};
	}
	key.labels = pd_ctx_id(f->ctx, pd_labels_pack(label, n, buf));
	key.metric = pd_table_metric(&f->builder, &metric, &agreed);
	return pd_table_key(&f->builder, &key);
}

static void add(struct fixture *f, const struct metric *m, const char *bench, const char *labels,
		const double *value)
{
	uint32_t key = key_of(f, m, bench, labels);

	for (uint16_t side = 0; side < 2; side++)
		if (!isnan(value[side]))
			pd_table_add(&f->builder, key, side, 0, 0, value[side]);
}

static const double equal[2] = {1, 1};

static const struct pd_report *report(struct fixture *f, enum pd_sort sort)
{
	static const struct pd_grouping apart = {0};
	struct pd_policy policy = pd_compare_policy();

	f->table = pd_table_finish(&f->builder, f->ctx);
	if (pd_pair(f->ctx, &f->table, &apart, &f->rows) < 0)
		abort();
	return pd_report(f->ctx, pd_compare(f->ctx, &f->rows, &policy, 1), PD_REPORT_COMPARISON,
			 sort);
}

static void labels_are(const struct pd_label *label, uint32_t n, const char *expected)
{
	char got[256] = "";
	size_t at = 0;

	for (uint32_t i = 0; i < n; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%.*s=%.*s", i ? " " : "",
				       PD_FMT(label[i].key), PD_FMT(label[i].val));
	assert_string_equal(got, expected);
}

static void row_is(const struct pd_section *s, uint32_t i, const char *expected)
{
	labels_are(s->row[i].varying, s->row[i].n_varying, expected);
}

static void labels_that_all_rows_share_stand_above_them(void **state)
{
	const struct pd_report *r;
	struct fixture f;

	(void)state;
	set_up(&f);
	add(&f, &time_s, "hackbench", "fds=40 groups=1 mode=process", equal);
	add(&f, &time_s, "hackbench", "fds=40 groups=2 mode=process", equal);
	add(&f, &time_s, "hackbench", "fds=40 mode=process", equal);
	r = report(&f, PD_SORT_FILE);
	assert_int_equal(r->n_sections, 1);
	assert_int_equal(r->section[0].n, 3);
	assert_false(r->section[0].bench_varies);
	labels_are(r->section[0].common, r->section[0].n_common, "fds=40 mode=process");
	row_is(&r->section[0], 0, "groups=1");
	row_is(&r->section[0], 1, "groups=2");
	row_is(&r->section[0], 2, "");
	pd_ctx_free(f.ctx);
}

static void a_section_is_a_metric_and_derived_metrics_come_last(void **state)
{
	const struct pd_report *r;
	struct fixture f;

	(void)state;
	set_up(&f);
	add(&f, &user_s, "a", "", equal);
	add(&f, &time_s, "a", "", equal);
	add(&f, &rate, "a", "", equal);
	add(&f, &time_s, "b", "", equal);
	r = report(&f, PD_SORT_FILE);
	assert_int_equal(r->n_sections, 3);
	assert_string_equal(pd_ctx_name(f.ctx, f.rows.metrics[r->section[0].metric].name).p,
			    "time");
	assert_string_equal(pd_ctx_name(f.ctx, f.rows.metrics[r->section[1].metric].name).p,
			    "rate");
	assert_string_equal(pd_ctx_name(f.ctx, f.rows.metrics[r->section[2].metric].name).p,
			    "user");
	assert_true(r->section[0].bench_varies);
	assert_false(r->section[1].bench_varies);
	pd_ctx_free(f.ctx);
}

/* golang/go#57648, #20727: what one side lacks is told, and in no table. */
static void what_stands_on_one_side_only_is_listed(void **state)
{
	const double no_head[2] = {1, nan("")}, no_base[2] = {nan(""), 1};
	const struct pd_report *r;
	struct fixture f;

	(void)state;
	set_up(&f);
	add(&f, &time_s, "gone", "", no_head);
	add(&f, &time_s, "both", "", equal);
	add(&f, &time_s, "new", "", no_base);
	r = report(&f, PD_SORT_FILE);
	assert_int_equal(r->section[0].n, 1);
	assert_int_equal(r->section[0].row[0].row, 1);
	assert_int_equal(r->n_unpaired, 2);
	assert_int_equal(r->unpaired[0].row, 0);
	assert_int_equal(r->unpaired[0].side, 1);
	assert_int_equal(r->unpaired[1].row, 2);
	assert_int_equal(r->unpaired[1].side, 0);
	pd_ctx_free(f.ctx);
}

static void names_sort_as_people_count(void **state)
{
	const struct pd_report *r;
	struct fixture f;

	(void)state;
	set_up(&f);
	add(&f, &time_s, "b2", "n=16", equal);
	add(&f, &time_s, "b10", "n=1", equal);
	add(&f, &time_s, "b2", "n=2", equal);
	r = report(&f, PD_SORT_NAME);
	assert_int_equal(r->section[0].row[0].row, 2);
	assert_int_equal(r->section[0].row[1].row, 0);
	assert_int_equal(r->section[0].row[2].row, 1);
	pd_ctx_free(f.ctx);
}

/* Signed, not by size (catapult#4046): +10 %, +1 %, -20 % for a time. */
static void the_worst_change_comes_first(void **state)
{
	const double better[2] = {1, 0.8}, worst[2] = {1, 1.1}, bad[2] = {1, 1.01};
	const struct pd_report *r;
	struct fixture f;

	(void)state;
	set_up(&f);
	add(&f, &time_s, "better", "", better);
	add(&f, &time_s, "bad", "", bad);
	add(&f, &time_s, "worst", "", worst);
	add(&f, &rate, "better", "", worst);
	add(&f, &rate, "worst", "", better);
	r = report(&f, PD_SORT_CHANGE);
	assert_int_equal(r->section[0].row[0].row, 2);
	assert_int_equal(r->section[0].row[1].row, 1);
	assert_int_equal(r->section[0].row[2].row, 0);
	assert_int_equal(r->section[1].row[0].row, 4);
	assert_int_equal(r->section[1].row[1].row, 3);
	pd_ctx_free(f.ctx);
}

static void styles_are_found_by_either_spelling(void **state)
{
	(void)state;
	assert_ptr_equal(pd_style_find("plain"), &pd_style_plain);
	assert_ptr_equal(pd_style_find("pct-cv"), pd_style_find("pct_cv"));
	assert_non_null(pd_style_find("pct-cv"));
	assert_null(pd_style_find("plai"));
	assert_null(pd_style_find("plainer"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_that_all_rows_share_stand_above_them),
		cmocka_unit_test(a_section_is_a_metric_and_derived_metrics_come_last),
		cmocka_unit_test(what_stands_on_one_side_only_is_listed),
		cmocka_unit_test(names_sort_as_people_count),
		cmocka_unit_test(the_worst_change_comes_first),
		cmocka_unit_test(styles_are_found_by_either_spelling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

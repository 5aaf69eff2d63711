/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/rowname.h"

#include "base/str.h"

enum { N_ROWS = 3, N_LABELS = 3 };

/* A section of three rows with the labels of each as key, value, key, value ... */
struct fixture {
	struct pd_ctx *ctx;
	struct pd_label label[N_ROWS][N_LABELS];
	struct pd_report_row line[N_ROWS];
	struct pd_row row[N_ROWS];
	struct pd_rows rows;
	struct pd_result result;
	struct pd_section section;
	struct pd_report report;
};

static void set_up(struct fixture *f, const char *const text[N_ROWS][2 * N_LABELS])
{
	*f = (struct fixture){.ctx = pd_ctx_new(NULL, NULL)};
	for (uint32_t i = 0; i < N_ROWS; i++) {
		f->line[i] = (struct pd_report_row){.row = i, .varying = f->label[i]};
		f->row[i].bench = pd_ctx_id(f->ctx, PD_STR("hackbench"));
		for (size_t k = 0; k < N_LABELS && text[i][2 * k]; k++) {
			f->label[i][k] = (struct pd_label){pd_str_of(text[i][2 * k]),
							   pd_str_of(text[i][2 * k + 1])};
			f->line[i].n_varying++;
		}
	}
	f->rows = (struct pd_rows){.n = N_ROWS, .row = f->row};
	f->result.rows = &f->rows;
	f->section = (struct pd_section){.row = f->line, .n = N_ROWS};
	f->report = (struct pd_report){
		.ctx = f->ctx, .result = &f->result, .section = &f->section, .n_sections = 1};
}

static void assert_name(const struct pd_rowname *names, size_t i, enum pd_rowname_form form,
			const char *text)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_rowname_write(names, i, form, &out);
	pd_out_char(&out, '\0');
	assert_string_equal(out.buf, text);
	(void)pd_out_close(&out);
}

static void assert_ties(const struct pd_rowname *names, const char *text)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_rowname_ties(names, &out);
	pd_out_char(&out, '\0');
	assert_string_equal(out.buf, text);
	(void)pd_out_close(&out);
}

/* hackbench prints 40 tasks per group: saying both in every name is noise. */
static void a_constant_multiple_is_said_once(void **state)
{
	const char *const text[N_ROWS][2 * N_LABELS] = {
		{"groups", "1",  "tasks", "40" },
		{"groups", "2",  "tasks", "80" },
		{"groups", "16", "tasks", "640"}
        };
	struct pd_rowname names;
	struct fixture f;

	(void)state;
	set_up(&f, text);
	pd_rowname_init(&names, &f.report, &f.section);
	assert_ties(&names, "tasks = 40 x groups");
	assert_name(&names, 2, PD_ROWNAME_LIST, "16-groups");
	assert_name(&names, 2, PD_ROWNAME_DOTS, "16-groups");
	assert_name(&names, 2, PD_ROWNAME_DASH, "16");
	assert_false(pd_rowname_has_words(&names));
	pd_ctx_free(f.ctx);
}

/* 2 x 3 is 6, 4 x 3 is 12, but 8 goes with 25. */
static void what_is_no_multiple_in_one_row_stays(void **state)
{
	const char *const text[N_ROWS][2 * N_LABELS] = {
		{"cpus", "2", "mode", "thread",  "tasks", "6" },
		{"cpus", "4", "mode", "process", "tasks", "12"},
		{"cpus", "8", "mode", "thread",  "tasks", "25"}
        };
	struct pd_rowname names;
	struct fixture f;

	(void)state;
	set_up(&f, text);
	pd_rowname_init(&names, &f.report, &f.section);
	assert_ties(&names, "");
	assert_name(&names, 0, PD_ROWNAME_LIST, "2-cpus thread 6-tasks");
	assert_name(&names, 1, PD_ROWNAME_DOTS, "4-cpus.process.12-tasks");
	assert_name(&names, 1, PD_ROWNAME_DASH, "4-process-12");
	assert_true(pd_rowname_has_words(&names));
	pd_ctx_free(f.ctx);
}

static void equal_labels_lose_the_later_one(void **state)
{
	const char *const text[N_ROWS][2 * N_LABELS] = {
		{"a", "1", "b", "1"},
                {"a", "2", "b", "2"},
                {"a", "3", "b", "3"}
        };
	struct pd_rowname names;
	struct fixture f;

	(void)state;
	set_up(&f, text);
	pd_rowname_init(&names, &f.report, &f.section);
	assert_ties(&names, "b = a");
	assert_name(&names, 1, PD_ROWNAME_LIST, "2-a");
	pd_ctx_free(f.ctx);
}

static void benchmarks_that_vary_come_first(void **state)
{
	const char *const text[N_ROWS][2 * N_LABELS] = {
		{"groups", "1"},
                {"groups",        "2"},
                {NULL}
        };
	struct pd_rowname names;
	struct fixture f;

	(void)state;
	set_up(&f, text);
	f.section.bench_varies = true;
	pd_rowname_init(&names, &f.report, &f.section);
	assert_name(&names, 0, PD_ROWNAME_LIST, "hackbench 1-groups");
	assert_name(&names, 1, PD_ROWNAME_DASH, "hackbench-2");
	assert_name(&names, 2, PD_ROWNAME_LIST, "hackbench");
	pd_ctx_free(f.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_constant_multiple_is_said_once),
		cmocka_unit_test(what_is_no_multiple_in_one_row_stays),
		cmocka_unit_test(equal_labels_lose_the_later_one),
		cmocka_unit_test(benchmarks_that_vary_come_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

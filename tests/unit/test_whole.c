/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "read/whole.h"

#include "base/str.h"

static void the_file_is_read_to_its_last_byte(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_str text;

	(void)state;
	assert_int_equal(pd_whole(ctx, SOURCE_ROOT "/tests/unit/cases.txt", &text), 0);
	assert_true(pd_str_has(text, PD_STR("\nwhole\n")));
	assert_int_equal(text.p[text.n - 1], '\n');
	assert_int_equal(text.p[text.n], '\0');
	pd_ctx_free(ctx);
}

static void refused(const char *path, const char *part)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_str text = {NULL, 0};
	const struct pd_diag *d;
	size_t n;

	assert_int_equal(pd_whole(ctx, path, &text), PD_EIO);
	assert_null(text.p);
	d = pd_ctx_diags(ctx, &n);
	assert_int_equal(n, 1);
	assert_int_equal(d->severity, PD_ERROR);
	assert_string_equal(d->code, "open");
	assert_true(pd_str_find(pd_str_of(d->msg), pd_str_of(part)) < strlen(d->msg));
	pd_ctx_free(ctx);
}

static void what_cannot_be_read_is_told_once(void **state)
{
	(void)state;
	refused("/nonexistent/table", "cannot read '/nonexistent/table'");
	refused(SOURCE_ROOT, "directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_file_is_read_to_its_last_byte),
		cmocka_unit_test(what_cannot_be_read_is_told_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

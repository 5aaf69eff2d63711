/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/out.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json.h"
#include "read/merge.h"

struct opened {
	int status;
	struct pd_json_doc doc;
	struct pd_input in;
	struct pd_ingest *out;
	struct pd_ctx *ctx;
};

static struct opened open_bytes(const char *bytes, size_t n)
{
	static const struct pd_read_options options = {0};
	struct opened o = {.out = pd_ingest_new(&options), .ctx = pd_ctx_new(NULL, NULL)};

	pd_input_open_memory(&o.in, "file", bytes, n);
	o.status = pd_json_open(&o.doc, &o.in, o.out);
	pd_merge_diags(o.out, o.ctx, "file", &(struct pd_merge_said){0});
	return o;
}

static struct opened open_text(const char *text)
{
	return open_bytes(text, strlen(text));
}

static void close_opened(struct opened *o)
{
	if (!o->status)
		pd_json_close(&o->doc);
	pd_input_close(&o->in);
	pd_ingest_free(o->out);
	pd_ctx_free(o->ctx);
}

static void assert_refused(const char *text, const char *code, uint64_t line, uint32_t col)
{
	struct opened o = open_text(text);
	size_t n;
	const struct pd_diag *d = pd_ctx_diags(o.ctx, &n);

	assert_int_equal(o.status, PD_EPARSE);
	assert_int_equal(n, 1);
	assert_int_equal(d->severity, PD_ERROR);
	assert_string_equal(d->code, code);
	assert_int_equal(d->loc.line, line);
	assert_int_equal(d->loc.col, col);
	close_opened(&o);
}

static void members_are_asked_for_by_type(void **state)
{
	struct opened o =
		open_text("{\"s\": \"x\", \"n\": 1.5, \"a\": [1, 2], \"t\": true, \"z\": null}");
	const cJSON *root = o.doc.root;

	(void)state;
	assert_int_equal(o.status, PD_OK);
	assert_true(pd_str_eq(pd_json_string(&o.doc, root, "s"), PD_STR("x")));
	assert_int_equal(pd_json_string(&o.doc, root, "n").n, 0);
	assert_int_equal(pd_json_string(&o.doc, root, "none").n, 0);
	assert_non_null(pd_json_elements(&o.doc, root, "a"));
	assert_null(pd_json_elements(&o.doc, root, "s"));
	assert_true(pd_json_true(&o.doc, root, "t"));
	assert_false(pd_json_true(&o.doc, root, "n"));
	assert_null(pd_json_member(&o.doc, root, "z"));
	assert_null(pd_json_member(&o.doc, pd_json_member(&o.doc, root, "a"), "s"));
	close_opened(&o);
}

static void a_byte_order_mark_is_skipped(void **state)
{
	struct opened o = open_text("\357\273\277{}\n");

	(void)state;
	assert_int_equal(o.status, PD_OK);
	close_opened(&o);
}

static void bare_nan_and_infinity_become_null_outside_strings(void **state)
{
	struct opened o = open_text(
		"{\"a\": NaN, \"b\": [Infinity,-Infinity, -nan,inf ], \"c\": \"NaN, \\\"NaN\"}");
	const cJSON *b;
	double v;

	(void)state;
	assert_int_equal(o.status, PD_OK);
	assert_int_equal(o.doc.n_nonfinite, 5);
	assert_null(pd_json_member(&o.doc, o.doc.root, "a"));
	b = pd_json_elements(&o.doc, o.doc.root, "b");
	for (int i = 0; i < 4; i++, b = b->next)
		assert_int_equal(pd_json_value(&o.doc, b, &v), PD_JSON_NOT_FINITE);
	assert_null(b);
	assert_true(pd_str_eq(pd_json_string(&o.doc, o.doc.root, "c"), PD_STR("NaN, \"NaN")));
	close_opened(&o);
}

static void null_is_an_absent_value_where_no_token_was_replaced(void **state)
{
	struct opened o = open_text("[null, 1e999, -0.0, \"1\"]");
	const cJSON *item = o.doc.root->child;
	double v = 1;

	(void)state;
	assert_int_equal(pd_json_value(&o.doc, item, &v), PD_JSON_ABSENT);
	item = item->next;
	assert_int_equal(pd_json_value(&o.doc, item, &v), PD_JSON_NOT_FINITE);
	item = item->next;
	assert_int_equal(pd_json_value(&o.doc, item, &v), PD_JSON_NUMBER);
	assert_true(v == 0 && !signbit(v));
	item = item->next;
	assert_int_equal(pd_json_value(&o.doc, item, &v), PD_JSON_OTHER);
	assert_int_equal(pd_json_value(&o.doc, NULL, &v), PD_JSON_OTHER);
	close_opened(&o);
}

static void faults_are_told_with_their_place(void **state)
{
	(void)state;
	assert_refused("{\"a\": 1,\n \"b\": ?}", "bad-json", 2, 7);
	/* The same place behind tokens that grow by one byte and shrink by four. */
	assert_refused("{\"a\": NaN,\n \"c\": [NaN, Infinity], \"b\": ?}", "bad-json", 2, 29);
	assert_refused("\357\273\277{\"b\": ?}", "bad-json", 1, 7);
	assert_refused("{} x", "bad-json", 1, 3);
}

static void a_text_that_ends_too_early_is_no_document(void **state)
{
	static const char *const texts[] = {"", "{", "[1, 2", "{\"a", "{\"a\": NaN"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++) {
		struct opened o = open_text(texts[i]);

		assert_int_equal(o.status, PD_EPARSE);
		close_opened(&o);
	}
}

/* A string would end there, and different names would become one. */
static void strings_with_a_nul_are_refused(void **state)
{
	struct opened o = open_bytes("{\"a\0b\": 1}", 11);

	(void)state;
	assert_int_equal(o.status, PD_EPARSE);
	close_opened(&o);
	assert_refused("{\"a\": \"x\\u0000\"}", "bad-json", 1, 9);
	o = open_text("{\"a\": \"x\\\\u0000\"}"); /* a backslash and five letters */
	assert_int_equal(o.status, PD_OK);
	assert_string_equal(pd_json_string(&o.doc, o.doc.root, "a").p, "x\\u0000");
	close_opened(&o);
}

static void no_object_has_two_members_of_one_name(void **state)
{
	static const char *const twice[] = {
		"{\"a\": 1, \"b\": 2, \"a\": 1}",
		"{\"\": 1, \"\": 2}",
		"[[{\"x\": {\"a\": 1, \"\\u0061\": 2}}]]",
		"{\"a\": {\"c\": 1}, \"b\": {\"c\": 1, \"c\": [1, 2]}}",
	};
	struct pd_out many;
	struct opened o;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(twice); i++)
		assert_refused(twice[i], "bad-json", 0, 0);
	o = open_text("{\"a\": {\"a\": 1, \"A\": 2}, \"b\": [{\"c\": 1}, {\"c\": 1}]}");
	assert_int_equal(o.status, PD_OK);
	close_opened(&o);

	pd_out_init(&many, -1);
	for (int i = 0; i < 100; i++)
		pd_out_printf(&many, "%s\"n%d\": %d", i ? ", " : "{\"\": 0, ", i, i);
	o = open_bytes(many.buf, many.n); /* without its end */
	assert_int_equal(o.status, PD_EPARSE);
	close_opened(&o);
	pd_out_text(&many, "} ");
	o = open_bytes(many.buf, many.n);
	assert_int_equal(o.status, PD_OK);
	close_opened(&o);
	many.n -= 2;
	pd_out_text(&many, ", \"n3\": 1}");
	pd_out_char(&many, '\0');
	assert_refused(many.buf, "bad-json", 0, 0);
	(void)pd_out_close(&many);
}

static void nesting_is_taken_to_256_levels(void **state)
{
	char text[2 * 257 + 1];
	struct opened o;

	(void)state;
	for (size_t depth = 256; depth <= 257; depth++) {
		memset(text, '[', depth);
		memset(text + depth, ']', depth);
		text[2 * depth] = '\0';
		if (depth == 256) {
			o = open_text(text);
			assert_int_equal(o.status, PD_OK);
			close_opened(&o);
		} else {
			assert_refused(text, "limit", 1, 257);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_are_asked_for_by_type),
		cmocka_unit_test(a_byte_order_mark_is_skipped),
		cmocka_unit_test(bare_nan_and_infinity_become_null_outside_strings),
		cmocka_unit_test(null_is_an_absent_value_where_no_token_was_replaced),
		cmocka_unit_test(faults_are_told_with_their_place),
		cmocka_unit_test(a_text_that_ends_too_early_is_no_document),
		cmocka_unit_test(strings_with_a_nul_are_refused),
		cmocka_unit_test(no_object_has_two_members_of_one_name),
		cmocka_unit_test(nesting_is_taken_to_256_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

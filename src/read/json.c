/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/json.h"

#include "base/arena.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json_twice.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

/* @at stands on a quote: the offset behind the string, or the end of a broken text. */
static size_t skip_string(struct pd_str t, size_t at)
{
	for (at++; at < t.n && t.p[at] != '"'; at++)
		at += t.p[at] == '\\';
	return at < t.n ? at + 1 : t.n;
}

/* Where a bracket stands too deep, or t.n. */
static size_t find_too_deep(struct pd_str t)
{
	size_t at = 0, depth = 0;

	while (at < t.n) {
		char c = t.p[at];

		if (c == '"') {
			at = skip_string(t, at);
			continue;
		}
		if ((c == '[' || c == '{') && ++depth > PD_JSON_MAX_DEPTH)
			return at;
		if ((c == ']' || c == '}') && depth)
			depth--;
		at++;
	}
	return t.n;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/*
 *	"real_time": NaN, "cv": -Infinity, "x": -nan
 */
static bool is_nonfinite(struct pd_str token)
{
	static const char *const words[] = {"NaN", "Infinity", "inf"};

	if (token.n && (token.p[0] == '-' || token.p[0] == '+'))
		token = pd_str_skip(token, 1);
	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++)
		if (token.n == strlen(words[i]) && !strncasecmp(token.p, words[i], token.n))
			return true;
	return false;
}

/* The next token of letters from @at on that is a non-finite number; empty at the end. */
static struct pd_str find_nonfinite(struct pd_str t, size_t at)
{
	while (at < t.n) {
		size_t start = at;

		if (t.p[at] == '"') {
			at = skip_string(t, at);
			continue;
		}
		at += t.p[at] == '-' || t.p[at] == '+';
		while (at < t.n && is_letter(t.p[at]))
			at++;
		if (is_nonfinite((struct pd_str){t.p + start, at - start}))
			return (struct pd_str){t.p + start, at - start};
		at += at == start;
	}
	return (struct pd_str){t.p + t.n, 0};
}

static size_t end_of(struct pd_str t, struct pd_str token)
{
	return (size_t)(token.p - t.p) + token.n;
}

static uint64_t count_nonfinite(struct pd_str t)
{
	struct pd_str token = find_nonfinite(t, 0);
	uint64_t n = 0;

	for (; token.n; token = find_nonfinite(t, end_of(t, token)))
		n++;
	return n;
}

/* @t with null for each of its @n tokens; to be freed. */
static struct pd_str replaced(struct pd_str t, uint64_t n)
{
	char *buf = malloc(t.n + n + 1), *to = buf; /* "null" is a byte longer than "NaN" */
	struct pd_str token;
	size_t at = 0;

	if (!buf)
		pd_arena_out_of_memory();
	do {
		token = find_nonfinite(t, at);
		memcpy(to, t.p + at, (size_t)(token.p - (t.p + at)));
		to += token.p - (t.p + at);
		if (token.n) {
			memcpy(to, "null", 4);
			to += 4;
		}
		at = end_of(t, token);
	} while (token.n);
	return (struct pd_str){buf, (size_t)(to - buf)};
}

/* Where offset @at of the text with nulls stands in @t. */
static size_t original_offset(struct pd_str t, size_t at)
{
	struct pd_str token = find_nonfinite(t, 0);
	size_t shift = 0; /* from the original to the replaced text; wraps, as tokens may shrink */

	for (; token.n && (size_t)(token.p - t.p) + shift + 4 <= at;
	     token = find_nonfinite(t, end_of(t, token)))
		shift += 4 - token.n;
	at -= shift;
	return at < t.n ? at : t.n;
}

/* Where a string holds a NUL, in which C and cJSON see its end, or t.n. */
static size_t find_nul(struct pd_str t)
{
	const struct pd_str escaped = PD_STR("\\u0000");
	bool in_string = false;

	if (pd_str_find(t, escaped) == t.n && (!t.n || !memchr(t.p, '\0', t.n)))
		return t.n;
	for (size_t at = 0; at < t.n; at++) {
		if (!t.p[at] || (in_string && pd_str_starts(pd_str_skip(t, at), escaped)))
			return at;
		if (t.p[at] == '"')
			in_string = !in_string;
		else if (in_string && t.p[at] == '\\')
			at++;
	}
	return t.n;
}

static int refuse(struct pd_input *in, struct pd_ingest *out, const char *at, const char *code,
		  const char *what)
{
	pd_input_locate(in, at);
	pd_ingest_error(out, in, at, code, "%s", what);
	return PD_EPARSE;
}

static bool is_blank(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr(" \t\r\n", s.p[i]) || !s.p[i])
			return false;
	return true;
}

/* Parses @text, which is @original with nulls for its tokens. */
static int parse(struct pd_json_doc *d, struct pd_str text, struct pd_str original,
		 struct pd_input *in, struct pd_ingest *out)
{
	const char *end = text.p, *what = "this is not valid JSON";

	d->root = d->api->ParseWithLengthOpts(text.p, text.n, &end, 0);
	if (d->root && is_blank((struct pd_str){end, (size_t)(text.p + text.n - end)}))
		return PD_OK;
	if (d->root)
		what = "something follows the JSON document";
	else if ((size_t)(end - text.p) + 1 >= text.n)
		what = "the JSON document ends too early";
	return refuse(in, out, original.p + original_offset(original, (size_t)(end - text.p)),
		      "bad-json", what);
}

/* What cJSON would take, but not as it was meant. */
static int check_text(struct pd_str text, struct pd_input *in, struct pd_ingest *out)
{
	size_t deep = find_too_deep(text), nul = find_nul(text);

	if (deep < text.n)
		return refuse(in, out, text.p + deep, "limit",
			      "JSON is nested deeper than 256 levels");
	if (nul < text.n)
		return refuse(in, out, text.p + nul, "bad-json", "there is a NUL character");
	return PD_OK;
}

static int check_names(const struct pd_json_doc *d, struct pd_ingest *out)
{
	const char *twice = pd_json_twice(d->api, d->root);

	if (!twice)
		return PD_OK;
	pd_ingest_error(out, NULL, NULL, "bad-json", "'%s' stands twice in one object", twice);
	return PD_EPARSE;
}

int pd_json_open(struct pd_json_doc *d, struct pd_input *in, struct pd_ingest *out)
{
	struct pd_str original, text;
	int r;

	*d = (struct pd_json_doc){.api = pd_json()};
	pd_input_limit(in, PD_JSON_MAX_SIZE);
	if (!pd_input_all(in, &original))
		return pd_input_status(in);
	if (!d->api) {
		pd_ingest_error(out, NULL, NULL, "missing-library",
				"libcjson.so.1 is needed to read JSON; install libcjson1");
		return PD_EPARSE;
	}
	r = check_text(original, in, out);
	if (r < 0)
		return r;
	d->n_nonfinite = count_nonfinite(original);
	text = d->n_nonfinite ? replaced(original, d->n_nonfinite) : original;
	r = parse(d, text, original, in, out);
	if (d->n_nonfinite)
		free((char *)(uintptr_t)text.p);
	if (!r)
		r = check_names(d, out);
	if (r < 0)
		pd_json_close(d);
	return r;
}

void pd_json_close(struct pd_json_doc *d)
{
	if (d->root)
		d->api->Delete(d->root);
	*d = (struct pd_json_doc){0};
}

enum pd_json_value pd_json_value(const struct pd_json_doc *d, const cJSON *item, double *ret)
{
	if (item && d->api->IsNull(item))
		return d->n_nonfinite ? PD_JSON_NOT_FINITE : PD_JSON_ABSENT;
	if (!item || !d->api->IsNumber(item))
		return PD_JSON_OTHER;
	if (!isfinite(item->valuedouble))
		return PD_JSON_NOT_FINITE;
	*ret = item->valuedouble + 0.0; /* -0 becomes 0 */
	return PD_JSON_NUMBER;
}

const cJSON *pd_json_member(const struct pd_json_doc *d, const cJSON *object, const char *key)
{
	const cJSON *item;

	if (!object || !d->api->IsObject(object))
		return NULL;
	item = d->api->GetObjectItemCaseSensitive(object, key);
	return item && !d->api->IsNull(item) ? item : NULL;
}

struct pd_str pd_json_string(const struct pd_json_doc *d, const cJSON *object, const char *key)
{
	const cJSON *item = pd_json_member(d, object, key);

	return item && d->api->IsString(item) ? pd_str_of(item->valuestring) : PD_STR("");
}

const cJSON *pd_json_elements(const struct pd_json_doc *d, const cJSON *object, const char *key)
{
	const cJSON *item = pd_json_member(d, object, key);

	return item && d->api->IsArray(item) ? item->child : NULL;
}

bool pd_json_true(const struct pd_json_doc *d, const cJSON *object, const char *key)
{
	const cJSON *item = pd_json_member(d, object, key);

	return item && d->api->IsTrue(item);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/tree.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/str.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void pd_tree_init(struct pd_tree *t, struct pd_out *out)
{
	*t = (struct pd_tree){.out = out, .api = pd_json()};
	pd_out_init(&t->text, -1);
	if (!t->api && !out->saved_errno)
		out->saved_errno = ELIBACC;
}

void pd_tree_release(struct pd_tree *t)
{
	(void)pd_out_close(&t->text);
}

/*
 * cJSON takes strings as they are, but for the control characters of ASCII: what is no
 * UTF-8, would end the string or steer a terminal is replaced. Of all that is told here
 * only the names of files can hold such.
 */
static const char *clean(struct pd_tree *t, struct pd_str s)
{
	t->text.n = 0;
	while (s.n) {
		size_t n = pd_str_utf8(s);
		bool escaped = s.p[0] && (unsigned char)s.p[0] < ' ';

		if (n && (escaped || !pd_str_control(s)))
			pd_out_bytes(&t->text, s.p, n);
		else
			pd_out_text(&t->text, "\357\277\275");
		s = pd_str_skip(s, n ? n : 1);
	}
	pd_out_char(&t->text, '\0');
	return t->text.buf;
}

/* Out of memory ends the process here as everywhere. */
static cJSON *made(cJSON *item)
{
	if (!item)
		pd_arena_out_of_memory();
	return item;
}

static void add(struct pd_tree *t, const char *name, cJSON *item)
{
	cJSON *parent = t->at[t->depth - 1];

	(void)made(item);
	if (name ? !t->api->AddItemToObject(parent, name, item)
		 : !t->api->AddItemToArray(parent, item))
		pd_arena_out_of_memory(); /* it copies the name */
}

static void push(struct pd_tree *t, const char *name, cJSON *item)
{
	assert(t->depth < PD_TREE_DEPTH);
	add(t, name, item);
	t->at[t->depth++] = item;
}

void pd_tree_begin(struct pd_tree *t)
{
	t->depth = 0;
	if (t->api)
		t->at[t->depth++] = made(t->api->CreateObject());
}

/* The text of the tree without its first and last @skip bytes. */
static void print(struct pd_tree *t, size_t skip)
{
	struct pd_str text;
	char *printed;

	if (!t->api)
		return;
	assert(t->depth == 1);
	printed = t->api->PrintUnformatted(t->at[0]);
	if (!printed)
		pd_arena_out_of_memory();
	text = pd_str_of(printed);
	pd_out_bytes(t->out, text.p + skip, text.n - 2 * skip);
	t->api->free(printed);
	t->api->Delete(t->at[0]);
	t->depth = 0;
}

void pd_tree_end(struct pd_tree *t)
{
	print(t, 0);
}

void pd_tree_end_members(struct pd_tree *t)
{
	print(t, 1);
}

void pd_tree_object(struct pd_tree *t, const char *name)
{
	if (t->api)
		push(t, name, t->api->CreateObject());
}

void pd_tree_array(struct pd_tree *t, const char *name)
{
	if (t->api)
		push(t, name, t->api->CreateArray());
}

void pd_tree_close(struct pd_tree *t)
{
	if (t->api)
		t->depth--;
}

void pd_tree_string(struct pd_tree *t, const char *name, struct pd_str value)
{
	if (t->api)
		add(t, name,
		    value.p ? t->api->CreateString(clean(t, value)) : t->api->CreateNull());
}

void pd_tree_member(struct pd_tree *t, struct pd_str name, struct pd_str value)
{
	cJSON *item;

	if (!t->api)
		return;
	item = t->api->CreateString(clean(t, value));
	add(t, clean(t, name), item);
}

/* Digits are ours, not cJSON's: it knows neither 12 nor the shortest. */
static void add_digits(struct pd_tree *t, const char *name, const char *digits)
{
	add(t, name, t->api->CreateRaw(digits));
}

/* @digits: significant ones; 0: as many as it takes to read @value back. */
static void add_number(struct pd_tree *t, const char *name, double value, int digits)
{
	char buf[PD_NUMBER_MAX];

	if (!t->api)
		return;
	if (!isfinite(value)) {
		pd_tree_null(t, name);
		return;
	}
	if (value == 0)
		value = fabs(value); /* never -0 */
	if (digits)
		(void)pd_number_print_digits(buf, value, digits);
	else
		(void)pd_number_print(buf, value);
	add_digits(t, name, buf);
}

void pd_tree_number(struct pd_tree *t, const char *name, double value)
{
	add_number(t, name, value, 12);
}

void pd_tree_value(struct pd_tree *t, const char *name, double value)
{
	add_number(t, name, value, 0);
}

void pd_tree_count(struct pd_tree *t, const char *name, uint64_t value)
{
	char buf[32];

	if (!t->api)
		return;
	(void)snprintf(buf, sizeof(buf), "%" PRIu64, value);
	add_digits(t, name, buf);
}

void pd_tree_flag(struct pd_tree *t, const char *name, bool value)
{
	if (t->api)
		add(t, name, t->api->CreateBool(value));
}

void pd_tree_null(struct pd_tree *t, const char *name)
{
	if (t->api)
		add(t, name, t->api->CreateNull());
}

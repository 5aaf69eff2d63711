/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/csvlines.h"

#include "report/quote.h"

#include "base/number.h"
#include "base/str.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

static void separate(struct pd_csvlines *c)
{
	if (!c->first)
		pd_out_char(c->out, ',');
	c->first = false;
}

/* Begins a field. False if that was all because names are written. */
static bool begin(struct pd_csvlines *c, const char *name, const char *part)
{
	separate(c);
	if (!c->names)
		return true;
	for (size_t i = 0; i < c->depth; i++)
		pd_out_printf(c->out, "%s.", c->prefix[i]);
	pd_out_text(c->out, name);
	if (part)
		pd_out_printf(c->out, ".%s", part);
	return false;
}

static void put_text(struct pd_csvlines *c)
{
	pd_quote_csv(c->out, pd_out_kept(&c->text));
	c->text.n = 0;
}

static void put_number(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	if (v == 0)
		pd_out_char(out, '0');
	else if (isfinite(v))
		pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 12));
}

static void csv_open(void *to, const char *name)
{
	struct pd_csvlines *c = to;

	assert(c->depth < PD_CSVLINES_DEPTH);
	c->prefix[c->depth++] = name;
}

static void csv_close(void *to)
{
	struct pd_csvlines *c = to;

	c->depth--;
}

static void csv_text(void *to, const char *name, struct pd_str value)
{
	struct pd_csvlines *c = to;

	if (begin(c, name, NULL))
		pd_quote_csv(c->out, value);
}

static void csv_number(void *to, const char *name, double value)
{
	struct pd_csvlines *c = to;

	if (begin(c, name, NULL))
		put_number(c->out, value);
}

static void csv_value(void *to, const char *name, double value)
{
	struct pd_csvlines *c = to;
	char buf[PD_NUMBER_MAX];

	if (begin(c, name, NULL) && isfinite(value))
		pd_out_bytes(c->out, buf, pd_number_print(buf, value == 0 ? 0 : value));
}

static void csv_count(void *to, const char *name, uint64_t value)
{
	struct pd_csvlines *c = to;

	if (begin(c, name, NULL))
		pd_out_printf(c->out, "%" PRIu64, value);
}

static void csv_flag(void *to, const char *name, bool value)
{
	struct pd_csvlines *c = to;

	if (begin(c, name, NULL))
		pd_out_text(c->out, value ? "true" : "false");
}

/* groups=4;mode=thread */
static void csv_labels(void *to, const char *name, const struct pd_label *label, size_t n)
{
	struct pd_csvlines *c = to;

	if (!begin(c, name, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(&c->text, ';');
		pd_out_str(&c->text, label[i].key);
		pd_out_char(&c->text, '=');
		pd_out_str(&c->text, label[i].val);
	}
	put_text(c);
}

static void csv_words(void *to, const char *name, const char *const *word, size_t n)
{
	struct pd_csvlines *c = to;

	if (!begin(c, name, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		if (i)
			pd_out_char(&c->text, ';');
		pd_out_text(&c->text, word[i]);
	}
	put_text(c);
}

static void csv_interval(void *to, const char *name, double lo, double hi)
{
	struct pd_csvlines *c = to;

	if (begin(c, name, "lo"))
		put_number(c->out, lo);
	if (begin(c, name, "hi"))
		put_number(c->out, hi);
}

const struct pd_fields pd_csvlines_fields = {
	.open = csv_open,
	.close = csv_close,
	.text = csv_text,
	.number = csv_number,
	.value = csv_value,
	.count = csv_count,
	.flag = csv_flag,
	.labels = csv_labels,
	.words = csv_words,
	.interval = csv_interval,
};

void pd_csvlines_end(struct pd_csvlines *c)
{
	pd_out_char(c->out, '\n');
	c->names = false;
	c->first = true;
}

void pd_csvlines_init(struct pd_csvlines *c, struct pd_out *out)
{
	*c = (struct pd_csvlines){.out = out, .names = true, .first = true};
	pd_out_init(&c->text, -1);
}

void pd_csvlines_release(struct pd_csvlines *c)
{
	(void)pd_out_close(&c->text);
}

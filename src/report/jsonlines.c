/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/jsonlines.h"

#include "base/str.h"

#include <math.h>

static void json_open(void *to, const char *name)
{
	pd_tree_object(to, name);
}

static void json_close(void *to)
{
	pd_tree_close(to);
}

static void json_text(void *to, const char *name, struct pd_str value)
{
	pd_tree_string(to, name, value);
}

static void json_number(void *to, const char *name, double value)
{
	pd_tree_number(to, name, value);
}

static void json_value(void *to, const char *name, double value)
{
	pd_tree_value(to, name, value);
}

static void json_count(void *to, const char *name, uint64_t value)
{
	pd_tree_count(to, name, value);
}

static void json_flag(void *to, const char *name, bool value)
{
	pd_tree_flag(to, name, value);
}

static void json_labels(void *to, const char *name, const struct pd_label *label, size_t n)
{
	pd_tree_object(to, name);
	for (size_t i = 0; i < n; i++)
		pd_tree_member(to, label[i].key, label[i].val);
	pd_tree_close(to);
}

static void json_words(void *to, const char *name, const char *const *word, size_t n)
{
	pd_tree_array(to, name);
	for (size_t i = 0; i < n; i++)
		pd_tree_string(to, NULL, pd_str_of(word[i]));
	pd_tree_close(to);
}

static void json_interval(void *to, const char *name, double lo, double hi)
{
	if (isnan(lo) || isnan(hi)) {
		pd_tree_null(to, name);
		return;
	}
	pd_tree_array(to, name);
	pd_tree_number(to, NULL, lo);
	pd_tree_number(to, NULL, hi);
	pd_tree_close(to);
}

const struct pd_fields pd_jsonlines_fields = {
	.open = json_open,
	.close = json_close,
	.text = json_text,
	.number = json_number,
	.value = json_value,
	.count = json_count,
	.flag = json_flag,
	.labels = json_labels,
	.words = json_words,
	.interval = json_interval,
};

void pd_jsonlines_init(struct pd_jsonlines *j, struct pd_out *out)
{
	*j = (struct pd_jsonlines){.out = out};
	pd_tree_init(&j->tree, out);
	pd_out_text(out, "{\"schema\":1");
}

void pd_jsonlines_report(struct pd_jsonlines *j, const struct pd_report *r, struct pd_out *out)
{
	pd_jsonlines_init(j, out);
	pd_jsonlines_tool(j, r->version);
	pd_jsonlines_object(j, "policy");
	pd_fields_policy(&pd_jsonlines_fields, &j->tree, r);
	pd_jsonlines_object_end(j);
}

void pd_jsonlines_finish(struct pd_jsonlines *j)
{
	pd_out_text(j->out, "}\n");
	pd_tree_release(&j->tree);
}

void pd_jsonlines_member(struct pd_jsonlines *j)
{
	pd_out_text(j->out, ",\n");
	pd_tree_begin(&j->tree);
}

void pd_jsonlines_object(struct pd_jsonlines *j, const char *name)
{
	pd_jsonlines_member(j);
	pd_tree_object(&j->tree, name);
}

void pd_jsonlines_object_end(struct pd_jsonlines *j)
{
	pd_tree_close(&j->tree);
	pd_tree_end_members(&j->tree);
}

void pd_jsonlines_array(struct pd_jsonlines *j, const char *name)
{
	pd_out_printf(j->out, ",\n\"%s\":[", name);
	j->some = false;
}

void pd_jsonlines_element(struct pd_jsonlines *j)
{
	pd_out_text(j->out, j->some ? ",\n" : "\n");
	j->some = true;
	pd_tree_begin(&j->tree);
}

void pd_jsonlines_element_end(struct pd_jsonlines *j)
{
	pd_tree_end(&j->tree);
}

void pd_jsonlines_array_end(struct pd_jsonlines *j)
{
	pd_out_char(j->out, ']');
}

void pd_jsonlines_tool(struct pd_jsonlines *j, const char *version)
{
	pd_jsonlines_object(j, "tool");
	json_text(&j->tree, "name", PD_STR("perfdelta"));
	json_text(&j->tree, "version", pd_str_of(version));
	pd_jsonlines_object_end(j);
}

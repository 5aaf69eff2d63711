/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/json_series.h"

#include "base/number.h"
#include "base/str.h"
#include "read/ingest.h"

#include <math.h>

/* JSON has no word for them, so some programs write strings. */
static bool is_nonfinite_word(struct pd_str word)
{
	static const char *const words[] = {"NaN",  "Infinity", "-Infinity", "INF", "+INF",
					    "-INF", "nan",      "inf",       "-inf"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++)
		if (pd_str_eq(word, pd_str_of(words[i])))
			return true;
	return false;
}

static enum pd_json_value value_of(const struct pd_json_series *s, const cJSON *item, double *ret)
{
	const struct pd_json_api *api = s->doc->api;

	if (api->IsString(item) && is_nonfinite_word(pd_str_of(item->valuestring)))
		return PD_JSON_NOT_FINITE;
	return pd_json_value(s->doc, item, ret);
}

static void refuse(const struct pd_json_series *s, size_t i)
{
	pd_ingest_error(s->out, NULL, NULL, "not-finite",
			"'%.*s', %s %zu, value %zu: a measured value must be a finite number",
			PD_FMT(s->name), s->what, s->index + 1, i + 1);
}

void pd_json_series_value(const struct pd_json_series *s, uint32_t key, double v)
{
	if (s->shift && isfinite(v)) {
		char buf[PD_NUMBER_MAX];
		const struct pd_str literal = {buf, pd_number_print(buf, v)};

		if (pd_number_parse(literal, s->shift, &v) != PD_NUMBER_OK)
			v = HUGE_VAL;
	}
	pd_ingest_iteration(s->out, key, isfinite(v) ? pd_ingest_scale(s->out, key, v) : v);
}

uint64_t pd_json_series_add(const struct pd_json_series *s, uint32_t key, const cJSON *first)
{
	uint64_t n_absent = 0;
	size_t i = 0;
	double v;

	for (const cJSON *item = first; item; item = item->next, i++) {
		switch (value_of(s, item, &v)) {
		case PD_JSON_NUMBER:
			pd_json_series_value(s, key, v);
			break;
		case PD_JSON_NOT_FINITE:
			n_absent += s->may_be_nan;
			if (!s->may_be_nan)
				refuse(s, i);
			break;
		case PD_JSON_ABSENT:
			n_absent++;
			break;
		case PD_JSON_OTHER:
			pd_ingest_warn(
				s->out, NULL, NULL, "bad-number",
				"'%.*s', %s %zu, value %zu: expected a number; value left out",
				PD_FMT(s->name), s->what, s->index + 1, i + 1);
			break;
		}
	}
	return n_absent;
}

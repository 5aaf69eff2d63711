/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltanames.h"

#include "base/str.h"

enum { LONGEST_TITLE = 8 };

struct pd_str pd_deltanames_side(const struct pd_delta_result *result, size_t side)
{
	return pd_ctx_name(result->ctx, result->profiles->side[side].name);
}

static bool is_long(const struct pd_delta_result *result, size_t side)
{
	return pd_grid_text_width(pd_deltanames_side(result, side)) > LONGEST_TITLE;
}

void pd_deltanames_put_title(const struct pd_delta_result *result, size_t side, struct pd_out *out)
{
	if (is_long(result, side))
		pd_out_printf(out, "[%zu]", side + 1);
	else
		pd_out_str(out, pd_deltanames_side(result, side));
}

void pd_deltanames_put_side(const struct pd_delta_result *result, size_t side, struct pd_out *out)
{
	if (is_long(result, side))
		pd_out_printf(out, "[%zu] ", side + 1);
	pd_out_str(out, pd_deltanames_side(result, side));
}

struct pd_str pd_deltanames_event(const struct pd_deltacells *c)
{
	return pd_ctx_name(c->result->ctx, c->section->event);
}

bool pd_deltanames_are_symbols(const struct pd_delta_result *result)
{
	const unsigned int usual = 1u << PD_BY_DSO | 1u << PD_BY_SYMBOL;

	return (result->policy.by | 1u << PD_BY_DSO) == usual;
}

const char *pd_deltanames_word(enum pd_by by)
{
	switch (by) {
	case PD_BY_COMM:
		return "comm";
	case PD_BY_DSO:
		return "dso";
	case PD_BY_SYMBOL:
		return "symbol";
	case PD_BY_SUBSYSTEM:
		return "subsystem";
	case PD_BY_LOCK:
		return "lock";
	case PD_BY_CALLER:
		return "caller";
	case PD_BY_DATA:
		return "data";
	case PD_BY_DATA_SOURCE:
		return "data-source";
	case PD_BY_STACK:
		return "stack";
	case PD_BY_EVENT:
	case PD_N_BY:
		break;
	}
	return "event";
}

size_t pd_deltanames_dimensions(const struct pd_delta_result *result, enum pd_by names[PD_N_BY])
{
	static const enum pd_by order[] = {PD_BY_EVENT, PD_BY_COMM,   PD_BY_SUBSYSTEM,
					   PD_BY_DSO,   PD_BY_CALLER, PD_BY_DATA_SOURCE,
					   PD_BY_DATA,  PD_BY_LOCK,   PD_BY_SYMBOL,
					   PD_BY_STACK};
	size_t n = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(order); i++)
		if (result->policy.by & (1u << order[i]))
			names[n++] = order[i];
	if (!n)
		names[n++] = PD_BY_SYMBOL;
	return n;
}

static struct pd_str kind_name(enum pd_delta_kind kind)
{
	switch (kind) {
	case PD_DELTA_ROW_OTHERS:
		return PD_STR("(others)");
	case PD_DELTA_ROW_RARE:
		return PD_STR("(rare)");
	case PD_DELTA_ROW_ROUNDING:
		return PD_STR("(rounding)");
	case PD_DELTA_ROW_UNLISTED:
		return PD_STR("(below limit)");
	case PD_DELTA_ROW:
		break;
	}
	return PD_STR("");
}

struct pd_str pd_deltanames_row(const struct pd_deltacells *c, const struct pd_delta_row *row,
				enum pd_by by)
{
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(c->result, names);

	if (row->kind != PD_DELTA_ROW)
		return by == names[n - 1] ? kind_name(row->kind) : PD_STR("");
	if (by == PD_BY_EVENT && !row->name[by])
		return pd_deltanames_event(c);
	return pd_ctx_name(c->result->ctx, row->name[by]);
}

void pd_deltanames_label(const struct pd_deltacells *c, const struct pd_delta_row *row,
			 struct pd_out *out)
{
	enum pd_by names[PD_N_BY];
	const char *sep = "";

	for (size_t i = pd_deltanames_dimensions(c->result, names); i-- > 0;) {
		struct pd_str name = pd_deltanames_row(c, row, names[i]);

		if (!name.n || (*sep && names[i] == PD_BY_DSO))
			continue;
		pd_out_text(out, sep);
		pd_out_str(out, name);
		sep = *sep ? ", " : " in ";
	}
}

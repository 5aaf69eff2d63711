/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltacolumns.h"

#include "report/deltainterval.h"
#include "report/deltalegend.h"
#include "report/words.h"

#include "base/str.h"

/* In the legend, or 0; what it is called where it is left out. */
static const struct {
	const char *name;
	unsigned int legend;
} columns[PD_N_DELTACOLUMNS] = {
	[PD_DELTACOLUMN_DETECTABLE] = {"detectable",    PD_DELTALEGEND_DETECTABLE},
	[PD_DELTACOLUMN_SAMPLING] = {"sampling only", PD_DELTALEGEND_SAMPLING  },
	[PD_DELTACOLUMN_SHARES] = {"shares",        PD_DELTALEGEND_SHARES    },
	[PD_DELTACOLUMN_OF_TOTAL] = {"of total",      PD_DELTALEGEND_OF_TOTAL  },
	[PD_DELTACOLUMN_INTERVAL] = {"interval",      PD_DELTALEGEND_INTERVAL  },
	[PD_DELTACOLUMN_OBJECT] = {"dso",           0                        },
	[PD_DELTACOLUMN_CHANGE] = {"change",        PD_DELTALEGEND_CHANGE    },
	[PD_DELTACOLUMN_P] = {"p",             0                        },
};

static bool has_names(const struct pd_deltacolumns *c, enum pd_by by)
{
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(c->cells->result, names);

	for (size_t i = 0; i < n; i++)
		if (names[i] == by)
			return n > 1;
	return false;
}

bool pd_deltacolumns_exist(const struct pd_deltacolumns *c, size_t column)
{
	switch ((enum pd_deltacolumn)column) {
	case PD_DELTACOLUMN_DETECTABLE:
	case PD_DELTACOLUMN_INTERVAL:
	case PD_DELTACOLUMN_P:
		return !c->bare;
	case PD_DELTACOLUMN_SAMPLING:
		return c->sampled;
	case PD_DELTACOLUMN_SHARES:
		return !c->cells->shares;
	case PD_DELTACOLUMN_OBJECT:
		return has_names(c, PD_BY_DSO);
	case PD_DELTACOLUMN_OF_TOTAL:
	case PD_DELTACOLUMN_CHANGE:
	case PD_N_DELTACOLUMNS:
		break;
	}
	return true;
}

bool pd_deltacolumns_have(const struct pd_deltacolumns *c, size_t column)
{
	return column >= c->n_left_out && pd_deltacolumns_exist(c, column);
}

/* Objects are left out last, and not where there is nothing else. */
static void find_names(struct pd_deltacolumns *c)
{
	size_t n = pd_deltanames_dimensions(c->cells->result, c->names);

	c->n_names = 0;
	for (size_t i = 0; i < n; i++)
		if (c->names[i] != PD_BY_DSO || n == 1 ||
		    pd_deltacolumns_have(c, PD_DELTACOLUMN_OBJECT))
			c->names[c->n_names++] = c->names[i];
}

static void add(struct pd_board *b, enum pd_align align, const char *title)
{
	pd_board_column(b, align, pd_str_of(title));
}

/* "base", "base %" */
static void add_side(const struct pd_deltacolumns *c, struct pd_board *b, size_t side,
		     const char *suffix)
{
	struct pd_out title;

	pd_out_init(&title, -1);
	pd_deltanames_put_title(c->cells->result, side, &title);
	pd_out_text(&title, suffix);
	pd_board_column(b, PD_RIGHT, pd_out_kept(&title));
	(void)pd_out_close(&title);
}

static void add_sides(const struct pd_deltacolumns *c, struct pd_board *b)
{
	add_side(c, b, 0, "");
	add_side(c, b, c->side, "");
	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_SHARES)) {
		add_side(c, b, 0, " %");
		add_side(c, b, c->side, " %");
	}
}

static void add_changes(const struct pd_deltacolumns *c, struct pd_board *b)
{
	char title[PD_DELTAINTERVAL_TITLE];

	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_SAMPLING)) {
		pd_deltainterval_sampling_title(c->cells, title);
		add(b, PD_LEFT, title);
	}
	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_CHANGE))
		add(b, PD_RIGHT, "change");
	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_OF_TOTAL))
		add(b, PD_RIGHT, "of total");
	add(b, PD_RIGHT, "relative");
	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_INTERVAL)) {
		pd_deltainterval_title(c->cells, c->side, title);
		add(b, PD_LEFT, title);
	}
	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_P))
		add(b, PD_RIGHT, pd_words_p(c->cells->result->policy.adjust));
}

void pd_deltacolumns_head(struct pd_deltacolumns *c, struct pd_board *b)
{
	find_names(c);
	add_sides(c, b);
	add_changes(c, b);
	add(b, PD_LEFT, "verdict");
	if (pd_deltacolumns_have(c, PD_DELTACOLUMN_DETECTABLE))
		add(b, PD_RIGHT, "detectable");
	if (c->noted)
		add(b, PD_LEFT, b->markdown ? "notes" : "");
	for (size_t i = 0; i < c->n_names; i++)
		add(b, PD_LEFT, pd_deltanames_word(c->names[i]));
	pd_board_head(b);
}

size_t pd_deltacolumns_behind(const struct pd_deltacolumns *c)
{
	size_t verdict = 1;

	return pd_deltacolumns_have(c, PD_DELTACOLUMN_INTERVAL) +
	       pd_deltacolumns_have(c, PD_DELTACOLUMN_P) + verdict +
	       pd_deltacolumns_have(c, PD_DELTACOLUMN_DETECTABLE) + c->noted + c->n_names;
}

size_t pd_deltacolumns_left_out(const struct pd_deltacolumns *c,
				const char *ret_name[PD_N_DELTACOLUMNS])
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_left_out; i++)
		if (pd_deltacolumns_exist(c, i))
			ret_name[n++] = columns[i].name;
	return n;
}

unsigned int pd_deltacolumns_legend(const struct pd_deltacolumns *c)
{
	unsigned int set = 0;

	for (size_t i = 0; i < PD_N_DELTACOLUMNS; i++)
		if (pd_deltacolumns_have(c, i))
			set |= columns[i].legend;
	return set;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_graph.h"

#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/perf_share.h"

#include <stdlib.h>

/*
 *	    21.97%  forkbench  [kernel.kallsyms]  [k] pvm_irq_enable
 *	            |
 *	            ---pvm_irq_enable
 *	               __raw_callee_save_pvm_irq_enable
 *	               |
 *	               |--9.09%--exc_page_fault
 *	               |          asm_exc_page_fault
 *	               |          |
 *	               |           --6.44%--main
 *	               |
 *	                --4.17%--finish_task_switch.isra.0
 *
 * -g flat, and folded:
 *
 *	           22.01%
 *	                key_compare
 *	                match_round
 *
 *	22.01% key_compare;match_round;main
 */
enum {
	MAX_NODES = 1 << 16,
	MAX_FRAMES = 1 << 20,
	MAX_TEXT = 16 << 20,
	MARGIN = 6, /* blanks that no line of a tree or of -g flat has less of */
};

bool pd_perf_graph_is_address(struct pd_str name)
{
	return pd_str_starts(name, PD_STR("0x"));
}

/* " +118", " file.c:74" and " (inlined)" say where in the function, not which. */
static struct pd_str bare_name(struct pd_str name)
{
	size_t at;

	name = pd_str_trim(name);
	if (pd_str_ends(name, PD_STR(" (inlined)")))
		name.n -= sizeof(" (inlined)") - 1;
	for (at = name.n; at > 0 && name.p[at - 1] >= '0' && name.p[at - 1] <= '9'; at--)
		;
	if (at == name.n || at < 2 || (name.p[at - 1] != '+' && name.p[at - 1] != ':'))
		return name;
	while (at > 0 && name.p[at - 1] != ' ')
		at--;
	return at > 1 ? pd_str_trim((struct pd_str){name.p, at}) : name;
}

struct pd_str pd_perf_graph_name(const struct pd_perf_graph *g, size_t frame)
{
	return (struct pd_str){g->text + g->frame[frame].at, g->frame[frame].n};
}

static void add_frame(struct pd_perf_graph *g, struct pd_str name)
{
	struct pd_perf_node *node = &g->node[g->n_nodes - 1];

	name = bare_name(name);
	if (!name.n || g->n_nodes < 2)
		return;
	if (g->n_frames == MAX_FRAMES || name.n > MAX_TEXT - g->n_text) {
		g->is_large = true;
		return;
	}
	/* Bad frame pointers repeat one address a hundred times. */
	if (node->n >= PD_PERF_GRAPH_DEPTH ||
	    (node->n && pd_perf_graph_is_address(name) &&
	     pd_str_eq(name, pd_perf_graph_name(g, g->n_frames - 1))))
		return;
	g->text = pd_vec_grow(g->text, &g->cap_text, g->n_text + name.n, 1);
	memcpy(g->text + g->n_text, name.p, name.n);
	g->frame = pd_vec_grow(g->frame, &g->cap_frames, g->n_frames + 1, sizeof(*g->frame));
	g->frame[g->n_frames++] = (struct pd_perf_frame){g->n_text, name.n};
	g->n_text += name.n;
	node->n++;
	node->is_rest |= pd_str_eq(name, PD_STR("[...]"));
}

/* A node below the last one whose mark stands further left. */
static bool add_node(struct pd_perf_graph *g, size_t column)
{
	uint32_t parent = (uint32_t)g->n_nodes;

	if (!g->n_nodes) {
		g->node = pd_vec_grow(g->node, &g->cap_nodes, 1, sizeof(*g->node));
		g->node[g->n_nodes++] = (struct pd_perf_node){0};
		parent = 1;
	}
	if (g->n_nodes == MAX_NODES) {
		g->is_large = true;
		return false;
	}
	for (parent--; parent && g->node[parent].column >= column;)
		parent = g->node[parent].parent;
	if (g->node[parent].depth == PD_PERF_GRAPH_DEPTH) {
		g->is_large = true;
		return false;
	}
	g->node = pd_vec_grow(g->node, &g->cap_nodes, g->n_nodes + 1, sizeof(*g->node));
	g->node[g->n_nodes++] = (struct pd_perf_node){.parent = parent,
						      .depth = g->node[parent].depth + 1,
						      .column = column,
						      .first = (uint32_t)g->n_frames};
	g->node[parent].has_children = true;
	return true;
}

/* "27.19%", "263": what a node stands for. */
static bool take_value(struct pd_perf_graph *g, struct pd_str text)
{
	struct pd_perf_node *node = &g->node[g->n_nodes - 1];

	node->has_value = true;
	if (pd_perf_share_parse(text, &node->value))
		g->has_percents = true;
	else if (pd_number_parse_u64(text, &node->value))
		g->has_numbers = true;
	else
		return false;
	return true;
}

static bool is_value(struct pd_str text)
{
	uint64_t v;

	return pd_perf_share_parse(text, &v) || pd_number_parse_u64(text, &v);
}

static bool take_folded(struct pd_perf_graph *g, struct pd_str line)
{
	struct pd_str separator = g->separator[0] ? pd_str_of(g->separator) : PD_STR(";");
	size_t blank = 0;
	struct pd_str value;

	while (blank < line.n && line.p[blank] != ' ')
		blank++;
	value = (struct pd_str){line.p, blank};
	if (blank + 1 >= line.n || !is_value(value))
		return false;
	line = pd_str_skip(line, blank + 1);
	g->in_folded = true;
	if (!add_node(g, 1) || !take_value(g, value))
		return true;
	while (line.n) {
		size_t at = pd_str_find(line, separator);

		add_frame(g, (struct pd_str){line.p, at});
		line = pd_str_skip(line, at + separator.n);
	}
	return true;
}

/* The column where the margin of blanks and bars ends. */
static size_t margin_of(struct pd_str line)
{
	size_t i = 0;

	while (i < line.n && (line.p[i] == ' ' || line.p[i] == '|'))
		i++;
	return i;
}

/* "--27.19%--name" or "---name" at @at; true if it was one. */
static bool take_branch(struct pd_perf_graph *g, struct pd_str line, size_t at)
{
	struct pd_str rest = pd_str_skip(line, at), value;
	size_t end;

	if (pd_str_eat(&rest, PD_STR("---"))) {
		g->in_flat = false;
		if (add_node(g, at))
			add_frame(g, rest);
		return true;
	}
	if (!pd_str_eat(&rest, PD_STR("--")))
		return false;
	end = pd_str_find(rest, PD_STR("--"));
	value = (struct pd_str){rest.p, end};
	if (end == rest.n || !is_value(value))
		return false;
	/* The mark is the bar, or the blank that stands for it. */
	g->in_flat = false;
	if (add_node(g, at - 1) && take_value(g, value))
		add_frame(g, pd_str_skip(rest, end + 2));
	return true;
}

bool pd_perf_graph_line(struct pd_perf_graph *g, struct pd_str line)
{
	size_t at = margin_of(line);
	struct pd_str name = pd_str_trim(pd_str_skip(line, at));

	if (at == 0 && line.n && line.p[0] != '\t')
		return take_folded(g, line);
	if (!name.n)
		return true;
	if (at < MARGIN)
		return false;
	if (take_branch(g, line, at))
		return true;
	if ((!g->n_nodes || g->in_flat) && is_value(name) && at < 16) {
		g->in_flat = true;
		if (add_node(g, 1))
			(void)take_value(g, name);
		return true;
	}
	if (g->n_nodes < 2 || g->in_folded)
		return false;
	add_frame(g, name);
	return true;
}

void pd_perf_graph_forget(struct pd_perf_graph *g)
{
	g->n_nodes = g->n_frames = g->n_text = 0;
	g->has_percents = g->has_numbers = g->in_flat = g->in_folded = false;
}

void pd_perf_graph_free(struct pd_perf_graph *g)
{
	free(g->waiting);
	free(g->waiting_text);
	free(g->node);
	free(g->frame);
	free(g->text);
}

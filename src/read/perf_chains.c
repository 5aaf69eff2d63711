/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_chains.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/perf_share.h"

enum { MAX_WAITING = 1 << 16, MAX_WAITING_TEXT = 16 << 20 };

/* ---- what the values mean */

static uint64_t share_of_row(const struct pd_perf_row *row)
{
	uint64_t weight = row->has_children ? row->inclusive : row->weight;

	return row->whole ? pd_perf_share_part(PD_PROFILE_WHOLE, weight, row->whole) : 0;
}

/*
 * Percents are of the whole (graph) or of the node above (fractal). Both look
 * alike, but parts of the whole never add up to more than the node above, while
 * parts of that node add up to 100%. Where both are true they mean the same.
 */
static bool is_relative(struct pd_perf_graph *g, const struct pd_perf_row *row)
{
	const uint64_t slop = PD_PROFILE_WHOLE / 10000; /* twice what rounding can do */
	bool relative = false;

	for (size_t i = 1; i < g->n_nodes; i++)
		if (g->node[i].has_value)
			g->node[g->node[i].parent].explained += g->node[i].value;
	for (size_t i = 0; i < g->n_nodes; i++) {
		struct pd_perf_node *node = &g->node[i];
		uint64_t own = node->has_value ? node->value : share_of_row(row);

		relative |= node->explained > own + slop + own / 100;
		node->explained = 0;
	}
	return relative;
}

/* What one unit of printed numbers weighs: they are counts of hits, or weights already. */
static double unit_of(struct pd_perf_graph *g, const struct pd_perf_row *row)
{
	double weight = (double)(row->has_children ? row->inclusive : row->weight), sum = 0;

	for (size_t i = 1; i < g->n_nodes; i++) {
		const struct pd_perf_node *node = &g->node[i];

		if (node->has_value && !g->node[node->parent].has_value)
			sum += (double)node->value;
	}
	if (sum <= 0)
		return 1;
	if (row->counted && !row->has_children && sum <= (double)row->hits)
		return weight / (double)row->hits;
	/*
	 * A row whose chains are all printed tells what a hit weighs; where some are
	 * below the limit the quotient is larger. Small rows are rounded too much.
	 */
	if ((g->period <= 0 || weight / sum < g->period) &&
	    share_of_row(row) > PD_PROFILE_WHOLE / 200)
		g->period = weight / sum;
	if (g->period > 0 && g->period * sum < weight - (double)row->whole / 10000)
		return g->period;
	return weight / sum;
}

static uint64_t scaled(uint64_t value, double unit)
{
	double v = (double)value * unit + 0.5;

	return v < 0x1p63 ? (uint64_t)v : UINT64_MAX >> 1;
}

static void weigh(struct pd_perf_graph *g, const struct pd_perf_row *row)
{
	bool relative = g->has_percents && is_relative(g, row);
	double unit = g->has_numbers && !g->has_percents ? unit_of(g, row) : 0;

	g->node[0].weight = row->has_children ? row->inclusive : row->weight;
	for (size_t i = 1; i < g->n_nodes; i++) {
		struct pd_perf_node *node = &g->node[i], *parent = &g->node[node->parent];
		uint64_t whole = relative ? parent->weight : row->whole;

		if (!node->has_value)
			node->weight = parent->weight;
		else if (g->has_percents)
			node->weight = pd_perf_share_part(whole, node->value, PD_PROFILE_WHOLE);
		else
			node->weight = scaled(node->value, unit);
		/* Rounding, never more: a part is no larger than what it is a part of. */
		if (node->weight > parent->weight)
			node->weight = parent->weight;
		if (!node->is_rest)
			parent->explained += node->weight;
	}
}

/* ---- which end of a chain was hit */

static struct pd_str digits_of(struct pd_str address)
{
	address = pd_str_skip(address, 2);
	while (address.n && address.p[0] == '0')
		address = pd_str_skip(address, 1);
	return address;
}

/*
 * The same address: of the object in the row ("0x0000000000001274"), of the
 * process in the graph ("0x55fbf4996274"); pages have 12 bits.
 */
static bool is_address(struct pd_str frame, struct pd_str symbol)
{
	struct pd_str a = digits_of(frame), b = digits_of(symbol);

	if (pd_str_eq(a, b))
		return true;
	return a.n >= 3 && b.n >= 3 && !pd_str_starts(b, PD_STR("ffff")) &&
	       !memcmp(a.p + a.n - 3, b.p + b.n - 3, 3);
}

static bool is_symbol(struct pd_str frame, struct pd_str symbol)
{
	if (pd_perf_graph_is_address(frame) && pd_perf_graph_is_address(symbol))
		return is_address(frame, symbol);
	/* -v puts the object behind the name. */
	return pd_str_eq(frame, symbol) ||
	       (pd_str_starts(frame, symbol) && frame.n > symbol.n && frame.p[symbol.n] == ' ');
}

struct ends {
	bool starts, all_start; /* some chain, every chain starts with the symbol */
	bool ends;              /* some chain ends with it */
	bool is_long;           /* some chain has more than one frame */
};

static struct ends look_at_ends(const struct pd_perf_graph *g, struct pd_str symbol)
{
	struct ends e = {.all_start = true};

	for (size_t i = 1; i < g->n_nodes; i++) {
		const struct pd_perf_node *node = &g->node[i];
		bool starts;

		if (node->is_rest || !node->n)
			continue;
		e.is_long |= node->n > 1 || node->parent;
		starts = !node->parent && is_symbol(pd_perf_graph_name(g, node->first), symbol);
		e.starts |= starts;
		e.all_start &= starts || node->parent;
		e.ends |= !node->has_children &&
			  is_symbol(pd_perf_graph_name(g, node->first + node->n - 1), symbol);
	}
	return e;
}

/* Weight of chains that start with the symbol and go on. */
static uint64_t goes_on(const struct pd_perf_graph *g, struct pd_str symbol)
{
	uint64_t sum = 0;

	for (size_t i = 1; i < g->n_nodes; i++) {
		const struct pd_perf_node *node = &g->node[i];

		if (!node->parent && node->n && !node->is_rest &&
		    is_symbol(pd_perf_graph_name(g, node->first), symbol))
			sum += node->n > 1 ? node->weight : node->explained;
	}
	return sum;
}

/*
 * With Children, a chain that starts with the symbol goes up to its callers or
 * down to what it called. Down go at most the hits that were not its own, so
 * more than these go up; and a chain that only ends with it comes from above.
 */
static void learn_order(struct pd_perf_graph *g, const struct pd_perf_row *row, struct ends e)
{
	uint64_t slop = row->whole / 2000, own = row->weight, all = row->inclusive;

	if (own > 2 * slop && e.all_start && own <= all &&
	    goes_on(g, row->symbol) > all - own + slop)
		g->order = PD_PERF_CALLEE;
	else if (own && !e.all_start && e.ends)
		g->order = PD_PERF_CALLER;
}

static enum pd_perf_order order_of(struct pd_perf_graph *g, const struct pd_perf_row *row)
{
	struct ends e = look_at_ends(g, row->symbol);

	if (!row->symbol.n) {
		g->is_unordered = true;
		return PD_PERF_UNORDERED;
	}
	if (!g->order && row->has_children)
		learn_order(g, row, e);
	else if (!g->order && e.is_long && e.all_start != e.ends)
		g->order = e.ends ? PD_PERF_CALLER : PD_PERF_CALLEE;
	if (g->order || row->has_children)
		return g->order;
	g->is_unordered |= !e.all_start && !e.ends;
	return e.all_start ? PD_PERF_CALLEE : PD_PERF_UNORDERED;
}

/* ---- telling */

struct telling {
	const struct pd_perf_graph *g;
	const struct pd_perf_row *row;
	struct pd_hits *h;
	uint64_t weight, hits; /* of the row, not told yet */
	uint32_t path[PD_PERF_GRAPH_DEPTH + 1];
};

static void begin(const struct telling *t)
{
	pd_hits_begin(t->h, t->row->event, t->row->comm);
	if (t->row->data.n || t->row->source.n)
		pd_hits_data(t->h, t->row->data, t->row->source);
	pd_hits_frame(t->h, t->row->symbol, t->row->dso);
}

static void end(struct telling *t, uint64_t weight)
{
	uint64_t hits = PD_HITS_UNKNOWN;

	if (weight > t->weight)
		weight = t->weight;
	if (t->row->hits != PD_HITS_UNKNOWN) {
		hits = weight == t->weight
			       ? t->hits
			       : pd_perf_share_part(t->row->hits, weight, t->row->weight);
		hits = hits < t->hits ? hits : t->hits;
		t->hits -= hits;
	}
	t->weight -= weight;
	pd_hits_end_row(t->h, weight, hits);
}

/* Nodes from the top of the graph to @node; returns how many. */
static size_t path_to(struct telling *t, size_t node)
{
	size_t n = t->g->node[node].depth, i = n;

	for (; node && i > 0; node = t->g->node[node].parent)
		t->path[--i] = (uint32_t)node;
	return n;
}

static void say_upward(struct telling *t, size_t node)
{
	size_t depth = path_to(t, node), n_said = 0;

	begin(t);
	for (size_t i = 0; i < depth; i++) {
		const struct pd_perf_node *at = &t->g->node[t->path[i]];

		for (uint32_t j = 0; j < at->n; j++)
			if (n_said++)
				pd_hits_frame(t->h, pd_perf_graph_name(t->g, at->first + j),
					      PD_STR(""));
	}
}

static void say_downward(struct telling *t, size_t node)
{
	size_t depth = path_to(t, node), n_said = 0;

	begin(t);
	for (size_t i = depth; i-- > 0;) {
		const struct pd_perf_node *at = &t->g->node[t->path[i]];

		for (uint32_t j = at->n; j-- > 0;)
			if (n_said++)
				pd_hits_frame(t->h, pd_perf_graph_name(t->g, at->first + j),
					      PD_STR(""));
	}
}

/*
 * What a node has beyond its branches is a chain known up to there. With
 * Children, what the symbol called hides among its chains, but never more than
 * all of that: the rest of a chain is the symbol's own.
 */
static void say_callee(struct telling *t)
{
	const struct pd_perf_row *row = t->row;
	uint64_t called = row->has_children && row->inclusive > row->weight
				  ? row->inclusive - row->weight
				  : 0;

	for (size_t i = 1; i < t->g->n_nodes && t->weight; i++) {
		const struct pd_perf_node *node = &t->g->node[i];

		if (node->is_rest || node->explained >= node->weight ||
		    node->weight - node->explained <= called)
			continue;
		say_upward(t, i);
		end(t, node->weight - node->explained - called);
	}
}

/* A chain that was cut before it came to the symbol tells nothing of its callers. */
static void say_caller(struct telling *t)
{
	for (size_t i = 1; i < t->g->n_nodes && t->weight; i++) {
		const struct pd_perf_node *node = &t->g->node[i];
		uint32_t top;

		if (node->is_rest || node->has_children || !node->n || !node->weight ||
		    !is_symbol(pd_perf_graph_name(t->g, node->first + node->n - 1), t->row->symbol))
			continue;
		(void)path_to(t, i);
		top = t->g->node[t->path[0]].first;
		/* With Children it may be what the symbol called, by recursion. */
		if (t->row->has_children &&
		    is_symbol(pd_perf_graph_name(t->g, top), t->row->symbol))
			continue;
		say_downward(t, i);
		end(t, node->weight);
	}
}

/* One pair of neighbours, the symbol of a row and @name: who of them called is the order. */
static void say_edge(const struct telling *t, struct pd_str name, uint64_t weight)
{
	const struct pd_hits_function of_row = {t->row->symbol, t->row->dso};
	const struct pd_hits_function other = {.symbol = name};

	if (t->g->order == PD_PERF_CALLEE)
		pd_hits_edge(t->h, t->row->event, other, of_row, weight);
	else
		pd_hits_edge(t->h, t->row->event, of_row, other, weight);
}

static void put(struct pd_perf_graph *g, struct pd_str s)
{
	memcpy(g->waiting_text + g->n_waiting_text, s.p, s.n);
	g->n_waiting_text += s.n;
}

/* The rows that tell the order come behind those with most Children. */
static void keep_edge(struct pd_perf_graph *g, const struct pd_perf_row *row, struct pd_str name,
		      uint64_t weight)
{
	size_t n = row->symbol.n + row->dso.n + name.n;

	if (g->n_waiting == MAX_WAITING || g->n_waiting_text + n > MAX_WAITING_TEXT) {
		g->is_large = true;
		return;
	}
	g->waiting = pd_vec_grow(g->waiting, &g->cap_waiting, g->n_waiting + 1,
				 sizeof(*g->waiting));
	g->waiting_text = pd_vec_grow(g->waiting_text, &g->cap_waiting_text,
				      g->n_waiting_text + n + 1, 1);
	g->waiting[g->n_waiting++] = (struct pd_perf_neighbour){row->event,    g->n_waiting_text,
								row->symbol.n, row->dso.n,
								name.n,        weight};
	put(g, row->symbol);
	put(g, row->dso);
	put(g, name);
}

static void say_waiting(struct pd_perf_graph *g, struct pd_hits *h)
{
	for (size_t i = 0; i < g->n_waiting; i++) {
		const struct pd_perf_neighbour *w = &g->waiting[i];
		const char *p = g->waiting_text + w->at;
		struct pd_perf_row row = {
			.event = w->event,
			.symbol = {p,               w->n_symbol},
			.dso = {p + w->n_symbol, w->n_dso   }
                };
		struct telling t = {.g = g, .row = &row, .h = h};

		say_edge(&t, (struct pd_str){p + w->n_symbol + w->n_dso, w->n_frame}, w->weight);
	}
	g->n_waiting = g->n_waiting_text = 0;
}

/* With Children: who stands next to the symbol in chains that start with it. */
static void say_edges(struct pd_perf_graph *g, const struct telling *t)
{
	for (size_t i = 1; i < g->n_nodes; i++) {
		const struct pd_perf_node *node = &g->node[i], *top = node;
		struct pd_str name;

		if (node->parent)
			top = &g->node[node->parent];
		if (node->is_rest || !node->n || !top->n || top->parent ||
		    !is_symbol(pd_perf_graph_name(g, top->first), t->row->symbol) ||
		    (node == top) != (top->n > 1))
			continue;
		name = pd_perf_graph_name(g, node->first + (node == top));
		if (g->order)
			say_edge(t, name, node->weight);
		else
			keep_edge(g, t->row, name, node->weight);
	}
}

static void say_chains(struct telling *t, enum pd_perf_order order)
{
	if (order == PD_PERF_CALLEE)
		say_callee(t);
	else if (order == PD_PERF_CALLER)
		say_caller(t);
}

void pd_perf_chains_say(struct pd_perf_graph *g, struct pd_hits *h, const struct pd_perf_row *row)
{
	struct telling t = {.g = g, .row = row, .h = h, .weight = row->weight, .hits = row->hits};
	bool told = false;

	if (row->has_children)
		pd_hits_inclusive(h, row->event, row->symbol, row->dso, row->inclusive);
	if (g->n_nodes > 1) {
		enum pd_perf_order order;

		weigh(g, row);
		order = order_of(g, row);
		if (order)
			say_waiting(g, h);
		if (row->has_children)
			say_edges(g, &t);
		say_chains(&t, order);
		told = !t.weight && row->weight;
	}
	/* With Children, most rows were not hit themselves. */
	if (!told && (t.weight || !row->has_children || (row->counted && t.hits))) {
		begin(&t);
		end(&t, t.weight);
	}
	pd_perf_graph_forget(g);
}

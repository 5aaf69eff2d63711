/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_graph.h - the call graph that perf prints below a row
 *
 * All five forms are read: graph and fractal (trees), caller order of both, flat
 * and folded; with percents, counts or periods. Here its lines are collected;
 * perf_chains.h says what they mean.
 */
#ifndef READ_PERF_GRAPH_H
#define READ_PERF_GRAPH_H

#include <perfdelta/profile.h>

enum { PD_PERF_GRAPH_DEPTH = PD_PROFILE_MAX_FRAMES }; /* of nodes, and frames of one node */

enum pd_perf_order {
	PD_PERF_UNORDERED, /* not known yet */
	PD_PERF_CALLEE,    /* chains start with the function that was hit */
	PD_PERF_CALLER,    /* chains end with it */
};

struct pd_perf_node {
	uint32_t parent; /* a node before it; 0 is the row itself */
	uint32_t depth;
	size_t column;           /* of its mark in the margin */
	uint64_t value;          /* as printed */
	uint64_t weight;         /* what that means */
	uint64_t explained;      /* of the weight, by nodes below */
	uint32_t first, n;       /* frames */
	bool has_value, is_rest; /* rest: "[...]", the chains that are not shown */
	bool has_children;
};

/* Zero-initialized is ready to use. */
struct pd_perf_graph {
	enum pd_perf_order order; /* of all graphs of a report, once one told */
	double period;            /* the least weight of a hit so far, where graphs print counts */
	bool is_large;            /* a graph was larger than there is room for, and cut */
	bool is_unordered;        /* a graph did not tell its order, and was left out */
	char separator[8];        /* of folded frames, 0: ";" */

	/* private: neighbours in chains that nobody knows yet which way to read */
	struct pd_perf_neighbour {
		uint32_t event;
		size_t at, n_symbol, n_dso, n_frame; /* names in waiting_text */
		uint64_t weight;
	} * waiting; /* [n_waiting] */
	size_t n_waiting, cap_waiting;
	char *waiting_text;
	size_t n_waiting_text, cap_waiting_text;

	/* private: the graph that is being collected */
	bool has_percents, has_numbers;
	bool in_flat, in_folded;
	struct pd_perf_node *node; /* [n_nodes] */
	size_t n_nodes, cap_nodes;
	struct pd_perf_frame {
		size_t at, n;
	} * frame; /* [n_frames] in text */
	size_t n_frames, cap_frames;
	char *text;
	size_t n_text, cap_text;
};

/* Takes a line below a row; false if it is none of a call graph. */
bool pd_perf_graph_line(struct pd_perf_graph *g, struct pd_str line);

/* The name of a frame, borrowed until the next line. */
struct pd_str pd_perf_graph_name(const struct pd_perf_graph *g, size_t frame);

/* Whether a name is an address that nobody could resolve. */
bool pd_perf_graph_is_address(struct pd_str name);

/* Ready for the graph of the next row. */
void pd_perf_graph_forget(struct pd_perf_graph *g);
void pd_perf_graph_free(struct pd_perf_graph *g);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#define REPORT(text, expected, said) \
 assert_profiles(&pd_format_perf_report, cells, text, expected, said)

/* 1% is 100; hits are a hundredth of the weight. */
#define TOP      "# Samples: 100  of event 'cycles'\n# Event count (approx.): 10000\n#\n"
#define HAS_HITS "== operand 0\n-- cycles 10000 100\n"
#define COLUMNS \
 TOP "# Overhead  Command  Shared Object  Symbol\n# ........  .......  .............  ......\n#\n"
#define WITH_CHILDREN                                         \
 TOP "# Children      Self  Command  Shared Object  Symbol\n" \
     "# ........  ........  .......  .............  ......\n#\n"

/* 40% hit leaf: 20% through left (10% of them from main), 15% through right, 5% are not shown. */
#define ROW "    40.00%  prog     prog           [.] leaf\n"

static const char tree_cells[] = HAS_HITS "prog|leaf|prog||500|5\n"
					  "prog|leaf|prog|left|2000|20\n"
					  "prog|leaf|prog|right|1500|15\n";

static void parts_of_the_whole_become_chains_and_the_rest_stays_with_the_row(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report, COLUMNS ROW
					    "            |\n"
					    "            ---leaf\n"
					    "               |          \n"
					    "               |--20.00%--left\n"
					    "               |          |          \n"
					    "               |           --10.00%--main\n"
					    "               |                     start\n"
					    "               |          \n"
					    "                --15.00%--right\n"
					    "                          main\n"
					    "\n");

	(void)state;
	/* Chains that differ further up are one cell where they begin alike. */
	assert_string_equal(p.cells, tree_cells);
	assert_string_equal(p.edges, "left>leaf 2000\nmain>left 1000\nmain>right 1500\n"
				     "start>main 1000\nright>leaf 1500\n");
	assert_int_equal(p.profiles.profile[0].event[0].weight, 10000);
	assert_string_equal(p.said, "");
	profiling_close(&p);
}

/* The same in parts of the node above: 50% of 40% is 20%, 50% of that is 10%, 37.5% of 40% 15%. */
static void parts_of_the_node_above_mean_the_same(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report, COLUMNS ROW
					    "            |\n"
					    "            ---leaf\n"
					    "               |          \n"
					    "               |--50.00%--left\n"
					    "               |          |          \n"
					    "               |          |--50.00%--main\n"
					    "               |          |          start\n"
					    "               |           --50.00%--[...]\n"
					    "               |          \n"
					    "               |--37.50%--right\n"
					    "               |          main\n"
					    "                --12.50%--[...]\n"
					    "\n");

	(void)state;
	assert_string_equal(p.cells, tree_cells);
	assert_string_equal(p.edges, "left>leaf 2000\nmain>left 1000\nmain>right 1500\n"
				     "start>main 1000\nright>leaf 1500\n");
	profiling_close(&p);
}

static void callers_first_is_the_other_way_round(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    COLUMNS ROW "            |\n"
							"            ---start\n"
							"               main\n"
							"               |          \n"
							"               |--20.00%--left\n"
							"               |          leaf\n"
							"               |          \n"
							"                --15.00%--right\n"
							"                          leaf\n"
							"\n");

	(void)state;
	assert_string_equal(p.cells,
			    HAS_HITS "prog|leaf|prog||500|5\n"
				     "prog|leaf|prog|left|2000|20\nprog|leaf|prog|right|1500|15\n");
	assert_string_equal(p.edges, "left>leaf 2000\nmain>left 2000\nmain>right 1500\n"
				     "start>main 3500\nright>leaf 1500\n");
	profiling_close(&p);
}

static void flat_chains_have_their_share_above_them(void **state)
{
	REPORT(COLUMNS ROW "           20.00%\n"
			   "                leaf\n"
			   "                left\n"
			   "\n"
			   "           15.00%\n"
			   "                leaf\n"
			   "                right\n"
			   "\n",
	       HAS_HITS "prog|leaf|prog||500|5\nprog|leaf|prog|left|2000|20\n"
			"prog|leaf|prog|right|1500|15\n",
	       "");
	(void)state;
}

static void folded_chains_stand_in_one_line_each_either_way_round(void **state)
{
	(void)state;
	REPORT(COLUMNS ROW "20.00% leaf;left;main\n15.00% leaf;right;main\n", tree_cells, "");
	REPORT(COLUMNS ROW "20.00% main;left;leaf\n15.00% main;right;leaf\n", tree_cells, "");
}

/* 20 + 15 of the 40 hits in the column; a hit weighs 100. */
static void counts_are_parts_of_the_hits_of_the_row(void **state)
{
	static const char cells[] = "== operand 0\n-- cycles 10000 100\n"
				    "prog|leaf|||500|5\n"
				    "prog|leaf||left|2000|20\nprog|leaf||right|1500|15\n";
	static const char top[] = TOP "# Overhead  Samples  Command  Symbol\n"
				      "# ........  .......  .......  ......\n#\n"
				      "    40.00%       40  prog     [.] leaf\n";
	char text[1024];
	static const char *const graphs[] = {
		"20 leaf;left;main\n15 leaf;right;main\n",
		"           20\n                leaf\n                left\n\n"
		"           15\n                leaf\n                right\n\n",
		"            |\n            ---leaf\n               |          \n"
		"               |--20--left\n               |          \n"
		"                --15--right\n",
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(graphs); i++) {
		memcpy(text, top, sizeof(top));
		memcpy(text + sizeof(top) - 1, graphs[i], strlen(graphs[i]) + 1);
		REPORT(text, cells, "");
	}
}

static void periods_are_weights_already(void **state)
{
	(void)state;
	REPORT(COLUMNS ROW "2000 leaf;left;main\n2000 leaf;right;main\n",
	       HAS_HITS "prog|leaf|prog|left|2000|20\nprog|leaf|prog|right|2000|20\n", "");
}

/*
 * Without a column of hits the first row, whose chains are all there, tells that
 * a hit weighs 100; so of the second 10 of 20 are below the limit.
 */
static void what_a_hit_weighs_is_learnt_from_rows_that_show_all(void **state)
{
	(void)state;
	REPORT(COLUMNS ROW "40 leaf;left;main\n    20.00%  prog     prog           [.] main\n"
			   "10 main;start\n",
	       HAS_HITS "prog|leaf|prog|left|4000|40\nprog|main|prog||1000|10\n"
			"prog|main|prog|start|1000|10\n",
	       "");
}

/*
 * leaf: 22% of which 20% are its own. Chains go up; the 2% of what leaf called
 * may hide in any of them, so of 15% through left at least 13% are leaf's own,
 * and of 7% through right 5%.
 */
static void upward_chains_with_children_hold_at_least_what_cannot_be_called(void **state)
{
	struct profiling p =
		profiling_text(&pd_format_perf_report, WITH_CHILDREN
			       "    90.00%     0.00%  prog     prog           [.] main\n"
			       "90.00% main;start\n"
			       "    22.00%    20.00%  prog     prog           [.] leaf\n"
			       "15.00% leaf;left;main\n7.00% leaf;right;main\n");

	(void)state;
	assert_string_equal(p.cells, HAS_HITS "prog|leaf|prog||200|2\nprog|leaf|prog|left|1300|13\n"
					      "prog|leaf|prog|right|500|5\n");
	assert_string_equal(p.inclusive, "main 9000\nleaf 2200\n");
	assert_string_equal(p.edges, "start>main 9000\nleft>leaf 1500\nright>leaf 700\n");
	profiling_close(&p);
}

/* A tree that starts with its row's symbol goes down; one that ends there is the row's own. */
static void downward_chains_with_children_are_edges_and_those_that_arrive_are_rows(void **state)
{
	struct profiling p =
		profiling_text(&pd_format_perf_report, WITH_CHILDREN
			       "    90.00%     0.00%  prog     prog           [.] main\n"
			       "            |\n"
			       "            ---main\n"
			       "               |          \n"
			       "               |--22.00%--leaf\n"
			       "               |          \n"
			       "                --60.00%--other\n"
			       "\n"
			       "    22.00%    20.00%  prog     prog           [.] leaf\n"
			       "            |          \n"
			       "             --20.00%--main\n"
			       "                       leaf\n"
			       "\n");

	(void)state;
	assert_string_equal(p.cells, HAS_HITS "prog|leaf|prog|main|2000|20\n");
	assert_string_equal(p.inclusive, "main 9000\nleaf 2200\n");
	assert_string_equal(p.edges, "main>leaf 2200\nmain>other 6000\n");
	profiling_close(&p);
}

static void where_in_a_function_is_no_part_of_its_name(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    COLUMNS ROW "            |\n"
							"            ---leaf leaf.c:74\n"
							"               mid (inlined)\n"
							"               main +118\n"
							"               operator+5\n");

	(void)state;
	assert_string_equal(p.edges, "mid>leaf 4000\nmain>mid 4000\noperator+5>main 4000\n");
	profiling_close(&p);
}

/* Of the object in the row, of the process in the graph: the page offset is the same. */
static void unresolved_rows_know_their_chains_by_the_page_offset(void **state)
{
	(void)state;
	REPORT(COLUMNS "    40.00%  prog     prog           [.] 0x0000000000001274\n"
		       "            |\n            ---0x55fbf4996274\n               main\n",
	       HAS_HITS "prog|0x0000000000001274|prog|main|4000|40\n", "");
	REPORT(COLUMNS "    40.00%  prog     prog           [k] 0xffffffff8225fd19\n"
		       "            |\n            ---0xffffffff8133cd19\n               main\n",
	       HAS_HITS "prog|0xffffffff8225fd19|prog||4000|40\n", "note 0:0 chain-order\n");
}

static void an_address_again_and_again_is_one_frame(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    COLUMNS ROW "40.00% leaf;0x7f5bef743100;0x7f5bef743100;"
							"0x7f5bef743100;0x7f5bef743100;main\n");

	(void)state;
	assert_string_equal(p.edges, "0x7f5bef743100>leaf 4000\nmain>0x7f5bef743100 4000\n");
	profiling_close(&p);
}

static void graphs_of_rows_without_symbols_are_left_out_and_said(void **state)
{
	(void)state;
	REPORT(TOP "# Overhead  Command\n# ........  .......\n#\n    40.00%  prog\n"
		   "            |\n            ---leaf\n               main\n",
	       HAS_HITS "prog||||4000|40\n", "note 0:0 chain-order\n");
}

/* Rows and sums stay right whatever stands in the graph; depth has a limit. */
static void a_chain_of_a_hundred_thousand_frames_is_cut_at_the_limit(void **state)
{
	static const char top[] = COLUMNS ROW "40.00% leaf";
	static const char frame[2][9] = {";frame_a", ";frame_b"};
	size_t n = sizeof(top) - 1, n_frames = 100000;
	char *text = malloc(n + 8 * n_frames + 1);
	struct profiling p;

	(void)state;
	memcpy(text, top, n);
	for (size_t i = 0; i < n_frames; i++) {
		for (size_t j = 0; j < 8; j++)
			text[n++] = frame[i % 2][j];
	}
	p = profiling_of(&pd_format_perf_report, text, n);
	assert_string_equal(p.cells, HAS_HITS "prog|leaf|prog|frame_a|4000|40\n");
	assert_string_equal(p.said, "");
	profiling_close(&p);
	free(text);
}

static void a_tree_deeper_than_the_limit_loses_no_weight(void **state)
{
	static const char top[] = COLUMNS ROW;
	size_t n = sizeof(top) - 1, depth = 1500;
	char *text = malloc(n + depth * (3 * depth + 32));
	struct profiling p;
	uint64_t sum = 0;

	(void)state;
	memcpy(text, top, n);
	for (size_t i = 0; i < depth; i++) {
		static const char node[] = "--40.00%--f\n";

		memset(text + n, ' ', 12 + 2 * i);
		n += 12 + 2 * i;
		memcpy(text + n, i ? node : "---leaf\n    ", sizeof(node) - 1);
		n += sizeof(node) - 1;
	}
	p = profiling_of(&pd_format_perf_report, text, n);
	for (size_t i = 0; i < p.profiles.profile[0].n_cells; i++)
		sum += p.profiles.profile[0].cell[i].weight;
	assert_int_equal(sum, 4000);
	assert_string_equal(p.said, "note 0:0 limit\n");
	profiling_close(&p);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_the_whole_become_chains_and_the_rest_stays_with_the_row),
		cmocka_unit_test(parts_of_the_node_above_mean_the_same),
		cmocka_unit_test(callers_first_is_the_other_way_round),
		cmocka_unit_test(flat_chains_have_their_share_above_them),
		cmocka_unit_test(folded_chains_stand_in_one_line_each_either_way_round),
		cmocka_unit_test(counts_are_parts_of_the_hits_of_the_row),
		cmocka_unit_test(periods_are_weights_already),
		cmocka_unit_test(what_a_hit_weighs_is_learnt_from_rows_that_show_all),
		cmocka_unit_test(upward_chains_with_children_hold_at_least_what_cannot_be_called),
		cmocka_unit_test(
			downward_chains_with_children_are_edges_and_those_that_arrive_are_rows),
		cmocka_unit_test(where_in_a_function_is_no_part_of_its_name),
		cmocka_unit_test(unresolved_rows_know_their_chains_by_the_page_offset),
		cmocka_unit_test(an_address_again_and_again_is_one_frame),
		cmocka_unit_test(graphs_of_rows_without_symbols_are_left_out_and_said),
		cmocka_unit_test(a_chain_of_a_hundred_thousand_frames_is_cut_at_the_limit),
		cmocka_unit_test(a_tree_deeper_than_the_limit_loses_no_weight),
	};

	return cmocka_run_group_tests_name("perf_chains", tests, NULL, NULL);
}

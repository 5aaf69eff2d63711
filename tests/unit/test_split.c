/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include "read/join.h"
#include "read/split.h"

#include <stdio.h>
#include <unistd.h>

#define CHAIN(n)                                          \
 "\tffffffff8225a6c1 do_syscall_" #n "+0x71 ([kernel])\n" \
 "\t            13d6 mix+0x26 (inlined)\n  mix.c:12\n"    \
 "\t          1098d9 clone3+0x19 (/usr/lib/libc.so.6)\n"  \
 "\n"
#define FRAME(n) "ffffffff8225fd19 f" #n "+0x19 ([kernel])\n"

/* Warnings, lost hits, junk, threads called like frames, hits without chains, other events. */
static const char *const texts[] = {
	"# ========\n# hostname : vm\n# ========\n#\n"
	"sh 16860   692.700952:    1001001 cpu-clock: \n" CHAIN(
		1) "sh 1 1.000000: PERF_RECORD_LOST lost 5\nwhat is this line, and why is it here?\n"
		   "my worker 1 16860   692.700953:    1001002 cycles:u: \n" CHAIN(2) "dead 12 692.700954:          3 cpu-clock: \n" CHAIN(
			   1) "short\n"
			      "x 7/8 1.5: y 16860   692.700955:          4 cycles:u: \n\n"
			      "sh 1 1.000000: PERF_RECORD_LOST lost 2\n\ta line of some other kind, the second\n"
			      "sh 16860   692.700956:          5 cpu-clock: \n" CHAIN(
				      3) "\t            13d6 nobody+0x1 (/bin/x)\n\n\t            13d6 nobody+0x1 (/bin/x)\n\n"
					 "sh 16860   692.700957:          6 cpu-clock: 0xffff (flags=SPIN)\n" CHAIN(
						 2) "sh 16860   692.700958:          7 cpu-clock: \n" CHAIN(1),
	"              sh 18242  1329.213605:    2500000 cpu-clock:  " FRAME(1) "            cafe 18242  1329.213606:    2500000 cpu-clock:  " FRAME(
		2) "one more line that is nothing at all, not even short\n"
		   "              sh 18242  1329.213607:    2500000     cycles:  " FRAME(
			   1) "  a_name_of_14_c 18242  1329.213608:    2500000 cpu-clock:  " FRAME(3),
	"\001\002\nsh 1 1.000000: 1 e: \n" CHAIN(1) "\001\nsh 1 1.000000: 1 e: \n" CHAIN(1) "sh 1 1.000000: 1 e: \r\n" CHAIN(
		2) "> sh 1 1.000000: 1 e: \n" CHAIN(2) "sh 1 1.000000: 1 e: \n\tffffffff8225a6c1 do_sys",
	"sh 16860 cpu-clock: \n" CHAIN(1) "sh 16860 cpu-clock: \n" CHAIN(1),
};

/* All that a text says, but for the order of what was never said. */
static char *all_of(struct profiling *h)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_out_printf(&out, "%s%s", h->rows, h->said);
	for (size_t i = 0; i < h->profiles.n; i++) {
		const struct pd_profile *p = &h->profiles.profile[i];

		for (size_t j = 0; j < p->n_cells; j++)
			pd_out_printf(&out, "%u %u %u %u %u %.17g\n", p->cell[j].place.comm,
				      p->cell[j].place.leaf, p->cell[j].place.caller,
				      p->cell[j].place.site, p->cell[j].place.above,
				      p->cell[j].squares);
		for (size_t j = 0; j < p->n_edges; j++)
			pd_out_printf(&out, "%u %u %u %llu\n", p->edge[j].event, p->edge[j].caller,
				      p->edge[j].callee, (unsigned long long)p->edge[j].weight);
		for (size_t j = 0; j < p->n_inclusive; j++)
			pd_out_printf(&out, "%u %u %llu\n", p->inclusive[j].event,
				      p->inclusive[j].frame,
				      (unsigned long long)p->inclusive[j].weight);
		for (size_t j = 0; j < PD_N_SETUP; j++)
			pd_out_printf(&out, "%s\n", pd_ctx_name(h->ctx, p->setup[j]).p);
	}
	for (size_t i = 1; i < h->profiles.n_frames; i++)
		pd_out_printf(&out, "%s %s\n", pd_ctx_name(h->ctx, h->profiles.frame[i].symbol).p,
			      pd_ctx_name(h->ctx, h->profiles.frame[i].dso).p);
	pd_out_char(&out, '\0');
	return out.buf;
}

static const struct pd_read_options options = {.stacks = true};

static struct pd_ingest *read_piece(struct pd_str text, uint64_t *ret_lines)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_input in;

	pd_input_open_memory(&in, "file", text.p, text.n);
	assert_int_equal(pd_format_perf_script.read(&in, g), 0);
	*ret_lines = in.line;
	pd_input_close(&in);
	return g;
}

/* @text in pieces that end at @place and, if that is not 0, at @place2. */
static char *read_cut(struct pd_str text, size_t place, size_t place2)
{
	const size_t at[] = {0, place, place2 ? place2 : text.n, text.n};
	const struct pd_merge_target target = {.source = PD_STR("file"), .side = PD_STR("operand")};
	struct profiling h = {.ctx = pd_ctx_new(NULL, NULL)};
	struct pd_profile_set set = {0};
	struct pd_ingest *whole = NULL;
	uint64_t lines = 0, n;
	char *all;

	for (size_t i = 0; i < 3; i++) {
		struct pd_ingest *g;

		if (at[i] == at[i + 1])
			continue;
		g = read_piece((struct pd_str){text.p + at[i], at[i + 1] - at[i]}, &n);
		if (whole) {
			pd_join(whole, g, 0, (int64_t)lines);
			pd_ingest_free(g);
		} else {
			whole = g;
		}
		lines += n;
	}
	assert_non_null(whole);
	pd_merge_diags(whole, h.ctx, "file", &(struct pd_merge_said){0});
	assert_int_equal(pd_hits_merge(pd_hits_said(whole), h.ctx, &set, &target), 0);
	h.profiles = pd_profile_set_finish(&set, h.ctx);
	h.rows = profile_text_rows(&h);
	h.said = reading_said(h.ctx);
	pd_ingest_free(whole);
	all = all_of(&h);
	profiling_close(&h);
	return all;
}

/* Cut at each place, and at each place and the one after the next. */
static size_t check_cuts(struct pd_str text, size_t step)
{
	static size_t place[100000];
	size_t n = pd_split_places(text, &pd_format_perf_script, place, PD_ARRAY_SIZE(place));
	char *whole = read_cut(text, text.n, 0);

	for (size_t i = 0; i < n; i += step) {
		char *one = read_cut(text, place[i], 0);
		char *two = read_cut(text, place[i], i + 2 < n ? place[i + 2] : 0);

		assert_string_equal(one, whole);
		assert_string_equal(two, whole);
		free(one);
		free(two);
	}
	free(whole);
	return n;
}

/*
 * Places by eye: headers but for that of a first line, "dead" and "cafe" (addresses), an
 * indent of two (a line of the source), and lines that are not plain.
 */
static void a_cut_at_any_place_changes_nothing(void **state)
{
	static const size_t places[PD_ARRAY_SIZE(texts)] = {6, 1, 3, 0};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++)
		assert_int_equal(check_cuts(pd_str_of(texts[i]), 1), places[i]);
}

static void recordings_may_be_cut_anywhere(void **state)
{
	static const char *const names[] = {
		"kernel-fork8.1.txt",
		"v-multi-events.txt",
		"v-show-events.txt",
		"v-header.txt",
		"v-dwarf-inline.txt",
		"v-default.p612.txt",
		"v-nochain-fixed-period.txt",
		"v-brstack.txt",
		"v-misc.txt",
	};
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++) {
		struct pd_input in;
		struct pd_str text;
		char path[512];

		(void)snprintf(path, sizeof(path), "%s/../shared/data/profiles/text/script/%s",
			       SOURCE_ROOT, names[i]);
		if (!pd_input_open(&in, path, UINT64_C(1) << 30) && pd_input_all(&in, &text))
			n += check_cuts(text, 7);
		pd_input_close(&in);
	}
	if (!n)
		leave_without_data();
}

/* ---- whole files */

static char *write_text(char path[32], size_t n)
{
	FILE *f;
	int fd;

	memcpy(path, "/tmp/perfdelta-split-XXXXXX", 28);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	f = fdopen(fd, "w");
	assert_non_null(f);
	assert_true(fputs("# ========\n# hostname : vm\n# ========\n#\n", f) >= 0);
	for (size_t i = 0; i < n; i++) {
		assert_true(fprintf(f, "thread %zu 16860   692.%06zu: %10zu e%zu: \n", i % 13, i,
				    i * i, i % 3) > 0);
		for (size_t j = 0; j < 1 + i % 7; j++)
			assert_true(fprintf(f, "\t%16zx f%zu+0x%zx (/bin/x)\n", 4096 + i % 97,
					    (i * j) % 31, i % 16) > 0);
		assert_true(fputs(i % 1000 ? "\n" : "\nnobody knows what this line is for\n", f) >=
			    0);
	}
	assert_int_equal(fclose(f), 0);
	return path;
}

static char *read_file(const char *path, unsigned int n_workers)
{
	const struct pd_read_options o = {.n_workers = n_workers, .split_above = 1, .stacks = true};
	struct profiling h = {.ctx = pd_ctx_new(NULL, NULL)};
	struct pd_table logs;
	char *all;

	assert_int_equal(pd_read_profiles(h.ctx, &path, 1, &o, &h.profiles, &logs), 0);
	assert_int_equal(logs.n_skipped, h.profiles.n_skipped);
	h.rows = profile_text_rows(&h);
	h.said = reading_said(h.ctx);
	all = all_of(&h);
	profiling_close(&h);
	return all;
}

static void workers_do_not_change_a_byte(void **state)
{
	char path[32];
	char *one = read_file(write_text(path, 12000), 1);

	(void)state;
	assert_non_null(strstr(one, "warning 8:1 unknown-line\n"));
	for (unsigned int n = 2; n < 7; n++) {
		char *many = read_file(path, n);

		assert_string_equal(many, one);
		free(many);
	}
	free(one);
	(void)unlink(path);
}

static void pieces_are_about_as_large_and_cover_the_file(void **state)
{
	struct pd_split s;
	char path[32];
	uint64_t size;
	FILE *f;

	(void)state;
	f = fopen(write_text(path, 20000), "r");
	assert_non_null(f);
	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	size = (uint64_t)ftell(f);
	assert_int_equal(fclose(f), 0);
	pd_split_plan(&s, path, size, &pd_format_perf_script, 4);
	assert_int_equal(s.n, 4);
	assert_int_equal(s.at[0], 0);
	for (size_t i = 1; i < s.n; i++)
		assert_true(s.at[i] >= size / 4 * i && s.at[i] < size / 4 * i + 2000);
	assert_true(s.at[4] == UINT64_MAX);
	assert_int_equal(s.prologue_lines, 4);
	pd_split_free(&s);
	pd_split_plan(&s, path, size, &pd_format_folded, 4);
	assert_int_equal(s.n, 1);
	pd_split_free(&s);
	(void)unlink(path);
}

static void a_file_that_is_gone_is_left_to_its_reader(void **state)
{
	struct pd_split s;

	(void)state;
	pd_split_plan(&s, "/nonexistent/file", 1000, &pd_format_perf_script, 4);
	assert_int_equal(s.n, 1);
	pd_split_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cut_at_any_place_changes_nothing),
		cmocka_unit_test(recordings_may_be_cut_anywhere),
		cmocka_unit_test(workers_do_not_change_a_byte),
		cmocka_unit_test(pieces_are_about_as_large_and_cover_the_file),
		cmocka_unit_test(a_file_that_is_gone_is_left_to_its_reader),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

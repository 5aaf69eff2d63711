/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_names.c - names of recorded profiles, where these are at hand */
#include "testing.h"

#include "base/str.h"
#include "model/comm.h"
#include "model/dso.h"
#include "model/subsystem.h"
#include "model/symbol.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char reports[] = SOURCE_ROOT "/../shared/data/profiles/text/report";

/* What a test wants to know of a row. */
struct row {
	double percent;
	struct pd_str dso, symbol;
	char level;
};

/*
 *	    21.97%  forkbench        [kernel.kallsyms]     [k] pvm_irq_enable
 */
static bool parse_row(char *line, struct row *ret)
{
	struct pd_str s = pd_str_trim(pd_str_of(line));
	size_t at;
	char *end;

	if (pd_str_ends(s, PD_STR("\n")))
		s = pd_str_trim((struct pd_str){s.p, s.n - 1});
	ret->percent = strtod(s.n ? s.p : "", &end);
	if (*end != '%')
		return false;
	for (at = 0; at + 4 < s.n; at++)
		if (s.p[at] == '[' && strchr(".kguH", s.p[at + 1]) && s.p[at + 2] == ']' &&
		    s.p[at + 3] == ' ')
			break;
	if (at == 0 || at + 4 >= s.n)
		return false;
	*ret = (struct row){.percent = ret->percent, .level = s.p[at + 1]};
	ret->symbol = pd_str_trim(pd_str_skip(s, at + 4));
	s = pd_str_trim((struct pd_str){s.p, at});
	while (s.n)
		ret->dso = pd_str_word(&s);
	return true;
}

/* Calls @each for the rows of the files whose name holds @part; how many there were. */
static size_t for_rows(const char *part, void (*each)(const struct row *, void *), void *opaque)
{
	DIR *dir = opendir(reports);
	const struct dirent *entry;
	size_t n = 0;

	if (!dir)
		return 0;
	while ((entry = readdir(dir))) {
		char path[sizeof(reports) + sizeof(entry->d_name) + 1], line[65536];
		FILE *f;

		if (entry->d_name[0] == '.' || !strstr(entry->d_name, part))
			continue;
		(void)snprintf(path, sizeof(path), "%s/%s", reports, entry->d_name);
		f = fopen(path, "r");
		assert_non_null(f);
		while (fgets(line, sizeof(line), f)) {
			struct row row = {0};

			if (!parse_row(line, &row))
				continue;
			each(&row, opaque);
			n++;
		}
		(void)fclose(f);
	}
	(void)closedir(dir);
	return n;
}

static void is_its_own(const struct row *row, void *opaque)
{
	static struct pd_symbol_buf buf, again;
	struct pd_dso_buf dso_buf, dso_again;
	struct pd_str once = pd_symbol_canonical(row->symbol, &buf).canonical,
		      twice = pd_symbol_canonical(once, &again).canonical,
		      key = pd_dso_key(row->dso, &dso_buf).key;

	(void)opaque;
	if (!once.n || !pd_str_eq(once, twice))
		fail_msg("%.*s: %.*s: %.*s", PD_FMT(row->symbol), PD_FMT(once), PD_FMT(twice));
	if (!pd_str_eq(key, pd_dso_key(key, &dso_again).key))
		fail_msg("%.*s: %.*s", PD_FMT(row->dso), PD_FMT(key));
}

static void canonical_names_are_their_own_canonical_names(void **state)
{
	size_t n = for_rows("", is_its_own, NULL);

	(void)state;
	if (!n)
		leave_without_data();
	assert_true(n > 1000);
}

struct weight {
	double all, other;
};

static void weigh(const struct row *row, void *opaque)
{
	static struct pd_symbol_buf buf;
	struct pd_dso_buf dso_buf;
	struct weight *w = opaque;
	struct pd_dso dso = pd_dso_key(row->dso, &dso_buf);
	struct pd_str symbol = pd_symbol_canonical(row->symbol, &buf).canonical;

	if (row->level != 'k')
		return;
	w->all += row->percent;
	if (pd_str_eq(pd_subsystem_of(NULL, symbol, dso), PD_STR("other")))
		w->other += row->percent;
}

/* What no row of the table knows should be a remainder: 15 % is the most that is useful. */
static void most_of_a_kernels_weight_has_a_subsystem(void **state)
{
	struct weight w = {0, 0};

	(void)state;
	if (!for_rows("kernel-", weigh, &w))
		leave_without_data();
	assert_true(w.all > 100);
	assert_true(w.other < 0.15 * w.all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(canonical_names_are_their_own_canonical_names),
		cmocka_unit_test(most_of_a_kernels_weight_has_a_subsystem),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

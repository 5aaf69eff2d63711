/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_titles.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

/*
 *	# Base (v6.4-rc1)
 *	Threads:
 *	Total time: 11.486 [sec]
 *
 *	     5.15%  sched-messaging  [kernel.vmlinux]  [k] __switch_to_asm
 *
 *	Here is the perf profile, before:
 */
static bool has_letters(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] >= '0' && s.p[i] <= '9') || (unsigned char)(s.p[i] | 32) >= 'a')
			return true;
	return false;
}

static bool keep(struct pd_perf_titles *t, struct pd_str title, bool is_heading)
{
	if (!has_letters(title) || title.n > sizeof(t->text))
		return false;
	memcpy(t->text, title.p, title.n);
	t->n = title.n;
	t->is_heading = is_heading;
	return true;
}

static bool is_prose(struct pd_str line)
{
	return line.n > 1 && line.p[line.n - 1] == ':' && !pd_str_ends(line, PD_STR("wrote:")) &&
	       !pd_str_eq(line, PD_STR("Threads:")) && !pd_str_eq(line, PD_STR("Processes:"));
}

bool pd_perf_titles_line(struct pd_perf_titles *t, struct pd_str line)
{
	line = pd_str_trim(line);
	if (pd_str_eat(&line, PD_STR("# ")))
		return keep(t, pd_str_trim(line), true);
	if (!t->uses_prose || (t->n && t->is_heading) || !is_prose(line))
		return false;
	line.n--;
	return keep(t, pd_str_trim(line), false);
}

bool pd_perf_titles_take(struct pd_perf_titles *t, struct pd_str *ret_title, uint32_t *ret_run)
{
	struct pd_str title = {t->text, t->n};
	size_t before = t->seen.n;
	pd_id id;

	if (!t->n)
		return false;
	t->n = 0;
	id = pd_intern(&t->seen, title);
	t->n_runs = pd_vec_grow(t->n_runs, &t->cap, t->seen.n, sizeof(*t->n_runs));
	for (; before < t->seen.n; before++)
		t->n_runs[before] = 0;
	*ret_title = pd_intern_name(&t->seen, id);
	*ret_run = t->n_runs[id]++;
	return true;
}

void pd_perf_titles_free(struct pd_perf_titles *t)
{
	pd_intern_free(&t->seen);
	free(t->n_runs);
}

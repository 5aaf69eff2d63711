/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_event_line.h"

#include "base/number.h"
#include "base/str.h"

/*
 *	# Samples: 1K of event 'cpu-clock'
 *	# Samples: 213  of event 'ibs_op/cnt_ctl=1/'
 *	# Samples: 471  of events 'cpu-clock:u, cpu-clock:k, page-faults'
 *	# Samples: 2K of events 'anon group { cycles, instructions }'
 *	Samples: 16K of event 'cycles', 4000 Hz, Event count (approx.): 8012345678
 *	# Events: 1K cycles
 */
static bool take_count(struct pd_str *s, struct pd_perf_event_line *l)
{
	static const char units[] = "KMGTP";
	struct pd_str word = pd_str_word(s);
	uint64_t factor = 1;

	for (size_t i = 0; word.n && i < sizeof(units) - 1; i++) {
		factor *= 1000;
		if (word.p[word.n - 1] != units[i])
			continue;
		l->n_more = factor - 1;
		word.n--;
		break;
	}
	factor = l->n_more + 1;
	if (!pd_number_parse_u64(word, &l->n_hits) || l->n_hits >= UINT64_MAX / factor)
		return false;
	l->n_hits *= factor;
	return true;
}

/* Names of a list; a comma inside a name has no blank behind it. */
static void take_names(struct pd_str list, struct pd_perf_event_line *l)
{
	size_t open = pd_str_find(list, PD_STR("{ "));

	if (open < list.n && pd_str_ends(list, PD_STR(" }"))) {
		list = pd_str_skip(list, open + 2);
		list.n -= 2;
	}
	while (list.n && l->n < PD_PERF_GROUP_MAX) {
		size_t at = pd_str_find(list, PD_STR(", "));
		struct pd_str name = pd_str_trim((struct pd_str){list.p, at});

		if (name.n)
			l->name[l->n++] = name;
		list = pd_str_skip(list, at + 2);
	}
}

bool pd_perf_event_line(struct pd_str line, struct pd_perf_event_line *ret)
{
	struct pd_perf_event_line l = {0};
	struct pd_str list;
	bool is_old;

	line = pd_str_trim(line);
	(void)pd_str_eat(&line, PD_STR("# "));
	line = pd_str_trim(line);
	is_old = pd_str_eat(&line, PD_STR("Events: "));
	if ((!is_old && !pd_str_eat(&line, PD_STR("Samples: "))) || !take_count(&line, &l))
		return false;
	line = pd_str_trim(line);
	if (is_old) {
		l.name[l.n] = pd_str_word(&line);
		l.n += l.name[l.n].n > 0;
	} else {
		bool many = pd_str_eat(&line, PD_STR("of events '"));

		if (!many && !pd_str_eat(&line, PD_STR("of event '")))
			return false;
		list = pd_str_cut(&line, '\'');
		if (many)
			take_names(list, &l);
		else
			l.name[l.n++] = list;
	}
	l.rest = line;
	*ret = l;
	return l.n && l.name[0].n;
}

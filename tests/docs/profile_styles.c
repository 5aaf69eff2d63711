/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile_styles.c - a style of a result that was built by hand: profile_styles STYLE RESULT
 *
 * `mail` and `runs` are those of tests/unit/deltas.h, `full` has a value in
 * every field. schema.py reads what comes out.
 */
#include "deltas.h"

#include <stdio.h>

static void fill(struct deltas *d)
{
	static const struct pd_diag diag = {
		PD_WARNING, {"a.txt", 3, 7},
                 "bad-number", "expected a number", 1
        };
	static pd_id comm;

	d->total[0].hits = d->total[1].hits = 10000;
	d->total[0].lo = d->total[1].lo = 9;
	for (size_t by = 0; by < PD_N_BY; by++)
		d->row[0].name[by] = deltas_id(d, "name");
	comm = deltas_id(d, "sched-messaging");
	d->row[0].comm = &comm;
	d->row[0].n_comms = 1;
	d->row[0].base.lo = d->row[0].change->head.lo = 0;
	d->row[0].change->share = deltas_estimate(0.1, 0.08, 0.12);
	d->row[0].base.share_cv = d->row[0].change->head.share_cv = 0.06;
	d->limit[0] = 0.01;
	d->below[0] = d->below[1] = (struct pd_delta_cost){.cost = 1, .hi = 2};
	d->result.policy.event = "cycles*";
	d->result.policy.match = "*";
	d->result.policy.match_by = 1u << PD_BY_COMM;
	d->result.policy.work = 2;
	d->result.policy.work_from = "hackbench:time";
	for (size_t i = 0; i < PD_N_SETUP; i++)
		for (size_t k = 0; k < d->profiles.n; k++)
			d->profile[k].setup[i] = deltas_id(d, "said");
	d->report.diag = &diag;
	d->report.n_diags = 1;
}

/* No file, no name, no interval: what can be null and is not in the others. */
static void lack(struct deltas *d)
{
	static const struct pd_diag diag = {
		PD_WARNING, {NULL, 0, 0},
                 "no-match", "nothing", 1
        };

	d->report.diag = &diag;
	d->report.n_diags = 1;
	d->change[3].cost_lo = d->change[3].cost_hi = d->change[3].of_total = nan("");
	d->moved_name[0] = deltas_id(d, "copyin");
	d->moved = (struct pd_delta_moved){
		.name = d->moved_name, .cost = d->moved_cost, .n = 1, .side = 1};
	d->section.moved = &d->moved;
	d->section.n_moved = 1;
}

int main(int argc, char **argv)
{
	const struct pd_look look = {0};
	const struct pd_deltastyle *style;
	struct deltas d;
	struct pd_out out;

	if (argc < 3)
		return 2;
	style = pd_deltastyle_find(argv[1]);
	switch (*argv[2]) {
	case 'm':
		deltas_mail(&d);
		lack(&d);
		break;
	case 'f':
		deltas_runs(&d);
		fill(&d);
		break;
	default:
		deltas_runs(&d);
	}
	pd_out_init(&out, 1);
	if (style)
		style->write(&d.report, &look, &out);
	pd_ctx_free(d.ctx);
	return !style || pd_out_close(&out) < 0;
}

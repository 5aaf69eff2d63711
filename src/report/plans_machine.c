/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plans_machine.h"

#include "report/csvlines.h"
#include "report/jsonlines.h"
#include "report/words.h"

#include "base/str.h"

static const char *basis_word(enum pd_plan_basis basis)
{
	switch (basis) {
	case PD_PLAN_NOISE:
		return "noise";
	case PD_PLAN_INTERVAL:
		return "interval";
	case PD_PLAN_EXACT:
		return "exact";
	case PD_PLAN_NONE:
		break;
	}
	return "none";
}

static void write_row(const struct pd_fields *f, void *to, const struct pd_report *r,
		      const struct pd_plan_row *p)
{
	pd_fields_row(f, to, r, p->row);
	f->text(to, "side", pd_words_side(r, p->side));
	f->count(to, "n", p->n);
	f->text(to, "basis", pd_str_of(basis_word(p->basis)));
	f->flag(to, "relative", p->relative);
	f->flag(to, "gated", p->gated);
	f->number(to, "noise", p->noise);
	f->number(to, "effect", p->effect);
	f->number(to, "detectable", p->detectable);
	f->number(to, "runs_change", p->runs_change);
	f->number(to, "runs_same", p->runs_same);
	f->flag(to, "reduce_noise", p->reduce_noise);
}

void pd_plans_machine_json(const struct pd_plan_result *plan, const struct pd_report *r,
			   const struct pd_look *look, struct pd_out *out)
{
	const struct pd_fields *f = &pd_jsonlines_fields;
	struct pd_jsonlines j;

	(void)look;
	pd_jsonlines_report(&j, r, out);
	pd_jsonlines_object(&j, "suite");
	f->count(&j.tree, "family", plan->family);
	f->number(&j.tree, "fewest_runs", plan->fewest);
	pd_jsonlines_object_end(&j);
	pd_jsonlines_array(&j, "plan");
	for (size_t i = 0; i < plan->n; i++) {
		pd_jsonlines_element(&j);
		write_row(f, &j.tree, r, &plan->row[i]);
		pd_jsonlines_element_end(&j);
	}
	pd_jsonlines_array_end(&j);
	pd_jsonlines_finish(&j);
}

void pd_plans_machine_csv(const struct pd_plan_result *plan, const struct pd_report *r,
			  const struct pd_look *look, struct pd_out *out)
{
	struct pd_csvlines c;

	(void)look;
	if (!plan->n)
		return;
	pd_csvlines_init(&c, out);
	write_row(&pd_csvlines_fields, &c, r, &plan->row[0]);
	pd_csvlines_end(&c);
	for (size_t i = 0; i < plan->n; i++) {
		write_row(&pd_csvlines_fields, &c, r, &plan->row[i]);
		pd_csvlines_end(&c);
	}
	pd_csvlines_release(&c);
}

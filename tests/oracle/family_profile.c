/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family_profile.c - reference values about the symbols of profiles */
#include "oracle.h"

#include <perfdelta/stat_profile.h>

#include <math.h>

enum { MAX_SYMBOLS = 64, MAX_RUNS = 32 };

/* The hits of both sides with the costs that follow from them, c = k T/N. */
struct profiles {
	double cost[MAX_SYMBOLS * MAX_RUNS], hits[MAX_SYMBOLS * MAX_RUNS];
	double total[MAX_RUNS], total_hits[MAX_RUNS];
	struct pd_cost_matrix m;
};

static void read_run(struct profiles *p, size_t run, size_t n_runs, struct oracle_series hits)
{
	for (size_t i = 0; i < hits.n; i++)
		p->total_hits[run] += hits.v[i];
	for (size_t i = 0; i < hits.n; i++) {
		p->hits[i * n_runs + run] = hits.v[i];
		p->cost[i * n_runs + run] = hits.v[i] * p->total[run] / p->total_hits[run];
	}
}

static void read_side(struct oracle_case *c, struct profiles *p, const char *name, size_t run,
		      size_t n_runs)
{
	const cJSON *matrix = cJSON_GetObjectItemCaseSensitive(c->in, name), *row;

	cJSON_ArrayForEach(row, matrix)
	{
		struct oracle_series hits = oracle_series(c, row);

		p->m.n_symbols = hits.n;
		if (hits.n <= MAX_SYMBOLS)
			read_run(p, run++, n_runs, hits);
	}
}

static bool read_profiles(struct oracle_case *c, struct profiles *p)
{
	struct oracle_series base = oracle_input(c, "T1"), head = oracle_input(c, "T2");
	size_t n_runs = base.n + head.n;

	if (n_runs > MAX_RUNS)
		return false;
	for (size_t r = 0; r < n_runs; r++)
		p->total[r] = r < base.n ? base.v[r] : head.v[r - base.n];
	p->m = (struct pd_cost_matrix){
		.cost = p->cost,
		.hits = p->hits,
		.total = p->total,
		.total_hits = p->total_hits,
		.n_base = base.n,
		.n_head = head.n,
	};
	read_side(c, p, "K1", 0, n_runs);
	read_side(c, p, "K2", base.n, n_runs);
	return p->m.n_symbols <= MAX_SYMBOLS;
}

/* @per_run: 1/n_base + 1/n_head, by which a variance becomes one of the difference. */
static void hand_in_rows(struct oracle_case *c, const struct pd_moderated_row *rows,
			 size_t n_symbols, double per_run)
{
	enum { KEEP, KBAR, S2, VAR, DELTA, T, P, ADJUSTED, REL, LO, HI, N_COLUMNS };
	static const char *const name[] = {"keep", "kbar", "s2",  "var_mod", "delta_log", "t",
					   "pval", "padj", "rel", "lo",      "hi"};
	static double column[N_COLUMNS][MAX_SYMBOLS];
	size_t n = 0;

	for (size_t i = 0; i < n_symbols; i++) {
		const struct pd_moderated_row *row = &rows[i];

		if (!row->tested)
			continue;
		column[KEEP][n] = (double)i;
		column[KBAR][n] = row->hits;
		column[S2][n] = row->s2;
		column[VAR][n] = row->se * row->se / per_run;
		column[DELTA][n] = row->delta_log;
		column[T][n] = row->t;
		column[P][n] = row->p;
		column[REL][n] = row->rel.point;
		column[LO][n] = row->rel.lo;
		column[HI][n++] = row->rel.hi;
	}
	pd_multiple_adjust(PD_ADJUST_BH, column[P], n, column[ADJUSTED]);
	for (size_t k = 0; k < N_COLUMNS; k++)
		oracle_numbers(c, name[k], column[k], n);
	if (n)
		oracle_number(c, "df_total", rows[(size_t)column[KEEP][0]].df);
}

/* The total's change is the sum of its rows', each with Welch's interval on raw costs. */
static void hand_in_contributions(struct oracle_case *c, const struct pd_cost_matrix *m,
				  const struct pd_moderated_row *rows)
{
	size_t runs = m->n_base + m->n_head, n = 0;
	double diff[MAX_SYMBOLS], lo[MAX_SYMBOLS], hi[MAX_SYMBOLS];
	struct pd_welch w;

	if (pd_welch(m->total, m->n_base, m->total + m->n_base, m->n_head, 0.95, &w) == PD_OK)
		oracle_number(c, "total_change", w.diff);
	for (size_t i = 0; i < m->n_symbols; i++) {
		const double *cost = m->cost + i * runs;

		if (!rows[i].tested ||
		    pd_welch(cost, m->n_base, cost + m->n_base, m->n_head, 0.95, &w) < 0)
			continue;
		diff[n] = w.diff;
		lo[n] = w.lo;
		hi[n++] = w.hi;
	}
	oracle_numbers(c, "contrib", diff, n);
	oracle_numbers(c, "contrib_lo", lo, n);
	oracle_numbers(c, "contrib_hi", hi, n);
}

void oracle_profile_moderated(struct oracle_case *c)
{
	struct pd_moderated_how how = {
		.choice = PD_MODERATED_ALWAYS,
		.uncapped = true, /* as the reference is */
		.min_hits = oracle_input_number(c, "min_kbar"),
	};
	struct pd_moderated_row rows[MAX_SYMBOLS];
	struct profiles p = {.m = {0}};
	struct pd_moderated all;

	if (!read_profiles(c, &p) || pd_moderated(&p.m, &how, c->scratch, &all, rows) < 0)
		return;
	oracle_number(c, "df_resid", all.df);
	oracle_number(c, "kappa2", all.kappa2);
	oracle_number(c, "df_prior", all.eb.df_prior);
	oracle_number(c, "var_prior", all.eb.var_prior);
	hand_in_rows(c, rows, p.m.n_symbols, 1 / (double)p.m.n_base + 1 / (double)p.m.n_head);
	hand_in_contributions(c, &p.m, rows);
}

void oracle_ebayes_var(struct oracle_case *c)
{
	struct oracle_series s2 = oracle_input(c, "s2");
	struct pd_ebayes eb;

	if (pd_ebayes(s2.v, s2.n, oracle_input_number(c, "df"), c->scratch, &eb, s2.v) < 0)
		return;
	oracle_number(c, "df_prior", eb.df_prior);
	oracle_number(c, "var_prior", eb.var_prior);
	oracle_numbers(c, "s2_post", s2.v, s2.n);
}

/* The counts of one symbol in the runs of both sides, which need no costs. */
void oracle_quasibinomial(struct oracle_case *c)
{
	struct oracle_series k[] = {oracle_input(c, "k1"), oracle_input(c, "k2")};
	struct oracle_series all[] = {oracle_input(c, "N1"), oracle_input(c, "N2")};
	double hits[MAX_RUNS], total_hits[MAX_RUNS];
	const struct pd_cost_matrix m = {.hits = hits,
					 .total_hits = total_hits,
					 .n_symbols = 1,
					 .n_base = k[0].n,
					 .n_head = k[1].n};
	struct pd_quasibinomial q;

	if (k[0].n + k[1].n > MAX_RUNS || k[0].n != all[0].n || k[1].n != all[1].n)
		return;
	for (size_t r = 0; r < k[0].n + k[1].n; r++) {
		bool head = r >= k[0].n;

		hits[r] = k[head].v[head ? r - k[0].n : r];
		total_hits[r] = all[head].v[head ? r - k[0].n : r];
	}
	if (pd_quasibinomial(&m, 0, &q) < 0)
		return;
	oracle_number(c, "phi_pearson", q.phi);
	oracle_number(c, "logit_diff", q.logit_diff);
	oracle_number(c, "se", q.se);
	oracle_number(c, "t", q.t);
	oracle_number(c, "p_t", q.p);
	oracle_number(c, "dev_drop", q.deviance);
	oracle_number(c, "F", q.f);
	oracle_number(c, "p_F", q.f_p);
	oracle_number(c, "df_resid", q.df);
}

/* The tests of pooled counts are for one profile each; the program has intervals only. */
void oracle_two_prop(struct oracle_case *c)
{
	double k1 = oracle_input_number(c, "k1"), n1 = oracle_input_number(c, "N1");
	double k2 = oracle_input_number(c, "k2"), n2 = oracle_input_number(c, "N2");
	struct pd_estimate diff = pd_newcombe(k1, n1, k2, n2, 0.95);
	struct pd_estimate base = pd_newcombe_wilson(k1, n1, 0.95);

	oracle_number(c, "wilson1_lo", base.lo);
	oracle_number(c, "wilson1_hi", base.hi);
	oracle_number(c, "newcombe_lo", diff.lo);
	oracle_number(c, "newcombe_hi", diff.hi);
}

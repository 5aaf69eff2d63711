/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/lkp.h"

#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"

#include <math.h>

/* ---- names of numbers */

static const struct lkp_metric {
	const char *glob, *unit;
	enum pd_better better;
	bool redundant;
} rows[] = {
#define PD_LKP_METRIC(glob, unit, better, redundant) {glob, unit, better, redundant},
#include "read/lkp_metrics.def"
#undef PD_LKP_METRIC
};

static struct pd_quantity quantity_of(struct pd_str name)
{
	struct pd_quantity q = {.undirected = true};

	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++) {
		if (!pd_str_glob(pd_str_of(rows[i].glob), name))
			continue;
		q.unit = pd_str_of(rows[i].unit);
		q.better = rows[i].better;
		q.undirected = rows[i].better == PD_BETTER_UNKNOWN;
		q.redundant = rows[i].redundant;
		q.absolute = pd_str_eq(q.unit, PD_STR("%"));
		break;
	}
	/* The robot, too, prints differences of what is percent. */
	q.absolute |= pd_str_ends(name, PD_STR("%"));
	return q;
}

uint32_t pd_lkp_key(struct pd_ingest *out, struct pd_str name)
{
	struct pd_quantity q = quantity_of(name);
	size_t dot = pd_str_find(name, PD_STR("."));
	bool divided = dot > 0 && dot + 1 < name.n;

	pd_ingest_bench(out, divided ? (struct pd_str){name.p, dot} : PD_STR(""));
	q.name = divided ? pd_str_skip(name, dot + 1) : name;
	return pd_ingest_key(out, &q);
}

/* ---- names of frames */

/* What compilers put behind a dot; the numbers that follow some of them need no row. */
static const char *const suffixes[] = {
	"isra",     "constprop", "part",      "cold",     "llvm",    "lto_priv",  "localalias",
	"unlikely", "hot",       "warm",      "cfi",      "cfi_jt",  "__uniq",    "__part",
	"argprom",  "argelim",   "retelim",   "ipa_vr",   "variant", "simdclone", "specialized",
	"memprof",  "content",   "coldclone", "resolver", "ifunc",
};

static bool is_number(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

/* "clone" is a function of libc as well; gcc's suffix has a number behind it. */
static bool is_suffix(struct pd_str s, struct pd_str next)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(suffixes); i++)
		if (pd_str_eq(s, pd_str_of(suffixes[i])))
			return true;
	return !s.n || is_number(s) || (pd_str_eq(s, PD_STR("clone")) && is_number(next));
}

/* The piece before the next dot that does not stand in braces: {{closure}}. */
static struct pd_str piece_of(struct pd_str *s)
{
	struct pd_str all = *s;
	size_t depth = 0, i = 0;

	for (; i < s->n; i++) {
		depth += s->p[i] == '{';
		depth -= s->p[i] == '}' && depth;
		if (s->p[i] == '.' && !depth)
			break;
	}
	*s = pd_str_skip(*s, i + 1);
	return (struct pd_str){all.p, i};
}

static void split_frames(struct pd_str s, struct pd_lkp_profile *p)
{
	while (s.n) {
		struct pd_str piece = piece_of(&s), rest = s;
		struct pd_str *last = p->n_frames ? &p->frame[p->n_frames - 1] : NULL;

		if (last && (is_suffix(piece, piece_of(&rest)) || !last->n))
			last->n = (size_t)(piece.p + piece.n - last->p);
		else if (p->n_frames < PD_LKP_FRAMES)
			p->frame[p->n_frames++] = piece;
	}
}

/* Robots before 2016 printed traces alone, without saying so: perf-profile.cycles-pp.f1.f2 */
bool pd_lkp_profile(struct pd_str name, struct pd_lkp_profile *ret)
{
	static const char *const kinds[] = {"calltrace", "children", "self", "func"};
	struct pd_lkp_profile p = {.is_trace = true};
	struct pd_str s = name, word;
	const char *start;
	bool told = false;

	if (!pd_str_eat(&s, PD_STR("perf-profile.")))
		return false;
	start = s.p;
	word = pd_str_cut(&s, '.');
	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++)
		told = told || pd_str_eq(word, pd_str_of(kinds[i]));
	if (told) {
		p.is_trace = pd_str_eq(word, PD_STR("calltrace"));
		p.is_self = pd_str_eq(word, PD_STR("self")) || pd_str_eq(word, PD_STR("func"));
		word = pd_str_cut(&s, '.');
	}
	if (!word.n || !s.n)
		return false;
	p.event = (struct pd_str){start, (size_t)(word.p + word.n - start)};
	if (p.is_trace)
		split_frames(s, &p);
	else
		p.frame[p.n_frames++] = s;
	*ret = p;
	return p.n_frames > 0;
}

/* Half of the last digit that is printed, 0.005 %. */
#define ROUNDING (PD_PROFILE_WHOLE * 0.00005)

uint32_t pd_lkp_event(struct pd_hits *h, const struct pd_lkp_profile *p)
{
	uint32_t event = pd_hits_event(h, p->event);

	pd_hits_shares(h, event);
	pd_hits_uncounted(h, event);
	pd_hits_rounding(h, event, ROUNDING);
	if (!p->is_self)
		pd_hits_are_inclusive(h, event);
	return event;
}

void pd_lkp_hit(struct pd_hits *h, const struct pd_lkp_profile *p, uint64_t weight)
{
	pd_hits_begin(h, pd_lkp_event(h, p), PD_STR(""));
	for (size_t i = 0; i < p->n_frames; i++)
		pd_hits_frame(h, p->frame[i], PD_STR(""));
	pd_hits_end_row(h, weight, PD_HITS_UNKNOWN);
}

uint64_t pd_lkp_share(double percent)
{
	return (uint64_t)llround(fmin(percent, 100) * (PD_PROFILE_WHOLE * 0.01));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/letter.h"

#include "report/deltanames.h"
#include "report/letter_bench.h"
#include "report/letter_method.h"
#include "report/ordernote.h"
#include "report/prose.h"
#include "report/setup.h"

#include "base/str.h"

#include <stdio.h>

struct page {
	const struct pd_letter *l;
	struct pd_look look;
	struct pd_out text; /* the letter before it is made fit for mail */
};

static void heading(struct page *p, const char *title)
{
	pd_out_printf(&p->text, "\n%s\n\n", title);
}

/* ---- set-up */

static struct pd_str side_name(const struct pd_letter *l, size_t side)
{
	if (l->profiles)
		return pd_ctx_name(l->ctx, l->profiles->side[side].name);
	return pd_ctx_name(l->ctx, l->benchmarks->result->rows->table->sides[side].name);
}

static size_t n_sides(const struct pd_letter *l)
{
	return l->profiles ? l->profiles->n_sides : l->benchmarks->result->rows->n_sides;
}

/* "base 6.17.0, head 6.18.0", or once what all sides say. */
static void put_setup(const struct page *p, enum pd_setup what, struct pd_out *out)
{
	const struct pd_letter *l = p->l;
	struct pd_out first, next;
	bool same = true, any;

	pd_out_init(&first, -1);
	any = pd_setup_text(l->ctx, l->profiles, 0, what, &first);
	for (size_t side = 1; side < n_sides(l); side++) {
		pd_out_init(&next, -1);
		any |= pd_setup_text(l->ctx, l->profiles, side, what, &next);
		same &= pd_str_eq(pd_out_kept(&first), pd_out_kept(&next));
		(void)pd_out_close(&next);
	}
	if (any && same)
		pd_out_str(out, pd_out_kept(&first));
	for (size_t side = 0; any && !same && side < n_sides(l); side++) {
		pd_out_text(out, side ? "; " : "");
		pd_out_str(out, side_name(l, side));
		pd_out_char(out, ' ');
		if (!pd_setup_text(l->ctx, l->profiles, side, what, out))
			pd_out_text(out, "unknown");
	}
	(void)pd_out_close(&first);
}

/* One line of the set-up, "  kernel     6.18.0"; nothing if @text is empty. */
static void put_line(struct page *p, const char *word, struct pd_out *text)
{
	char first[32];

	(void)snprintf(first, sizeof(first), "  %-9s  ", word);
	if (text->n)
		pd_prose_wrap(&p->text, first, pd_out_kept(text), p->look.width);
	(void)pd_out_close(text);
}

static void write_machine(struct page *p)
{
	/* Of the others the command and the perf are told, the times make the order. */
	static const enum pd_setup told[] = {PD_SETUP_KERNEL,  PD_SETUP_CPU,  PD_SETUP_CPUS,
					     PD_SETUP_MEMORY,  PD_SETUP_ARCH, PD_SETUP_HOST,
					     PD_SETUP_COMMAND, PD_SETUP_PERF};

	for (size_t i = 0; i < PD_ARRAY_SIZE(told); i++) {
		struct pd_out text;

		pd_out_init(&text, -1);
		put_setup(p, told[i], &text);
		put_line(p, pd_setup_word(told[i]), &text);
	}
}

static void write_runs(struct page *p)
{
	const struct pd_letter *l = p->l;
	struct pd_out text;

	pd_out_init(&text, -1);
	for (size_t side = 0; l->benchmarks && side < n_sides(l); side++) {
		pd_out_text(&text, side ? ", " : "");
		pd_prose_side(&text, l->benchmarks, side);
	}
	put_line(p, "logs", &text);
	pd_out_init(&text, -1);
	for (size_t side = 0; l->profiles && side < n_sides(l); side++) {
		pd_out_text(&text, side ? ", " : "");
		pd_out_str(&text, side_name(l, side));
		pd_out_printf(&text, ": %u", l->profiles->side[side].n_runs);
	}
	put_line(p, "profiles", &text);
}

static const char *order_text(enum pd_setup_order order)
{
	switch (order) {
	case PD_SETUP_ORDER_UNKNOWN:
		return "not known; a drift of the machine would look like a change";
	case PD_SETUP_ORDER_BLOCKED:
		return "one side after the other; a drift of the machine would look like a change: "
		       "interleave the runs";
	case PD_SETUP_ORDER_MIXED:
		break;
	}
	return "the sides took turns";
}

static void put_order(struct page *p, const char *word, const char *of, enum pd_setup_order order)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	pd_out_text(&text, of);
	pd_out_text(&text, order_text(order));
	put_line(p, word, &text);
}

/* Logs and profiles need not come from the same runs, so each has an order of its own. */
static void write_order(struct page *p)
{
	const struct pd_letter *l = p->l;
	enum pd_setup_order logs = l->benchmarks ? pd_ordernote_of(l->benchmarks)
						 : PD_SETUP_ORDER_UNKNOWN;
	enum pd_setup_order profiles = l->profiles ? pd_setup_order(l->ctx, l->profiles)
						   : PD_SETUP_ORDER_UNKNOWN;

	if (!l->profiles || !l->benchmarks)
		put_order(p, "order", "", l->profiles ? profiles : logs);
	else if (logs == profiles)
		put_order(p, "order", "logs and profiles: ", logs);
	else {
		put_order(p, "order", "logs: ", logs);
		put_order(p, "", "profiles: ", profiles);
	}
}

static void write_setup(struct page *p)
{
	struct pd_out text;

	heading(p, "Set-up");
	if (p->l->profiles)
		write_machine(p);
	write_runs(p);
	write_order(p);
	pd_out_init(&text, -1);
	pd_out_printf(&text, "perfdelta %s", p->l->version);
	put_line(p, "tool", &text);
}

/* ---- tables */

/* What the list style says of @result. */
static void write_profiles(struct page *p, const char *title, const struct pd_delta_result *result)
{
	const struct pd_deltastyle *style = pd_deltastyle_find("list");
	const struct pd_deltareport report = {.result = result,
					      .version = p->l->version,
					      .n_top = p->l->n_top};

	heading(p, title);
	style->write(&report, &p->look, &p->text);
}

/* "Symbols", "Rows by comm,symbol": what the user chose. */
static void write_symbols(struct page *p)
{
	const struct pd_delta_result *result = p->l->symbols;
	enum pd_by names[PD_N_BY];
	struct pd_out title;
	size_t n = pd_deltanames_dimensions(result, names);

	pd_out_init(&title, -1);
	for (size_t i = 0; i < n; i++)
		pd_out_printf(&title, "%s%s", i ? "," : "Rows by ", pd_deltanames_word(names[i]));
	pd_out_char(&title, '\0');
	write_profiles(p, pd_deltanames_are_symbols(result) ? "Symbols" : title.buf, result);
	(void)pd_out_close(&title);
}

/* ---- fit for mail */

/* Lines that mail readers, `git am` or mbox would take for their own. */
static bool is_misread(struct pd_str line)
{
	return pd_str_starts(line, PD_STR("From ")) || pd_str_starts(line, PD_STR("---")) ||
	       pd_str_starts(line, PD_STR("diff ")) || pd_str_starts(line, PD_STR("Index: ")) ||
	       pd_str_starts(line, PD_STR("."));
}

/*
 * Words are not cut by what wraps them, nor are names for tables to less than a dozen columns:
 * what is longer than a line goes on in the next one, behind a '\'.
 */
static void put_folded(struct pd_str line, size_t width, struct pd_out *out)
{
	struct pd_out part;

	pd_out_init(&part, -1);
	for (;;) {
		size_t room = width - (is_misread(line) ? 1 : 0);

		if (room < width)
			pd_out_char(&part, ' ');
		if (line.n <= room)
			break;
		pd_out_bytes(&part, line.p, room - 1);
		pd_out_char(&part, '\\');
		pd_out_line(out, &part);
		line = pd_str_skip(line, room - 1);
	}
	pd_out_str(&part, line);
	pd_out_line(out, &part);
	(void)pd_out_close(&part);
}

static void write_line(struct pd_str line, size_t width, struct pd_out *out)
{
	struct pd_out plain;

	pd_out_init(&plain, -1);
	while (line.n) {
		size_t n = pd_str_utf8(line);

		if (n != 1)
			pd_out_char(&plain, '?');
		else if (pd_str_control(line))
			pd_out_char(&plain, ' ');
		else
			pd_out_char(&plain, line.p[0]);
		line = pd_str_skip(line, n ? n : 1);
	}
	put_folded(pd_out_kept(&plain), width, out);
	(void)pd_out_close(&plain);
}

static void post(struct page *p, struct pd_out *out)
{
	struct pd_str rest = pd_out_kept(&p->text);
	size_t width = p->look.width;

	/* Less than this only where names and values allow. */
	if (!width)
		width = SIZE_MAX;
	else if (width < PD_LETTER_WIDTH)
		width = PD_LETTER_WIDTH;
	while (rest.n)
		write_line(pd_str_cut(&rest, '\n'), width, out);
	(void)pd_out_close(&p->text);
}

/* "base against head": what it is all about. */
static void write_subject(struct page *p)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	for (size_t side = 1; side < n_sides(p->l); side++) {
		pd_out_text(&text, side > 1 ? ", " : "");
		pd_out_str(&text, side_name(p->l, side));
	}
	pd_out_text(&text, " against ");
	pd_out_str(&text, side_name(p->l, 0));
	pd_prose_wrap(&p->text, "", pd_out_kept(&text), p->look.width);
	(void)pd_out_close(&text);
}

void pd_letter_write(const struct pd_letter *l, const struct pd_look *look, struct pd_out *out)
{
	struct page p = {.l = l, .look = *look};

	p.look.ascii = true;
	p.look.color = false;
	pd_out_init(&p.text, -1);
	write_subject(&p);
	write_setup(&p);
	if (l->benchmarks) {
		heading(&p, "Benchmarks");
		pd_letter_bench(l->benchmarks, l->profiles != NULL, &p.look, &p.text);
	}
	if (l->symbols)
		write_symbols(&p);
	if (l->locks)
		write_profiles(&p, "Locks: time spent waiting, not who holds them", l->locks);
	if (!look->quiet) {
		heading(&p, "Method");
		pd_letter_method(l, &p.look, &p.text);
	}
	heading(&p, "What could not have been detected");
	pd_letter_method_limits(l, &p.look, &p.text);
	post(&p, out);
}

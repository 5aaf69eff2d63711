/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/out.h"
#include "base/str.h"
#include "read/lkp.h"

#include <stdlib.h>

/* "EVENT: frame frame", with "self" and "trace" in front where it is one. */
static char *taken_apart(const char *name)
{
	struct pd_lkp_profile p;
	struct pd_out out;

	pd_out_init(&out, -1);
	if (!pd_lkp_profile(pd_str_of(name), &p)) {
		pd_out_printf(&out, "no");
	} else {
		pd_out_printf(&out, "%s%s%.*s:", p.is_self ? "self " : "",
			      p.is_trace ? "trace " : "", PD_FMT(p.event));
		for (size_t i = 0; i < p.n_frames; i++)
			pd_out_printf(&out, " %.*s", PD_FMT(p.frame[i]));
	}
	pd_out_char(&out, '\0');
	return out.buf;
}

static void assert_is(const char *name, const char *expected)
{
	char *s = taken_apart(name);

	assert_string_equal(s, expected);
	free(s);
}

static void a_name_is_an_event_and_frames_leaf_first(void **state)
{
	(void)state;
	assert_is("perf-profile.calltrace.cycles-pp._raw_read_lock.do_wait.sys_wait4",
		  "trace calltrace.cycles-pp: _raw_read_lock do_wait sys_wait4");
	assert_is("perf-profile.children.cycles-pp.do_wait", "children.cycles-pp: do_wait");
	assert_is("perf-profile.self.cpu-clock.do_wait", "self self.cpu-clock: do_wait");
	assert_is("perf-profile.cycles-pp.intel_idle.do_idle",
		  "trace cycles-pp: intel_idle do_idle");
}

static void suffixes_of_compilers_belong_to_the_frame_before(void **state)
{
	(void)state;
	assert_is("perf-profile.calltrace.c.foo.isra.9.bar.part.0.constprop.1.baz.cold.main",
		  "trace calltrace.c: foo.isra.9 bar.part.0.constprop.1 baz.cold main");
	assert_is("perf-profile.calltrace.c.foo.llvm.123456.bar.__uniq.77.cfi_jt.main",
		  "trace calltrace.c: foo.llvm.123456 bar.__uniq.77.cfi_jt main");
	/* libc has a function clone, gcc of old a suffix with a number. */
	assert_is("perf-profile.calltrace.c.start_thread.clone.foo.clone.3.main",
		  "trace calltrace.c: start_thread clone foo.clone.3 main");
	/* A symbol alone needs no taking apart. */
	assert_is("perf-profile.self.c.foo.cold.bar", "self self.c: foo.cold.bar");
	assert_is("perf-profile.calltrace.c.a{{x.y}}.b", "trace calltrace.c: a{{x.y}} b");
}

static void what_is_no_share_of_a_profile_is_refused(void **state)
{
	(void)state;
	assert_is("perf-stat.i.ipc", "no");
	assert_is("perf-profile", "no");
	assert_is("perf-profile.", "no");
	assert_is("perf-profile.self", "no");
	assert_is("perf-profile.self.cycles", "no");
	assert_is("perf-profile.self.cycles.", "no");
	assert_is("", "no");
}

/* Names may be as long as they like: 16 frames are taken, and dots make no empty ones. */
static void odd_names_do_no_harm(void **state)
{
	(void)state;
	assert_is("perf-profile.calltrace.c.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r",
		  "trace calltrace.c: a b c d e f g h i j k l m n o p");
	assert_is("perf-profile.calltrace.c..x", "trace calltrace.c: .x");
	assert_is("perf-profile.calltrace.c.x..y", "trace calltrace.c: x. y");
	assert_is("perf-profile.calltrace.c.{{x.y", "trace calltrace.c: {{x.y");
	assert_is("perf-profile.calltrace.c.cold.x", "trace calltrace.c: cold x");
}

/* 1 % is 10^7 of 10^9. */
static void percents_are_shares_of_the_whole(void **state)
{
	(void)state;
	assert_int_equal(pd_lkp_share(26.60), 266000000);
	assert_int_equal(pd_lkp_share(0.05), 500000);
	assert_int_equal(pd_lkp_share(0), 0);
	assert_int_equal(pd_lkp_share(1e300), 1000000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_an_event_and_frames_leaf_first),
		cmocka_unit_test(suffixes_of_compilers_belong_to_the_frame_before),
		cmocka_unit_test(what_is_no_share_of_a_profile_is_refused),
		cmocka_unit_test(odd_names_do_no_harm),
		cmocka_unit_test(percents_are_shares_of_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

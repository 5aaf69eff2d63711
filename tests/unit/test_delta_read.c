/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read, compared and told, from the samples beside the project; passes where they are not. */
#include "testing.h"

#include "has.h"

#include "base/out.h"
#include "base/str.h"
#include "report/deltastyle.h"

#include <perfdelta/delta.h>
#include <perfdelta/read.h>

#include <stdio.h>
#include <unistd.h>

#define SAMPLES SOURCE_ROOT "/../shared/data/profiles/"

/* What @style writes of @operand under @policy; to be closed. */
static struct pd_out told(const char *const *operand, size_t n,
			  const struct pd_delta_policy *policy, const char *style)
{
	const struct pd_read_options options = {.stacks = true};
	const struct pd_look look = {0};
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_deltareport report = {.version = "0.1.0"};
	struct pd_delta_result result;
	struct pd_profiles profiles;
	struct pd_table table;
	struct pd_out out;

	assert_int_equal(pd_read_profiles(ctx, operand, n, &options, &profiles, &table), PD_OK);
	assert_int_equal(pd_delta(ctx, &profiles, &table, policy, &result), PD_OK);
	report.result = &result;
	pd_out_init(&out, -1);
	pd_deltastyle_find(style)->write(&report, &look, &out);
	pd_out_char(&out, '\0');
	pd_ctx_free(ctx);
	return out;
}

/*
 * Shares are rounded to 0.01 %: 5.30 % of 11.486 s is 0.609, so that the lock's rows rise by
 * 20.99 % of 7.847 s less that, 1.647 - 0.609 = 1.038, to 21.01 % of it less 4.285 % of
 * 11.486 s, 1.649 - 0.492 = 1.156. Not listed: 11.486 (1 - 0.5206) = 5.506 at most.
 */
static void the_mail_is_told_as_bounds(void **state)
{
	static const char *const mail[] = {SAMPLES "text/mail/mail-004-amd-ibs.txt"};
	const struct pd_delta_policy policy = {0};
	struct pd_out out;

	(void)state;
	if (access(mail[0], R_OK) != 0)
		return;
	out = told(mail, 1, &policy, "list");
	has(&out, "\n[1] Base (v6.4-rc1): 1 profile, total 11.486 s, cut below 1.00%\n");
	has(&out, "\n    4.29-5.30%        21.00%  0.493-0.608        1.648  +1.038..+1.156  "
		  "[kernel]       native_queued_spin_lock_slowpath\n");
	has(&out, "\n         7.49%       0-2.03%        0.860      0-0.159  -0.861..-0.700  ");
	has(&out, "-5.506 ");
	(void)pd_out_close(&out);
}

/* Every line that a program for folded differences makes of these two, but for its "_[k]". It
 * takes names as they are. */
static void folded_stacks_are_what_other_programs_make_of_them(void **state)
{
	static const char *const pair[] = {SAMPLES "public/inferno/before.txt",
					   SAMPLES "public/inferno/after.txt"};
	const struct pd_delta_policy policy = {.work = 1, .raw_names = true};
	FILE *theirs = fopen(SAMPLES "public/inferno/default.txt", "r");
	char line[1024], clean[1024];
	size_t n_theirs = 0, n_ours = 0;
	struct pd_out out;

	(void)state;
	if (!theirs)
		return;
	out = told(pair, 2, &policy, "folded");
	while (fgets(line, sizeof(line), theirs)) {
		size_t n = 0;

		for (const char *p = line; *p; p++) {
			if (!strncmp(p, "_[k]", 4))
				p += 4;
			clean[n++] = *p;
		}
		clean[n] = '\0';
		has(&out, clean);
		n_theirs++;
	}
	(void)fclose(theirs);
	for (size_t i = 0; i < out.n; i++)
		n_ours += out.buf[i] == '\n';
	assert_int_equal(n_ours, n_theirs);
	(void)pd_out_close(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mail_is_told_as_bounds),
		cmocka_unit_test(folded_stacks_are_what_other_programs_make_of_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "diff/alike.h"

#include <stdio.h>
#include <string.h>

enum { MAX = 4 };

struct profile {
	uint16_t side;
	const char *kernel; /* NULL: not told */
	enum pd_sampling sampling;
};

static char said[1024];

static void keep(void *cookie, const struct pd_diag *d)
{
	size_t n = strlen(said);

	(void)cookie;
	(void)snprintf(said + n, sizeof(said) - n, "%s|%s;", d->code, d->msg);
}

/* What is said of @n profiles of sides a and b that have one event. */
static const char *checked(const struct profile *in, size_t n)
{
	struct pd_ctx *ctx = pd_ctx_new(keep, NULL);
	struct pd_profile_event event[MAX] = {{0}};
	struct pd_profile profile[MAX] = {{0}};
	struct pd_profile_side side[2] = {
		{pd_ctx_id(ctx, PD_STR("a")), 1},
                {pd_ctx_id(ctx, PD_STR("b")), 1}
        };
	pd_id name = pd_ctx_id(ctx, PD_STR("cycles"));
	struct pd_profiles all = {.profile = profile,
				  .n = n,
				  .side = side,
				  .n_sides = 2,
				  .event = &name,
				  .n_events = 1};

	said[0] = '\0';
	for (size_t i = 0; i < n; i++) {
		event[i] = (struct pd_profile_event){.present = true, .sampling = in[i].sampling};
		profile[i] =
			(struct pd_profile){.side = in[i].side, .event = &event[i], .n_events = 1};
		if (in[i].kernel)
			profile[i].setup[PD_SETUP_KERNEL] = pd_ctx_id(ctx, pd_str_of(in[i].kernel));
	}
	pd_alike_check(ctx, &all);
	pd_ctx_free(ctx);
	return said;
}

#define CHECKED(...)                            \
 checked((const struct profile[]){__VA_ARGS__}, \
	 sizeof((struct profile[]){__VA_ARGS__}) / sizeof(struct profile))

static void recordings_of_one_kernel_are_alike(void **state)
{
	(void)state;
	assert_string_equal(CHECKED({0, "6.1", 0}, {0, "6.1", 0}, {1, "6.1", 0}), "");
}

static void what_a_source_does_not_say_is_not_held_against_it(void **state)
{
	(void)state;
	assert_string_equal(CHECKED({0, NULL, PD_SAMPLING_PERIOD}, {0, "6.1", 0}, {1, NULL, 0}),
			    "");
}

static void sides_of_different_kernels_are_told(void **state)
{
	(void)state;
	assert_string_equal(
		CHECKED({0, "6.1", 0}, {1, "6.2", 0}),
		"mixed-kernels|the sides are of different kernels: 6.1 and 6.2; if that is not "
		"what is compared, it may be what differs;");
}

static void a_side_of_two_kernels_is_told_by_its_name(void **state)
{
	(void)state;
	assert_string_equal(
		CHECKED({0, "6.1", 0}, {1, "6.1", 0}, {1, NULL, 0}, {1, "6.2", 0}),
		"mixed-kernels|profiles of side b are of different kernels: 6.1 and 6.2;");
}

static void periods_here_and_frequencies_there_are_told(void **state)
{
	(void)state;
	assert_string_equal(
		CHECKED({0, NULL, PD_SAMPLING_PERIOD}, {1, NULL, PD_SAMPLING_FREQUENCY}),
		"mixed-sampling|event 'cycles' was recorded at a fixed period (-c) in some "
		"profiles and at a frequency (-F) in others;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recordings_of_one_kernel_are_alike),
		cmocka_unit_test(what_a_source_does_not_say_is_not_held_against_it),
		cmocka_unit_test(sides_of_different_kernels_are_told),
		cmocka_unit_test(a_side_of_two_kernels_is_told_by_its_name),
		cmocka_unit_test(periods_here_and_frequencies_there_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

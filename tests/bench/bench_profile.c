/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_profile.c - files to profiles and no further: what reading alone takes
 * usage: bench_profile N_WORKERS FILE...
 */
#include <perfdelta/read.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	const char *const *operand = (const char *const *)argv + 2;
	struct pd_read_options options = {0};
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_profiles profiles;
	struct pd_table logs;

	if (argc < 3)
		return 2;
	options.n_workers = (unsigned int)strtoul(argv[1], NULL, 10);
	if (pd_read_profiles(ctx, operand, (size_t)argc - 2, &options, &profiles, &logs) < 0)
		return 2;
	for (size_t i = 0; i < profiles.n; i++)
		for (size_t e = 0; e < profiles.n_events; e++)
			(void)printf("%zu %s %llu %llu\n", i, pd_ctx_name(ctx, profiles.event[e]).p,
				     (unsigned long long)profiles.profile[i].event[e].hits,
				     (unsigned long long)profiles.profile[i].event[e].weight);
	pd_ctx_free(ctx);
	return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_read.c - files to ledger and no further: what reading alone takes */
#include <perfdelta/read.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	const char *const *operand = (const char *const *)argv + 1;
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_table table;

	if (argc < 2 || pd_read(ctx, operand, (size_t)argc - 1, NULL, &table) < 0)
		return 2;
	(void)printf("%zu values\n", table.n);
	pd_ctx_free(ctx);
	return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

int main(void)
{
	(void)gsl_set_error_handler_off(); /* GSL's default handler calls abort() */
	(void)fputs("perfdelta: no command\n", stderr);
	return EXIT_TROUBLE;
}

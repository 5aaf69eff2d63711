/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/robot.h"

#include "report/grid.h"

#include "base/number.h"
#include "base/str.h"

#include <math.h>

void pd_robot_spread(struct pd_out *out, double cv, double n, bool ascii)
{
	double percent = n < 2 ? 0 : 100 * cv * sqrt((n - 1) / n);
	char buf[PD_NUMBER_MAX];

	if (!(percent > 2) || !isfinite(percent)) {
		pd_out_fill(out, ' ', PD_ROBOT_CELL - PD_ROBOT_VALUE);
		return;
	}
	(void)pd_number_print_fixed(buf, floor(percent), 0);
	pd_out_text(out, ascii ? "+-" : " \302\261");
	pd_grid_right(pd_str_of(buf), 3, out);
	pd_out_char(out, '%');
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/codes.h"

#include "base/str.h"

static const struct {
	const char *code, *what;
} rows[] = {
#define PD_CODE(code, what) {code, what},
#include "model/codes.def"
#undef PD_CODE
};

bool pd_codes_at(size_t i, const char **ret_code, const char **ret_what)
{
	if (i >= PD_ARRAY_SIZE(rows))
		return false;
	*ret_code = rows[i].code;
	*ret_what = rows[i].what;
	return true;
}

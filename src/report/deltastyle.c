/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltastyle.h"

#include "base/str.h"

static const struct pd_deltastyle *const styles[] = {
#define PD_DELTASTYLE(name) &pd_delta_##name,
#include "report/deltastyles.def"
#undef PD_DELTASTYLE
};

const struct pd_deltastyle *pd_deltastyle_at(size_t i)
{
	return i < PD_ARRAY_SIZE(styles) ? styles[i] : NULL;
}

const struct pd_deltastyle *pd_deltastyle_find(const char *name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(styles); i++)
		if (pd_style_is_called(styles[i]->name, name))
			return styles[i];
	return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/style.h"

#include "base/str.h"

static const struct pd_style *const styles[] = {
#define PD_STYLE(name) &pd_style_##name,
#include "report/styles.def"
#undef PD_STYLE
};

const struct pd_style *pd_style_at(size_t i)
{
	return i < PD_ARRAY_SIZE(styles) ? styles[i] : NULL;
}

bool pd_style_is_called(const char *name, const char *word)
{
	for (; *name && *word; name++, word++)
		if ((*name == '_' ? '-' : *name) != (*word == '_' ? '-' : *word))
			return false;
	return *name == *word;
}

const struct pd_style *pd_style_find(const char *name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(styles); i++)
		if (pd_style_is_called(styles[i]->name, name))
			return styles[i];
	return NULL;
}

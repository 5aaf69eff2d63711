/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/entry.h"

#include "base/str.h"

enum what { SYSCALL = 1 << 0, KERNEL = 1 << 1, PROGRAM = 1 << 2 };

static bool fits(struct pd_str pattern, struct pd_str symbol)
{
	if (pattern.p[pattern.n - 1] != '*')
		return pd_str_eq(pattern, symbol);
	pattern.n--;
	return pd_str_starts(symbol, pattern);
}

static bool is_any(struct pd_str symbol, unsigned int wanted)
{
	static const struct entry {
		const char *pattern;
		enum what what;
	} entries[] = {
#define PD_ENTRY(pattern, what) {pattern, what},
#include "model/entries.def"
#undef PD_ENTRY
	};

	for (size_t i = 0; i < PD_ARRAY_SIZE(entries); i++)
		if (entries[i].what & wanted && fits(pd_str_of(entries[i].pattern), symbol))
			return true;
	return false;
}

bool pd_entry_is_kernel(struct pd_str symbol)
{
	return is_any(symbol, SYSCALL | KERNEL);
}

bool pd_entry_is_syscall(struct pd_str symbol)
{
	return is_any(symbol, SYSCALL);
}

bool pd_entry_is_program(struct pd_str symbol)
{
	return is_any(symbol, PROGRAM);
}

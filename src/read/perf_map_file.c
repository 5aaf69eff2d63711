/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_map_file.h"

#include "base/str.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A hexadecimal number, with or without "0x", and the blank behind it. */
static bool eat_hex(struct pd_str *s, uint64_t *ret)
{
	struct pd_str rest = *s;
	uint64_t v = 0;
	size_t i;

	if (!pd_str_eat(&rest, PD_STR("0x")))
		(void)pd_str_eat(&rest, PD_STR("0X"));
	for (i = 0; i < rest.n && i < 16 && digit(rest.p[i]) >= 0; i++)
		v = v << 4 | (uint64_t)digit(rest.p[i]);
	if (!i || i == rest.n || rest.p[i] != ' ')
		return false;
	*s = pd_str_skip(rest, i + 1);
	*ret = v;
	return true;
}

void pd_perf_map_file_parse(struct pd_symbol_table *t, struct pd_str text)
{
	bool has_room = true;

	t->later_is_better = true;
	while (text.n && has_room) {
		struct pd_str line = pd_str_cut(&text, '\n');
		uint64_t start, size;

		if (!eat_hex(&line, &start) || !eat_hex(&line, &size) || !size)
			continue;
		if (size > UINT64_MAX - start)
			size = UINT64_MAX - start;
		has_room = pd_symbol_table_add(
			t, (struct pd_symbol){.start = start, .end = start + size}, line);
	}
	pd_symbol_table_finish(t);
}

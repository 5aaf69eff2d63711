/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/vec.h"

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>

void *pd_vec_double(void *p, size_t *cap, size_t need, size_t size)
{
	size_t room = *cap ? *cap : 16;

	while (room < need)
		room = room > SIZE_MAX / 2 ? need : room * 2;
	if (room > SIZE_MAX / size)
		pd_arena_out_of_memory();
	p = realloc(p, room * size);
	if (!p)
		pd_arena_out_of_memory();
	*cap = room;
	return p;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vec.h - arrays that grow: room is doubled, memory never runs out quietly */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

/* What pd_vec_grow() does when there is not enough room. */
void *pd_vec_double(void *p, size_t *cap, size_t need, size_t size);

/*
 * @p (malloc'ed or NULL) with room for at least @need elements of @size bytes;
 * *cap is the room it has. Growth doubles, so appending n costs O(n). Out of
 * memory ends the process (arena.h says why).
 */
static inline void *pd_vec_grow(void *p, size_t *cap, size_t need, size_t size)
{
	return need <= *cap ? p : pd_vec_double(p, cap, need, size);
}

#endif

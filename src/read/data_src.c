/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/data_src.h"

#include "base/str.h"

/*
 *	0x28100142   L1 hit
 *	0x28808042   Remote Cache (1 hop) hit
 *	0x05080021   N/A
 *
 * Bits 0-4 are the operation, 5-18 the level as a set, 33-36 the level as a
 * number, 37 remote, 43-45 how many hops away.
 */
static const char *const levels[] = {
	[3] = "L1",
	[4] = "LFB/MAB",
	[5] = "L2",
	[6] = "L3",
	[7] = "Local RAM",
	[8] = "Remote RAM (1 hop)",
	[9] = "Remote RAM (2 hops)",
	[10] = "Remote Cache (1 hop)",
	[11] = "Remote Cache (2 hops)",
	[12] = "I/O",
	[13] = "Uncached",
};
static const char *const numbers[16] = {
	[1] = "L1",       [2] = "L2",   [3] = "L3",    [4] = "L4",
	[8] = "Uncached", [9] = "CXL",  [10] = "I/O",  [11] = "Any cache",
	[12] = "LFB/MAB", [13] = "RAM", [14] = "PMEM",
};
static const char *const hops[8] = {
	[1] = "core, same node",
	[2] = "node, same socket",
	[3] = "socket, same board",
	[4] = "board",
};

enum { HIT = 1 << 1, MISS = 1 << 2 };

struct text {
	char *p;
	size_t n;
};

static void put(struct text *t, const char *word)
{
	size_t n = strlen(word);

	if (t->n + n >= PD_DATA_SRC_MAX)
		return;
	memcpy(t->p + t->n, word, n);
	t->n += n;
}

static void put_levels(struct text *t, uint32_t level)
{
	size_t before = t->n;

	for (size_t i = 0; i < PD_ARRAY_SIZE(levels); i++) {
		if (!(level >> i & 1) || !levels[i])
			continue;
		if (t->n > before)
			put(t, " or ");
		put(t, levels[i]);
	}
}

size_t pd_data_src_print(char buf[PD_DATA_SRC_MAX], uint64_t word)
{
	uint32_t level = word >> 5 & 0x3fff, number = word >> 33 & 15, hop = word >> 43 & 7;
	struct text t = {buf, 0};

	if (word >> 37 & 1)
		put(&t, "Remote ");
	if (hops[hop]) {
		put(&t, hops[hop]);
		put(&t, " ");
	}
	/* Kernels that know the number fill in the set for readers of old: one says it all. */
	if (numbers[number])
		put(&t, numbers[number]);
	else
		put_levels(&t, level);
	if (!t.n)
		put(&t, "N/A");
	if (level & HIT)
		put(&t, " hit");
	if (level & MISS)
		put(&t, " miss");
	buf[t.n] = '\0';
	return t.n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/script_quick.h"

#include "base/arena.h"
#include "base/str.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
	BITS = 14,
	ADDRESS_END = 17, /* a tab and 16 columns */
	PAGE = 1 << 21,
	COMM_MAX = 15,   /* bytes of a thread's name in Linux */
	PERIOD_MAX = 18, /* digits that 64 bits always hold */
	TIME_DIGITS = 6,
};

/*
 * A line with its newline, without the address, of which a hash is enough: it is
 * what is behind it that has a meaning. Most lines fill one line of the cache.
 */
struct known {
	uint64_t hash;
	uint32_t frame; /* 0: none */
	uint16_t n;
	char text[128 - 14];
};

/* Leaves have a half of their own: they are too varied to share one with call sites. */
struct pd_script_quick {
	struct known known[2 << BITS];
};

/* In large pages, if there are: with small ones each line would be a miss of the TLB. */
struct pd_script_quick *pd_script_quick_new(void)
{
	size_t n = (sizeof(struct pd_script_quick) / PAGE + 1) * PAGE;
	struct pd_script_quick *q = aligned_alloc(PAGE, n);

	if (!q)
		pd_arena_out_of_memory();
	(void)madvise(q, n, MADV_HUGEPAGE);
	memset(q, 0, sizeof(*q));
	return q;
}

void pd_script_quick_free(struct pd_script_quick *q)
{
	free(q);
}

/* ---- frames */

/* Sixteen columns of address, which a line has if it is a frame. */
static inline uint64_t hash_of(const char *line)
{
	uint64_t word[2];

	memcpy(word, line + 1, sizeof(word));
	return (word[0] ^ word[1] * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
}

static inline struct known *slot_of(struct pd_script_quick *q, uint64_t hash, bool leaf)
{
	return &q->known[(hash >> (64 - BITS)) + ((size_t)leaf << BITS)];
}

void pd_script_quick_remember(struct pd_script_quick *q, struct pd_str line, bool leaf,
			      uint32_t frame)
{
	struct pd_str text = pd_str_skip(line, ADDRESS_END);
	uint64_t hash;
	struct known *k;

	if (line.n >= PD_SCRIPT_QUICK_LINE)
		return;
	hash = hash_of(line.p);
	k = slot_of(q, hash, leaf);
	k->hash = hash;
	k->frame = frame;
	k->n = (uint16_t)(text.n + 1);
	memcpy(k->text, text.p, text.n);
	k->text[text.n] = '\n';
}

uint32_t pd_script_quick_frame(struct pd_script_quick *q, struct pd_str bytes, bool leaf,
			       size_t *ret_n)
{
	uint64_t hash = hash_of(bytes.p);
	const struct known *k = slot_of(q, hash, leaf);

	if (k->hash != hash || memcmp(bytes.p + ADDRESS_END, k->text, k->n) != 0)
		return 0;
	*ret_n = (size_t)k->n + ADDRESS_END;
	return k->frame;
}

/* ---- headers, from the right */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Takes digits off the end of *s; how many there were. */
static size_t eat_digits(struct pd_str *s)
{
	size_t n = 0;

	while (s->n && is_digit(s->p[s->n - 1])) {
		s->n--;
		n++;
	}
	return n;
}

static bool eat(struct pd_str *s, char c)
{
	if (!s->n || s->p[s->n - 1] != c)
		return false;
	s->n--;
	return true;
}

static size_t eat_blanks(struct pd_str *s)
{
	size_t n = 0;

	while (eat(s, ' '))
		n++;
	return n;
}

/* "... time:  period"; false if it does not end with a period, or a time. */
static bool eat_period(struct pd_str *s, uint64_t *ret)
{
	struct pd_str before = *s;
	size_t n = eat_digits(&before);

	*ret = 0;
	if (!n)
		return true;
	if (n > PERIOD_MAX || !eat_blanks(&before))
		return false;
	for (; n; n--)
		*ret = *ret * 10 + (uint64_t)(s->p[s->n - n] - '0');
	*s = before;
	return *ret > 0; /* an odd one, for whoever reads slowly */
}

static bool eat_time(struct pd_str *s)
{
	return eat(s, ':') && eat_digits(s) == TIME_DIGITS && eat(s, '.') && eat_digits(s) &&
	       eat_blanks(s);
}

/* [003] */
static bool eat_cpu(struct pd_str *s)
{
	return !eat(s, ']') || (eat_digits(s) && eat(s, '[') && eat_blanks(s));
}

/* A name that is plain, and that nobody could take for a time. */
static bool is_comm(struct pd_str s)
{
	if (!s.n || s.n > COMM_MAX || s.p[0] == '>' || s.p[0] == '#')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < ' ' || s.p[i] > '~' || s.p[i] == ':')
			return false;
	return s.p[0] != ' ';
}

size_t pd_script_quick_header(struct pd_str bytes, struct pd_str event, struct pd_str *ret_comm,
			      uint64_t *ret_period)
{
	const char *newline = memchr(bytes.p, '\n', bytes.n);
	struct pd_str s = {bytes.p, newline ? (size_t)(newline - bytes.p) : 0};

	(void)eat_blanks(&s);
	if (!eat(&s, ':') || !event.n || !pd_str_ends(s, event))
		return 0;
	s.n -= event.n;
	if (!eat_blanks(&s) || !eat_period(&s, ret_period) || !eat_time(&s) || !eat_cpu(&s) ||
	    !eat_digits(&s) || !eat_blanks(&s) || !is_comm(s))
		return 0;
	*ret_comm = s;
	return (size_t)(newline - bytes.p) + 1;
}

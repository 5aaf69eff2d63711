/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_sample.h"

enum { BRANCH_HW_INDEX = 1 << 17, BRANCH_COUNTERS = 1 << 19 };

static bool has(const struct pd_perf_attr *a, uint64_t field)
{
	return a->fields & field;
}

static uint64_t u64_if(const struct pd_perf_attr *a, uint64_t field, struct pd_perf_bytes *b)
{
	return has(a, field) ? pd_perf_bytes_u64(b) : 0;
}

/* @n elements; more than there are bytes for is a cut record. */
static struct pd_perf_bytes array(struct pd_perf_bytes *b, uint64_t n, size_t size)
{
	return pd_perf_bytes_part(b, n > b->n / size ? UINT64_MAX : n * size);
}

/*
 *	value, [enabled], [running], [id], [lost]
 *	n, [enabled], [running], n times value, [id], [lost]
 */
static void take_read(const struct pd_perf_attr *a, struct pd_perf_bytes *b,
		      struct pd_perf_sample *s)
{
	uint64_t f = a->read_format;
	size_t times = 8u * (size_t)__builtin_popcountll(
				    f & (PD_PERF_READ_ENABLED | PD_PERF_READ_RUNNING));
	size_t size = 8u +
		      8u * (size_t)__builtin_popcountll(f & (PD_PERF_READ_ID | PD_PERF_READ_LOST));

	s->n_counts = 1;
	if (f & PD_PERF_READ_GROUP) {
		s->n_counts = pd_perf_bytes_u64(b);
		(void)pd_perf_bytes_take(b, times);
	} else {
		size += times;
	}
	s->read = array(b, s->n_counts, size);
}

struct pd_perf_count pd_perf_sample_count(const struct pd_perf_attr *a, struct pd_perf_bytes *read)
{
	uint64_t f = a->read_format;
	struct pd_perf_count ret = {.value = pd_perf_bytes_u64(read)};

	if (!(f & PD_PERF_READ_GROUP))
		(void)pd_perf_bytes_take(read, 8u * (size_t)__builtin_popcountll(
							    f & (PD_PERF_READ_ENABLED |
								 PD_PERF_READ_RUNNING)));
	ret.id = f & PD_PERF_READ_ID ? pd_perf_bytes_u64(read) : 0;
	if (f & PD_PERF_READ_LOST)
		(void)pd_perf_bytes_u64(read);
	return ret;
}

/* n, [hw_idx], n times from, to, flags, [n counters] */
static void skip_branches(const struct pd_perf_attr *a, struct pd_perf_bytes *b)
{
	uint64_t n = pd_perf_bytes_u64(b);

	if (a->branches & BRANCH_HW_INDEX)
		(void)pd_perf_bytes_u64(b);
	(void)array(b, n, 24);
	if (a->branches & BRANCH_COUNTERS)
		(void)array(b, n, 8);
}

/* abi, and if it is not 0 a register for each bit of the mask */
static void skip_registers(struct pd_perf_bytes *b, uint64_t mask)
{
	if (pd_perf_bytes_u64(b))
		(void)array(b, (uint64_t)__builtin_popcountll(mask), 8);
}

/* size, bytes, and if there are any how many of them are in use */
static void skip_stack(struct pd_perf_bytes *b)
{
	uint64_t size = pd_perf_bytes_u64(b);

	(void)pd_perf_bytes_take(b, size);
	if (size)
		(void)pd_perf_bytes_u64(b);
}

/* u32 weight, u16 latency of the instruction, u16 of its stages; one u64 to other byte orders */
static uint64_t take_weight(const struct pd_perf_attr *a, struct pd_perf_bytes *b)
{
	uint64_t word;

	if (!has(a, PD_PERF_WEIGHT | PD_PERF_WEIGHT_STRUCT))
		return 0;
	word = pd_perf_bytes_u64(b);
	return has(a, PD_PERF_WEIGHT_STRUCT) ? word & UINT32_MAX : word;
}

static void take_first(const struct pd_perf_attr *a, struct pd_perf_bytes *b,
		       struct pd_perf_sample *s)
{
	(void)u64_if(a, PD_PERF_IDENTIFIER, b);
	s->ip = u64_if(a, PD_PERF_IP, b);
	if (has(a, PD_PERF_TID)) {
		s->pid = pd_perf_bytes_u32(b);
		s->tid = pd_perf_bytes_u32(b);
	}
	(void)u64_if(a, PD_PERF_TIME, b);
	s->address = u64_if(a, PD_PERF_ADDR, b);
	(void)u64_if(a, PD_PERF_ID, b);
	(void)u64_if(a, PD_PERF_STREAM_ID, b);
	(void)u64_if(a, PD_PERF_CPU, b);
	s->has_period = has(a, PD_PERF_PERIOD);
	s->period = u64_if(a, PD_PERF_PERIOD, b);
}

bool pd_perf_sample_take(const struct pd_perf_attr *a, struct pd_perf_bytes body,
			 struct pd_perf_sample *ret)
{
	struct pd_perf_bytes *b = &body;

	*ret = (struct pd_perf_sample){0};
	take_first(a, b, ret);
	if (has(a, PD_PERF_READ))
		take_read(a, b, ret);
	if (has(a, PD_PERF_CALLCHAIN))
		ret->chain = array(b, pd_perf_bytes_u64(b), 8);
	if (has(a, PD_PERF_RAW))
		ret->raw = pd_perf_bytes_part(b, pd_perf_bytes_u32(b));
	if (has(a, PD_PERF_BRANCH_STACK))
		skip_branches(a, b);
	if (has(a, PD_PERF_REGS_USER))
		skip_registers(b, a->user_registers);
	if (has(a, PD_PERF_STACK_USER))
		skip_stack(b);
	ret->weight = take_weight(a, b);
	ret->data_source = u64_if(a, PD_PERF_DATA_SRC, b);
	return !b->cut;
}

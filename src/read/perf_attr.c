/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_attr.h"

#include <stdio.h>

/* Bits of the word of flags. */
enum {
	NO_USER = 4,
	NO_KERNEL = 5,
	NO_HYPERVISOR = 6,
	FREQUENCY = 10,
	PRECISE = 15, /* of two */
	ID_ALL = 18,
};

/* Compilers of big-endian machines put the first bit of a bit-field at the top. */
static bool flag(uint64_t flags, unsigned int bit, bool swap)
{
	return flags >> (swap ? 63 - bit : bit) & 1;
}

static uint8_t precise(uint64_t flags, bool swap)
{
	return (uint8_t)(flags >> (swap ? 62 - PRECISE : PRECISE) & 3);
}

bool pd_perf_attr_take(struct pd_perf_bytes *b, struct pd_perf_attr *ret)
{
	struct pd_perf_bytes a = *b;
	uint64_t flags;

	*ret = (struct pd_perf_attr){.type = pd_perf_bytes_u32(&a), .size = pd_perf_bytes_u32(&a)};
	if (!ret->size)
		ret->size = PD_PERF_ATTR_OLDEST;
	if (ret->size < PD_PERF_ATTR_OLDEST || ret->size > PD_PERF_ATTR_MAX)
		return false;
	a = pd_perf_bytes_part(b, ret->size);
	if (a.cut)
		return false;
	(void)pd_perf_bytes_take(&a, 8);
	ret->config = pd_perf_bytes_u64(&a);
	ret->period = pd_perf_bytes_u64(&a);
	ret->fields = pd_perf_bytes_u64(&a);
	ret->read_format = pd_perf_bytes_u64(&a);
	flags = pd_perf_bytes_u64(&a);
	ret->is_frequency = flag(flags, FREQUENCY, b->swap);
	ret->others_have_id = flag(flags, ID_ALL, b->swap);
	ret->no_user = flag(flags, NO_USER, b->swap);
	ret->no_kernel = flag(flags, NO_KERNEL, b->swap);
	ret->no_hypervisor = flag(flags, NO_HYPERVISOR, b->swap);
	ret->precise = precise(flags, b->swap);
	(void)pd_perf_bytes_take(&a, 24); /* when to wake up, and of breakpoints */
	ret->branches = pd_perf_bytes_u64(&a);
	ret->user_registers = pd_perf_bytes_u64(&a);
	return true;
}

/* ---- names */

static const char *const hardware[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software[] = {
	"cpu-clock",        "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",        "bpf-output",   "cgroup-switches",
};

static int base_name(const struct pd_perf_attr *a, char buf[PD_PERF_ATTR_NAME])
{
	static const char *const raw[] = {"raw", "", "tracepoint", "cache", "raw", "breakpoint"};
	const char *name = NULL;

	if (a->type == PD_PERF_HARDWARE && a->config < PD_ARRAY_SIZE(hardware))
		name = hardware[a->config];
	if (a->type == PD_PERF_SOFTWARE && a->config < PD_ARRAY_SIZE(software))
		name = software[a->config];
	if (name)
		return snprintf(buf, PD_PERF_ATTR_NAME, "%s", name);
	if (a->type < PD_ARRAY_SIZE(raw) && a->type != PD_PERF_SOFTWARE)
		return snprintf(buf, PD_PERF_ATTR_NAME, "%s 0x%llx", raw[a->type],
				(unsigned long long)a->config);
	return snprintf(buf, PD_PERF_ATTR_NAME, "PMU %u 0x%llx", a->type,
			(unsigned long long)a->config);
}

size_t pd_perf_attr_name(const struct pd_perf_attr *a, char buf[PD_PERF_ATTR_NAME])
{
	bool is_limited = a->no_user || a->no_kernel || a->no_hypervisor;
	size_t n = (size_t)base_name(a, buf);

	if (is_limited || a->precise)
		buf[n++] = ':';
	if (is_limited && !a->no_kernel)
		buf[n++] = 'k';
	if (is_limited && !a->no_user)
		buf[n++] = 'u';
	if (is_limited && !a->no_hypervisor)
		buf[n++] = 'h';
	for (uint8_t i = 0; i < a->precise; i++)
		buf[n++] = 'p';
	buf[n] = '\0';
	return n;
}

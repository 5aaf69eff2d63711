/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_attr.h - what an event was asked to record: struct perf_event_attr
 *
 * Source: <linux/perf_event.h>. Kernels only ever added fields at its end, so of
 * a newer one the known part is taken, and an older one reads as zero there.
 */
#ifndef READ_PERF_ATTR_H
#define READ_PERF_ATTR_H

#include "read/perf_bytes.h"

/* PERF_SAMPLE_*: the fields of a sample. */
enum pd_perf_field {
	PD_PERF_IP = 1 << 0,
	PD_PERF_TID = 1 << 1,
	PD_PERF_TIME = 1 << 2,
	PD_PERF_ADDR = 1 << 3,
	PD_PERF_READ = 1 << 4,
	PD_PERF_CALLCHAIN = 1 << 5,
	PD_PERF_ID = 1 << 6,
	PD_PERF_CPU = 1 << 7,
	PD_PERF_PERIOD = 1 << 8,
	PD_PERF_STREAM_ID = 1 << 9,
	PD_PERF_RAW = 1 << 10,
	PD_PERF_BRANCH_STACK = 1 << 11,
	PD_PERF_REGS_USER = 1 << 12,
	PD_PERF_STACK_USER = 1 << 13,
	PD_PERF_WEIGHT = 1 << 14,
	PD_PERF_DATA_SRC = 1 << 15,
	PD_PERF_IDENTIFIER = 1 << 16,
	PD_PERF_WEIGHT_STRUCT = 1 << 24,
};

/* PERF_FORMAT_*: what READ holds of each counter. */
enum pd_perf_read_format {
	PD_PERF_READ_ENABLED = 1 << 0,
	PD_PERF_READ_RUNNING = 1 << 1,
	PD_PERF_READ_ID = 1 << 2,
	PD_PERF_READ_GROUP = 1 << 3,
	PD_PERF_READ_LOST = 1 << 4,
};

/* PERF_TYPE_* */
enum pd_perf_type { PD_PERF_HARDWARE, PD_PERF_SOFTWARE, PD_PERF_TRACEPOINT, PD_PERF_CACHE };

enum {
	PD_PERF_ATTR_OLDEST = 64,   /* bytes of the first version, which left its size 0 */
	PD_PERF_ATTR_MAX = 1 << 16, /* bytes that one may have: far above any kernel's */
};

struct pd_perf_attr {
	uint32_t type, size;
	uint64_t config, period; /* period: a frequency in Hz where is_frequency says so */
	uint64_t fields;         /* bits of enum pd_perf_field, and others */
	uint64_t read_format;
	uint64_t branches;       /* PERF_SAMPLE_BRANCH_* */
	uint64_t user_registers; /* a bit for each that is recorded */
	bool is_frequency;       /* @period is one */
	bool others_have_id;     /* records that are no samples end with their event, too */
	bool no_user, no_kernel, no_hypervisor;
	uint8_t precise; /* 0 to 3 */
};

/* Takes one from @b, by its own size; false if that cannot be, or the bytes end. */
bool pd_perf_attr_take(struct pd_perf_bytes *b, struct pd_perf_attr *ret);

enum { PD_PERF_ATTR_NAME = 64 };

/*
 * What perf calls an event that it was told no name of: "cycles", "page-faults:u",
 * "raw 0x1c2", "PMU 11 0x80000". NUL-terminated; the length without it is returned.
 */
size_t pd_perf_attr_name(const struct pd_perf_attr *a, char buf[PD_PERF_ATTR_NAME]);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/out.h"
#include "read/hits.h"
#include "read/perf_recording.h"

#include <stdio.h>
#include <stdlib.h>

/* HEADER_* of tools/perf/util/header.h, as perf.data-file-format.txt explains them. */
enum {
	BUILD_IDS = 2,
	HOSTNAME = 3,
	RELEASE = 4,
	VERSION = 5,
	ARCH = 6,
	PROCESSORS = 7,
	PROCESSOR = 8,
	CPUID = 9,
	MEMORY = 10,
	COMMAND = 11,
	EVENTS = 12,
	PMUS = 16,
	DIRECTORY = 24,
};

/* The build-id's size stands behind it. */
enum { BUILD_ID_HAS_SIZE = 1 << 15 };

static void setup(struct pd_perf_recording *r, enum pd_setup what, struct pd_str text)
{
	if (text.n)
		pd_hits_setup(r->hits, what, text);
}

/* pid, 20 bytes of build-id, its size and three bytes, the path */
void pd_perf_feature_build_id(struct pd_perf_recording *r, struct pd_perf_header h)
{
	struct pd_perf_build_id id = {.n = PD_PERF_BUILD_ID};
	const uint8_t *bytes;
	struct pd_str path;

	(void)pd_perf_bytes_u32(&h.body);
	bytes = pd_perf_bytes_take(&h.body, PD_PERF_BUILD_ID + 4);
	path = pd_perf_bytes_rest(&h.body);
	if (!bytes || !path.n)
		return;
	memcpy(id.byte, bytes, PD_PERF_BUILD_ID);
	if (h.misc & BUILD_ID_HAS_SIZE && bytes[PD_PERF_BUILD_ID] <= PD_PERF_BUILD_ID)
		id.n = bytes[PD_PERF_BUILD_ID];
	pd_perf_names_build_id(r->names, path, &id);
}

static void read_build_ids(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	while (b.n >= PD_PERF_HEADER) {
		struct pd_perf_header h = pd_perf_stream_header(b.p, b.swap);

		if (h.size < PD_PERF_HEADER || h.size > b.n)
			return;
		pd_perf_feature_build_id(r, h);
		(void)pd_perf_bytes_take(&b, h.size);
	}
}

/* As perf prints it: with blanks between, and a backslash before a quote. */
static void read_command(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	uint32_t n = pd_perf_bytes_u32(&b);
	struct pd_out text;
	struct pd_str kept;

	pd_out_init(&text, -1);
	while (n-- && b.n) {
		struct pd_str word = pd_perf_bytes_string(&b);

		for (size_t i = 0; i < word.n; i++) {
			if (word.p[i] == '\'')
				pd_out_char(&text, '\\');
			pd_out_char(&text, word.p[i]);
		}
		pd_out_char(&text, ' ');
	}
	kept = pd_out_kept(&text);
	setup(r, PD_SETUP_COMMAND, kept);
	(void)pd_out_close(&text);
}

/* Processors that there are, and those in use. */
static void read_processors(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	char text[16];
	int n;

	(void)pd_perf_bytes_u32(&b);
	n = snprintf(text, sizeof(text), "%u", pd_perf_bytes_u32(&b));
	if (!b.cut)
		setup(r, PD_SETUP_CPUS, (struct pd_str){text, (size_t)n});
}

static void read_memory(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	char text[32];
	int n = snprintf(text, sizeof(text), "%llu kB", (unsigned long long)pd_perf_bytes_u64(&b));

	if (!b.cut)
		setup(r, PD_SETUP_MEMORY, (struct pd_str){text, (size_t)n});
}

/* The event that a description is about: that of its first id, or the one at its place. */
static size_t described(const struct pd_perf_recording *r, size_t place, struct pd_perf_bytes ids)
{
	uint32_t found = ids.n >= 8 ? pd_perf_events_find(&r->events, pd_perf_bytes_u64(&ids)) : 0;

	return found ? found - 1u : place;
}

/* n, size of an attribute; n times the attribute, the number of ids, the name, the ids */
static void read_events(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	uint32_t n = pd_perf_bytes_u32(&b), size = pd_perf_bytes_u32(&b);

	for (uint32_t i = 0; i < n && b.n; i++) {
		struct pd_perf_bytes ids;
		struct pd_str name;
		uint32_t n_ids;
		size_t at;

		(void)pd_perf_bytes_take(&b, size);
		n_ids = pd_perf_bytes_u32(&b);
		name = pd_perf_bytes_string(&b);
		ids = pd_perf_bytes_part(&b, (uint64_t)n_ids * 8);
		at = described(r, i, ids);
		if (!ids.cut && at < r->events.n)
			pd_perf_events_name(&r->events, at, name);
	}
}

static void read_pmus(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	uint32_t n = pd_perf_bytes_u32(&b);

	while (n-- && b.n) {
		uint32_t type = pd_perf_bytes_u32(&b);
		struct pd_str name = pd_perf_bytes_string(&b);

		if (pd_str_eq(name, PD_STR("ibs_op")))
			r->ibs_op = type;
		else if (pd_str_eq(name, PD_STR("ibs_fetch")))
			r->ibs_fetch = type;
	}
}

static void read_release(struct pd_perf_recording *r, struct pd_str release)
{
	setup(r, PD_SETUP_KERNEL, release);
	pd_perf_names_release(r->names, release);
}

static void read_host(struct pd_perf_recording *r, struct pd_str host)
{
	setup(r, PD_SETUP_HOST, host);
	pd_perf_names_host(r->names, host);
}

void pd_perf_feature(struct pd_perf_recording *r, unsigned int feature, struct pd_perf_bytes b)
{
	switch (feature) {
	case BUILD_IDS:
		read_build_ids(r, b);
		break;
	case HOSTNAME:
		read_host(r, pd_perf_bytes_string(&b));
		break;
	case RELEASE:
		read_release(r, pd_perf_bytes_string(&b));
		break;
	case VERSION:
		setup(r, PD_SETUP_PERF, pd_perf_bytes_string(&b));
		break;
	case ARCH:
		setup(r, PD_SETUP_ARCH, pd_perf_bytes_string(&b));
		break;
	case PROCESSORS:
		read_processors(r, b);
		break;
	case PROCESSOR:
		setup(r, PD_SETUP_CPU, pd_perf_bytes_string(&b));
		break;
	case CPUID:
		pd_ibs_cpuid(pd_perf_bytes_string(&b), &r->cpu);
		break;
	case MEMORY:
		read_memory(r, b);
		break;
	case COMMAND:
		read_command(r, b);
		break;
	case EVENTS:
		read_events(r, b);
		break;
	case PMUS:
		read_pmus(r, b);
		break;
	case DIRECTORY:
		r->is_directory = true;
		break;
	default:
		break;
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_layout.h"

#include "read/ingest.h"

enum {
	PIPE_HEADER = 16,
	OLD_HEADER = 72, /* no set of features */
	FILE_HEADER = 104,
	SECTION = 16,
	HOSTNAME = 3, /* a feature that each recording has */
};

static bool begins(struct pd_str head, const char *magic)
{
	return pd_str_starts(head, pd_str_of(magic));
}

bool pd_perf_layout_is(struct pd_str head)
{
	return begins(head, "PERFILE2") || begins(head, "2ELIFREP") || begins(head, "PERFFILE") ||
	       begins(head, "ELIFFREP");
}

static struct pd_perf_section take_section(struct pd_perf_bytes *b)
{
	uint64_t at = pd_perf_bytes_u64(b);

	return (struct pd_perf_section){at, pd_perf_bytes_u64(b)};
}

/* What of a section is there. */
static struct pd_perf_bytes part(struct pd_perf_bytes b, struct pd_perf_section s)
{
	uint64_t left;

	if (s.at > b.n)
		return (struct pd_perf_bytes){b.p, 0, b.swap, s.size > 0};
	left = b.n - s.at;
	return (struct pd_perf_bytes){b.p + s.at, (size_t)(s.size < left ? s.size : left), b.swap,
				      s.size > left};
}

/*
 * The set is an array of `unsigned long`: on big-endian machines its words tell the
 * order of its bits, and one whose words have 32 bits is known by the hostname's.
 */
static void take_features(struct pd_perf_layout *l, struct pd_perf_bytes b)
{
	struct pd_perf_bytes again = b;

	for (unsigned int i = 0; i < PD_PERF_FEATURES; i += 64) {
		uint64_t word = pd_perf_bytes_u64(&b);

		for (unsigned int bit = 0; bit < 64; bit++)
			l->has_feature[i + bit] = word >> bit & 1;
	}
	if (l->has_feature[HOSTNAME])
		return;
	for (unsigned int i = 0; i < PD_PERF_FEATURES; i += 32) {
		uint32_t word = pd_perf_bytes_u32(&again);

		for (unsigned int bit = 0; bit < 32; bit++)
			l->has_feature[i + bit] = word >> bit & 1;
	}
}

const char *pd_perf_layout_read(struct pd_perf_layout *l, struct pd_perf_bytes b)
{
	struct pd_str head = {(const char *)b.p, b.n};

	if (begins(head, "PERFFILE") || begins(head, "ELIFFREP"))
		return "it is of the first version of perf's format, which kernels before 2.6.37 wrote: "
		       "print it with a perf of that time";
	*l = (struct pd_perf_layout){.swap = begins(head, "2ELIFREP")};
	b.swap = l->swap;
	(void)pd_perf_bytes_u64(&b);
	l->header = pd_perf_bytes_u64(&b);
	l->is_pipe = l->header == PIPE_HEADER;
	if (l->is_pipe)
		return NULL;
	if (l->header < OLD_HEADER)
		return "its header has a size that none has";
	l->attr_size = pd_perf_bytes_u64(&b);
	l->attrs = take_section(&b);
	l->data = take_section(&b);
	(void)take_section(&b); /* of names of events, which nobody writes */
	if (l->header >= FILE_HEADER)
		take_features(l, b);
	return b.cut ? "it ends inside its header" : NULL;
}

/* The attribute, and where its ids are. */
static bool take_attr(const struct pd_perf_layout *l, struct pd_perf_bytes file,
		      struct pd_perf_bytes element, struct pd_perf_recording *r)
{
	struct pd_perf_bytes attr_bytes = pd_perf_bytes_part(&element, l->attr_size - SECTION), ids;
	struct pd_perf_attr attr;
	size_t number;

	if (!pd_perf_attr_take(&attr_bytes, &attr) ||
	    !pd_perf_events_add(&r->events, &attr, &number))
		return false;
	ids = part(file, take_section(&element));
	pd_perf_events_ids(&r->events, number, &ids);
	return true;
}

const char *pd_perf_layout_attrs(const struct pd_perf_layout *l, struct pd_perf_bytes b,
				 struct pd_perf_recording *r)
{
	struct pd_perf_bytes attrs = part(b, l->attrs);

	if (l->attr_size < PD_PERF_ATTR_OLDEST + SECTION || l->attr_size > PD_PERF_ATTR_MAX)
		return "the descriptions of its events have a size that none has";
	while (attrs.n >= l->attr_size)
		if (!take_attr(l, b, pd_perf_bytes_part(&attrs, l->attr_size), r))
			return "the description of an event in it cannot be read";
	return r->events.n ? NULL : "it describes no event";
}

/* Their places stand behind the records, one for each in the set. */
void pd_perf_layout_features(const struct pd_perf_layout *l, struct pd_perf_bytes b,
			     struct pd_perf_recording *r)
{
	uint64_t end = l->data.at + l->data.size;
	struct pd_perf_bytes places;
	bool is_cut = false;

	if (!l->data.size)
		return;
	places = part(b, (struct pd_perf_section){end, end < l->data.at ? 0 : UINT64_MAX});
	places.cut = false;
	for (unsigned int i = 0; i < PD_PERF_FEATURES; i++) {
		struct pd_perf_bytes feature;

		if (!l->has_feature[i])
			continue;
		feature = part(b, take_section(&places));
		if (places.cut || feature.cut)
			is_cut = true;
		else
			pd_perf_feature(r, i, feature);
	}
	if (is_cut)
		pd_ingest_mended(r->out, NULL, NULL, "cut-recording",
				 "what it says of the machine and of its events is cut");
}

struct pd_perf_bytes pd_perf_layout_records(const struct pd_perf_layout *l, struct pd_perf_bytes b,
					    struct pd_perf_recording *r)
{
	struct pd_perf_section all = l->data;
	struct pd_perf_bytes ret;

	if (l->is_pipe)
		return part(b, (struct pd_perf_section){PIPE_HEADER, b.n - PIPE_HEADER});
	if (!all.size) {
		all.size = all.at < b.n ? b.n - all.at : 0;
		pd_ingest_warn(r->out, NULL, NULL, "cut-recording",
			       "perf was killed before it could write how long the recording is: "
			       "what is there is read");
	}
	ret = part(b, all);
	if (ret.cut)
		pd_ingest_warn(r->out, NULL, NULL, "cut-recording",
			       "the file ends %llu bytes before its records do",
			       (unsigned long long)(all.size - ret.n));
	return ret;
}

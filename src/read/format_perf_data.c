/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/arena.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/perf_layout.h"
#include "read/perf_stream.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * What `perf record` writes. Bytes of the file stay where they are (a file is mapped),
 * and records are pointed to: first all of them are found and put in the order of time,
 * then maps, threads and samples are told one after the other.
 */
enum { MAX_FILES = 65536 }; /* of a directory: one for each thread that recorded */

struct reader {
	struct pd_perf_recording r;
	struct pd_perf_stream *stream; /* [n_streams] a file each */
	struct pd_input *file;         /* [n_streams] the first is not used */
	size_t n_streams;
};

static int probe(struct pd_str head)
{
	return pd_perf_layout_is(head) ? 100 : 0;
}

static void read_stream(struct reader *p, const uint8_t *start, struct pd_perf_bytes records)
{
	struct pd_perf_stream *s = &p->stream[p->n_streams - 1];

	*s = (struct pd_perf_stream){.recording = &p->r, .start = start};
	pd_perf_stream_read(s, records.p, records.n);
}

static bool make_room(struct reader *p)
{
	if (p->n_streams == MAX_FILES)
		return false;
	p->n_streams++;
	p->stream = realloc(p->stream, p->n_streams * sizeof(*p->stream));
	p->file = realloc(p->file, p->n_streams * sizeof(*p->file));
	if (!p->stream || !p->file)
		pd_arena_out_of_memory();
	p->file[p->n_streams - 1] = (struct pd_input){.fd = -1};
	return true;
}

/* data.0, data.1 ... beside `data`: records alone. */
static bool read_beside(struct reader *p, const struct pd_input *in, size_t n)
{
	size_t room = strlen(in->name) + 24;
	char *path = malloc(room);
	struct pd_input *file;
	struct pd_str bytes;
	bool is_there;

	if (!path)
		pd_arena_out_of_memory();
	(void)snprintf(path, room, "%s.%zu", in->name, n);
	is_there = make_room(p);
	file = &p->file[p->n_streams - 1];
	is_there = is_there && !pd_input_open(file, path, in->max) && pd_input_bytes(file, &bytes);
	if (is_there)
		read_stream(p, (const uint8_t *)bytes.p,
			    (struct pd_perf_bytes){(const uint8_t *)bytes.p, bytes.n, p->r.swap,
						   false});
	else
		p->n_streams--;
	free(path);
	return is_there;
}

/* Did an event record stacks, for others to unwind? */
static bool has_stacks(const struct pd_perf_events *e)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->event[i].attr.fields & PD_PERF_STACK_USER)
			return true;
	return false;
}

static void warn(struct pd_perf_recording *r)
{
	pd_perf_names_warn(r->names, r->out);
	if (r->n_left_out)
		pd_ingest_note(r->out, "bad-recording", r->n_left_out,
			       "%llu hits are cut, or of an event that the recording does not know",
			       (unsigned long long)r->n_left_out);
	if (has_stacks(&r->events))
		pd_ingest_mended(
			r->out, NULL, NULL, "no-chains",
			"callers were recorded as copies of the stack (--call-graph dwarf), "
			"which are not unwound: perf script -i FILE > FILE.txt has them");
}

static const char *read_bytes(struct reader *p, struct pd_input *in, struct pd_perf_bytes b)
{
	struct pd_perf_recording *r = &p->r;
	struct pd_perf_layout layout;
	const char *why = pd_perf_layout_read(&layout, b);

	if (why)
		return why;
	b.swap = r->swap = layout.swap;
	if (!layout.is_pipe) {
		why = pd_perf_layout_attrs(&layout, b, r);
		if (why)
			return why;
		pd_perf_layout_features(&layout, b, r);
	}
	(void)make_room(p);
	read_stream(p, b.p, pd_perf_layout_records(&layout, b, r));
	for (size_t n = 0; r->is_directory && read_beside(p, in, n); n++)
		;
	if (!r->events.n)
		return "no event is described in it";
	pd_perf_order_sort(&r->order);
	r->in = in;
	r->beside = p->file;
	r->n_beside = p->n_streams;
	pd_perf_replay(r);
	warn(r);
	return NULL;
}

static struct reader *open_reader(const struct pd_input *in, struct pd_ingest *out)
{
	struct reader *p = calloc(1, sizeof(*p));

	if (!p)
		pd_arena_out_of_memory();
	p->r.out = out;
	p->r.hits = pd_hits_of(out);
	p->r.maps = pd_perf_maps_new();
	p->r.names = pd_perf_names_new(pd_ingest_symbols(out), p->r.maps, p->r.hits);
	if (in->fd > 0)
		pd_perf_names_beside(p->r.names, in->name);
	return p;
}

static void close_reader(struct reader *p)
{
	for (size_t i = 0; i < p->n_streams; i++) {
		pd_perf_unpack_free(&p->stream[i].unpack);
		if (i)
			pd_input_close(&p->file[i]);
	}
	free(p->stream);
	free(p->file);
	pd_perf_order_free(&p->r.order);
	pd_perf_events_free(&p->r.events);
	pd_perf_names_free(p->r.names);
	pd_perf_maps_free(p->r.maps);
	free(p);
}

static int read_perf_data(struct pd_input *in, struct pd_ingest *out)
{
	struct pd_str bytes;
	struct reader *p;
	const char *why;

	if (!pd_input_bytes(in, &bytes))
		return 0;
	p = open_reader(in, out);
	why = read_bytes(p, in,
			 (struct pd_perf_bytes){(const uint8_t *)bytes.p, bytes.n, false, false});
	if (why)
		pd_ingest_error(out, NULL, NULL, "bad-recording",
				"this perf.data cannot be read: %s", why);
	close_reader(p);
	return 0;
}

const struct pd_format pd_format_perf_data = {
	.name = "perf-data",
	.what = "perf.data: what perf record writes, in files, pipes and directories; AMD IBS decoded",
	.probe_bytes = probe,
	.read = read_perf_data,
};

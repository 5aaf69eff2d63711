/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/dump_event.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/str.h"

#include <stdlib.h>

static void read_ids(struct pd_dump_events *e, struct pd_str list)
{
	while (list.n && e->ids.n < PD_DUMP_IDS) {
		struct pd_str word = pd_str_trim(pd_str_cut(&list, ','));
		uint64_t id;

		if (pd_number_parse_u64(word, &id))
			*pd_map64(&e->ids, id) = (uint32_t)e->n;
	}
}

/*
 * Fields stand in a fixed order behind the 8 bytes of the record's header: the
 * identifier, if there is one, or address, thread, time and data address, then the id.
 */
static size_t find_id(struct pd_str fields)
{
	static const char *const before[] = {"IP", "TID", "TIME", "ADDR"};
	size_t at = 8;
	bool has_id = false;

	while (fields.n) {
		struct pd_str field = pd_str_cut(&fields, '|');

		if (pd_str_eq(field, PD_STR("IDENTIFIER")))
			return 8;
		has_id = has_id || pd_str_eq(field, PD_STR("ID"));
		for (size_t i = 0; i < PD_ARRAY_SIZE(before); i++)
			at += pd_str_eq(field, pd_str_of(before[i])) ? 8 : 0;
	}
	return has_id ? at : 0;
}

bool pd_dump_event_line(struct pd_dump_events *e, struct pd_str line)
{
	struct pd_str rest = line, name;
	struct pd_str fields = line;
	size_t ids;

	if (!pd_str_eat(&rest, PD_STR("# event : name = ")) || e->n == PD_DUMP_EVENTS)
		return false;
	fields = pd_str_skip(fields, pd_str_find(fields, PD_STR(" sample_type = ")));
	(void)pd_str_eat(&fields, PD_STR(" sample_type = "));
	e->id_at = find_id(pd_str_cut(&fields, ','));
	ids = pd_str_find(rest, PD_STR(", id = { "));
	/* perf before 6.9 prints the empty name of a PMU behind that of the event. */
	name = (struct pd_str){rest.p, pd_str_find(rest, PD_STR(", "))};
	e->name[e->n] = malloc(name.n + 1);
	if (!e->name[e->n])
		pd_arena_out_of_memory();
	if (name.n)
		memcpy(e->name[e->n], name.p, name.n);
	e->name[e->n++][name.n] = '\0';
	if (ids < rest.n) {
		rest = pd_str_skip(rest, ids + sizeof(", id = { ") - 1);
		read_ids(e, pd_str_cut(&rest, '}'));
	}
	return true;
}

struct pd_str pd_dump_event_name(const struct pd_dump_events *e, uint64_t id)
{
	uint32_t at = id ? pd_map64_find(&e->ids, id) : 0;

	if (at)
		return pd_str_of(e->name[at - 1]);
	return e->n == 1 ? pd_str_of(e->name[0]) : PD_STR("");
}

void pd_dump_event_free(struct pd_dump_events *e)
{
	for (size_t i = 0; i < e->n; i++)
		free(e->name[i]);
	pd_map64_free(&e->ids);
	*e = (struct pd_dump_events){0};
}

static uint64_t word_at(const uint8_t *raw, size_t at)
{
	uint64_t word = 0;

	for (size_t i = 8; i-- > 0;)
		word = word << 8 | raw[at + i];
	return word;
}

uint64_t pd_dump_event_id(const struct pd_dump_events *e, const uint8_t *raw, size_t n)
{
	return e->id_at && e->id_at + 8 <= n ? word_at(raw, e->id_at) : 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_maps.h"

#include "base/intern.h"
#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>

/* Maps that lie beside each other in order; those that a fork has copied are shared until one differs. */
struct space {
	struct pd_perf_map *map; /* [n] */
	size_t n, cap;
	uint32_t n_users;
};

struct process {
	struct space *space; /* NULL: nothing was told */
	uint32_t version;
};

struct pd_perf_maps {
	struct pd_map64 pids; /* index + 1 of its process */
	struct process *process;
	size_t n_processes, cap_processes;
	size_t n_maps; /* room for maps in all spaces */
	uint32_t version;
	uint64_t n_refused;

	struct pd_intern keys; /* bytes that tell objects apart, from id 1 */
	struct pd_intern paths;
	struct pd_perf_object *object; /* of id 1 first */
	size_t n_objects, cap_objects;
	char *key;
	size_t cap_key;

	struct pd_perf_kernel kernel;
	uint32_t asked_pid, asked_version,
		asked_at; /* the last answer, and the version it was given at */
};

struct pd_perf_maps *pd_perf_maps_new(void)
{
	struct pd_perf_maps *m = calloc(1, sizeof(*m));

	if (!m)
		pd_arena_out_of_memory();
	(void)pd_intern(&m->keys, PD_STR(""));
	(void)pd_intern(&m->paths, PD_STR(""));
	return m;
}

static void leave(struct pd_perf_maps *m, struct space *s)
{
	if (!s || --s->n_users)
		return;
	m->n_maps -= s->cap;
	free(s->map);
	free(s);
}

void pd_perf_maps_free(struct pd_perf_maps *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->n_processes; i++)
		leave(m, m->process[i].space);
	pd_map64_free(&m->pids);
	pd_intern_free(&m->keys);
	pd_intern_free(&m->paths);
	free(m->process);
	free(m->object);
	free(m->key);
	free(m);
}

/* ---- processes */

static struct process *process_of(struct pd_perf_maps *m, uint32_t pid)
{
	uint32_t *at = pd_map64(&m->pids, pid);

	if (*at)
		return &m->process[*at - 1];
	m->process = pd_vec_grow(m->process, &m->cap_processes, m->n_processes + 1,
				 sizeof(*m->process));
	m->process[m->n_processes] = (struct process){.version = ++m->version};
	*at = (uint32_t)++m->n_processes;
	return &m->process[*at - 1];
}

/* Room for one more beside what is there, or NULL. */
static struct space *grow(struct pd_perf_maps *m, struct space *s, size_t need)
{
	size_t cap = s->cap;

	if (s->map && need <= cap)
		return s;
	if (need > PD_PERF_MAPS_SPACE || m->n_maps - cap + 2 * need > PD_PERF_MAPS_ALL)
		return NULL;
	s->map = pd_vec_grow(s->map, &s->cap, need, sizeof(*s->map));
	m->n_maps += s->cap - cap;
	return s;
}

/* The space of a process, its own, with room for @more maps; NULL if that is too many. */
static struct space *own_space(struct pd_perf_maps *m, struct process *p, size_t more)
{
	struct space *shared = p->space, *s = shared;

	if (!s || s->n_users > 1) {
		s = calloc(1, sizeof(*s));
		if (!s)
			pd_arena_out_of_memory();
		s->n_users = 1;
	}
	if (!grow(m, s, (shared ? shared->n : 0) + more)) {
		if (s != shared)
			free(s);
		return NULL;
	}
	if (s != shared && shared) {
		if (shared->n)
			memcpy(s->map, shared->map, shared->n * sizeof(*s->map));
		s->n = shared->n;
		leave(m, shared);
	}
	p->space = s;
	return s;
}

void pd_perf_maps_fork(struct pd_perf_maps *m, uint32_t pid, uint32_t parent)
{
	struct process *child, from;

	if (pid == parent || pid == PD_PERF_KERNEL || parent == PD_PERF_KERNEL)
		return;
	from = *process_of(m, parent);
	if (from.space)
		from.space->n_users++;
	child = process_of(m, pid);
	leave(m, child->space);
	*child = from;
	m->version++;
}

/* Frames of one process are asked for one after the other. */
uint32_t pd_perf_maps_version(struct pd_perf_maps *m, uint32_t pid)
{
	if (!m->asked_version || m->asked_pid != pid || m->asked_at != m->version) {
		m->asked_version = process_of(m, pid)->version;
		m->asked_pid = pid;
		m->asked_at = m->version;
	}
	return m->asked_version;
}

/* ---- objects */

static bool is_anonymous(struct pd_str path)
{
	static const char *const starts[] = {"/dev/zero", "/anon_hugepage", "[stack", "/SYSV"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(starts); i++)
		if (pd_str_starts(path, pd_str_of(starts[i])))
			return true;
	return pd_str_eq(path, PD_STR("//anon")) || pd_str_eq(path, PD_STR("[heap]"));
}

struct __attribute__((packed)) packed_object {
	struct pd_perf_build_id id;
	struct pd_perf_inode inode;
	uint32_t pid;
	uint8_t kind;
};

/* The number of an object, made if it is new; false when there are too many. */
static bool object_number(struct pd_perf_maps *m, const struct pd_perf_object *o, uint32_t *ret)
{
	struct packed_object fields = {.id = o->build_id, .inode = o->inode, .pid = o->pid};
	size_t n = sizeof(fields) + o->path.n;
	pd_id id;

	fields.kind = (uint8_t)(o->is_kernel | o->is_symbol << 1 | o->is_anon << 2);
	m->key = pd_vec_grow(m->key, &m->cap_key, n, 1);
	memcpy(m->key, &fields, sizeof(fields));
	if (o->path.n)
		memcpy(m->key + sizeof(fields), o->path.p, o->path.n);
	if (m->n_objects == PD_PERF_MAPS_OBJECTS)
		return false;
	id = pd_intern(&m->keys, (struct pd_str){m->key, n});
	*ret = id - 1;
	if (id <= m->n_objects)
		return true;
	m->object = pd_vec_grow(m->object, &m->cap_objects, m->n_objects + 1, sizeof(*m->object));
	m->object[m->n_objects] = *o;
	m->object[m->n_objects++].path = pd_intern_name(&m->paths, pd_intern(&m->paths, o->path));
	return true;
}

size_t pd_perf_maps_n_objects(const struct pd_perf_maps *m)
{
	return m->n_objects;
}

const struct pd_perf_object *pd_perf_maps_object(const struct pd_perf_maps *m, size_t i)
{
	return &m->object[i];
}

/* ---- maps */

/* The first map that ends behind @address. */
static size_t first_behind(const struct space *s, uint64_t address)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->map[mid].end > address)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

/* Takes [start, end) out of all maps and puts @new there, if there is one. Has room for 2 more. */
static void cover(struct space *s, uint64_t start, uint64_t end, const struct pd_perf_map *new)
{
	size_t i = first_behind(s, start), j = i, n = 0;
	struct pd_perf_map part[3];

	while (j < s->n && s->map[j].start < end)
		j++;
	if (i < j && s->map[i].start < start) {
		part[n] = s->map[i];
		part[n++].end = start;
	}
	if (new)
		part[n++] = *new;
	if (i < j && s->map[j - 1].end > end) {
		part[n] = s->map[j - 1];
		part[n].offset += end - part[n].start;
		part[n++].start = end;
	}
	if (s->n > j)
		memmove(s->map + i + n, s->map + j, (s->n - j) * sizeof(*s->map));
	if (n)
		memcpy(s->map + i, part, n * sizeof(*part));
	s->n = s->n - (j - i) + n;
}

static void put(struct pd_perf_maps *m, uint32_t pid, uint64_t start, uint64_t end,
		const struct pd_perf_map *new)
{
	struct process *p = process_of(m, pid);
	struct space *s = own_space(m, p, 2);

	if (!s) {
		m->n_refused++;
		return;
	}
	cover(s, start, end, new);
	p->version = ++m->version;
}

static void add(struct pd_perf_maps *m, uint32_t pid, struct pd_perf_map new,
		const struct pd_perf_object *o)
{
	if (!object_number(m, o, &new.object))
		m->n_refused++;
	else
		put(m, pid, new.start, new.end, &new);
}

/*
 *	[kernel.kallsyms]_text	[kernel.kallsyms]_stext
 * The offset of such a map is the address of the symbol, which tells how far the kernel was moved.
 */
static void see_kernel(struct pd_perf_maps *m, const struct pd_perf_map *map, struct pd_str *path)
{
	static const struct pd_str name = {"[kernel.kallsyms]", 17};
	struct pd_str mark = *path;

	if (!pd_str_eat(&mark, name))
		return;
	*path = name;
	if (m->kernel.end)
		return;
	m->kernel = (struct pd_perf_kernel){.start = map->start, .end = map->end};
	if (mark.n) {
		m->kernel.base = map->offset;
		m->kernel.mark = pd_intern_name(&m->paths, pd_intern(&m->paths, mark));
	}
}

void pd_perf_maps_mmap(struct pd_perf_maps *m, const struct pd_perf_mmap *map)
{
	struct pd_perf_object o = {.path = map->path,
				   .build_id = map->build_id,
				   .inode = map->inode};
	uint64_t room = UINT64_MAX - map->start;
	struct pd_perf_map new = {.start = map->start, .offset = map->offset};
	char jit[32];

	o.is_kernel = map->pid == PD_PERF_KERNEL;
	if (o.is_kernel && pd_str_starts(map->path, PD_STR("[guest.")))
		return;
	new.is_exec = map->is_exec;
	new.end = map->start + (map->length < room ? map->length : room);
	if (o.is_kernel)
		see_kernel(m, &new, &o.path);
	else if (map->is_exec && (map->is_huge || is_anonymous(map->path))) {
		o.is_anon = true;
		o.inode.number = 0;
		o.pid = map->pid;
		(void)snprintf(jit, sizeof(jit), "/tmp/perf-%u.map", map->pid);
		o.path = pd_str_of(jit);
	}
	if (new.end > new.start)
		add(m, map->pid, new, &o);
}

void pd_perf_maps_ksymbol(struct pd_perf_maps *m, uint64_t start, uint64_t length,
			  struct pd_str name, bool unregister)
{
	struct pd_perf_object o = {.path = name, .is_kernel = true, .is_symbol = true};
	struct pd_perf_map new = {.start = start, .is_exec = true}, old;

	new.end = start + (length < UINT64_MAX - start ? length : UINT64_MAX - start);
	if (!unregister && new.end > new.start)
		add(m, PD_PERF_KERNEL, new, &o);
	else if (unregister && pd_perf_maps_find(m, PD_PERF_KERNEL, start, &old) &&
		 m->object[old.object].is_symbol)
		put(m, PD_PERF_KERNEL, old.start, old.end, NULL);
}

bool pd_perf_maps_find(const struct pd_perf_maps *m, uint32_t pid, uint64_t address,
		       struct pd_perf_map *ret)
{
	uint32_t at = pd_map64_find(&m->pids, pid);
	const struct space *s = at ? m->process[at - 1].space : NULL;
	size_t i = s ? first_behind(s, address) : 0;

	if (!s || i == s->n || s->map[i].start > address)
		return false;
	*ret = s->map[i];
	return true;
}

struct pd_perf_kernel pd_perf_maps_kernel(const struct pd_perf_maps *m)
{
	return m->kernel;
}

uint64_t pd_perf_maps_n_refused(const struct pd_perf_maps *m)
{
	return m->n_refused;
}

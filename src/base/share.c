/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/share.h"

#include "base/intern.h"
#include "base/vec.h"

#include <stdlib.h>

#include <pthread.h>

/* Stays where it is while the list grows: others may hold its lock. */
struct entry {
	pthread_mutex_t lock;
	struct pd_str key; /* never changes */
	bool is_made;
	void *thing;
};

struct pd_share {
	pthread_mutex_t lock; /* of the list */
	struct pd_intern keys;
	struct entry **entry; /* [n] by id */
	size_t n, cap;
	pd_share_release *release;
};

struct pd_share *pd_share_new(pd_share_release *release)
{
	struct pd_share *s = calloc(1, sizeof(*s));

	if (!s)
		pd_arena_out_of_memory();
	(void)pthread_mutex_init(&s->lock, NULL);
	s->release = release;
	return s;
}

void pd_share_free(struct pd_share *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++) {
		if (s->entry[i]->thing)
			s->release(s->entry[i]->thing);
		(void)pthread_mutex_destroy(&s->entry[i]->lock);
		free(s->entry[i]);
	}
	(void)pthread_mutex_destroy(&s->lock);
	pd_intern_free(&s->keys);
	free(s->entry);
	free(s);
}

static struct entry *new_entry(struct pd_str key)
{
	struct entry *e = calloc(1, sizeof(*e));

	if (!e)
		pd_arena_out_of_memory();
	(void)pthread_mutex_init(&e->lock, NULL);
	e->key = key;
	return e;
}

static struct entry *entry_of(struct pd_share *s, struct pd_str key)
{
	struct entry *e;
	pd_id id;

	(void)pthread_mutex_lock(&s->lock);
	id = pd_intern(&s->keys, key);
	s->entry = pd_vec_grow(s->entry, &s->cap, id + 1u, sizeof(struct entry *));
	while (s->n <= id) {
		s->entry[s->n] = new_entry(pd_intern_name(&s->keys, (pd_id)s->n));
		s->n++;
	}
	e = s->entry[id];
	(void)pthread_mutex_unlock(&s->lock);
	return e;
}

void *pd_share_get(struct pd_share *s, struct pd_str key, pd_share_make *make, void *arg)
{
	struct entry *e = entry_of(s, key);

	(void)pthread_mutex_lock(&e->lock);
	if (!e->is_made)
		e->thing = make(arg, e->key);
	e->is_made = true;
	(void)pthread_mutex_unlock(&e->lock);
	return e->thing;
}

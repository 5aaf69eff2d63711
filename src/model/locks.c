/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/locks.h"

#include "base/str.h"

struct pair {
	const struct pair *older;
	enum pd_lock_class lock_class;
	struct pd_str site, lock;
	bool is_per_object;
};

struct pd_locks {
	const struct pair *newest;
};

/* What a class may be if the source does not say in which way a lock is taken. */
static enum pd_lock_class undirected(enum pd_lock_class lock_class)
{
	static const enum pd_lock_class of[PD_N_LOCK_CLASSES] = {
		[PD_LOCK_READ] = PD_LOCK_RWLOCK,      [PD_LOCK_WRITE] = PD_LOCK_RWLOCK,
		[PD_LOCK_RT_READ] = PD_LOCK_RWLOCK,   [PD_LOCK_RT_WRITE] = PD_LOCK_RWLOCK,
		[PD_LOCK_RWSEM_READ] = PD_LOCK_RWSEM, [PD_LOCK_RWSEM_WRITE] = PD_LOCK_RWSEM,
		[PD_LOCK_PCPU_READ] = PD_LOCK_PCPU,   [PD_LOCK_PCPU_WRITE] = PD_LOCK_PCPU,
	};

	return of[lock_class] ? of[lock_class] : lock_class;
}

/* May the lock that the user told as @a be what a source calls @b? */
static bool may_be(enum pd_lock_class a, enum pd_lock_class b)
{
	if (b == PD_LOCK_OPEN)
		return a == PD_LOCK_MUTEX || undirected(a) == PD_LOCK_RWSEM;
	return a == b || undirected(a) == b || undirected(b) == a || a == PD_LOCK_ANY ||
	       b == PD_LOCK_ANY;
}

bool pd_locks_find(const struct pd_locks *told, enum pd_lock_class lock_class, struct pd_str site,
		   struct pd_lock *ret)
{
	const struct pair *p = told ? told->newest : NULL;

	while (p && !(may_be(p->lock_class, lock_class) && pd_str_eq(p->site, site)))
		p = p->older;
	if (!p)
		return false;
	*ret = (struct pd_lock){.name = p->lock,
				.n_locks = 1,
				.is_per_object = p->is_per_object,
				.trust = PD_LOCK_TOLD};
	return true;
}

static bool is_member(struct pd_str lock)
{
	return pd_str_has(lock, PD_STR("->")) || memchr(lock.p, '.', lock.n) ||
	       memchr(lock.p, '(', lock.n);
}

static struct pd_str copy(struct pd_ctx *ctx, struct pd_str s)
{
	char *p = pd_ctx_alloc(ctx, s.n + 1);

	memcpy(p, s.p, s.n);
	return (struct pd_str){p, s.n};
}

/* @line has no comment and is not blank. */
static int add(struct pd_ctx *ctx, struct pd_locks *told, struct pd_loc loc, struct pd_str line)
{
	struct pd_str word = pd_str_word(&line), site = pd_str_word(&line);
	struct pd_str lock = pd_str_trim(line);
	enum pd_lock_class lock_class = pd_lock_parse_word(word);
	struct pair *p;

	if (lock_class == PD_LOCK_NONE) {
		pd_ctx_diag(ctx, PD_ERROR, loc, "bad-word",
			    "'%.*s' is no class of locks (spinlock, rwlock:R, rwlock:W, mutex, "
			    "rwsem:R, rwsem:W, ...)",
			    PD_FMT(word));
		return PD_EPARSE;
	}
	if (!lock.n) {
		pd_ctx_diag(ctx, PD_ERROR, loc, "missing-column",
			    "expected class, site and lock, got '%.*s'%s", PD_FMT(word),
			    site.n ? " and a site" : " alone");
		return PD_EPARSE;
	}
	p = pd_ctx_alloc(ctx, sizeof(*p));
	*p = (struct pair){
		told->newest, lock_class, copy(ctx, site), {NULL, 0},
                    is_member(lock)
        };
	(void)pd_str_eat(&lock, PD_STR("->"));
	p->lock = copy(ctx, lock);
	told->newest = p;
	return 0;
}

int pd_locks_parse(struct pd_ctx *ctx, const char *file, struct pd_str text,
		   const struct pd_locks **ret)
{
	struct pd_locks *told = pd_ctx_alloc(ctx, sizeof(*told));
	struct pd_loc loc = {file, 0, 0};
	int r;

	while (text.n) {
		struct pd_str line = pd_str_cut(&text, '\n');

		loc.line++;
		line = pd_str_cut(&line, '#');
		if (pd_str_ends(line, PD_STR("\r")))
			line.n--;
		line = pd_str_trim(line);
		if (!line.n)
			continue;
		r = add(ctx, told, loc, line);
		if (r < 0)
			return r;
	}
	*ret = told;
	return 0;
}

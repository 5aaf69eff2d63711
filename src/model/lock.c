/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/lock.h"

#include "model/locks.h"

#include "base/str.h"

/* What a row of lock_sites.tsv says; the text is an offset into lock_text. */
struct lock_answer {
	uint32_t text;
	uint8_t n_locks, is_per_object, is_inlined, is_closed;
};

#include "model/lock_sites.inc"

/* ---- words */

struct word {
	const char *text;
	enum pd_lock_class lock_class;
};

/* The first of a class is the one to print; the others are what perfs print, too. */
static const struct word words[] = {
	{"mutex-or-rwsem", PD_LOCK_OPEN       },
        {"spinlock",       PD_LOCK_SPIN       },
	{"rwlock:R",       PD_LOCK_READ       },
        {"rwlock:W",       PD_LOCK_WRITE      },
	{"mutex",          PD_LOCK_MUTEX      },
        {"rwsem:R",        PD_LOCK_RWSEM_READ },
	{"rwsem:W",        PD_LOCK_RWSEM_WRITE},
        {"pcpu-sem:R",     PD_LOCK_PCPU_READ  },
	{"pcpu-sem:W",     PD_LOCK_PCPU_WRITE },
        {"rtmutex",        PD_LOCK_RTMUTEX    },
	{"rt-mutex",       PD_LOCK_RTMUTEX    },
        {"rt=mutex",       PD_LOCK_RTMUTEX    },
	{"rwlock-rt:R",    PD_LOCK_RT_READ    },
        {"rwlock-rt:W",    PD_LOCK_RT_WRITE   },
	{"semaphore",      PD_LOCK_SEMAPHORE  },
        {"rwlock",         PD_LOCK_RWLOCK     },
	{"rwlock-rt",      PD_LOCK_RWLOCK     },
        {"rwsem",          PD_LOCK_RWSEM      },
	{"pcpu-sem",       PD_LOCK_PCPU       },
        {"percpu-rwsem",   PD_LOCK_PCPU       },
	{"percpu-rwlock",  PD_LOCK_PCPU       },
        {"folio",          PD_LOCK_FOLIO      },
	{"futex",          PD_LOCK_FUTEX      },
        {"bit-lock",       PD_LOCK_BIT        },
	{"seqlock:R",      PD_LOCK_SEQ_READ   },
        {"lock",           PD_LOCK_ANY        },
};

struct pd_str pd_lock_word(enum pd_lock_class lock_class)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++)
		if (words[i].lock_class == lock_class)
			return pd_str_of(words[i].text);
	return PD_STR("");
}

enum pd_lock_class pd_lock_parse_word(struct pd_str word)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(words); i++)
		if (pd_str_eq(word, pd_str_of(words[i].text)))
			return words[i].lock_class;
	return PD_LOCK_NONE;
}

/* ---- primitives */

/* C has no dot in a name: what follows one was added by a compiler. */
static struct pd_str without_suffix(struct pd_str symbol)
{
	struct pd_str rest = symbol, name = pd_str_cut(&rest, '.');

	return name.n ? name : symbol;
}

static bool fits(struct pd_str pattern, struct pd_str symbol)
{
	if (pattern.p[pattern.n - 1] != '*')
		return pd_str_eq(pattern, symbol);
	pattern.n--;
	return pd_str_starts(symbol, pattern);
}

static enum pd_lock_class class_of(const struct word *v, size_t n, struct pd_str symbol)
{
	symbol = without_suffix(symbol);
	for (size_t i = 0; i < n; i++)
		if (fits(pd_str_of(v[i].text), symbol))
			return v[i].lock_class;
	return PD_LOCK_NONE;
}

enum pd_lock_class pd_lock_primitive(struct pd_str symbol)
{
	static const struct word primitives[] = {
#define PD_LOCK_PRIMITIVE(pattern, class) {pattern, PD_LOCK_##class},
#define PD_LOCK_WRAPPER(name, class)
#include "model/lock_primitives.def"
#undef PD_LOCK_PRIMITIVE
#undef PD_LOCK_WRAPPER
	};

	return class_of(primitives, PD_ARRAY_SIZE(primitives), symbol);
}

enum pd_lock_class pd_lock_wrapper(struct pd_str symbol)
{
	static const struct word wrappers[] = {
#define PD_LOCK_PRIMITIVE(pattern, class)
#define PD_LOCK_WRAPPER(name, class) {name, PD_LOCK_##class},
#include "model/lock_primitives.def"
#undef PD_LOCK_PRIMITIVE
#undef PD_LOCK_WRAPPER
	};

	return class_of(wrappers, PD_ARRAY_SIZE(wrappers), symbol);
}

bool pd_lock_peel_step(struct pd_lock_peel *p, enum pd_lock_class next)
{
	if (next == PD_LOCK_NONE)
		return false;
	p->lock_class = next;
	p->n++;
	return true;
}

/* ---- the table */

static struct pd_str text_at(uint32_t offset)
{
	return pd_str_of(&lock_text[offset / LOCK_WIDTH][offset % LOCK_WIDTH]);
}

/* A number of lock_site holds where the function's name stands, and below it the kind. */
static int order(size_t i, struct pd_str site, enum lock_kind kind)
{
	int by_name = pd_str_cmp(text_at(lock_site[i] / LOCK_KINDS), site);

	return by_name ? by_name : (int)(lock_site[i] % LOCK_KINDS) - (int)kind;
}

static const struct lock_answer *built_in(enum lock_kind kind, struct pd_str site)
{
	size_t lo = 0, hi = LOCK_N_SITES;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = order(mid, site, kind);

		if (c == 0)
			return &lock_answer[lock_answer_of[mid]];
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

#define KIND(name) (1u << LOCK_##name)

/* The kinds of rows that may answer: several where the class does not say which. */
static unsigned kinds_of(enum pd_lock_class lock_class)
{
	switch (lock_class) {
	case PD_LOCK_SPIN:
		return KIND(SPINLOCK);
	case PD_LOCK_READ:
	case PD_LOCK_RT_READ:
		return KIND(RWLOCK_R);
	case PD_LOCK_WRITE:
	case PD_LOCK_RT_WRITE:
		return KIND(RWLOCK_W);
	case PD_LOCK_RWLOCK:
		return KIND(RWLOCK_R) | KIND(RWLOCK_W);
	case PD_LOCK_MUTEX:
		return KIND(MUTEX);
	case PD_LOCK_RWSEM_READ:
		return KIND(RWSEM_R);
	case PD_LOCK_RWSEM_WRITE:
		return KIND(RWSEM_W);
	case PD_LOCK_RWSEM:
		return KIND(RWSEM_R) | KIND(RWSEM_W);
	case PD_LOCK_PCPU_READ:
	case PD_LOCK_PCPU_WRITE:
	case PD_LOCK_PCPU:
		return KIND(PERCPU_RWSEM);
	case PD_LOCK_OPEN:
		return KIND(MUTEX) | KIND(RWSEM_R) | KIND(RWSEM_W);
	case PD_LOCK_RTMUTEX: /* what mutexes and spinlocks are on PREEMPT_RT */
		return KIND(MUTEX) | KIND(SPINLOCK);
	case PD_LOCK_ANY:
		return KIND(SPINLOCK) | KIND(RWLOCK_R) | KIND(RWLOCK_W) | KIND(MUTEX) |
		       KIND(RWSEM_R) | KIND(RWSEM_W) | KIND(PERCPU_RWSEM);
	case PD_LOCK_NONE:
	case PD_LOCK_SEMAPHORE:
	case PD_LOCK_FOLIO:
	case PD_LOCK_FUTEX:
	case PD_LOCK_BIT:
	case PD_LOCK_SEQ_READ:
	case PD_N_LOCK_CLASSES:
		return 0;
	}
	return 0;
}

static enum pd_lock_trust trust_of(const struct lock_answer *a)
{
	if (a->n_locks > 1)
		return PD_LOCK_AMBIGUOUS;
	return a->is_inlined ? PD_LOCK_INLINED : PD_LOCK_UNIQUE;
}

/* One exact spelling of the site. */
static bool find_spelling(const struct pd_locks *told, enum pd_lock_class lock_class,
			  struct pd_str site, struct pd_lock *ret)
{
	const struct lock_answer *found = NULL;
	unsigned kinds = kinds_of(lock_class);
	bool is_closed = true;

	if (pd_locks_find(told, lock_class, site, ret))
		return true;
	for (unsigned kind = 0; kinds >> kind; kind++) {
		const struct lock_answer *a = kinds >> kind & 1
						      ? built_in((enum lock_kind)kind, site)
						      : NULL;

		if (a && found && a->text != found->text)
			return false;
		if (a)
			found = a;
		if (kinds >> kind & 1)
			is_closed = is_closed && a && a->is_closed;
	}
	if (!found)
		return false;
	*ret = (struct pd_lock){.name = text_at(found->text),
				.n_locks = found->n_locks,
				.is_per_object = found->is_per_object,
				.is_closed = is_closed,
				.trust = trust_of(found)};
	return true;
}

/* Names of one system call: what macros make of it differs between kernels and compilers. */
static const char *const syscall_prefixes[] = {
	"__do_sys_", "ksys_", "__se_sys_",    "__sys_",       "__x64_sys_",   "__ia32_sys_",
	"SyS_",      "SYSC_", "__arm64_sys_", "__riscv_sys_", "__s390x_sys_", "sys_",
};

static bool find_syscall(const struct pd_locks *told, enum pd_lock_class lock_class,
			 struct pd_str site, struct pd_lock *ret)
{
	char name[128];
	size_t n = 0;

	while (n < PD_ARRAY_SIZE(syscall_prefixes) &&
	       !pd_str_eat(&site, pd_str_of(syscall_prefixes[n])))
		n++;
	if (n == PD_ARRAY_SIZE(syscall_prefixes))
		return false;
	for (size_t i = 0; i < PD_ARRAY_SIZE(syscall_prefixes); i++) {
		struct pd_str prefix = pd_str_of(syscall_prefixes[i]);

		if (prefix.n + site.n > sizeof(name))
			continue;
		memcpy(name, prefix.p, prefix.n);
		memcpy(name + prefix.n, site.p, site.n);
		if (find_spelling(told, lock_class, (struct pd_str){name, prefix.n + site.n}, ret))
			return true;
	}
	return false;
}

/* folio_wait_writeback, wait_on_page_writeback: the end of writing is waited for in the same way. */
static bool is_other_bit(struct pd_str site)
{
	return pd_str_starts(site, PD_STR("folio_wait_")) ||
	       pd_str_starts(site, PD_STR("wait_on_page_"));
}

/* Locks that are one whatever the site. */
static bool find_by_class(enum pd_lock_class lock_class, struct pd_str site, struct pd_lock *ret)
{
	if (lock_class != PD_LOCK_FUTEX && (lock_class != PD_LOCK_FOLIO || is_other_bit(site)))
		return false;
	*ret = (struct pd_lock){.name = lock_class == PD_LOCK_FOLIO ? PD_STR("folio lock")
								    : PD_STR("futex"),
				.n_locks = 1,
				.is_per_object = true,
				.is_closed = true,
				.trust = PD_LOCK_UNIQUE};
	return true;
}

bool pd_lock_find(const struct pd_locks *told, enum pd_lock_class lock_class, struct pd_str site,
		  struct pd_lock *ret)
{
	struct pd_str plain = without_suffix(site), noprof = PD_STR("_noprof");

	if (lock_class == PD_LOCK_NONE)
		return false;
	if (find_spelling(told, lock_class, site, ret))
		return true;
	if (plain.n != site.n && find_spelling(told, lock_class, plain, ret))
		return true;
	if (pd_str_ends(plain, noprof)) {
		plain.n -= noprof.n;
		if (find_spelling(told, lock_class, plain, ret))
			return true;
	}
	return find_syscall(told, lock_class, plain, ret) || find_by_class(lock_class, plain, ret);
}

bool pd_lock_find_below(const struct pd_locks *told, enum pd_lock_class lock_class,
			struct pd_str caller, struct pd_lock *ret)
{
	if (!pd_lock_find(told, lock_class, caller, ret))
		return false;
	if (ret->trust != PD_LOCK_TOLD && !ret->is_closed && !pd_lock_wrapper(caller))
		ret->trust = PD_LOCK_CANDIDATE;
	return true;
}

static bool is_member(struct pd_str name)
{
	return pd_str_has(name, PD_STR("->")) || pd_str_has(name, PD_STR(".")) ||
	       pd_str_has(name, PD_STR("("));
}

struct pd_lock pd_lock_named(struct pd_str name)
{
	struct pd_lock lock = {.name = name,
			       .n_locks = 1,
			       .is_per_object = is_member(name),
			       .trust = PD_LOCK_TOLD};

	for (size_t i = 0; i < PD_ARRAY_SIZE(lock_answer) && !lock.is_per_object; i++)
		if (lock_answer[i].is_per_object && pd_str_eq(name, text_at(lock_answer[i].text)))
			lock.is_per_object = true;
	return lock;
}

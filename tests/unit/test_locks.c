/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "model/locks.h"

#include "base/str.h"

static const struct pd_locks *parsed(struct pd_ctx *ctx, const char *text)
{
	const struct pd_locks *told = NULL;

	assert_int_equal(pd_locks_parse(ctx, "my.locks", pd_str_of(text), &told), 0);
	assert_non_null(told);
	return told;
}

static void refused(const char *text, uint64_t line, const char *code, const char *msg)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_locks *told = NULL;
	const struct pd_diag *d;
	size_t n;

	assert_int_equal(pd_locks_parse(ctx, "my.locks", pd_str_of(text), &told), PD_EPARSE);
	assert_null(told);
	d = pd_ctx_diags(ctx, &n);
	assert_int_equal(n, 1);
	assert_string_equal(d->loc.file, "my.locks");
	assert_int_equal(d->loc.line, line);
	assert_string_equal(d->code, code);
	assert_string_equal(d->msg, msg);
	pd_ctx_free(ctx);
}

static void a_pair_of_the_user_wins(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_locks *told = parsed(ctx, "rwlock:W copy_process my_tasks_lock\n");
	struct pd_lock lock;

	(void)state;
	assert_true(pd_lock_find(told, PD_LOCK_WRITE, PD_STR("copy_process"), &lock));
	assert_string_equal(lock.name.p, "my_tasks_lock");
	assert_int_equal(lock.trust, PD_LOCK_TOLD);
	assert_int_equal(lock.n_locks, 1);
	assert_false(lock.is_per_object);
	/* Another class of the same site is not meant. */
	assert_true(pd_lock_find(told, PD_LOCK_SPIN, PD_STR("copy_process"), &lock));
	assert_int_equal(lock.trust, PD_LOCK_AMBIGUOUS);
	pd_ctx_free(ctx);
}

static void blanks_comments_and_line_ends_do_not_matter(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_locks *told =
		parsed(ctx, "# mine\r\n"
			    "\n"
			    "  mutex\tmy_ioctl   my_dev->lock or my_mutex # two\r\n"
			    "spinlock my_irq ->my_lock");
	struct pd_lock lock;

	(void)state;
	assert_true(pd_lock_find(told, PD_LOCK_MUTEX, PD_STR("my_ioctl"), &lock));
	assert_string_equal(lock.name.p, "my_dev->lock or my_mutex");
	assert_true(lock.is_per_object);
	assert_true(pd_lock_find(told, PD_LOCK_SPIN, PD_STR("my_irq"), &lock));
	assert_string_equal(lock.name.p, "my_lock");
	assert_true(lock.is_per_object);
	pd_ctx_free(ctx);
}

static void the_last_line_of_a_pair_counts(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_locks *told = parsed(ctx, "mutex f one\nmutex g two\nmutex f three\n");
	struct pd_lock lock;

	(void)state;
	assert_true(pd_locks_find(told, PD_LOCK_MUTEX, PD_STR("f"), &lock));
	assert_string_equal(lock.name.p, "three");
	pd_ctx_free(ctx);
}

static void a_site_is_told_with_or_without_its_suffix(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_locks *told = parsed(ctx, "mutex f one\nmutex __do_sys_brk two\n");
	struct pd_lock lock;

	(void)state;
	assert_true(pd_lock_find(told, PD_LOCK_MUTEX, PD_STR("f.isra.0"), &lock));
	assert_true(pd_lock_find(told, PD_LOCK_MUTEX, PD_STR("__x64_sys_brk"), &lock));
	assert_string_equal(lock.name.p, "two");
	assert_false(pd_lock_find(told, PD_LOCK_MUTEX, PD_STR("ff"), &lock));
	pd_ctx_free(ctx);
}

static void a_class_without_a_direction_means_both(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_locks *told = parsed(ctx, "rwsem f one\nrwlock:R g two\n");
	struct pd_lock lock;

	(void)state;
	assert_true(pd_locks_find(told, PD_LOCK_RWSEM_READ, PD_STR("f"), &lock));
	assert_true(pd_locks_find(told, PD_LOCK_RWSEM_WRITE, PD_STR("f"), &lock));
	assert_false(pd_locks_find(told, PD_LOCK_READ, PD_STR("f"), &lock));
	assert_true(pd_locks_find(told, PD_LOCK_RWLOCK, PD_STR("g"), &lock));
	assert_false(pd_locks_find(told, PD_LOCK_WRITE, PD_STR("g"), &lock));
	pd_ctx_free(ctx);
}

static void no_table_knows_nothing(void **state)
{
	struct pd_lock lock;

	(void)state;
	assert_false(pd_locks_find(NULL, PD_LOCK_MUTEX, PD_STR("f"), &lock));
}

static void an_empty_table_is_fine(void **state)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_lock lock;

	(void)state;
	assert_false(pd_locks_find(parsed(ctx, ""), PD_LOCK_MUTEX, PD_STR("f"), &lock));
	assert_false(pd_locks_find(parsed(ctx, " # \n\n"), PD_LOCK_MUTEX, PD_STR("f"), &lock));
	pd_ctx_free(ctx);
}

static void trouble_is_told_with_its_line(void **state)
{
	(void)state;
	refused("mutex f one\n\nmutx g two\n", 3, "bad-word",
		"'mutx' is no class of locks (spinlock, rwlock:R, rwlock:W, mutex, rwsem:R, "
		"rwsem:W, ...)");
	refused("mutex f\n", 1, "missing-column",
		"expected class, site and lock, got 'mutex' and a site");
	refused("mutex # f one\n", 1, "missing-column",
		"expected class, site and lock, got 'mutex' alone");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pair_of_the_user_wins),
		cmocka_unit_test(blanks_comments_and_line_ends_do_not_matter),
		cmocka_unit_test(the_last_line_of_a_pair_counts),
		cmocka_unit_test(a_site_is_told_with_or_without_its_suffix),
		cmocka_unit_test(a_class_without_a_direction_means_both),
		cmocka_unit_test(no_table_knows_nothing),
		cmocka_unit_test(an_empty_table_is_fine),
		cmocka_unit_test(trouble_is_told_with_its_line),
	};

	return cmocka_run_group_tests_name("locks", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/work.h"

#include <sched.h>
#include <stdatomic.h>

#include <pthread.h>

struct job {
	pd_work_fn *fn;
	void *arg;
	size_t n_items;
	atomic_size_t next;
};

struct worker {
	struct job *job;
	unsigned int index;
	pthread_t thread;
};

static void *work(void *arg)
{
	struct worker *w = arg;
	struct job *job = w->job;
	size_t item;

	while ((item = atomic_fetch_add(&job->next, 1)) < job->n_items)
		job->fn(job->arg, item, w->index);
	return NULL;
}

unsigned int pd_work_processors(void)
{
	cpu_set_t set;
	int n = 0;

	if (!sched_getaffinity(0, sizeof(set), &set))
		n = CPU_COUNT(&set);
	return n > 0 ? (unsigned int)n : 1;
}

void pd_work_run(unsigned int n_workers, size_t n_items, pd_work_fn *fn, void *arg)
{
	struct job job = {.fn = fn, .arg = arg, .n_items = n_items};
	struct worker worker[PD_WORK_MAX];
	unsigned int n = 1;

	if (n_workers > PD_WORK_MAX)
		n_workers = PD_WORK_MAX;
	if (n_workers > n_items)
		n_workers = (unsigned int)n_items;

	for (; n < n_workers; n++) {
		worker[n] = (struct worker){.job = &job, .index = n};
		if (pthread_create(&worker[n].thread, NULL, work, &worker[n]))
			break;
	}
	worker[0] = (struct worker){.job = &job};
	(void)work(&worker[0]);
	while (--n)
		(void)pthread_join(worker[n].thread, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the names for addresses of recordings are. */
#include "cli/setters.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>

SETTER(kallsyms)
{
	s->read.kallsyms = arg;
	return *arg ? NULL : "expected a file";
}

SETTER(vmlinux)
{
	s->read.vmlinux = arg;
	return *arg ? NULL : "expected a file";
}

SETTER(symfs)
{
	s->read.symfs = arg;
	return *arg ? NULL : "expected a folder";
}

/* Read once, before any thread is started. */
void settings_symbols(struct settings *s)
{
	const char *home = getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
	size_t room;
	char *path;

	if (!home || home[0] != '/')
		return;
	room = strlen(home) + sizeof("/.debug");
	path = pd_arena_alloc(&s->arena, room);
	(void)snprintf(path, room, "%s/.debug", home);
	s->read.build_ids = path;
}

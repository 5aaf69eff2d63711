/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/file_bytes.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 1 << 16 };

static bool read_all(int fd, size_t limit, struct pd_str *ret)
{
	char *p = NULL;
	size_t n = 0, cap = 0;

	for (;;) {
		ssize_t r;

		p = pd_vec_grow(p, &cap, n + FIRST, 1);
		r = read(fd, p + n, cap - n);
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0 || n + (size_t)(r > 0 ? r : 0) > limit) {
			free(p);
			return false;
		}
		if (!r)
			break;
		n += (size_t)r;
	}
	*ret = (struct pd_str){p, n};
	return true;
}

/* Whoever names a pipe as a list of symbols must not have to wait for it. */
bool pd_file_bytes(const char *path, size_t limit, struct pd_str *ret)
{
	struct stat st;
	bool ok;
	int fd;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	ok = read_all(fd, limit, ret);
	(void)close(fd);
	return ok;
}

int64_t pd_file_bytes_time(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : (int64_t)st.st_mtime;
}

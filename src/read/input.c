/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/input.h"

#include "base/out.h"
#include "base/str.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 18 }; /* 256 KiB: larger blocks measured no faster */

static int fail(struct pd_input *in, int status, int saved_errno)
{
	if (!in->status) {
		in->status = status;
		in->saved_errno = saved_errno;
	}
	return status;
}

int pd_input_open(struct pd_input *in, const char *path, uint64_t max)
{
	struct stat st;

	*in = (struct pd_input){.name = path, .max = max, .left = UINT64_MAX};
	if (!strcmp(path, "-")) {
		in->name = "<stdin>";
		in->fd = STDIN_FILENO;
		return PD_OK;
	}
	in->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (in->fd < 0)
		return fail(in, PD_EIO, errno);
	if (!fstat(in->fd, &st) && S_ISDIR(st.st_mode)) {
		pd_input_close(in);
		return fail(in, PD_EIO, EISDIR);
	}
	return PD_OK;
}

int pd_input_open_piece(struct pd_input *in, const char *path, struct pd_str prologue,
			uint64_t from, uint64_t to)
{
	int r = pd_input_open(in, path, UINT64_MAX);

	if (r < 0)
		return r;
	if (lseek(in->fd, (off_t)from, SEEK_SET) < 0)
		return fail(in, PD_EIO, errno);
	if (to != UINT64_MAX)
		in->left = to - from;
	in->buf = pd_vec_grow(NULL, &in->cap, prologue.n + 1, 1);
	if (prologue.n)
		memcpy(in->buf, prologue.p, prologue.n);
	in->tail = prologue.n;
	in->plain = pd_normalise_is_plain(in->buf, in->tail);
	return PD_OK;
}

void pd_input_open_memory(struct pd_input *in, const char *name, const char *bytes, size_t n)
{
	*in = (struct pd_input){.name = name, .fd = -1, .eof = true, .max = n, .taken = n};
	in->buf = pd_vec_grow(NULL, &in->cap, n + 1, 1);
	if (n)
		memcpy(in->buf, bytes, n);
	in->tail = n;
}

void pd_input_close(struct pd_input *in)
{
	if (in->fd > STDIN_FILENO)
		(void)close(in->fd);
	in->fd = -1;
	free(in->buf);
	free(in->normal.p);
	if (in->map)
		(void)munmap(in->map, in->n_map);
	in->map = NULL;
	in->normal = (struct pd_normalise_buf){0};
	in->buf = NULL;
	in->head = in->tail = in->cap = 0;
	in->eof = true;
}

/* Reads one more block behind what is there; false at the end or on failure. */
static bool fill(struct pd_input *in)
{
	ssize_t got;

	if (in->eof || in->status)
		return false;
	if (in->head) {
		memmove(in->buf, in->buf + in->head, in->tail - in->head);
		in->tail -= in->head;
		in->head = 0;
	}
	in->buf = pd_vec_grow(in->buf, &in->cap, in->tail + BLOCK + 1, 1);
	do
		got = read(in->fd, in->buf + in->tail, in->left < BLOCK ? in->left : BLOCK);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return fail(in, PD_EIO, errno), false;
	if (got == 0) {
		in->eof = true;
		return false;
	}
	in->plain = !in->by_line && (!in->tail || in->plain) &&
		    pd_normalise_is_plain(in->buf + in->tail, (size_t)got);
	in->tail += (size_t)got;
	in->taken += (uint64_t)got;
	in->left -= in->left == UINT64_MAX ? 0 : (uint64_t)got;
	if (in->taken > in->max)
		return fail(in, PD_ELIMIT, 0), false;
	return true;
}

static void skip_byte_order_mark(struct pd_input *in)
{
	if (in->line == 0 && in->tail - in->head >= 3 &&
	    !memcmp(in->buf + in->head, "\357\273\277", 3))
		in->head += 3;
}

/* Lines from @from to @to behind head; the number of bytes of the last one, newline or not. */
static size_t put_lines(struct pd_input *in, size_t from, size_t to, struct pd_out *out)
{
	struct pd_str rest = {in->buf + in->head + from, to - from};
	size_t n = 0;

	while (rest.n) {
		struct pd_str line, raw = pd_str_cut(&rest, '\n');

		if (pd_normalise(raw, in->plain, &in->normal, &line))
			pd_out_str(out, line);
		n = raw.n;
		if (rest.n)
			pd_out_char(out, '\n');
	}
	return n;
}

static bool has(struct pd_input *in, size_t n)
{
	while (in->tail - in->head < n && fill(in))
		;
	return in->tail - in->head >= n;
}

/* Where the line that follows the one at @at begins, as places behind head; 0: nowhere. */
static size_t next_line(struct pd_input *in, size_t at)
{
	while (at < PD_INPUT_MAX_LINE && has(in, at + 1)) {
		const char *from = in->buf + in->head + at, *end = in->buf + in->tail;
		const char *newline = memchr(from, '\n', (size_t)(end - from));

		at += (size_t)((newline ? newline : end) - from);
		if (newline)
			return has(in, at + 2) ? at + 1 : 0;
	}
	return 0;
}

/* The head may end inside a line; what probes see of it is that part. */
struct pd_str pd_input_head(struct pd_input *in)
{
	struct pd_out out;
	size_t from = 0;

	pd_out_init(&out, -1);
	(void)has(in, PD_INPUT_HEAD);
	skip_byte_order_mark(in);
	for (int i = 0; i < PD_INPUT_WINDOWS; i++) {
		size_t to = from + PD_INPUT_HEAD, last, next = 0;
		bool is_cut = has(in, to + 1) && in->buf[in->head + to - 1] != '\n';

		if (to > in->tail - in->head)
			to = in->tail - in->head;
		last = put_lines(in, from, to, &out);
		if (is_cut && last > PD_INPUT_CUT)
			next = next_line(in, to);
		if (next || (to > from && !is_cut))
			pd_out_char(&out, '\n');
		if (!next)
			break;
		from = next;
	}
	return pd_out_kept(&out);
}

struct pd_str pd_input_peek(const struct pd_input *in)
{
	return (struct pd_str){in->buf + in->head, in->tail - in->head};
}

/* The offset of the next newline behind head, or of the end; false if there is no line left. */
static bool find_end(struct pd_input *in, size_t *ret_length, bool *ret_newline)
{
	size_t seen = 0;

	if (!in->buf && !fill(in))
		return false;
	for (;;) {
		size_t n = in->tail - in->head - seen;
		const char *from = in->buf + in->head + seen;
		const char *at = n ? memchr(from, '\n', n) : NULL;

		if (at)
			n = (size_t)(at - from);
		seen += n;
		if (seen > PD_INPUT_MAX_LINE)
			return fail(in, PD_ELIMIT, 0), false;
		if (at) {
			*ret_length = seen;
			*ret_newline = true;
			return true;
		}
		if (!fill(in))
			break;
	}
	*ret_length = seen;
	*ret_newline = false;
	return seen > 0 && !in->status;
}

bool pd_input_line(struct pd_input *in, struct pd_str *ret_line)
{
	size_t length;
	bool newline;
	char *start;

	if (in->status || !find_end(in, &length, &newline))
		return false;
	if (in->line == 0) {
		size_t before = in->head;

		skip_byte_order_mark(in);
		length -= in->head - before;
	}
	start = in->buf + in->head;
	in->head += length + newline;
	in->line++;
	in->unended = !newline;
	in->raw = (struct pd_str){start, length};
	if (length > PD_INPUT_HEAD && !in->long_line)
		in->long_line = in->line;
	if (in->plain && length && start[0] != '>') {
		in->text = in->raw;
	} else if (!pd_normalise(in->raw, in->plain, &in->normal, &in->text)) {
		in->text = (struct pd_str){start, 0};
		in->n_junk++;
	}
	*ret_line = in->text;
	return true;
}

void pd_input_skip(struct pd_input *in, size_t n, uint64_t lines)
{
	in->head += n;
	in->line += lines;
}

void pd_input_by_line(struct pd_input *in)
{
	in->by_line = true;
}

bool pd_input_is_raw(const struct pd_input *in)
{
	return in->text.p == in->raw.p && in->text.n == in->raw.n && !in->unended;
}

bool pd_input_all(struct pd_input *in, struct pd_str *ret_text)
{
	while (fill(in))
		;
	if (in->status)
		return false;
	skip_byte_order_mark(in);
	*ret_text = (struct pd_str){in->buf + in->head, in->tail - in->head};
	in->head = in->tail;
	return true;
}

/* False if it has to be read. */
static bool map_file(struct pd_input *in)
{
	struct stat st;
	void *map;

	if (in->fd < 0 || fstat(in->fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0 ||
	    (uint64_t)st.st_size > SIZE_MAX)
		return false;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, in->fd, 0);
	if (map == MAP_FAILED)
		return false;
	in->map = map;
	in->n_map = (size_t)st.st_size;
	return true;
}

bool pd_input_bytes(struct pd_input *in, struct pd_str *ret_bytes)
{
	if (in->status)
		return false;
	if (!map_file(in))
		return pd_input_all(in, ret_bytes);
	if (in->n_map > in->max)
		return fail(in, PD_ELIMIT, 0), false;
	in->head = in->tail;
	in->eof = true;
	*ret_bytes = (struct pd_str){in->map, in->n_map};
	return true;
}

void pd_input_forget(const struct pd_input *in)
{
	if (in->map)
		(void)madvise(in->map, in->n_map, MADV_DONTNEED);
}

void pd_input_limit(struct pd_input *in, uint64_t max)
{
	if (max < in->max)
		in->max = max;
	if (in->taken > in->max)
		(void)fail(in, PD_ELIMIT, 0);
}

void pd_input_locate(struct pd_input *in, const char *at)
{
	const char *end = in->buf + in->tail, *start = in->buf, *newline;

	if (in->tail >= 3 && !memcmp(start, "\357\273\277", 3))
		start += 3;
	in->line = 1;
	while (start < at && (newline = memchr(start, '\n', (size_t)(at - start)))) {
		start = newline + 1;
		in->line++;
	}
	newline = start < end ? memchr(start, '\n', (size_t)(end - start)) : NULL;
	in->raw = in->text = (struct pd_str){start, (size_t)((newline ? newline : end) - start)};
}

int pd_input_status(const struct pd_input *in)
{
	return in->status;
}

uint32_t pd_input_column(const struct pd_input *in, const char *at)
{
	const char *from = in->text.p;

	if (!at || !from || at < from || at > from + in->text.n)
		return 0;
	/* Where nothing but the quoting was taken away, places are those of the file. */
	if (from >= in->raw.p && from <= in->raw.p + in->raw.n)
		from = in->raw.p;
	return (uint32_t)(at - from) + 1;
}

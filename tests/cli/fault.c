/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault.c - a system that says no: preloaded, it fails one chosen call
 *
 * FAULT=CALL:N:ERRNO fails the N-th call of CALL (read, write, close, open,
 * rename, memory) with that error; FAULT=CALL:0:0 lets each read or write move
 * one byte only. FAULT_FD, if set, gets a byte when the fault has happened.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);           // NOLINT
void *__libc_calloc(size_t n, size_t size); // NOLINT
void *__libc_realloc(void *p, size_t size); // NOLINT

static struct {
	char call[16];
	long n;
	int error;
	int fd;
	int ready;
} fault;

static long number_after(const char **text)
{
	long v = 0;

	while (**text >= '0' && **text <= '9')
		v = v * 10 + (*(*text)++ - '0');
	*text += **text == ':';
	return v;
}

__attribute__((constructor)) static void setup(void)
{
	const char *text = getenv("FAULT"), *fd = getenv("FAULT_FD");
	size_t length = text ? strcspn(text, ":") : 0;

	if (!length || length >= sizeof(fault.call))
		return;
	memcpy(fault.call, text, length);
	text += length + 1;
	fault.n = number_after(&text);
	fault.error = (int)number_after(&text);
	fault.fd = fd ? (int)number_after(&fd) : -1;
	fault.ready = 1;
}

static int moves_bytes_singly(const char *call)
{
	return fault.ready && !fault.n && !strcmp(fault.call, call);
}

/* True once: at the call that is to fail. */
static int strikes(const char *call)
{
	if (!fault.ready || !fault.n || strcmp(fault.call, call) != 0 || --fault.n)
		return 0;
	fault.ready = 0;
	if (fault.fd >= 0)
		(void)syscall(SYS_write, fault.fd, "!", 1);
	errno = fault.error;
	return 1;
}

/* The names of parameters in the headers are reserved for them. */
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
ssize_t read(int fd, void *buf, size_t n)
{
	if (moves_bytes_singly("read"))
		n = n > 1;
	return strikes("read") ? -1 : syscall(SYS_read, fd, buf, n);
}

ssize_t write(int fd, const void *buf, size_t n)
{
	if (moves_bytes_singly("write"))
		n = n > 0;
	return strikes("write") ? -1 : syscall(SYS_write, fd, buf, n);
}

int close(int fd)
{
	return strikes("close") ? -1 : (int)syscall(SYS_close, fd);
}

int open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return strikes("open") ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int rename(const char *from, const char *to)
{
	return strikes("rename") ? -1
				 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

void *malloc(size_t size)
{
	return strikes("memory") ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return strikes("memory") ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	return strikes("memory") ? NULL : __libc_realloc(p, size);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

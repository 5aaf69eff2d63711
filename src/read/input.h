/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input.h - bytes of one source, one line at a time, with their position
 *
 * Lines come out normalised: without CR, byte order mark, ANSI colour codes and
 * mail quoting ("> "), with U+00A0 and U+202F as plain blanks and Latin-1
 * plus-minus as UTF-8. A line of binary junk (a NUL or a control byte) comes
 * out empty and is counted. So readers see the text that a program printed.
 */
#ifndef READ_INPUT_H
#define READ_INPUT_H

#include "read/normalise.h"

#include <perfdelta/base.h>

enum {
	PD_INPUT_HEAD = 1 << 16,      /* bytes that formats are detected from */
	PD_INPUT_WINDOWS = 8,         /* and where there are longer lines, so many times as much */
	PD_INPUT_CUT = 1 << 12,       /* a line of more bytes may be cut there, and go on */
	PD_INPUT_MAX_LINE = 16 << 20, /* bytes of one line */
};

struct pd_input {
	const char *name;   /* as diagnostics show it; "<stdin>" for "-" */
	uint64_t line;      /* number of the line last returned, from 1 */
	uint64_t n_junk;    /* lines that were binary junk */
	uint64_t long_line; /* the first one of more than PD_INPUT_HEAD bytes; 0: there is none */
	bool unended;       /* the line last returned had no newline: the last one */

	/* private */
	struct pd_str text; /* the line last returned */
	struct pd_str raw;  /* the same as it stands in the file */
	int fd;             /* -1: all bytes are in buf already */
	int status;         /* the first failure sticks; later reads return no line */
	int saved_errno;
	char *buf;
	struct pd_normalise_buf normal;
	bool eof;
	bool by_line;
	bool plain; /* no byte from head to tail needs normalising, but for quoting */
	size_t head, tail, cap;
	uint64_t taken, max; /* bytes read so far, and how many may be */
	void *map;           /* of pd_input_bytes(); NULL: none */
	size_t n_map;
	uint64_t left; /* bytes of a piece that are not read yet; UINT64_MAX: to the end */
};

/*
 * Opens a file, or standard input for "-". @max: bytes the input may have.
 * Return: 0, or PD_EIO with in->saved_errno (a directory is EISDIR).
 */
int pd_input_open(struct pd_input *in, const char *path, uint64_t max) PD_MUST_USE;

/*
 * Opens the bytes @from to @to of a regular file, as if @prologue stood before
 * them. Return: as pd_input_open().
 */
int pd_input_open_piece(struct pd_input *in, const char *path, struct pd_str prologue,
			uint64_t from, uint64_t to) PD_MUST_USE;

/* Reads a copy of @n bytes: tests and fuzzing. */
void pd_input_open_memory(struct pd_input *in, const char *name, const char *bytes, size_t n);

void pd_input_close(struct pd_input *in);

/*
 * The first PD_INPUT_HEAD bytes at most, normalised, without moving: for
 * probing. Owned by the caller: free() its p. Empty after a failure. A newline ends
 * the last line unless the bytes do not reach to its end. Of a line that is longer
 * than that its beginning, and then as much again from the next line on.
 */
struct pd_str pd_input_head(struct pd_input *in);

/* What is buffered and not yet taken, as it stands in the file; borrowed. */
struct pd_str pd_input_peek(const struct pd_input *in);

/*
 * Takes @n bytes of pd_input_peek(), which are @lines lines and end with the last
 * one's newline: for readers that know by other means what is in them.
 */
void pd_input_skip(struct pd_input *in, size_t n, uint64_t lines);

/*
 * For readers that skip most lines: each line is looked at for what needs
 * normalising when it is asked for, not each block when it is read.
 */
void pd_input_by_line(struct pd_input *in);

/* Was the line last returned handed out as it stands in the file? */
bool pd_input_is_raw(const struct pd_input *in);

/*
 * The next line without its newline, borrowed until the next call. False at
 * the end or after a failure; pd_input_status() tells which.
 */
bool pd_input_line(struct pd_input *in, struct pd_str *ret_line);

/*
 * All that is left, as it stands in the file but for a byte order mark, borrowed
 * until pd_input_close(): for formats that are one document. False after a failure.
 */
bool pd_input_all(struct pd_input *in, struct pd_str *ret_text);

/*
 * The same as bytes, for formats that are no text: a regular file is mapped and not copied.
 * To be called before anything was taken.
 */
bool pd_input_bytes(struct pd_input *in, struct pd_str *ret_bytes);

/*
 * Bytes of pd_input_bytes() need no memory until they are looked at again, when they
 * come back from the file. Without effect on those that were copied.
 */
void pd_input_forget(const struct pd_input *in);

/* At most @max bytes in all, if that is less than what pd_input_open() said. */
void pd_input_limit(struct pd_input *in, uint64_t max);

/*
 * After pd_input_all(): the line that holds @at, which points into that text, is
 * now the line that diagnostics are about.
 */
void pd_input_locate(struct pd_input *in, const char *at);

/* 0; PD_EIO with saved_errno; PD_ELIMIT: the input or a line is too long. */
int pd_input_status(const struct pd_input *in) PD_MUST_USE;

/* The 1-based column of @at, which points into the line last returned; 0 if it does not. */
uint32_t pd_input_column(const struct pd_input *in, const char *at);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demangle.h - C++ and Rust names as they stand in the source, by libiberty */
#ifndef MODEL_DEMANGLE_H
#define MODEL_DEMANGLE_H

#include <perfdelta/base.h>

/*
 * Longer names stay mangled. libiberty stops earlier at C++: its limit on recursion
 * allows names of 1024 bytes.
 */
#define PD_DEMANGLE_MAX 8192

/**
 * pd_demangle - one mangled name, C++ (Itanium) or Rust (legacy and v0)
 * @mangled: `_ZN...`, `_R...`, without suffixes that are not part of the name
 * @buf: char[@size], where the text goes; undefined on failure
 * @size: bytes of @buf
 * @ret: the text, borrowed from @buf
 *
 * C++ comes with its parameters, Rust without hashes and disambiguators. A short
 * name can stand for text that doubles with each of its bytes; the work ends when
 * @buf is full. Nothing is allocated but for Rust names with non-ASCII letters, and
 * if one of those ends for want of room, at most four times its length is lost.
 *
 * Return: false, and *ret untouched, if @mangled is no mangled name, too long,
 * nested too deeply, or its text does not fit.
 */
bool pd_demangle(struct pd_str mangled, char *buf, size_t size, struct pd_str *ret);

/*
 * The same without parameters and without what follows the name (`.isra.0`): "ns::f", as
 * perf calls functions. Overloads are one then.
 */
bool pd_demangle_bare(struct pd_str mangled, char *buf, size_t size, struct pd_str *ret);

#endif

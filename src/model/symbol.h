/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol.h - names of functions: one for all clones of a function
 *
 * A compiler makes several symbols of one function, and which ones it makes
 * changes from build to build. Everything here works on text alone, allocates
 * nothing and takes names of any length.
 */
#ifndef MODEL_SYMBOL_H
#define MODEL_SYMBOL_H

#include <perfdelta/base.h>

/* What was taken off a name; it may say what is left of it. */
enum pd_symbol_flag {
	PD_SYMBOL_CLONE = 1 << 0,   /* .isra.0, .constprop.0, .llvm.1: a copy, or a tier of a JIT */
	PD_SYMBOL_PART = 1 << 1,    /* .part.0: a piece of the function, moved out */
	PD_SYMBOL_COLD = 1 << 2,    /* .cold, .unlikely: the piece that seldom runs */
	PD_SYMBOL_CFI = 1 << 3,     /* .cfi_jt, __cfi_x, __pfx_x: code in front of the function */
	PD_SYMBOL_PLT = 1 << 4,     /* x@plt: the jump to x, still part of the canonical name */
	PD_SYMBOL_INLINED = 1 << 5, /* " (inlined)": no code of its own */
	PD_SYMBOL_LIVEPATCH = 1 << 6, /* a replacement: to be matched whatever its object is */
	PD_SYMBOL_DEMANGLED = 1 << 7, /* C++ or Rust, taken apart here */
};

/* Longer spellings than this are left as they were; 16 KiB holds all but generated templates. */
#define PD_SYMBOL_BUF 16384

struct pd_symbol_buf {
	char text[PD_SYMBOL_BUF];
};

struct pd_symbol_name {
	struct pd_str canonical; /* never empty unless the raw name is */
	unsigned int flags;      /* of enum pd_symbol_flag */
};

/**
 * pd_symbol_canonical - the name that all clones of a function share
 * @raw: as printed in a profile, mangled or not, without address and "+0x12"
 * @buf: room for names that have to be spelled anew; undefined afterwards
 *       unless the result lies in it
 *
 * Suffixes of gcc, clang, Propeller and BOLT, versions of symbols, hashes of
 * Rust and numbers of a JVM or of V8 are taken off; what is left is demangled.
 * Kept: `.resolver` and target clones such as `.avx2` (other code for other
 * machines), `@plt`, and numbers that tell functions apart
 * (`__cxx_global_var_init.3`, `{closure#0}`). A canonical name is its own
 * canonical name.
 *
 * Return: the name, borrowed from @raw, from @buf or from a constant; a name
 * whose new spelling has no room in @buf keeps its spelling.
 */
struct pd_symbol_name pd_symbol_canonical(struct pd_str raw, struct pd_symbol_buf *buf);

/**
 * pd_symbol_group - the name that all aliases of a function share
 * @canonical: of pd_symbol_canonical()
 * @dso: its key of pd_dso_key(), empty or "[unknown]" if unknown
 * @buf: as above; may be the buffer that holds @canonical
 *
 * Kernel: the wrappers of a system call are `sys_x`, `x_noprof` and `__pi_x` are
 * x. Elsewhere: `__GI_x`, `__libc_x`, `__x_nocancel`, `x@plt` are x, the `x64` of
 * the C library for large files is x, target clones are their base, C++ functions
 * lose their parameters. With an unknown @dso both hold. Leading underscores alone
 * make an alias in the C library only.
 *
 * Return: the key, borrowed from @canonical or @buf. To aggregate by, not to
 * print instead of the name: `__do_sys_read` and `ksys_read` are two functions.
 */
struct pd_str pd_symbol_group(struct pd_str canonical, struct pd_str dso,
			      struct pd_symbol_buf *buf);

/*
 * True if @raw says only that nobody knows the function: empty, an address
 * (`0x0000557d3c160999`, sixteen hex digits), `[unknown]`. Addresses differ from run
 * to run; shown is pd_symbol_unresolved instead, with its object before it.
 */
bool pd_symbol_is_unresolved(struct pd_str raw);

/* "unresolved": the one symbol of all the unknown functions of an object. */
extern const struct pd_str pd_symbol_unresolved;

/* True if a processor that does @raw, or runs the thread @comm, has nothing to do. */
bool pd_symbol_is_idle(struct pd_str raw, struct pd_str comm);

/*
 * True if @raw is where interrupts come back on: a timer that had to wait hits
 * here, and the time before it was its caller's.
 */
bool pd_symbol_is_skid(struct pd_str raw);

#endif

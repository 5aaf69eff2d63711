/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dso.h - objects that code lies in: one name for a kernel, a module, a library, whatever its file */
#ifndef MODEL_DSO_H
#define MODEL_DSO_H

#include <perfdelta/base.h>

enum pd_dso_kind {
	PD_DSO_UNKNOWN, /* "[unknown]": nobody knows where the code was */
	PD_DSO_KERNEL,  /* "[kernel]" */
	PD_DSO_MODULE,  /* "[ext4]"; "[bpf]" for programs loaded into the kernel */
	PD_DSO_FILE,    /* "forkbench", "libc": a program or a library; "[vdso]" */
	PD_DSO_JIT,     /* "[jit]": code that was made while the program ran */
};

/* Room for the name of any file (NAME_MAX) in brackets. */
#define PD_DSO_BUF 260

struct pd_dso_buf {
	char text[PD_DSO_BUF];
};

struct pd_dso {
	struct pd_str key;
	enum pd_dso_kind kind;
};

/**
 * pd_dso_key - what two profiles call the same object
 * @raw: a path, a base name or a name in brackets, as printed
 * @buf: room for a key that has to be spelled anew
 *
 * `[kernel.kallsyms]`, `[kernel.vmlinux].init.text`, `[guest.kernel.kallsyms]`, `[k]`,
 * `/boot/vmlinux-6.1` are `[kernel]`; `nf-nat.ko.xz` and `[nf_nat]` are `[nf_nat]`;
 * `/lib/libc-2.36.so`, `libc.so.6` are `libc`, so libraries lose their version; other
 * paths are their base name, without " (deleted)".
 *
 * Return: the key, borrowed from @raw, @buf or a constant. A key is its own key.
 */
struct pd_dso pd_dso_key(struct pd_str raw, struct pd_dso_buf *buf);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/symbol_options.h"

#include "base/str.h"

#include <errno.h>
#include <sys/stat.h>

static int cannot_read(struct pd_ctx *ctx, const char *path, int saved_errno)
{
	char buf[128];

	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "open", "cannot read '%s': %s",
		    path, strerror_r(saved_errno, buf, sizeof(buf)));
	return PD_EIO;
}

static int is_none(struct pd_ctx *ctx, const char *path, const char *what)
{
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){path, 0, 0}, "no-symbols", "%s", what);
	return PD_EPARSE;
}

/* A list may be packed: *.xz is what a kernel's folder holds. */
static int check_kallsyms(struct pd_ctx *ctx, const char *path, struct pd_symbol_files *f)
{
	struct stat st;

	if (!path)
		return PD_OK;
	if (stat(path, &st))
		return cannot_read(ctx, path, errno);
	if (pd_symbol_files_list(f, path))
		return PD_OK;
	return is_none(ctx, path,
		       "no address of a kernel's symbol in it; expected lines such as "
		       "'ffffffff81000000 T _text', unpacked and with addresses other than 0");
}

static int check_vmlinux(struct pd_ctx *ctx, const char *path)
{
	struct pd_elf e;
	struct stat st;

	if (!path)
		return PD_OK;
	if (stat(path, &st))
		return cannot_read(ctx, path, errno);
	if (!pd_elf_file_open(&e, path))
		return is_none(ctx, path, "no ELF file; expected the kernel before it is packed");
	pd_elf_file_close(&e);
	return PD_OK;
}

static int check_symfs(struct pd_ctx *ctx, const char *path)
{
	struct stat st;

	if (!path)
		return PD_OK;
	if (stat(path, &st))
		return cannot_read(ctx, path, errno);
	return S_ISDIR(st.st_mode) ? PD_OK : is_none(ctx, path, "no folder");
}

int pd_symbol_options(struct pd_ctx *ctx, const struct pd_read_options *options,
		      struct pd_symbol_files **ret)
{
	const struct pd_symbol_options o = {.kallsyms = options->kallsyms,
					    .vmlinux = options->vmlinux,
					    .symfs = options->symfs,
					    .cache = options->build_ids};
	struct pd_symbol_files *f = pd_symbol_files_new(&o);
	int r = check_kallsyms(ctx, o.kallsyms, f);

	if (!r)
		r = check_vmlinux(ctx, o.vmlinux);
	if (!r)
		r = check_symfs(ctx, o.symfs);
	if (!r)
		*ret = f;
	else
		pd_symbol_files_free(f);
	return r;
}

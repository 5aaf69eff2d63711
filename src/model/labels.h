/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * labels.h - label sets as one string: equal sets, equal strings
 *
 * The canonical form is key US val RS key US val ..., keys ascending, with the
 * ASCII separators 0x1f and 0x1e, which no key and no value may contain.
 */
#ifndef MODEL_LABELS_H
#define MODEL_LABELS_H

#include "base/intern.h"

#include <perfdelta/table.h>

/*
 * The canonical form of @n labels in ascending order of their keys, written to
 * @buf, which has room for pd_labels_size(). Control bytes become '?'.
 */
struct pd_str pd_labels_pack(const struct pd_label *sorted, size_t n, char *buf);
size_t pd_labels_size(const struct pd_label *label, size_t n);

/* Takes a canonical form apart: at most @max labels are stored, all are counted. */
size_t pd_labels_unpack(struct pd_str packed, struct pd_label *ret, size_t max);

/* The keys of all labels of @table, each once, from 1; the caller frees them. */
struct pd_intern pd_labels_known(const struct pd_ctx *ctx, const struct pd_table *table);

/* Says that @option names @key, and that none of @known is called so: PD_EUSAGE. */
int pd_labels_unknown(struct pd_ctx *ctx, const struct pd_intern *known, const char *option,
		      const char *key);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/labels.h"

#include "base/intern.h"
#include "base/out.h"
#include "base/str.h"

enum { UNIT_SEPARATOR = 0x1f, RECORD_SEPARATOR = 0x1e };

size_t pd_labels_size(const struct pd_label *label, size_t n)
{
	size_t size = 0;

	for (size_t i = 0; i < n; i++)
		size += label[i].key.n + label[i].val.n + 2;
	return size;
}

static char *put(char *p, struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++, p++) {
		*p = s.p[i];
		if ((unsigned char)*p < ' ')
			*p = '?';
	}
	return p;
}

struct pd_str pd_labels_pack(const struct pd_label *sorted, size_t n, char *buf)
{
	char *p = buf;

	for (size_t i = 0; i < n; i++) {
		if (i)
			*p++ = RECORD_SEPARATOR;
		p = put(p, sorted[i].key);
		*p++ = UNIT_SEPARATOR;
		p = put(p, sorted[i].val);
	}
	return (struct pd_str){buf, (size_t)(p - buf)};
}

size_t pd_labels_unpack(struct pd_str packed, struct pd_label *ret, size_t max)
{
	size_t n = 0;

	while (packed.n) {
		struct pd_str val = pd_str_cut(&packed, RECORD_SEPARATOR);
		struct pd_str key = pd_str_cut(&val, UNIT_SEPARATOR);

		if (n < max)
			ret[n] = (struct pd_label){key, val};
		n++;
	}
	return n;
}

size_t pd_labels_of(const struct pd_ctx *ctx, pd_id labels, struct pd_label *ret, size_t max)
{
	return pd_labels_unpack(pd_ctx_name(ctx, labels), ret, max);
}

struct pd_intern pd_labels_known(const struct pd_ctx *ctx, const struct pd_table *table)
{
	struct pd_intern known = {0};

	for (size_t i = 0; i < table->n_keys; i++) {
		struct pd_label label[PD_LABELS_MAX];
		size_t n = pd_labels_of(ctx, table->keys[i].labels, label, PD_LABELS_MAX);

		for (size_t j = 0; j < n; j++)
			(void)pd_intern(&known, label[j].key);
	}
	return known;
}

int pd_labels_unknown(struct pd_ctx *ctx, const struct pd_intern *known, const char *option,
		      const char *key)
{
	struct pd_out list;

	pd_out_init(&list, -1);
	for (size_t i = 1; i < known->n; i++) {
		pd_out_text(&list, i > 1 ? ", " : "");
		pd_out_str(&list, known->name[i]);
	}
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
		    "%s: no value has a label '%s' (known: %.*s)", option, key,
		    list.n ? (int)list.n : 4, list.n ? list.buf : "none");
	(void)pd_out_close(&list);
	return PD_EUSAGE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/jmh_histogram.h"

#include "base/vec.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
	const struct pd_jmh_bin *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

static bool add_pair(struct pd_jmh_histogram *h, const struct pd_json_doc *doc, const cJSON *pair)
{
	struct pd_jmh_bin bin;

	if (!doc->api->IsArray(pair) || !pair->child ||
	    pd_json_value(doc, pair->child, &bin.value) != PD_JSON_NUMBER ||
	    pd_json_value(doc, pair->child->next, &bin.count) != PD_JSON_NUMBER || bin.count < 0)
		return false;
	h->bin = pd_vec_grow(h->bin, &h->cap, h->n_bins + 1, sizeof(*h->bin));
	h->bin[h->n_bins++] = bin;
	h->n += bin.count;
	return true;
}

bool pd_jmh_histogram(struct pd_jmh_histogram *h, const struct pd_json_doc *doc, const cJSON *pairs)
{
	h->n_bins = 0;
	h->n = 0;
	for (const cJSON *pair = pairs->child; pair; pair = pair->next)
		if (!add_pair(h, doc, pair))
			return false;
	if (h->n_bins)
		qsort(h->bin, h->n_bins, sizeof(*h->bin), by_value);
	return h->n > 0;
}

void pd_jmh_histogram_release(struct pd_jmh_histogram *h)
{
	free(h->bin);
	*h = (struct pd_jmh_histogram){0};
}

double pd_jmh_histogram_mean(const struct pd_jmh_histogram *h)
{
	double sum = 0;

	for (size_t i = 0; i < h->n_bins; i++)
		sum += h->bin[i].value * h->bin[i].count;
	return sum / h->n;
}

double pd_jmh_histogram_quantile(const struct pd_jmh_histogram *h, double q)
{
	double sum = 0;
	size_t i = 0;

	/* 0.9 of 10 is 9, whatever the product says in its last bit */
	for (; i + 1 < h->n_bins; i++) {
		sum += h->bin[i].count;
		if (sum >= q * h->n * (1 - 1e-12))
			break;
	}
	return h->bin[i].value;
}

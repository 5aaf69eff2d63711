/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh_histogram.h - what JMH's mode `sample` keeps of an iteration: [[value, count], ...] */
#ifndef READ_JMH_HISTOGRAM_H
#define READ_JMH_HISTOGRAM_H

#include "read/json.h"

struct pd_jmh_histogram {
	struct pd_jmh_bin {
		double value, count;
	} * bin; /* [n_bins] by value */
	size_t n_bins, cap;
	double n; /* of all counts */
};

/* Takes @pairs apart; false if they are none, or count nothing. */
bool pd_jmh_histogram(struct pd_jmh_histogram *h, const struct pd_json_doc *doc,
		      const cJSON *pairs);
void pd_jmh_histogram_release(struct pd_jmh_histogram *h);

double pd_jmh_histogram_mean(const struct pd_jmh_histogram *h);
/* The least value up to which at least the share @q of all lie. */
double pd_jmh_histogram_quantile(const struct pd_jmh_histogram *h, double q);

#endif

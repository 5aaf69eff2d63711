/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_probe.h - is a text what perf script prints? */
#ifndef READ_SCRIPT_PROBE_H
#define READ_SCRIPT_PROBE_H

#include <perfdelta/base.h>

/* As probe() of struct pd_format: 80 for hits with frames, 65 for frames that nothing announces. */
int pd_script_probe(struct pd_str head);

#endif

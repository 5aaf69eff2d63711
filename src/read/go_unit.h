/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go_unit.h - what a unit of Go benchmark text says of its metric */
#ifndef READ_GO_UNIT_H
#define READ_GO_UNIT_H

#include "read/ingest.h"

/*
 * In Go a unit is the metric: "ns/op" is `time` in ns/op, "MB/s" `throughput`,
 * "p99-ns" is `p99` in ns, "widgets" is `widgets`, a plain number. Borrowed from
 * @unit; the direction is left to the unit.
 */
struct pd_quantity pd_go_unit_quantity(struct pd_str unit);

/* Are two units one in the ledger, as "ns/op" and "sec/op" are? */
bool pd_go_unit_same(struct pd_str a, struct pd_str b);

#endif

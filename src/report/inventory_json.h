/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inventory_json.h - the same for programs; docs/json-schema.md describes it */
#ifndef REPORT_INVENTORY_JSON_H
#define REPORT_INVENTORY_JSON_H

#include "report/inventory.h"

void pd_inventory_json(const struct pd_inventory *v, const struct pd_look *look,
		       struct pd_out *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.h - what a file may be that no reader takes, and what to do with it */
#ifndef READ_HINT_H
#define READ_HINT_H

#include "base/str.h"

/* Of the first bytes of a file: half a sentence, to stand behind "nobody knows the format". */
const char *pd_hint(struct pd_str head);

/* Is this what perf mem -D report prints? It begins with numbers, and is none of them. */
bool pd_hint_is_mem_dump(struct pd_str head);

#endif

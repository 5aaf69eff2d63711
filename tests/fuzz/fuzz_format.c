/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_format.c - any bytes, read by one format (-DFORMAT=NAME)
 *
 * Built once per row of formats.def. With -Dfuzz=true libFuzzer calls it;
 * without, replay.c runs it over the corpus as an ordinary test. What it checks
 * holds in release builds too, where assert() is gone.
 */
#include "read/format.h"
#include "read/ingest.h"
#include "read/input.h"

#include <stdint.h>
#include <stdlib.h>

#define PASTE(a, b)  a##b
#define FORMAT_OF(x) PASTE(pd_format_, x)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const struct pd_format *format = &FORMAT_OF(FORMAT);
	const struct pd_read_options options = {0};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_input in;
	struct pd_str head;
	int sure, status;

	pd_input_open_memory(&in, "fuzz", (const char *)data, n);
	head = pd_input_head(&in);
	sure = format->probe_bytes ? format->probe_bytes(pd_input_peek(&in)) : format->probe(head);
	free((void *)(uintptr_t)head.p);
	if (sure < 0 || sure > 100)
		abort();

	status = format->read(&in, g);
	if (status > 0)
		abort();

	pd_input_close(&in);
	pd_ingest_free(g);
	return 0;
}

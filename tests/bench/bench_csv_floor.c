/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_csv_floor.c - what libcsv alone takes for a file
 *
 * Blocks of 256 KiB, callbacks that only count. Prints fields, records and
 * seconds. usage: bench_csv_floor FILE
 */
#include <csv.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct counts {
	unsigned long long fields, records;
};

static void on_field(void *bytes, size_t n, void *arg)
{
	struct counts *c = arg;

	(void)bytes;
	(void)n;
	c->fields++;
}

static void on_end(int terminator, void *arg)
{
	struct counts *c = arg;

	(void)terminator;
	c->records++;
}

static double now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	static char block[1 << 18];
	struct counts counts = {0, 0};
	struct csv_parser parser;
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
	double start = now();
	size_t n;

	if (!f || csv_init(&parser, 0)) {
		(void)fprintf(stderr, "usage: bench_csv_floor FILE\n");
		return 2;
	}
	while ((n = fread(block, 1, sizeof(block), f)) > 0)
		if (csv_parse(&parser, block, n, on_field, on_end, &counts) != n)
			return 2;
	(void)csv_fini(&parser, on_field, on_end, &counts);
	csv_free(&parser);
	(void)fclose(f);
	printf("%llu fields %llu records %.6f s\n", counts.fields, counts.records, now() - start);
	return 0;
}

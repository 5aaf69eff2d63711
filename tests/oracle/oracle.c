/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

enum { MAX_SERIES = 256, MAX_PATHS = 64, MAX_PATH = 96, MAX_FILE = 64 << 20 };

struct oracle_state {
	const char *family, *id;
	double *series[MAX_SERIES];
	size_t n_series;
	char paths[MAX_PATHS][MAX_PATH]; /* what was handed in */
	size_t n_paths;
	bool failed_here;
	size_t passed, failed, not_computed;
};

static _Noreturn void trouble(const char *what, const char *where)
{
	(void)fprintf(stderr, "oracle: %s: %s\n", where, what);
	exit(2); // NOLINT(concurrency-mt-unsafe)
}

/* ---- looking things up */

double oracle_value(const cJSON *item)
{
	if (cJSON_IsNumber(item))
		return item->valuedouble;
	if (!cJSON_IsString(item))
		return nan("");
	if (strcmp(item->valuestring, "Infinity") == 0)
		return HUGE_VAL;
	if (strcmp(item->valuestring, "-Infinity") == 0)
		return -HUGE_VAL;
	return nan("");
}

static const cJSON *expected(const struct oracle_case *c, const char *path)
{
	const cJSON *item = c->out;
	char key[MAX_PATH];

	while (item && *path) {
		size_t n = strcspn(path, "/");

		(void)snprintf(key, sizeof(key), "%.*s", (int)n, path);
		item = cJSON_GetObjectItemCaseSensitive(item, key);
		path += n + (path[n] == '/');
	}
	return item;
}

struct oracle_series oracle_series(struct oracle_case *c, const cJSON *array)
{
	struct oracle_state *st = c->state;
	struct oracle_series s = {.n = (size_t)cJSON_GetArraySize(array)};
	const cJSON *item;
	size_t i = 0;

	if (st->n_series == MAX_SERIES)
		trouble("too many series", st->id);
	s.v = calloc(s.n + 1, sizeof(*s.v));
	if (!s.v)
		trouble("out of memory", st->id);
	st->series[st->n_series++] = s.v;
	cJSON_ArrayForEach(item, array) s.v[i++] = oracle_value(item);
	return s;
}

struct oracle_series oracle_input(struct oracle_case *c, const char *name)
{
	return oracle_series(c, cJSON_GetObjectItemCaseSensitive(c->in, name));
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct oracle_series oracle_sorted(struct oracle_case *c, const char *name)
{
	struct oracle_series s = oracle_input(c, name);

	qsort(s.v, s.n, sizeof(*s.v), ascending);
	return s;
}

double oracle_input_number(struct oracle_case *c, const char *name)
{
	return oracle_value(cJSON_GetObjectItemCaseSensitive(c->in, name));
}

size_t oracle_expected_size(struct oracle_case *c, const char *path)
{
	return (size_t)cJSON_GetArraySize(expected(c, path));
}

bool oracle_expects(struct oracle_case *c, const char *path)
{
	return expected(c, path);
}

/* ---- handing in */

/* Relative; absolute where the reference is below 1e-300. */
static bool close_enough(double actual, double reference, double tolerance)
{
	if (isnan(reference) || isnan(actual))
		return isnan(reference) && isnan(actual);
	if (isinf(reference) || isinf(actual))
		return reference == actual;
	return fabs(actual - reference) <=
	       tolerance * (fabs(reference) < 1e-300 ? 1 : fabs(reference));
}

/* The expected field, now counted as handed in; NULL if the case has no such field. */
static const cJSON *hand_in(struct oracle_case *c, const char *path)
{
	struct oracle_state *st = c->state;
	const cJSON *want = expected(c, path);

	if (!want)
		return NULL;
	if (st->n_paths == MAX_PATHS || strlen(path) >= MAX_PATH)
		trouble("too many fields", st->id);
	(void)snprintf(st->paths[st->n_paths++], MAX_PATH, "%s", path);
	return want;
}

static void settle(struct oracle_case *c, bool passed, const char *path, const char *actual,
		   const cJSON *want)
{
	struct oracle_state *st = c->state;
	char *text;

	if (passed) {
		st->passed++;
		return;
	}
	text = cJSON_PrintUnformatted(want);
	if (!st->failed_here)
		printf("FAIL %s %s:", st->family, st->id);
	printf("%s %s is %s, expected %s", st->failed_here ? ";" : "", path, actual, text);
	cJSON_free(text);
	st->failed_here = true;
	st->failed++;
}

static void check(struct oracle_case *c, const char *path, double actual, double tolerance)
{
	const cJSON *want = hand_in(c, path);
	char text[32];

	if (!want)
		return;
	(void)snprintf(text, sizeof(text), "%.17g", actual);
	settle(c, close_enough(actual, oracle_value(want), tolerance), path, text, want);
}

void oracle_number(struct oracle_case *c, const char *path, double actual)
{
	check(c, path, actual, c->tolerance);
}

void oracle_number_within(struct oracle_case *c, const char *path, double actual, double absolute)
{
	const cJSON *want = hand_in(c, path);
	char text[32];

	if (!want)
		return;
	(void)snprintf(text, sizeof(text), "%.17g", actual);
	settle(c, fabs(actual - oracle_value(want)) <= absolute, path, text, want);
}

void oracle_count(struct oracle_case *c, const char *path, size_t actual)
{
	check(c, path, (double)actual, 0);
}

void oracle_bool(struct oracle_case *c, const char *path, bool actual)
{
	const cJSON *want = hand_in(c, path);

	if (want)
		settle(c, cJSON_IsBool(want) && cJSON_IsTrue(want) == actual, path,
		       actual ? "true" : "false", want);
}

void oracle_string(struct oracle_case *c, const char *path, const char *actual)
{
	const cJSON *want = hand_in(c, path);

	if (want)
		settle(c, cJSON_IsString(want) && strcmp(want->valuestring, actual) == 0, path,
		       actual, want);
}

void oracle_numbers(struct oracle_case *c, const char *path, const double *actual, size_t n)
{
	const cJSON *want = hand_in(c, path), *item;
	char text[64] = "of another length";
	bool same;
	size_t i = 0;

	if (!want)
		return;
	same = (size_t)cJSON_GetArraySize(want) == n;
	cJSON_ArrayForEach(item, want)
	{
		if (same && !close_enough(actual[i], oracle_value(item), c->tolerance)) {
			(void)snprintf(text, sizeof(text), "%.17g at [%zu]", actual[i], i);
			same = false;
		}
		i++;
	}
	settle(c, same, path, text, want);
}

/* ---- running */

/* Count the expected leaves below @item that were not handed in. */
static void count_missing(struct oracle_state *st, const cJSON *item, const char *path)
{
	const cJSON *child;
	char below[MAX_PATH];

	if (cJSON_IsObject(item)) {
		cJSON_ArrayForEach(child, item)
		{
			(void)snprintf(below, sizeof(below), "%s%s%s", path, *path ? "/" : "",
				       child->string);
			count_missing(st, child, below);
		}
		return;
	}
	for (size_t i = 0; i < st->n_paths; i++) {
		if (strcmp(st->paths[i], path) == 0)
			return;
	}
	st->not_computed++;
}

static const struct family {
	const char *name;
	void (*run)(struct oracle_case *c);
} families[] = {
#define ORACLE_FAMILY(name) {#name, oracle_##name},
#include "families.def"
#undef ORACLE_FAMILY
};

static const struct family *find_family(const char *name)
{
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		if (strcmp(families[i].name, name) == 0)
			return &families[i];
	}
	return NULL;
}

static void run_case(struct oracle_state *st, const struct family *f, const cJSON *item,
		     const char *file)
{
	const cJSON *id = cJSON_GetObjectItemCaseSensitive(item, "id");
	const cJSON *tolerance = cJSON_GetObjectItemCaseSensitive(item, "tol");
	struct oracle_case c = {
		.in = cJSON_GetObjectItemCaseSensitive(item, "in"),
		.out = cJSON_GetObjectItemCaseSensitive(item, "out"),
		.tolerance = cJSON_IsNumber(tolerance) ? tolerance->valuedouble : 0,
		.state = st,
	};

	if (!cJSON_IsString(id) || !cJSON_IsObject(c.in) || !cJSON_IsObject(c.out))
		trouble("a case without id, in and out", file);
	st->id = id->valuestring;
	st->n_paths = st->n_series = 0;
	st->failed_here = false;
	c.scratch = pd_scratch_new();
	if (f)
		f->run(&c);
	pd_scratch_free(c.scratch);
	if (st->failed_here)
		putchar('\n');
	count_missing(st, c.out, "");
	for (size_t i = 0; i < st->n_series; i++)
		free(st->series[i]);
}

static char *slurp(const char *path)
{
	FILE *in = fopen(path, "rb");
	char *text;
	size_t n;

	if (!in)
		trouble("cannot be opened", path);
	text = malloc(MAX_FILE);
	if (!text)
		trouble("out of memory", path);
	n = fread(text, 1, MAX_FILE, in);
	if (ferror(in) || n == MAX_FILE)
		trouble("cannot be read, or too large", path);
	(void)fclose(in);
	text[n] = '\0';
	return text;
}

static void run_file(struct oracle_state *st, const char *path)
{
	char *text = slurp(path);
	cJSON *root = cJSON_Parse(text);
	const cJSON *family = cJSON_GetObjectItemCaseSensitive(root, "family");
	const cJSON *cases = cJSON_GetObjectItemCaseSensitive(root, "cases");
	const struct family *f;
	const cJSON *item;

	if (!cJSON_IsString(family) || !cJSON_IsArray(cases))
		trouble("not a file of reference values (family, cases)", path);
	st->family = family->valuestring;
	f = find_family(st->family);
	if (!f)
		printf("%s: family '%s' is not computed\n", path, st->family);
	cJSON_ArrayForEach(item, cases) run_case(st, f, item, path);
	cJSON_Delete(root);
	free(text);
}

int main(int argc, char **argv)
{
	static struct oracle_state st;

	(void)gsl_set_error_handler_off(); /* as the program does */
	if (argc < 2)
		trouble("usage: oracle FILE.json...", "no file given");
	for (int i = 1; i < argc; i++)
		run_file(&st, argv[i]);
	printf("%zu passed, %zu failed, %zu not computed\n", st.passed, st.failed, st.not_computed);
	return st.failed ? 1 : 0;
}

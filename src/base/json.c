/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#include <pthread.h>

static struct pd_json_api api;
static bool loaded;

static bool find(void *library, const char *name, void *ret_function)
{
	void *symbol = dlsym(library, name);

	memcpy(ret_function, &symbol, sizeof(symbol));
	return symbol != NULL;
}

/* The library stays until the process ends: nothing ever closes it. */
static void load(void)
{
	void *library = dlopen("libcjson.so.1", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return;
	loaded = true;
#define PD_JSON_LOAD(name) loaded = find(library, "cJSON_" #name, &api.name) && loaded;
	PD_JSON_FUNCTIONS(PD_JSON_LOAD)
#undef PD_JSON_LOAD
}

const struct pd_json_api *pd_json(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, load);
	return loaded ? &api : NULL;
}

/* libdw.c - loads libdw and finds its functions. */
#include "framework/simcuda/api/cudart/libdw.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define FUNCTION_NAME(name) {#name, offsetof(Libdw, name)},

static const struct {
	const char *name;
	size_t member;
} functions[] = {LIBDW_FUNCTIONS(FUNCTION_NAME)};

static Libdw loaded;
static int whole;

static void load(void)
{
	void *library = dlopen("libdw.so.1", RTLD_LAZY | RTLD_LOCAL);
	whole = library != NULL;
	for (size_t i = 0; whole && i < sizeof functions / sizeof *functions; i++) {
		void *function = dlsym(library, functions[i].name);
		memcpy((char *)&loaded + functions[i].member, &function, sizeof function);
		whole = function != NULL;
	}
}

const Libdw *libdw_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, load);
	return whole ? &loaded : NULL;
}

/* plugin.c - loads the libraries that bring kernels (simcuda_kernel.h) when the first is needed:
 * those that SIMCUDA_KERNELS names, then those in the kernels/ folder beside this library. The
 * first kernel of a name wins. */
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/machine/choose.h"

#define MAX_PLUGINS 64

static const SimKernel *const *plugins[MAX_PLUGINS];
static int plugin_count;

static void load_plugin(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const SimKernel *const *kernels = library ? dlsym(library, "simcuda_kernels") : NULL;
	if (!kernels) {
		fprintf(stderr, "simcuda: kernel plugin %s: %s\n", path, dlerror());
		return;
	}
	if (plugin_count == MAX_PLUGINS) {
		fprintf(stderr, "simcuda: kernel plugin %s: expected at most %d plugins\n", path,
			MAX_PLUGINS);
		return;
	}
	plugins[plugin_count++] = kernels;
}

static int is_library(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');
	return dot && strcmp(dot, ".so") == 0;
}

static void load_folder(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_library, alphasort);
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX + sizeof entries[i]->d_name + 1];
		snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		load_plugin(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void load_all(const char *libraries)
{
	const char *list = getenv("SIMCUDA_KERNELS");
	char *copy = strdup(list ? list : ""), *rest = NULL;
	for (char *path = copy ? strtok_r(copy, ":", &rest) : NULL; path;
	     path = strtok_r(NULL, ":", &rest))
		load_plugin(path);
	free(copy);
	char folder[PATH_MAX];
	int length = snprintf(folder, sizeof folder, "%s/kernels", libraries);
	if (length < (int)sizeof folder)
		load_folder(folder);
}

const SimKernel *plugin_find(const char *name, const char *folder)
{
	static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	static int loaded;
	pthread_mutex_lock(&gate);
	if (!loaded)
		load_all(folder);
	loaded = 1;
	pthread_mutex_unlock(&gate);
	for (int i = 0; i < plugin_count; i++)
		for (const SimKernel *const *kernel = plugins[i]; *kernel; kernel++)
			if (strcmp((*kernel)->name, name) == 0)
				return *kernel;
	return NULL;
}

/* caller.c - whose code called the driver, and what it is told.
 *
 * The address that a call returns to lies in the program or in one of its libraries. An object that
 * names libcuda among the libraries it needs uses the driver's interface; any other one looked it
 * up while it ran, as NVIDIA's runtime does, which is then linked into it or is NVIDIA's libcudart.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/api/cuda/driver.h"

#define MAX_OBJECTS 64

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static int begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static int needs_driver(const struct link_map *object)
{
	const char *names = NULL;
	for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag != DT_NULL; entry++)
		if (entry->d_tag == DT_STRTAB)
			names = (const char *)entry->d_un.d_ptr;
	for (const ElfW(Dyn) *entry = object->l_ld; names && entry->d_tag != DT_NULL; entry++)
		if (entry->d_tag == DT_NEEDED && begins(names + entry->d_un.d_val, "libcuda.so"))
			return 1;
	return 0;
}

/* Whether this object has not been seen here before. */
static int is_new(const struct link_map *object)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static const struct link_map *seen[MAX_OBJECTS];
	static int count;
	int known = 0;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < count && !known; i++)
		known = seen[i] == object;
	if (!known && count < MAX_OBJECTS)
		seen[count++] = object;
	else
		known = 1;
	pthread_mutex_unlock(&lock);
	return !known;
}

/* The folder of this library, where the simulator's runtime lies too. */
static void own_folder(char *text, size_t size)
{
	Dl_info info;
	const char *path = dladdr((void *)(uintptr_t)caller_tell, &info) ? info.dli_fname : "";
	snprintf(text, size, "%.*s", (int)(base_name(path) - path), path);
}

/* NVIDIA's libraries that the simulator has, too. */
static int is_replaced(const char *name)
{
	return begins(name, "libcudart.so") || begins(name, "libcublas.so");
}

static void tell_of_runtime(const struct link_map *object)
{
	static const char found[] =
		"has NVIDIA's runtime linked into it, or looks up the driver by itself";
	const char *name = base_name(object->l_name);
	char folder[4096];
	own_folder(folder, sizeof folder);
	if (!*name)
		fprintf(stderr,
			"simcuda: %s %s, and so does not reach the simulated GPUs; build it with "
			"nvcc -cudart shared\n",
			program_invocation_short_name, found);
	else if (is_replaced(name))
		fprintf(stderr,
			"simcuda: NVIDIA's %s was loaded in place of the simulator's, and does not "
			"reach the simulated GPUs; LD_PRELOAD=%s%s puts this right\n",
			object->l_name, folder, name);
	else
		fprintf(stderr,
			"simcuda: %s %s: its calls fail here, not those of the program; if it is "
			"yours, build it with nvcc -cudart shared\n",
			name, found);
}

void caller_tell(const char *name, const void *address, atomic_flag *said)
{
	Dl_info info;
	struct link_map *object = NULL;
	if (!dladdr1(address, &info, (void **)&object, RTLD_DL_LINKMAP) || !object) {
		if (!atomic_flag_test_and_set(said))
			fprintf(stderr, "simcuda: %s is not simulated\n", name);
	} else if (!needs_driver(object)) {
		if (is_new(object))
			tell_of_runtime(object);
	} else if (!atomic_flag_test_and_set(said)) {
		const char *path =
			*object->l_name ? base_name(object->l_name) : program_invocation_short_name;
		fprintf(stderr,
			"simcuda: %s is not simulated: %s calls the driver, and the simulated GPUs "
			"are reached through the runtime's calls (cudaMalloc)\n",
			name, path);
	}
}

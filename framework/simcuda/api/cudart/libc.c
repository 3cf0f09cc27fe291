/* libc.c - the C library that stands behind us: its functions under names that are ours too. */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

void *libc_function(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	if (found)
		return found;
	fprintf(stderr, "simcuda: the C library has no %s\n", name);
	abort();
}

#ifndef RUNTIME_WATCHED
static int compare_place(struct dl_phdr_info *info, size_t size, void *base)
{
	const char *slash = strrchr(info->dlpi_name, '/');
	(void)size;
	if (info->dlpi_addr == (uintptr_t)base)
		return 1;
	return slash && strncmp(slash, "/libc.so", 8) == 0 ? -1 : 0;
}
#endif

int libc_comes_later(void)
{
#ifdef RUNTIME_WATCHED
	return 0;
#else
	Dl_info own;
	return dladdr((void *)(uintptr_t)libc_comes_later, &own) &&
	       dl_iterate_phdr(compare_place, own.dli_fbase) > 0;
#endif
}

int libc_start_thread(void *(*run)(void *))
{
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	pthread_attr_t attributes;
	pthread_t id;
	sigset_t all, before;
	*(void **)&create = libc_function("pthread_create");
	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, 1 << 20);
	pthread_sigmask(SIG_SETMASK, &all, &before); /* a new thread has its creator's */
	int error = create(&id, &attributes, run, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return error ? -1 : 0;
}

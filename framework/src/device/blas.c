/* blas.c - loads OpenBLAS.
 *
 * It stays: its threads may be at work when the program ends. */
#include "framework/src/device/blas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "framework/blas/host_blas.h"

#define BLAS_LIBRARY "libopenblas.so.0" /* what -lopenblas means when a program starts */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static Blas blas;
static bool loaded;

static bool blas_load(void)
{
	void *library = dlopen(BLAS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
	HostBlas kernels = {NULL, NULL, NULL};

	if (!library)
		return false;
	*(void **)&kernels.corename = dlsym(library, "openblas_get_corename");
	*(void **)&kernels.init = dlsym(library, "gotoblas_dynamic_init");
	*(void **)&kernels.quit = dlsym(library, "gotoblas_dynamic_quit");
	host_blas_choose(&kernels);
	*(void **)&blas.sgemm = dlsym(library, "cblas_sgemm");
	*(void **)&blas.sgemv = dlsym(library, "cblas_sgemv");
	return blas.sgemm && blas.sgemv;
}

const Blas *blas_get(void)
{
	pthread_mutex_lock(&gate);
	loaded = loaded || blas_load();
	bool good = loaded;
	pthread_mutex_unlock(&gate);
	return good ? &blas : NULL;
}

/* register.c - what compiled CUDA code calls before main(): it registers its device code.
 *
 * There is no device code to run here; of all this only one thing matters, which name belongs to
 * which host function, because a launch names the host function and a plugin the kernel. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

typedef struct Registered {
	const void *function;
	char *name;
	int shared; /* what cudaFuncSetAttribute set, bytes */
	struct Registered *next;
} Registered;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Registered *registered;

void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *deviceFun,
			    const char *deviceName, int thread_limit, uint3 *tid, uint3 *bid,
			    dim3 *bDim, dim3 *gDim, int *wSize);
void **__cudaRegisterFatBinary(void *fatCubin);
void __cudaRegisterFatBinaryEnd(void **fatCubinHandle);
void __cudaUnregisterFatBinary(void **fatCubinHandle);
char __cudaInitModule(void **fatCubinHandle);
void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *deviceAddress,
		       const char *deviceName, int ext, size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress,
			      const char *deviceName, int ext, size_t size, int constant,
			      int global);

/* The handle must point to something; nothing is read through it. */
void **__cudaRegisterFatBinary(void *fatCubin)
{
	static void *image;
	image = fatCubin;
	return &image;
}

void __cudaRegisterFatBinaryEnd(void **fatCubinHandle)
{
	(void)fatCubinHandle;
}

void __cudaUnregisterFatBinary(void **fatCubinHandle)
{
	(void)fatCubinHandle;
}

char __cudaInitModule(void **fatCubinHandle)
{
	(void)fatCubinHandle;
	return 1;
}

void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *deviceFun,
			    const char *deviceName, int thread_limit, uint3 *tid, uint3 *bid,
			    dim3 *bDim, dim3 *gDim, int *wSize)
{
	(void)fatCubinHandle, (void)deviceFun, (void)thread_limit;
	(void)tid, (void)bid, (void)bDim, (void)gDim, (void)wSize;
	Registered *entry = malloc(sizeof *entry);
	char *name = strdup(deviceName);
	if (!entry || !name) {
		fprintf(stderr, "simcuda: no memory to register the kernel %s\n", deviceName);
		exit(2);
	}
	pthread_mutex_lock(&lock);
	*entry = (Registered){hostFun, name, 0, registered};
	registered = entry;
	pthread_mutex_unlock(&lock);
}

/* The latest registration: a library loaded where another was may reuse its address. */
static Registered *find(const void *function)
{
	Registered *found = NULL;
	pthread_mutex_lock(&lock);
	for (Registered *r = registered; r && !found; r = r->next)
		if (r->function == function)
			found = r;
	pthread_mutex_unlock(&lock);
	return found;
}

const char *register_name(const void *function)
{
	const Registered *entry = find(function);
	return entry ? entry->name : NULL;
}

int *register_shared(const void *function)
{
	Registered *entry = find(function);
	return entry ? &entry->shared : NULL;
}

/* Memory that starts out on the device: a program that has some cannot work here. */
void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *deviceAddress,
		       const char *deviceName, int ext, size_t size, int constant, int global)
{
	(void)fatCubinHandle, (void)hostVar, (void)deviceAddress;
	(void)ext, (void)size, (void)constant, (void)global;
	fprintf(stderr, "simcuda: __cudaRegisterVar: the __device__ variable %s is not simulated\n",
		deviceName);
}

void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress,
			      const char *deviceName, int ext, size_t size, int constant,
			      int global)
{
	(void)fatCubinHandle, (void)hostVarPtrAddress, (void)deviceAddress;
	(void)ext, (void)size, (void)constant, (void)global;
	fprintf(stderr,
		"simcuda: __cudaRegisterManagedVar: the __managed__ variable %s is not simulated\n",
		deviceName);
}

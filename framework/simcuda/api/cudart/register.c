/* register.c - what compiled CUDA code calls before main(): it registers its device code, and which
 * names in it belong to which of its host functions and variables. A launch names the host
 * function; the device code and a plugin name the kernel. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/binary.h"

typedef struct Registered {
	const void *host; /* a function; of a variable its address */
	char *name;
	Binary *binary; /* NULL: whoever registered it has none */
	int shared;     /* what cudaFuncSetAttribute set, bytes */
	struct Registered *next;
} Registered;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Registered *registered, *variables;

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

void **__cudaRegisterFatBinary(void *fatCubin)
{
	return (void **)binary_new(fatCubin);
}

/* Variables that clang's __managed__ made are touched by the program as they are, from now on. */
void __cudaRegisterFatBinaryEnd(void **fatCubinHandle)
{
	Binary *binary = (Binary *)fatCubinHandle;
	if (managed_variables_any(binary))
		binary_managed(binary);
}

void __cudaUnregisterFatBinary(void **fatCubinHandle)
{
	(void)fatCubinHandle;
}

/* Before the program touches the first of its managed variables, by code of nvcc. */
char __cudaInitModule(void **fatCubinHandle)
{
	Binary *binary = (Binary *)fatCubinHandle;
	if (managed_variables_any(binary))
		binary_managed(binary);
	return 1;
}

static void enter(Registered **list, void **handle, const void *host, const char *device_name)
{
	Registered *entry = malloc(sizeof *entry);
	char *name = strdup(device_name);
	if (!entry || !name) {
		fprintf(stderr, "simcuda: no memory to register %s\n", device_name);
		exit(2);
	}
	pthread_mutex_lock(&lock);
	*entry = (Registered){host, name, (Binary *)handle, 0, *list};
	*list = entry;
	pthread_mutex_unlock(&lock);
}

void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *deviceFun,
			    const char *deviceName, int thread_limit, uint3 *tid, uint3 *bid,
			    dim3 *bDim, dim3 *gDim, int *wSize)
{
	(void)deviceFun, (void)thread_limit;
	(void)tid, (void)bid, (void)bDim, (void)gDim, (void)wSize;
	enter(&registered, fatCubinHandle, hostFun, deviceName);
}

/* The latest registration: a library loaded where another was may reuse its address. */
static Registered *find(Registered *const *list, const void *host)
{
	Registered *found = NULL;
	pthread_mutex_lock(&lock);
	for (Registered *r = *list; r && !found; r = r->next)
		if (r->host == host)
			found = r;
	pthread_mutex_unlock(&lock);
	return found;
}

const char *register_name(const void *function)
{
	const Registered *entry = find(&registered, function);
	return entry ? entry->name : NULL;
}

Binary *register_binary(const void *function)
{
	const Registered *entry = find(&registered, function);
	return entry ? entry->binary : NULL;
}

Binary *register_variable(const void *variable, const char **name)
{
	const Registered *entry = find(&variables, variable);
	*name = entry ? entry->name : NULL;
	return entry ? entry->binary : managed_variable_binary(variable, name);
}

int *register_shared(const void *function)
{
	Registered *entry = find(&registered, function);
	return entry ? &entry->shared : NULL;
}

void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *deviceAddress,
		       const char *deviceName, int ext, size_t size, int constant, int global)
{
	(void)deviceAddress, (void)ext, (void)constant, (void)global;
	if (managed_variable_is(hostVar))
		managed_variable_add((Binary *)fatCubinHandle, deviceName, NULL, hostVar, size);
	enter(&variables, fatCubinHandle, hostVar, deviceName);
}

void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress,
			      const char *deviceName, int ext, size_t size, int constant,
			      int global)
{
	(void)deviceAddress, (void)ext, (void)constant, (void)global;
	managed_variable_add((Binary *)fatCubinHandle, deviceName, hostVarPtrAddress, NULL, size);
}

/* binary.c - reads the PTX of a program when one of its kernels or variables is first asked for. */
#include "framework/simcuda/api/cudart/binary.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "framework/simcuda/api/cudart/fatbin.h"

struct Binary {
	const void *wrapper;
	bool read;
	SimPtx *ptx; /* NULL: there is none, see problem */
	cudaError_t error;
	char problem[320];
	uint64_t image[MACHINE_MAX_GPUS]; /* 0: not made yet */
	Binary *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Binary *binaries;

Binary *binary_new(const void *wrapper)
{
	Binary *binary = calloc(1, sizeof *binary);
	if (!binary) {
		fprintf(stderr, "simcuda: no memory to register device code\n");
		exit(2);
	}
	binary->wrapper = wrapper;
	pthread_mutex_lock(&lock);
	binary->next = binaries;
	binaries = binary;
	pthread_mutex_unlock(&lock);
	return binary;
}

static void binary_read(Binary *binary, const SimMachine *machine)
{
	size_t bytes = 0;
	int capability = 10 * machine->capability_major + machine->capability_minor;
	char *text = fatbin_ptx(binary->wrapper, capability, &bytes, binary->problem,
				sizeof binary->problem);
	binary->read = true;
	binary->error = text ? cudaErrorInvalidPtx : cudaErrorNoKernelImageForDevice;
	const char **managed = managed_variable_names(binary);
	if (text)
		binary->ptx =
			sim_ptx_load(text, bytes, managed, binary->problem, sizeof binary->problem);
	free(managed);
	free(text);
}

/* NULL: it has none that can be used. */
static const SimPtx *binary_ptx(Binary *binary)
{
	const SimMachine *machine = simcuda_machine();
	pthread_mutex_lock(&lock);
	if (!binary->read)
		binary_read(binary, machine);
	pthread_mutex_unlock(&lock);
	return binary->ptx;
}

const SimKernel *binary_kernel(Binary *binary, const char *name, const char **problem,
			       cudaError_t *error)
{
	const SimPtx *ptx = binary_ptx(binary);
	const SimKernel *kernel = ptx ? sim_ptx_kernel(ptx, name) : NULL;
	*problem = ptx ? "its PTX has no such kernel" : binary->problem;
	*error = ptx ? cudaErrorInvalidDeviceFunction : binary->error;
	return kernel;
}

cudaError_t binary_managed(Binary *binary)
{
	return managed_variables_ready(binary, binary_ptx(binary));
}

static cudaError_t image_make(const SimPtx *ptx, uint64_t *address)
{
	SimRequest request = {.code = SIM_IMAGE, .internal = 1, .u.image.ptx = ptx};
	SimReply reply;
	cudaError_t error = simcuda_request(&request, &reply);
	*address = error == cudaSuccess ? reply.value[0] : 0;
	return error;
}

cudaError_t binary_image(Binary *binary, uint64_t *address)
{
	const SimPtx *ptx = binary_ptx(binary);
	int device;
	*address = 0;
	if (!ptx || sim_ptx_image_bytes(ptx) == 0)
		return cudaSuccess;
	cudaError_t error = cudaGetDevice(&device);
	if (error == cudaSuccess)
		error = binary_managed(binary);
	if (error != cudaSuccess)
		return error;
	pthread_mutex_lock(&lock);
	if (!binary->image[device])
		error = image_make(ptx, &binary->image[device]);
	*address = binary->image[device];
	pthread_mutex_unlock(&lock);
	return error;
}

cudaError_t binary_variable(Binary *binary, const char *name, uint64_t *address, uint64_t *bytes)
{
	const SimPtx *ptx = binary_ptx(binary);
	uint64_t offset;
	if (!ptx) {
		fprintf(stderr, "simcuda: the variable %s cannot be used: %s\n", name,
			binary->problem);
		return binary->error;
	}
	if (sim_ptx_variable(ptx, name, &offset, bytes) != 0)
		return cudaErrorInvalidSymbol;
	cudaError_t error = binary_image(binary, address);
	uint64_t managed = managed_variable_address(binary, name);
	*address = managed ? managed : *address + offset;
	return error;
}

void binaries_reset(int device)
{
	managed_variables_reset();
	pthread_mutex_lock(&lock);
	for (Binary *binary = binaries; binary; binary = binary->next)
		binary->image[device] = 0;
	pthread_mutex_unlock(&lock);
}

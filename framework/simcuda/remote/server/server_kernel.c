/* server_kernel.c - kernels of the machine's process, by number: those of the plugins beside the
 * libraries, and cuBLAS's. */
#include <string.h>

#include "framework/simcuda/machine/choose.h"
#include "framework/simcuda/remote/server/server.h"

#define MAX_KERNELS 512

static const SimKernel *kernel[MAX_KERNELS];
static int kernels;

int server_kernel_find(const char *name)
{
	const SimKernel *found = server_blas_find(name);
	if (!found)
		found = plugin_find(name, server_folder());
	for (int i = 0; i < kernels; i++)
		if (kernel[i] == found)
			return i;
	if (!found || kernels == MAX_KERNELS)
		return -1;
	kernel[kernels] = found;
	return kernels++;
}

void server_kernel_forget(void)
{
	kernels = 0;
}

const char *server_kernel_name(uint32_t number)
{
	return number < (uint32_t)kernels ? kernel[number]->name : "";
}

cudaError_t server_launch(Server *server, SimRequest *request, ServerLaunch *launch)
{
	uint32_t number = server->call.number;
	size_t at = 0;
	if (number >= (uint32_t)kernels)
		return cudaErrorInvalidDeviceFunction;
	const SimKernel *one = kernel[number];
	for (int i = 0; i < one->arguments; i++) {
		size_t bytes = one->argument_bytes[i];
		if (bytes > REMOTE_ARGUMENTS - at)
			return cudaErrorInvalidDeviceFunction;
		memcpy(launch->bytes + at, server->channel->arguments + at, bytes);
		launch->argument[i] = launch->bytes + at;
		at += (bytes + REMOTE_UNIT - 1) / REMOTE_UNIT * REMOTE_UNIT;
	}
	request->u.launch.kernel = one;
	request->u.launch.arguments = launch->argument;
	request->u.launch.still = 0;
	if (!server_is_blas(one))
		return request->internal ? cudaErrorNotSupported : cudaSuccess;
	return server_blas_job(server, request, launch->bytes);
}

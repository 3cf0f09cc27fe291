/* client_ptx.c - kernels in PTX, which a machine in another process does not run yet. */
#include "framework/simcuda/remote/client/client.h"

#include <stdio.h>

SimPtx *sim_ptx_load(const char *text, size_t bytes, char *problem, size_t size)
{
	(void)text, (void)bytes;
	snprintf(problem, size,
		 "kernels of a program's own are not run while the simulated machine lives in "
		 "another process, as under the grader");
	return NULL;
}

const SimKernel *sim_ptx_kernel(const SimPtx *ptx, const char *name)
{
	(void)ptx, (void)name;
	return NULL;
}

int sim_ptx_is(const SimKernel *kernel)
{
	(void)kernel;
	return 0;
}

uint32_t sim_ptx_shared(const SimKernel *kernel)
{
	(void)kernel;
	return 0;
}

uint64_t sim_ptx_image_bytes(const SimPtx *ptx)
{
	(void)ptx;
	return 0;
}

int sim_ptx_fill(Sim *sim, const SimPtx *ptx, uint64_t address)
{
	(void)sim, (void)ptx, (void)address;
	return -1;
}

int sim_ptx_variable(const SimPtx *ptx, const char *name, uint64_t *offset, uint64_t *bytes)
{
	(void)ptx, (void)name, (void)offset, (void)bytes;
	return -1;
}

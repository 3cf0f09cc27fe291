/* driver.c - a libcuda.so.1 that says why a program does not reach the simulator.
 *
 * The simulator takes the place of the runtime library, libcudart. nvcc links that one statically
 * unless it is told otherwise; such a program looks for the driver, libcuda.so.1, instead, and with
 * the simulator's folder in LD_LIBRARY_PATH finds this one. It has the functions by which anybody
 * begins; each says in one line what to do, and fails as NVIDIA's own stub library does. A program
 * that uses the driver's interface directly is told the same. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* CUresult: of NVIDIA's cuda.h, CUDA 13.0. */
#define CUDA_ERROR_STUB_LIBRARY 34

/* The numbers of these types are all that matters here. */
int cuInit(unsigned flags);
int cuDriverGetVersion(int *version);
int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags);
int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
			void *status);
int cuDeviceGetCount(int *count);
int cuGetErrorString(int error, const char **text);
int cuGetErrorName(int error, const char **text);

static int explain(void)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;
	if (!atomic_flag_test_and_set(&said))
		fputs("simcuda: this program has NVIDIA's runtime linked into it, or uses the "
		      "driver directly, and so does not reach the simulated GPUs; build it with "
		      "nvcc -cudart shared\n",
		      stderr);
	return CUDA_ERROR_STUB_LIBRARY;
}

int cuInit(unsigned flags)
{
	(void)flags;
	return explain();
}

int cuDriverGetVersion(int *version)
{
	(void)version;
	return explain();
}

int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags)
{
	(void)symbol, (void)version, (void)flags;
	if (function)
		*function = NULL;
	return explain();
}

int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
			void *status)
{
	(void)status;
	return cuGetProcAddress(symbol, function, version, flags);
}

int cuDeviceGetCount(int *count)
{
	(void)count;
	return explain();
}

int cuGetErrorString(int error, const char **text)
{
	(void)error;
	if (text)
		*text = "the library is the simulator's stand-in for a driver";
	return 0;
}

int cuGetErrorName(int error, const char **text)
{
	(void)error;
	if (text)
		*text = "CUDA_ERROR_STUB_LIBRARY";
	return 0;
}

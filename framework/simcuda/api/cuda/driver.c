/* driver.c - a libcuda.so.1 that says why a program does not reach the simulator.
 *
 * The simulator takes the place of the runtime library, libcudart. nvcc links that one statically
 * unless it is told otherwise; such a program looks for the driver, libcuda.so.1, instead, and with
 * the simulator's folder in LD_LIBRARY_PATH finds this one. So do libraries that carry a runtime of
 * their own, and programs that use the driver's interface directly. Every function of the driver is
 * here; each says who called it and what to do (caller.c), and fails as NVIDIA's own stub library
 * does. They take no notice of their arguments, as those of cudart/unsupported.c. */
#include <stddef.h>
#include <stdint.h>

#include "framework/simcuda/api/cuda/driver.h"

/* CUresult: of NVIDIA's cuda.h, CUDA 13.0. */
#define CUDA_SUCCESS             0
#define CUDA_ERROR_INVALID_VALUE 1
#define CUDA_ERROR_STUB_LIBRARY  34

#define DRIVER(name)                                                                               \
	int driver_##name(void) __asm__(#name);                                                    \
	int driver_##name(void)                                                                    \
	{                                                                                          \
		static atomic_flag said = ATOMIC_FLAG_INIT;                                        \
		caller_tell(#name, __builtin_return_address(0), &said);                            \
		return CUDA_ERROR_STUB_LIBRARY;                                                    \
	}
#define SPECIAL(name)
#include "framework/simcuda/api/cuda/driver_names.h"

/* The numbers of these types are all that matters here. */
int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags);
int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
			void *status);
int cuGetErrorString(int error, const char **text);
int cuGetErrorName(int error, const char **text);

static int find_nothing(void **function, const void *caller)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;
	if (function)
		*function = NULL;
	caller_tell("cuGetProcAddress", caller, &said);
	return CUDA_ERROR_STUB_LIBRARY;
}

int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags)
{
	(void)symbol, (void)version, (void)flags;
	return find_nothing(function, __builtin_return_address(0));
}

int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
			void *status)
{
	(void)symbol, (void)version, (void)flags, (void)status;
	return find_nothing(function, __builtin_return_address(0));
}

/* What the functions above return can be put into words; nothing else ever comes from here. */
static int answer(int error, const char **text, const char *success, const char *stub)
{
	const char *found = error == CUDA_SUCCESS              ? success
			    : error == CUDA_ERROR_STUB_LIBRARY ? stub
							       : NULL;
	if (text)
		*text = found;
	return text && found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

int cuGetErrorString(int error, const char **text)
{
	return answer(error, text, "no error", "CUDA driver is a stub library");
}

int cuGetErrorName(int error, const char **text)
{
	return answer(error, text, "CUDA_SUCCESS", "CUDA_ERROR_STUB_LIBRARY");
}

/* unsupported.c - what CUDA has and the simulator does not: every such call says so, with its name,
 * and fails. The names stand in unsupported_names.h.
 *
 * The entry points take no notice of their arguments, which C's rules for calling allow, and carry
 * CUDA's names for the linker alone, so that no header can disagree about their types. */
#include <stdatomic.h>

#include "framework/simcuda/api/cudart/runtime.h"

cudaError_t unsupported_call(const char *symbol)
{
	fprintf(stderr, "simcuda: %s is not simulated\n", symbol);
	return runtime_return(cudaErrorNotSupported);
}

/* A program may call it in a loop: each name is printed once. */
static cudaError_t refuse(const char *symbol, atomic_flag *said)
{
	if (atomic_flag_test_and_set(said))
		return runtime_return(cudaErrorNotSupported);
	return unsupported_call(symbol);
}

#define UNSUPPORTED(name)                                                                          \
	cudaError_t unsupported_##name(void) __asm__(#name);                                       \
	cudaError_t unsupported_##name(void)                                                       \
	{                                                                                          \
		static atomic_flag said = ATOMIC_FLAG_INIT;                                        \
		return refuse(#name, &said);                                                       \
	}
#include "framework/simcuda/api/cudart/unsupported_names.h"

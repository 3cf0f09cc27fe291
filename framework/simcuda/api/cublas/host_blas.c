/* host_blas.c - keeps OpenBLAS from running today's processors with kernels of the year 2004.
 *
 * OpenBLAS chooses its kernels by the model number of the processor while the program starts. One
 * that is younger than the library is unknown to it, and then it takes those for SSE3 ("Prescott"),
 * whatever the processor can do: on an Emerald Rapids OpenBLAS 0.3.21 reaches a fifth of the speed
 * or less. When it has done that on a processor with AVX2 or AVX-512, it is told to choose again,
 * by the variable that it has for this. Who set the variable has chosen already. Children inherit
 * it.
 *
 * The functions belong to OpenBLAS builds for several processors (DYNAMIC_ARCH); they are missing
 * from others, and other BLASes have none of them: then nothing happens. Every library here that
 * uses the BLAS carries this file; whose turn comes later finds nothing to do. */
#include <stdlib.h>
#include <string.h>

__attribute__((weak)) char *openblas_get_corename(void);
__attribute__((weak)) void gotoblas_dynamic_init(void);
__attribute__((weak)) void gotoblas_dynamic_quit(void);

/* What to ask for on this processor; NULL when the kernels for SSE3 are right. */
static const char *better_kernels(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		return "SkylakeX";
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return "Haswell";
#endif
	return NULL;
}

__attribute__((constructor)) static void choose_kernels(void)
{
	const char *better = better_kernels();
	if (!better || getenv("OPENBLAS_CORETYPE") || !openblas_get_corename ||
	    !gotoblas_dynamic_init || !gotoblas_dynamic_quit)
		return;
	if (strcmp(openblas_get_corename(), "Prescott") != 0)
		return;
	if (setenv("OPENBLAS_CORETYPE", better, 1) != 0)
		return;
	gotoblas_dynamic_quit();
	gotoblas_dynamic_init();
}

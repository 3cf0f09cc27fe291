/* host_blas.c - has OpenBLAS use kernels that are right and fast on this processor.
 *
 * OpenBLAS chooses its kernels by the model number of the processor while the program starts. Two
 * of its choices are bad, and then it is told to choose again, by the variable that it has for
 * this:
 * - A processor that is younger than the library is unknown to it, and it takes kernels for SSE3
 *   ("Prescott"), whatever the processor can do: on an Emerald Rapids OpenBLAS 0.3.21 then reaches
 *   a fifth of the speed or less.
 * - Its AVX-512 kernels for small matrices ("SkylakeX" and its successors) read through a bad
 *   pointer in OpenBLAS 0.3.21: the product of 8x32 and 32x32 with a leading dimension of 32 ends
 *   the program. The AVX2 kernels ("Haswell") are right on both, at about half the speed of those.
 *
 * Who has set the variable has chosen already. Children inherit it.
 *
 * The functions belong to OpenBLAS builds for several processors (DYNAMIC_ARCH); they are missing
 * from others, and other BLASes have none of them: then nothing happens. Every library here that
 * uses the BLAS carries this file; whose turn comes later finds nothing to do. */
#include "framework/blas/host_blas.h"

#include <stdlib.h>
#include <strings.h>

#include "framework/blas/host_cpu.h"

__attribute__((weak)) char *openblas_get_corename(void);
__attribute__((weak)) void gotoblas_dynamic_init(void);
__attribute__((weak)) void gotoblas_dynamic_quit(void);

static int is_bad(const char *kernels)
{
	static const char *const bad[] = {"Prescott", "SkylakeX", "Cooperlake", "SapphireRapids"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (strcasecmp(kernels, bad[i]) == 0)
			return 1;
	return 0;
}

void host_blas_choose(const HostBlas *blas)
{
	if (!host_cpu_has_avx2() || getenv("OPENBLAS_CORETYPE") || !blas->corename || !blas->init ||
	    !blas->quit)
		return;
	if (!is_bad(blas->corename()) || setenv("OPENBLAS_CORETYPE", "Haswell", 1) != 0)
		return;
	blas->quit();
	blas->init();
}

__attribute__((constructor)) static void choose_at_start(void)
{
	const HostBlas linked = {openblas_get_corename, gotoblas_dynamic_init,
				 gotoblas_dynamic_quit};
	host_blas_choose(&linked);
}

/* missing.c - the names in missing.def: each says that it is not simulated. No header is included,
 * for some of the names are declared there with their arguments, which nobody looks at here. */
#include <stdio.h>

#define NOT_SUPPORTED 15 /* CUBLAS_STATUS_NOT_SUPPORTED */

static int missing(const char *name)
{
	fprintf(stderr, "simcuda: %s is not simulated\n", name);
	return NOT_SUPPORTED;
}

#define X(name)                                                                                    \
	int name(void);                                                                            \
	int name(void)                                                                             \
	{                                                                                          \
		return missing(#name);                                                             \
	}
#include "framework/simcuda/api/cublas/base/missing.def"

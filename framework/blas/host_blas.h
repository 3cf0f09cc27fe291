/* host_blas.h - the kernels that OpenBLAS uses on this processor. */
#ifndef HOST_BLAS_H
#define HOST_BLAS_H

/* What OpenBLAS has for it; NULL where it has not. */
typedef struct HostBlas {
	char *(*corename)(void);
	void (*init)(void);
	void (*quit)(void);
} HostBlas;

/* Has it choose again, where its own choice is a bad one. For a program that loads OpenBLAS after
 * its start; for others it is done at the start. */
__attribute__((visibility("hidden"))) void host_blas_choose(const HostBlas *blas);

#endif

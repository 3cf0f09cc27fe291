/* blas.h - the host's BLAS, loaded when the first product on the CPU needs it: it takes longer to
 * load than everything else that a small program needs. */
#ifndef BLAS_H
#define BLAS_H

#include <cblas.h>

/* Their arguments are those of cblas.h. */
typedef struct Blas {
	__typeof__(cblas_sgemm) *sgemm;
	__typeof__(cblas_sgemv) *sgemv;
} Blas;

/* The same ones each time, from any thread; NULL when it cannot be loaded, which the next call
 * tries anew. */
const Blas *blas_get(void);

#endif

/* legacy.h - the older interface of cuBLAS, without handles: what its files share. Each routine is
 * the one with a handle, with that of the process. legacy.c holds the handle and the error. */
#ifndef LEGACY_H
#define LEGACY_H

#include "cublas.h"

/* The handle of the process; NULL before cublasInit(), which every routine then answers. */
cublasHandle_t legacy_handle(void);

/* Keeps the first error for cublasGetError(). */
void legacy_note(cublasStatus_t status);

/* Letters to enumerators; one that is not known becomes a value that routines refuse. */
cublasOperation_t legacy_operation(char letter);
cublasFillMode_t legacy_fill(char letter);
cublasDiagType_t legacy_diagonal(char letter);
cublasSideMode_t legacy_side(char letter);

/* Use a definition F(T, P, R, name): the letter of a type, the type, and its real type. */
#define REAL(F, name)    F(S, float, float, name) F(D, double, double, name)
#define COMPLEX(F, name) F(C, cuComplex, float, name) F(Z, cuDoubleComplex, double, name)
#define ALL(F, name)     REAL(F, name) COMPLEX(F, name)

#endif

/* rank_k.c - products of which one triangle is kept: syrk, herk, syr2k, her2k, syrkx, herkx, and
 * the single precision forms with types of their own.
 *
 * The host's BLAS has no syrkx and herkx: there C is made block by block of columns. What lies
 * beside the diagonal goes straight into C; a block on the diagonal is made whole and then cut. */
#include <stdio.h>

#include "framework/simcuda/api/cublas/base/blas.h"

/* With beta = 0 what is in the triangle of C, NaN perhaps, must not spread. */
#define BETA_PREPARED(r, t, c)                                                                     \
	const blas_##r *beta = blas_value(&j->beta, memory);                                       \
	if (*beta == 0)                                                                            \
	blas_clear_triangle(memory[c], sizeof(blas_##t), j->uplo, j->n, j->step[c])

/* t is the type of the matrices, a that of alpha, r that of beta. */
#define ONE_RUN(name, t, a, r)                                                                     \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		BETA_PREPARED(r, t, 1);                                                            \
		cblas_##name(CblasColMajor, j->uplo, j->transa, j->n, j->k, BLAS_ALPHA(a),         \
			     memory[0], j->step[0], BLAS_PASS_##r(beta), memory[1], j->step[1]);   \
	}
ONE_RUN(ssyrk, s, s, s)
ONE_RUN(dsyrk, d, d, d)
ONE_RUN(csyrk, c, c, c)
ONE_RUN(zsyrk, z, z, z)
ONE_RUN(cherk, c, s, s)
ONE_RUN(zherk, z, d, d)
BLAS_FAMILY(syrk)
BLAS_COMPLEX_FAMILY(herk)

#define TWO_RUN(name, t, r)                                                                        \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		BETA_PREPARED(r, t, 2);                                                            \
		cblas_##name(CblasColMajor, j->uplo, j->transa, j->n, j->k, BLAS_ALPHA(t),         \
			     memory[0], j->step[0], memory[1], j->step[1], BLAS_PASS_##r(beta),    \
			     memory[2], j->step[2]);                                               \
	}
TWO_RUN(ssyr2k, s, s)
TWO_RUN(dsyr2k, d, d)
TWO_RUN(csyr2k, c, c)
TWO_RUN(zsyr2k, z, z)
TWO_RUN(cher2k, c, s)
TWO_RUN(zher2k, z, d)
BLAS_FAMILY(syr2k)
BLAS_COMPLEX_FAMILY(her2k)

#define BLOCK 64

/* `rows` x `cols` elements of alpha op(A) op(B)' + beta C into c, from row `i` and column `j0` on;
 * REAL keeps the diagonal of a Hermitian C real, CONJUGATE is how the second factor is turned. */
#define MIXED_RUN(name, t, r, CONJUGATE, REAL)                                                     \
	static void piece_##name(const BlasJob *j, void *const *memory, int64_t row, int rows,     \
				 int64_t col, int cols, const blas_##t *beta, blas_##t *c, int ld) \
	{                                                                                          \
		bool plain = j->transa == CblasNoTrans;                                            \
		const blas_##t *a = memory[0], *b = memory[1];                                     \
		const blas_##t *alpha = blas_value(&j->alpha, memory);                             \
		int terms = a && b && *alpha != 0 ? j->k : 0; /* see products/gemm.c */            \
                                                                                                   \
		if (a && b) {                                                                      \
			a += row * (plain ? 1 : j->step[0]);                                       \
			b += col * (plain ? 1 : j->step[1]);                                       \
		}                                                                                  \
		if (rows > 0)                                                                      \
			cblas_##t##gemm(CblasColMajor, plain ? CblasNoTrans : CONJUGATE,           \
					plain ? CONJUGATE : CblasNoTrans, rows, cols, terms,       \
					BLAS_PASS_##t(alpha), a, j->step[0], b, j->step[1],        \
					BLAS_PASS_##t(beta), c, ld);                               \
	}                                                                                          \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		const blas_##t beta = *(const blas_##r *)blas_value(&j->beta, memory), zero = 0;   \
		blas_##t *c = memory[2], block[BLOCK * BLOCK];                                     \
		int64_t ld = j->step[2];                                                           \
                                                                                                   \
		for (int64_t col = 0; col < j->n; col += BLOCK) {                                  \
			int size = (int)(j->n - col < BLOCK ? j->n - col : BLOCK);                 \
			int64_t row = j->uplo == CblasLower ? col + size : 0;                      \
			int64_t rows = j->uplo == CblasLower ? j->n - row : col;                   \
			piece_##name(j, memory, row, (int)rows, col, size, &beta,                  \
				     rows > 0 ? c + row + col * ld : c, (int)ld);                  \
			piece_##name(j, memory, col, size, col, size, &zero, block, BLOCK);        \
			for (int64_t k = 0; k < size; k++) {                                       \
				BlasRows part = blas_rows(j->uplo, size, k);                       \
				blas_##t *to = c + col + (col + k) * ld;                           \
				for (int64_t i = part.first; i < part.end; i++)                    \
					to[i] = block[i + k * BLOCK] +                             \
						(beta == 0 ? 0 : beta * to[i]);                    \
				to[k] = REAL(to[k]);                                               \
			}                                                                          \
		}                                                                                  \
	}
#define UNCHANGED(z) (z)
MIXED_RUN(ssyrkx, s, s, CblasTrans, UNCHANGED)
MIXED_RUN(dsyrkx, d, d, CblasTrans, UNCHANGED)
MIXED_RUN(csyrkx, c, c, CblasTrans, UNCHANGED)
MIXED_RUN(zsyrkx, z, z, CblasTrans, UNCHANGED)
MIXED_RUN(cherkx, c, s, CblasConjTrans, BLAS_REAL_PART_c)
MIXED_RUN(zherkx, z, d, CblasConjTrans, BLAS_REAL_PART_z)
BLAS_FAMILY(syrkx)
BLAS_COMPLEX_FAMILY(herkx)

/* b counts where there are two factors. */
typedef struct RankK {
	bool hermitian, real_alpha;
	cublasFillMode_t uplo;
	cublasOperation_t trans;
	int64_t n, k;
	const void *alpha, *a;
	int64_t lda;
	bool two;
	const void *b;
	int64_t ldb;
	const void *beta;
	void *c;
	int64_t ldc;
	double products; /* how many products of (n, k) and (k, n) it takes */
} RankK;

static cublasStatus_t rank_k(BlasCall *call, const RankK *r, const SimKernel *kernel)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->n = blas_size(call, r->n);
	job->k = blas_size(call, r->k);
	job->uplo = blas_uplo(call, r->uplo);
	job->transa = blas_operation(call, r->trans);
	/* a symmetric product of complex numbers knows no conjugate, a Hermitian one nothing else
	 */
	blas_require(call, job->transa != (r->hermitian ? CblasTrans : CblasConjTrans));
	if (r->real_alpha)
		blas_scalars_real(call);
	SimAccess in = blas_scalar(call, &job->alpha, r->alpha) ? SIM_READ : BLAS_UNUSED;
	if (r->hermitian)
		blas_scalars_real(call);
	SimAccess out = blas_target(call, &job->beta, r->beta);
	bool plain = job->transa == CblasNoTrans, empty = r->n <= 0;
	int64_t rows = plain ? r->n : r->k, cols = plain ? r->k : r->n;
	double n = (double)r->n, k = (double)r->k;

	if (empty)
		in = out = BLAS_UNUSED;
	blas_require(call, r->n >= 0 && r->k >= 0);
	blas_matrix(call, r->a, rows, cols, r->lda, in);
	if (r->two)
		blas_matrix(call, r->b, rows, cols, r->ldb, in);
	blas_triangle(call, r->c, r->n, r->ldc, out);
	if (empty)
		return call->status;
	return blas_launch(call, kernel, r->products * n * (n + 1) / 2 * k, true);
}

/* A and B are the types of alpha and beta. */
#define ONE(name, kernel, is_hermitian, products, A_TYPE, T, P, v, I)                              \
	cublasStatus_t cublas##T##name##_v2##v(                                                    \
		cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k,   \
		const A_TYPE *alpha, const P *A, I lda, const A_TYPE *beta, P *C, I ldc)           \
	{                                                                                          \
		RankK r = {is_hermitian, is_hermitian, uplo, trans, n,    k, alpha, A,             \
			   lda,          false,        NULL, 1,     beta, C, ldc,   products};     \
		return rank_k(BLAS_CALL(handle, T), &r, kernel);                                   \
	}
#define SYRK(name, T, P, R, v, I) ONE(name, blas_syrk, false, 1, P, T, P, v, I)
#define HERK(name, T, P, R, v, I) ONE(name, blas_herk, true, 1, R, T, P, v, I)
BLAS_ENTRIES(SYRK, syrk)
BLAS_COMPLEX_ENTRIES(HERK, herk)

#define TWO(full, kernel, is_hermitian, products, B_TYPE, T, P, I)                                 \
	cublasStatus_t cublas##full(cublasHandle_t handle, cublasFillMode_t uplo,                  \
				    cublasOperation_t trans, I n, I k, const P *alpha, const P *A, \
				    I lda, const P *B, I ldb, const B_TYPE *beta, P *C, I ldc)     \
	{                                                                                          \
		RankK r = {is_hermitian, false, uplo, trans, n,    k, alpha, A,                    \
			   lda,          true,  B,    ldb,   beta, C, ldc,   products};            \
		return rank_k(BLAS_CALL(handle, T), &r, kernel);                                   \
	}
#define SYR2K(name, T, P, R, v, I) TWO(T##name##_v2##v, blas_syr2k, false, 2, P, T, P, I)
#define HER2K(name, T, P, R, v, I) TWO(T##name##_v2##v, blas_her2k, true, 2, R, T, P, I)
#define SYRKX(name, T, P, R, v, I) TWO(T##name##v, blas_syrkx, false, 1, P, T, P, I)
#define HERKX(name, T, P, R, v, I) TWO(T##name##v, blas_herkx, true, 1, R, T, P, I)
BLAS_ENTRIES(SYR2K, syr2k)
BLAS_COMPLEX_ENTRIES(HER2K, her2k)
BLAS_ENTRIES(SYRKX, syrkx)
BLAS_COMPLEX_ENTRIES(HERKX, herkx)

/* The two element types of the single precision forms. */
static bool types_known(BlasCall *call, cudaDataType a, cudaDataType c)
{
	if (a == CUDA_C_32F && c == CUDA_C_32F)
		return true;
	if (a == CUDA_C_8I && c == CUDA_C_32F)
		fprintf(stderr, "simcuda: %s with matrices of 8-bit integers is not simulated\n",
			call->name);
	call->status = blas_handle(call->handle) ? CUBLAS_STATUS_NOT_SUPPORTED
						 : CUBLAS_STATUS_NOT_INITIALIZED;
	return false;
}

#define RANK_EX(name, kernel, is_hermitian, products, A_TYPE, v, I)                                \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, cublasFillMode_t uplo,               \
				       cublasOperation_t trans, I n, I k, const A_TYPE *alpha,     \
				       const void *A, cudaDataType Atype, I lda,                   \
				       const A_TYPE *beta, void *C, cudaDataType Ctype, I ldc)     \
	{                                                                                          \
		BlasCall *call = BLAS_CALL(handle, C);                                             \
		RankK r = {is_hermitian, is_hermitian, uplo, trans, n,    k, alpha, A,             \
			   lda,          false,        NULL, 1,     beta, C, ldc,   products};     \
		if (!types_known(call, Atype, Ctype))                                              \
			return call->status;                                                       \
		return rank_k(call, &r, kernel);                                                   \
	}
BLAS_SIZES(RANK_EX, CsyrkEx, blas_syrk, false, 1, cuComplex)
BLAS_SIZES(RANK_EX, Csyrk3mEx, blas_syrk, false, 0.75, cuComplex)
BLAS_SIZES(RANK_EX, CherkEx, blas_herk, true, 1, float)
BLAS_SIZES(RANK_EX, Cherk3mEx, blas_herk, true, 0.75, float)

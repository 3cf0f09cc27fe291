/* gemm_element.c - one number of a product in single precision, without the others. */
#include "framework/simcuda/api/cublas/products/gemm.h"

/* Where number (row, col) of op(X) lies in X, in numbers. */
static uint64_t gemm_place(enum CBLAS_TRANSPOSE trans, int64_t step, int64_t row, int64_t col)
{
	return (uint64_t)(trans == CblasNoTrans ? row + col * step : col + row * step);
}

bool gemm_element(const void *const *arguments, int range, uint64_t offset, const SimElements *in,
		  float *value)
{
	const BlasJob *j = arguments[0];
	int64_t at = (int64_t)(offset / sizeof(float)), row = at % j->step[2],
		col = at / j->step[2];
	double sum = 0;
	float a, b, c = 0;

	if (range != 2 || j->batch != 1 || gemm_is_rounded(j) || offset % sizeof(float) != 0 ||
	    row >= j->m || j->alpha.range >= 0 || j->beta.range >= 0)
		return false;
	for (int64_t i = 0; i < j->k && j->alpha.value.s != 0; i++) {
		if (!in->read(in->context, 0, sizeof a * gemm_place(j->transa, j->step[0], row, i),
			      &a) ||
		    !in->read(in->context, 1, sizeof b * gemm_place(j->transb, j->step[1], i, col),
			      &b))
			return false;
		sum += (double)a * b;
	}
	if (j->beta.value.s != 0 && !in->read(in->context, 2, offset, &c))
		return false;
	*value = (float)(j->alpha.value.s * sum + (double)j->beta.value.s * c);
	return true;
}

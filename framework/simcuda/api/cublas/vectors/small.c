/* small.c - vectors of half and bfloat16 numbers. Each number is widened to float, worked on in
 * float (sums too), and rounded once where it is stored. */
#include <math.h>

#include "framework/simcuda/api/cublas/base/number.h"
#include "framework/simcuda/api/cublas/vectors/small.h"

/* The kernels of one routine, by type. */
#define KERNELS(name)                                                                              \
	const SimKernel small_##name##_kernels[BLAS_TYPES_ALL] = {                                 \
		[BLAS_F16] = BLAS_KERNEL("cublas half " #name, run_##name),                        \
		[BLAS_BF16] = BLAS_KERNEL("cublas bfloat16 " #name, run_##name)};

/* Element i of operand `which`. */
static float load(const BlasJob *j, void *const *memory, int which, int64_t i)
{
	return number_load(j->in, memory[which], blas_place(j->n, j->step[which], i));
}

static void store(const BlasJob *j, void *const *memory, int which, int64_t i, float value)
{
	number_store(j->in, memory[which], blas_place(j->n, j->step[which], i), value);
}

BLAS_RUN(axpy)
{
	float alpha = *(const float *)blas_value(&j->alpha, memory);

	for (int64_t i = 0; i < j->n; i++)
		store(j, memory, 1, i, alpha * load(j, memory, 0, i) + load(j, memory, 1, i));
}
KERNELS(axpy)

BLAS_RUN(scal)
{
	float alpha = *(const float *)blas_value(&j->alpha, memory);

	for (int64_t i = 0; i < j->n; i++)
		store(j, memory, 0, i, alpha * load(j, memory, 0, i));
}
KERNELS(scal)

/* copy and swap move the bits, NaNs as they are. */
static uint16_t *bits(const BlasJob *j, void *const *memory, int which, int64_t i)
{
	return (uint16_t *)memory[which] + blas_place(j->n, j->step[which], i);
}

BLAS_RUN(copy)
{
	for (int64_t i = 0; i < j->n; i++)
		*bits(j, memory, 1, i) = *bits(j, memory, 0, i);
}
KERNELS(copy)

BLAS_RUN(swap)
{
	for (int64_t i = 0; i < j->n; i++) {
		uint16_t *x = bits(j, memory, 0, i), *y = bits(j, memory, 1, i), old = *x;
		*x = *y;
		*y = old;
	}
}
KERNELS(swap)

BLAS_RUN(rot)
{
	float c = number_load(j->in, blas_value(&j->alpha, memory), 0);
	float s = number_load(j->in, blas_value(&j->beta, memory), 0);

	for (int64_t i = 0; i < j->n; i++) {
		float x = load(j, memory, 0, i), y = load(j, memory, 1, i);
		store(j, memory, 0, i, c * x + s * y);
		store(j, memory, 1, i, c * y - s * x);
	}
}
KERNELS(rot)

BLAS_RUN(dot)
{
	float sum = 0;

	for (int64_t i = 0; i < j->n; i++)
		sum += load(j, memory, 0, i) * load(j, memory, 1, i);
	number_store(j->in, memory[2], 0, sum);
}
KERNELS(dot)

/* The square of a bfloat16 may not fit into a float, that of a half does. */
BLAS_RUN(nrm2)
{
	double sum = 0;

	for (int64_t i = 0; i < j->n; i++)
		sum += (double)load(j, memory, 0, i) * load(j, memory, 0, i);
	number_store(j->in, memory[1], 0, (float)sqrt(sum));
}
KERNELS(nrm2)

BLAS_RUN(asum)
{
	float sum = 0;

	for (int64_t i = 0; i < j->n; i++)
		sum += fabsf(load(j, memory, 0, i));
	number_store(j->in, memory[1], 0, sum);
}
KERNELS(asum)

/* The first largest, or smallest if `least`, counted from 1; 0 when there is none. j->m: the bytes
 * of the result. */
static void place(const BlasJob *j, void *const *memory, bool least)
{
	float best = 0;
	int64_t found = 0;

	for (int64_t i = 0; i < j->n; i++) {
		float size = fabsf(load(j, memory, 0, i));
		if (i == 0 || (least ? size < best : size > best)) {
			best = size;
			found = i + 1;
		}
	}
	if (j->m == 8)
		*(int64_t *)memory[1] = found;
	else
		*(int32_t *)memory[1] = (int32_t)found;
}

BLAS_RUN(amax)
{
	place(j, memory, false);
}
KERNELS(amax)

BLAS_RUN(amin)
{
	place(j, memory, true);
}
KERNELS(amin)

/* --- queueing --------------------------------------------------------------------------------- */

static void take_sizes(BlasCall *call, const Small *v)
{
	call->job.in = call->type;
	call->job.n = v->n > 0 ? blas_size(call, v->n) : 0;
}

cublasStatus_t small_axpy(BlasCall *call, const Small *v, const void *alpha)
{
	if (!blas_enter(call))
		return call->status;
	call->scalar_type = BLAS_S;
	blas_scalar(call, &call->job.alpha, alpha);
	take_sizes(call, v);
	if (call->job.n == 0)
		return call->status;
	blas_vector(call, v->x, v->n, v->incx, SIM_READ);
	blas_vector(call, v->y, v->n, v->incy, SIM_READ_WRITE);
	return blas_launch(call, small_axpy_kernels, (double)v->n, false);
}

cublasStatus_t small_scal(BlasCall *call, const Small *v, const void *alpha)
{
	if (!blas_enter(call))
		return call->status;
	call->scalar_type = BLAS_S;
	blas_scalar(call, &call->job.alpha, alpha);
	take_sizes(call, v);
	if (call->job.n == 0 || v->incx <= 0)
		return call->status;
	blas_vector(call, v->x, v->n, v->incx, SIM_READ_WRITE);
	return blas_launch(call, small_scal_kernels, 0.5 * (double)v->n, false);
}

/* Two vectors of which the second is written, and the first too if `both`. */
static cublasStatus_t move(BlasCall *call, const Small *v, bool both, const SimKernel *kernels)
{
	if (!blas_enter(call))
		return call->status;
	take_sizes(call, v);
	if (call->job.n == 0)
		return call->status;
	blas_vector(call, v->x, v->n, v->incx, both ? SIM_READ_WRITE : SIM_READ);
	blas_vector(call, v->y, v->n, v->incy, both ? SIM_READ_WRITE : SIM_WRITE);
	return blas_launch(call, kernels, 0, false);
}

cublasStatus_t small_copy(BlasCall *call, const Small *v)
{
	return move(call, v, false, small_copy_kernels);
}

cublasStatus_t small_swap(BlasCall *call, const Small *v)
{
	return move(call, v, true, small_swap_kernels);
}

cublasStatus_t small_rot(BlasCall *call, const Small *v, const void *c, const void *s)
{
	if (!blas_enter(call))
		return call->status;
	blas_scalar(call, &call->job.alpha, c);
	blas_scalar(call, &call->job.beta, s);
	take_sizes(call, v);
	if (call->job.n == 0)
		return call->status;
	blas_vector(call, v->x, v->n, v->incx, SIM_READ_WRITE);
	blas_vector(call, v->y, v->n, v->incy, SIM_READ_WRITE);
	return blas_launch(call, small_rot_kernels, 3.0 * (double)v->n, false);
}

cublasStatus_t small_dot(BlasCall *call, const Small *v, void *result)
{
	if (!blas_enter(call))
		return call->status;
	take_sizes(call, v);
	blas_vector(call, v->x, call->job.n, v->incx, SIM_READ);
	blas_vector(call, v->y, call->job.n, v->incy, SIM_READ);
	return blas_launch_result(call, small_dot_kernels, call->job.n, result, 2);
}

static cublasStatus_t reduce(BlasCall *call, const Small *v, void *result, size_t bytes,
			     const SimKernel *kernels)
{
	if (!blas_enter(call))
		return call->status;
	take_sizes(call, v);
	if (v->incx <= 0)
		call->job.n = 0;
	call->job.m = (int)bytes;
	blas_vector(call, v->x, call->job.n, v->incx, SIM_READ);
	return blas_launch_result(call, kernels, call->job.n, result, bytes);
}

cublasStatus_t small_nrm2(BlasCall *call, const Small *v, void *result)
{
	return reduce(call, v, result, 2, small_nrm2_kernels);
}

cublasStatus_t small_asum(BlasCall *call, const Small *v, void *result)
{
	return reduce(call, v, result, 2, small_asum_kernels);
}

cublasStatus_t small_amax(BlasCall *call, const Small *v, void *result, size_t bytes)
{
	return reduce(call, v, result, bytes, small_amax_kernels);
}

cublasStatus_t small_amin(BlasCall *call, const Small *v, void *result, size_t bytes)
{
	return reduce(call, v, result, bytes, small_amin_kernels);
}

/* tensor_math.c - operations: they check that their inputs match, then run on the inputs'
 * device. */
#include "framework/src/tensor/tensor_private.h"

#include <limits.h>

#include "framework/src/tensor/policy.h"

int check_pair(const Tensor *x, const char *x_name, const Tensor *y, const char *y_name)
{
	if (check_there(x, x_name) < 0 || check_there(y, y_name) < 0)
		return error_passed_on();
	return policy_check(x->device, x_name, y, y_name);
}

int check_float(const Tensor *tensor, const char *name)
{
	if (tensor->dtype == DTYPE_FLOAT32)
		return STATUS_OK;
	return error_set(STATUS_SHAPE, "%s is %s; wanted float32", name, text_dtype(tensor->dtype));
}

Tensor *tensor_finish(Tensor *out, int status)
{
	if (status == STATUS_OK)
		return out;
	tensor_free(out);
	return NULL;
}

/* A kernel of x and y (or of x and a number, with y NULL) as a new tensor. */
static Tensor *run_new(Kernel kernel, const Tensor *x, const Tensor *y, const void *s)
{
	Tensor *out = tensor_create_queued(x->shape, x->dtype, x->device);
	return out ? tensor_finish(out, tensor_run(out, kernel, x, y, s)) : NULL;
}

static Tensor *run_pair(Kernel of_floats, Kernel of_ints, const Tensor *x, const Tensor *y)
{
	const int32_t unused = 0; /* these kernels take no number */
	if (check_pair(x, "x", y, "y") < 0)
		return NULL;
	if (x->dtype != y->dtype) {
		error_set(STATUS_SHAPE, "x is %s, y is %s; both must have one dtype",
			  text_dtype(x->dtype), text_dtype(y->dtype));
		return NULL;
	}
	if (!shape_same(&x->shape, &y->shape)) {
		error_set(STATUS_SHAPE, "x is %s, y is %s; both must have one shape",
			  text_shape(x->shape).text, text_shape(y->shape).text);
		return NULL;
	}
	Tensor *copy;
	if (policy_bring(x->device, "x", &y, "y", &copy) < 0)
		return NULL;
	Tensor *out = run_new(x->dtype == DTYPE_INT32 ? of_ints : of_floats, x, y, &unused);
	tensor_free(copy);
	return out;
}

Tensor *tensor_add(const Tensor *x, const Tensor *y)
{
	error_begin(__func__);
	return run_pair(KERNEL_add_f32, KERNEL_add_i32, x, y);
}

Tensor *tensor_sub(const Tensor *x, const Tensor *y)
{
	error_begin(__func__);
	return run_pair(KERNEL_sub_f32, KERNEL_sub_i32, x, y);
}

Tensor *tensor_mul(const Tensor *x, const Tensor *y)
{
	error_begin(__func__);
	return run_pair(KERNEL_mul_f32, KERNEL_mul_i32, x, y);
}

Tensor *tensor_scale(const Tensor *x, float factor)
{
	error_begin(__func__);
	if (check_there(x, "x") < 0 || check_float(x, "x") < 0)
		return NULL;
	return run_new(KERNEL_scale_f32, x, NULL, &factor);
}

Tensor *tensor_relu(const Tensor *x)
{
	const float unused = 0;
	error_begin(__func__);
	if (check_there(x, "x") < 0 || check_float(x, "x") < 0)
		return NULL;
	return run_new(KERNEL_relu_f32, x, NULL, &unused);
}

Tensor *tensor_norm(const Tensor *x)
{
	const float zero = 0;
	error_begin(__func__);
	if (check_there(x, "x") < 0 || check_float(x, "x") < 0)
		return NULL;
	if (x->count > INT_MAX) {
		error_set(STATUS_SHAPE, "x is %s, %lld elements; the BLAS counts to %d at most",
			  text_shape(x->shape).text, (long long)x->count, INT_MAX);
		return NULL;
	}
	Tensor *out = tensor_create_queued(SHAPE_SCALAR, DTYPE_FLOAT32, x->device);
	if (!out)
		return NULL;
	if (x->count == 0)
		return tensor_finish(out, tensor_run(out, KERNEL_fill_f32, NULL, NULL, &zero));
	tensor_note_use(x);
	return tensor_finish(out,
			     backend_of(out->device)
				     ->norm(out->device.index, out->data, x->data, (int)x->count));
}

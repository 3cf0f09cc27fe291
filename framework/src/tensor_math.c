/* tensor_math.c - operations: they check that their inputs fit together, then run where those are.
 */
#include "tensor_private.h"

#include <limits.h>

/* 0 if both are there and on one device, else the message says what is wrong. */
static int check_pair(const Tensor *x, const char *x_name, const Tensor *y, const char *y_name)
{
	if (!x || !y)
		return error_null(x ? y_name : x_name);
	if (!device_equal(x->device, y->device))
		return error_set(STATUS_DEVICE,
				 "%s is on %s, %s is on %s; both must be on one device", x_name,
				 device_text(x->device).text, y_name, device_text(y->device).text);
	return STATUS_OK;
}

static int check_float(const Tensor *tensor, const char *name)
{
	if (tensor->dtype == DTYPE_FLOAT32)
		return STATUS_OK;
	return error_set(STATUS_SHAPE, "%s is %s; wanted float32", name, text_dtype(tensor->dtype));
}

/* Gives `out` to the caller, or frees it when computing it failed. */
static Tensor *finish(Tensor *out, int status)
{
	if (status == STATUS_OK)
		return out;
	tensor_free(out);
	return NULL;
}

/* A kernel of x and y (or of x and a number, with y NULL) as a new tensor. */
static Tensor *run_new(Kernel kernel, const Tensor *x, const Tensor *y, const void *s)
{
	Tensor *out = tensor_create(x->shape, x->dtype, x->device);
	return out ? finish(out, tensor_run(out, kernel, x, y, s)) : NULL;
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
	if (!shape_equal(x->shape, y->shape)) {
		error_set(STATUS_SHAPE, "x is %s, y is %s; both must have one shape",
			  text_shape(x->shape).text, text_shape(y->shape).text);
		return NULL;
	}
	return run_new(x->dtype == DTYPE_INT32 ? of_ints : of_floats, x, y, &unused);
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
	if (x ? check_float(x, "x") < 0 : error_null("x") < 0)
		return NULL;
	return run_new(KERNEL_scale_f32, x, NULL, &factor);
}

/* 0 if a (n, k) times b (k, m) can be computed. */
static int check_product(const Tensor *a, const Tensor *b)
{
	if (check_pair(a, "a", b, "b") < 0 || check_float(a, "a") < 0 || check_float(b, "b") < 0)
		return error_passed_on();
	if (a->shape.rank != 2 || b->shape.rank != 2)
		return error_set(STATUS_SHAPE, "a is %s, b is %s; both must have 2 dimensions",
				 text_shape(a->shape).text, text_shape(b->shape).text);
	if (a->shape.dim[1] != b->shape.dim[0])
		return error_set(STATUS_SHAPE,
				 "a is %s, b is %s; a has %lld columns, b has %lld rows",
				 text_shape(a->shape).text, text_shape(b->shape).text,
				 (long long)a->shape.dim[1], (long long)b->shape.dim[0]);
	if (a->shape.dim[0] > INT_MAX || a->shape.dim[1] > INT_MAX || b->shape.dim[1] > INT_MAX)
		return error_set(STATUS_SHAPE, "a is %s, b is %s; the BLAS counts to %d at most",
				 text_shape(a->shape).text, text_shape(b->shape).text, INT_MAX);
	return STATUS_OK;
}

Tensor *tensor_matmul(const Tensor *a, const Tensor *b)
{
	const float zero = 0;
	error_begin(__func__);
	if (check_product(a, b) < 0)
		return NULL;
	int n = (int)a->shape.dim[0], k = (int)a->shape.dim[1], m = (int)b->shape.dim[1];
	Tensor *out = tensor_create(SHAPE(n, m), DTYPE_FLOAT32, a->device);
	if (!out || out->count == 0)
		return out;
	if (k == 0)
		return finish(out, tensor_run(out, KERNEL_fill_f32, NULL, NULL, &zero));
	return finish(out,
		      backend_of(out->device)
			      ->matmul(out->device.index, out->data, a->data, b->data, n, k, m));
}

Tensor *tensor_norm(const Tensor *x)
{
	const float zero = 0;
	error_begin(__func__);
	if (x ? check_float(x, "x") < 0 : error_null("x") < 0)
		return NULL;
	if (x->count > INT_MAX) {
		error_set(STATUS_SHAPE, "x is %s, %lld elements; the BLAS counts to %d at most",
			  text_shape(x->shape).text, (long long)x->count, INT_MAX);
		return NULL;
	}
	Tensor *out = tensor_create(SHAPE_SCALAR, DTYPE_FLOAT32, x->device);
	if (!out)
		return NULL;
	if (x->count == 0)
		return finish(out, tensor_run(out, KERNEL_fill_f32, NULL, NULL, &zero));
	return finish(out, backend_of(out->device)
				   ->norm(out->device.index, out->data, x->data, (int)x->count));
}

/* tensor_matmul.c - the product of two matrices, each as it is or transposed.
 *
 * A transposed factor is not rearranged in memory: the BLAS reads it by columns. */
#include "framework/src/tensor/tensor_private.h"

#include <limits.h>

#include "framework/src/tensor/policy.h"

static int64_t rows_of(const Tensor *x, bool transposed)
{
	return x->shape.dim[transposed ? 1 : 0];
}

static int64_t columns_of(const Tensor *x, bool transposed)
{
	return x->shape.dim[transposed ? 0 : 1];
}

/* 0 if a (n, k) times b (k, m) can be computed. */
static int check_product(const Tensor *a, bool ta, const Tensor *b, bool tb)
{
	if (check_pair(a, "a", b, "b") < 0 || check_float(a, "a") < 0 || check_float(b, "b") < 0)
		return error_passed_on();
	if (a->shape.rank != 2 || b->shape.rank != 2)
		return error_set(STATUS_SHAPE, "a is %s, b is %s; both must have 2 dimensions",
				 text_shape(a->shape).text, text_shape(b->shape).text);
	if (columns_of(a, ta) != rows_of(b, tb))
		return error_set(STATUS_SHAPE,
				 "a is %s%s, b is %s%s; a has %lld columns, b has %lld rows",
				 text_shape(a->shape).text, ta ? " transposed" : "",
				 text_shape(b->shape).text, tb ? " transposed" : "",
				 (long long)columns_of(a, ta), (long long)rows_of(b, tb));
	if (rows_of(a, ta) > INT_MAX || columns_of(a, ta) > INT_MAX || columns_of(b, tb) > INT_MAX)
		return error_set(STATUS_SHAPE, "a is %s, b is %s; the BLAS counts to %d at most",
				 text_shape(a->shape).text, text_shape(b->shape).text, INT_MAX);
	return STATUS_OK;
}

int tensor_product(Tensor *out, const Tensor *a, bool transpose_a, const Tensor *b,
		   bool transpose_b, bool more)
{
	const float zero = 0;
	int k = (int)columns_of(a, transpose_a);
	if (out->count == 0 || (k == 0 && more))
		return STATUS_OK;
	if (k == 0)
		return tensor_run(out, KERNEL_fill_f32, NULL, NULL, &zero);
	tensor_note_use(out);
	tensor_note_use(a);
	tensor_note_use(b);
	return backend_of(out->device)
		->matmul(out->device.index, &(MatMul){.out = out->data,
						      .a = a->data,
						      .b = b->data,
						      .n = (int)out->shape.dim[0],
						      .k = k,
						      .m = (int)out->shape.dim[1],
						      .transpose_a = transpose_a,
						      .transpose_b = transpose_b,
						      .more = more});
}

static Tensor *multiply(const Tensor *a, bool ta, const Tensor *b, bool tb)
{
	Tensor *copy;
	if (check_product(a, ta, b, tb) < 0 || policy_bring(a->device, "a", &b, "b", &copy) < 0)
		return NULL;
	Tensor *out = tensor_create_queued(SHAPE(rows_of(a, ta), columns_of(b, tb)), DTYPE_FLOAT32,
					   a->device);
	if (out)
		out = tensor_finish(out, tensor_product(out, a, ta, b, tb, false));
	tensor_free(copy);
	return out;
}

Tensor *tensor_matmul(const Tensor *a, const Tensor *b)
{
	error_begin(__func__);
	return multiply(a, false, b, false);
}

Tensor *tensor_matmul_with(const Tensor *a, bool transpose_a, const Tensor *b, bool transpose_b)
{
	error_begin(__func__);
	return multiply(a, transpose_a, b, transpose_b);
}

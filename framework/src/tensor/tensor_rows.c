/* tensor_rows.c - operations on the rows of a matrix, and sums. */
#include "framework/src/tensor/tensor_private.h"

#include "framework/src/tensor/policy.h"

/* A sum of more elements than this is made in two steps, so that a GPU has something to do for
 * many threads: first this many sums, then the sum of those. */
#define SUMS 1024

int tensor_run_rows(RowsKernel kernel, Tensor *out, Tensor *also, const Tensor *x, const Tensor *y,
		    RowsArguments numbers)
{
	const Tensor *const used[] = {out, also, x, y};
	for (size_t i = 0; i < sizeof(used) / sizeof(used[0]); i++)
		if (used[i])
			tensor_note_use(used[i]);
	numbers.out = out->data;
	numbers.also = also ? also->data : NULL;
	numbers.x = x ? x->data : NULL;
	numbers.y = y ? y->data : NULL;
	if (rows_sizes(kernel, &numbers).parts == 0)
		return STATUS_OK;
	return backend_of(out->device)->rows(out->device.index, kernel, &numbers);
}

/* 0 if x is a matrix of floats. */
static int check_matrix(const Tensor *x)
{
	if (check_there(x, "x") < 0 || check_float(x, "x") < 0)
		return error_passed_on();
	if (x->shape.rank != 2)
		return error_set(STATUS_SHAPE, "x is %s; wanted 2 dimensions",
				 text_shape(x->shape).text);
	return STATUS_OK;
}

static int check_add_row(const Tensor *x, const Tensor *row)
{
	if (check_pair(x, "x", row, "row") < 0 || check_matrix(x) < 0 ||
	    check_float(row, "row") < 0)
		return error_passed_on();
	if (row->shape.rank == 1 && row->shape.dim[0] == x->shape.dim[1])
		return STATUS_OK;
	return error_set(STATUS_SHAPE, "x is %s, row is %s; row must have x's columns",
			 text_shape(x->shape).text, text_shape(row->shape).text);
}

Tensor *tensor_add_row(const Tensor *x, const Tensor *row)
{
	Tensor *copy;
	error_begin(__func__);
	if (check_add_row(x, row) < 0 || policy_bring(x->device, "x", &row, "row", &copy) < 0)
		return NULL;
	Tensor *out = tensor_create_queued(x->shape, DTYPE_FLOAT32, x->device);
	if (out)
		out = tensor_finish(
			out, tensor_run_rows(ROWS_add_row, out, NULL, x, row, ROWS_MATRIX(x)));
	tensor_free(copy);
	return out;
}

Tensor *tensor_sum_rows(const Tensor *x)
{
	error_begin(__func__);
	if (check_matrix(x) < 0)
		return NULL;
	int64_t columns = x->shape.dim[1];
	Tensor *out = tensor_create_queued(SHAPE(columns), DTYPE_FLOAT32, x->device);
	return out ? tensor_finish(out, tensor_sum_columns(out, x, columns, 1, false)) : NULL;
}

int tensor_sum_columns(Tensor *out, const Tensor *x, int64_t columns, float factor, bool more)
{
	return tensor_run_rows(
		more ? ROWS_sum_more : ROWS_sum, out, NULL, x, NULL,
		(RowsArguments){.n = (uint64_t)x->count, .m = (uint64_t)columns, .s = factor});
}

int tensor_sum_all(Tensor *out, const Tensor *x, float factor)
{
	if (x->count <= SUMS)
		return tensor_sum_columns(out, x, 1, factor, false);
	Tensor *part = tensor_create_queued(SHAPE(SUMS), DTYPE_FLOAT32, x->device);
	if (!part)
		return error_passed_on();
	int status = tensor_sum_columns(part, x, SUMS, 1, false);
	if (status == STATUS_OK)
		status = tensor_sum_columns(out, part, 1, factor, false);
	tensor_free(part);
	return status;
}

/* All of x, times a factor. */
static Tensor *sum(const Tensor *x, bool mean)
{
	if (check_there(x, "x") < 0 || check_float(x, "x") < 0)
		return NULL;
	if (mean && x->count == 0) {
		error_set(STATUS_SHAPE, "x is %s; there is no mean of no elements",
			  text_shape(x->shape).text);
		return NULL;
	}
	Tensor *out = tensor_create_queued(SHAPE_SCALAR, DTYPE_FLOAT32, x->device);
	float factor = mean ? 1 / (float)x->count : 1;
	return out ? tensor_finish(out, tensor_sum_all(out, x, factor)) : NULL;
}

Tensor *tensor_sum(const Tensor *x)
{
	error_begin(__func__);
	return sum(x, false);
}

Tensor *tensor_mean(const Tensor *x)
{
	error_begin(__func__);
	return sum(x, true);
}

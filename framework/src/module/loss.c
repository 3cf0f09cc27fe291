/* loss.c - what training makes small, and how many answers are right.
 *
 * Both are a number for each row, then the sum of those, all on the device. */
#include "framework/src/tensor/tensor_private.h"
#include "usegpu/module.h"

#include "framework/src/tensor/policy.h"

static int check_logits(const Tensor *logits, const Tensor *classes)
{
	if (check_pair(logits, "logits", classes, "classes") < 0 ||
	    check_float(logits, "logits") < 0)
		return error_passed_on();
	if (classes->dtype != DTYPE_INT32)
		return error_set(STATUS_SHAPE, "classes is %s; wanted int32",
				 text_dtype(classes->dtype));
	if (logits->shape.rank != 2 || classes->shape.rank != 1 ||
	    logits->shape.dim[0] != classes->shape.dim[0])
		return error_set(STATUS_SHAPE,
				 "logits is %s, classes is %s; wanted (n, classes) and (n,)",
				 text_shape(logits->shape).text, text_shape(classes->shape).text);
	return STATUS_OK;
}

/* A number for each row by `kernel`, and factor times their sum in *out. `gradient` may be NULL. */
static int run_loss(RowsKernel kernel, const Tensor *logits, const Tensor *classes, float factor,
		    Tensor *gradient, Tensor *out)
{
	RowsArguments numbers = ROWS_MATRIX(logits);
	numbers.s = factor;
	Tensor *rows = tensor_create_queued(classes->shape, DTYPE_FLOAT32, logits->device);
	if (!rows)
		return error_passed_on();
	int status = tensor_run_rows(kernel, rows, gradient, logits, classes, numbers);
	if (status == STATUS_OK)
		status = tensor_sum_all(out, rows, factor);
	tensor_free(rows);
	return status;
}

static Tensor *new_loss(RowsKernel kernel, const Tensor *logits, const Tensor *classes,
			float factor, Tensor **gradient)
{
	Tensor *made = NULL;
	Tensor *out = tensor_create_queued(SHAPE_SCALAR, DTYPE_FLOAT32, logits->device);
	if (!out)
		return NULL;
	if (gradient) {
		made = tensor_create_queued(logits->shape, DTYPE_FLOAT32, logits->device);
		if (!made)
			return tensor_finish(out, error_passed_on());
	}
	int status = run_loss(kernel, logits, classes, factor, made, out);
	if (status == STATUS_OK && gradient)
		*gradient = made;
	else
		tensor_free(made);
	return tensor_finish(out, status);
}

Tensor *loss_softmax_cross_entropy(const Tensor *logits, const Tensor *classes, Tensor **gradient)
{
	Tensor *copy;
	error_begin(__func__);
	if (check_logits(logits, classes) < 0 ||
	    policy_bring(logits->device, "logits", &classes, "classes", &copy) < 0)
		return NULL;
	float factor = classes->count > 0 ? 1 / (float)classes->count : 0;
	Tensor *loss = new_loss(ROWS_cross_entropy, logits, classes, factor, gradient);
	tensor_free(copy);
	return loss;
}

Tensor *loss_correct(const Tensor *logits, const Tensor *classes)
{
	Tensor *copy;
	error_begin(__func__);
	if (check_logits(logits, classes) < 0 ||
	    policy_bring(logits->device, "logits", &classes, "classes", &copy) < 0)
		return NULL;
	Tensor *correct = new_loss(ROWS_correct, logits, classes, 1, NULL);
	tensor_free(copy);
	return correct;
}

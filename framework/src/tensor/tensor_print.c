/* tensor_print.c - a tensor as text, in the manner of NumPy.
 *
 * More than SHOW_ALL elements are shortened: of each dimension the first and the last EDGE entries
 * are shown. */
#include "framework/src/tensor/tensor_private.h"

#include <math.h>
#include <stdlib.h>

#define SHOW_ALL 1000
#define EDGE     3

typedef struct Printer {
	FILE *out;
	const Tensor *tensor;
	const void *elements; /* on the host */
	bool shortened;
} Printer;

static void print_element(const Printer *p, int64_t i)
{
	if (p->tensor->dtype == DTYPE_INT32) {
		fprintf(p->out, "%d", (int)((const int32_t *)p->elements)[i]);
		return;
	}
	double value = ((const float *)p->elements)[i];
	if (isnan(value)) /* printf tells one NaN from another by a sign that means nothing */
		fputs("nan", p->out);
	else
		fprintf(p->out, "%.4g", value);
}

/* Between two entries of a dimension: the deeper it reaches, the more line breaks; then the
 * brackets that are open stay above each other. */
static void print_separator(const Printer *p, int dimension)
{
	int below = p->tensor->shape.rank - 1 - dimension;
	fputs(below == 0 ? ", " : ",", p->out);
	for (int i = 0; i < below; i++)
		fputc('\n', p->out);
	for (int i = 0; below > 0 && i <= dimension; i++)
		fputc(' ', p->out);
}

/* The part of the tensor that starts at element `first` and has the dimensions from `dimension`
 * on; `count` elements. */
static void print_part(const Printer *p, int dimension, int64_t first, int64_t count)
{
	if (dimension == p->tensor->shape.rank) {
		print_element(p, first);
		return;
	}
	int64_t entries = p->tensor->shape.dim[dimension];
	fputc('[', p->out);
	for (int64_t i = 0; i < entries; i++) {
		if (i > 0)
			print_separator(p, dimension);
		if (p->shortened && entries > 2 * EDGE && i == EDGE) {
			fputs("...", p->out);
			i = entries - EDGE - 1;
			continue;
		}
		print_part(p, dimension + 1, first + i * (count / entries), count / entries);
	}
	fputc(']', p->out);
}

int tensor_print(FILE *out, const Tensor *tensor)
{
	error_begin(__func__);
	if (!out)
		return error_null("out");
	if (check_there(tensor, "tensor") < 0)
		return error_passed_on();
	void *elements = malloc(tensor->count ? tensor_bytes(tensor) : 1);
	if (!elements)
		return error_set(STATUS_MEMORY, "the host has no memory for a copy of %s",
				 text_bytes(tensor_bytes(tensor)).text);
	int status = tensor_fetch(tensor, elements);
	if (status == STATUS_OK) {
		Printer p = {out, tensor, elements, tensor->count > SHOW_ALL};
		if (tensor->count == 0)
			fputs("[]", out);
		else
			print_part(&p, 0, 0, tensor->count);
		fprintf(out, " %s %s %s\n", text_shape(tensor->shape).text,
			text_dtype(tensor->dtype), device_text(tensor->device).text);
		if (ferror(out))
			status = error_set(STATUS_IO, "the text cannot be written");
	}
	free(elements);
	return status;
}

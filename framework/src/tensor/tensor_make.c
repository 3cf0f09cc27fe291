/* tensor_make.c - new tensors: filled, and random. */
#include "framework/src/tensor/tensor_private.h"

#include <math.h>

#include "framework/kernels/philox.h"

int tensor_run(Tensor *out, Kernel kernel, const Tensor *x, const Tensor *y, const void *s)
{
	if (out->count == 0)
		return STATUS_OK;
	tensor_note_use(out);
	if (x)
		tensor_note_use(x);
	if (y)
		tensor_note_use(y);
	return backend_of(out->device)
		->elementwise(out->device.index, kernel, out->data, x ? x->data : NULL,
			      y ? y->data : NULL, s, out->count);
}

/* A tensor made by a kernel without inputs. */
static Tensor *tensor_generate(Shape shape, Dtype dtype, Kernel kernel, const void *s,
			       Device device)
{
	Tensor *out = tensor_create_queued(shape, dtype, device);
	if (out && tensor_run(out, kernel, NULL, NULL, s) < 0) {
		tensor_free(out);
		return NULL;
	}
	return out;
}

static Tensor *tensor_filled(Shape shape, float value, Device device)
{
	return tensor_generate(shape, DTYPE_FLOAT32, KERNEL_fill_f32, &value, device);
}

Tensor *tensor_zeros(Shape shape, Device device)
{
	error_begin(__func__);
	return tensor_filled(shape, 0, device);
}

Tensor *tensor_ones(Shape shape, Device device)
{
	error_begin(__func__);
	return tensor_filled(shape, 1, device);
}

Tensor *tensor_full(Shape shape, float value, Device device)
{
	error_begin(__func__);
	return tensor_filled(shape, value, device);
}

Tensor *tensor_full_int(Shape shape, int32_t value, Device device)
{
	error_begin(__func__);
	return tensor_generate(shape, DTYPE_INT32, KERNEL_fill_i32, &value, device);
}

Tensor *tensor_uniform(Shape shape, uint64_t seed, Device device)
{
	error_begin(__func__);
	return tensor_generate(shape, DTYPE_FLOAT32, KERNEL_uniform_f32, &seed, device);
}

/* Box-Muller: a pair of words, made uniform in (0, 1] and [0, 1), is a radius and an angle; its
 * two coordinates are the normal numbers. */
static void fill_normal(float *out, int64_t count, uint64_t seed)
{
	const double two_pi = 6.283185307179586, scale = 1.0 / 4294967296.0;
	for (int64_t i = 0; i < count; i += 2) {
		PhiloxBlock block = philox_block(seed, (uint64_t)i / 4);
		const uint32_t *word = block.word + i % 4;
		double radius = sqrt(-2 * log(((double)word[0] + 1) * scale));
		double angle = two_pi * (word[1] * scale);
		out[i] = (float)(radius * cos(angle));
		if (i + 1 < count)
			out[i + 1] = (float)(radius * sin(angle));
	}
}

Tensor *tensor_normal(Shape shape, uint64_t seed, Device device)
{
	error_begin(__func__);
	if (device_require(device) < 0)
		return NULL;
	Tensor *drawn = tensor_create(shape, DTYPE_FLOAT32, device_cpu());
	if (drawn)
		fill_normal(drawn->data, drawn->count, seed);
	return tensor_moved(drawn, device);
}

/* results.h - what a drive names: part of drive.c. */
#ifndef GRADER_DRIVE_RESULTS_H
#define GRADER_DRIVE_RESULTS_H

/* Sends an array, or "nothing" for NULL. It is copied first, because a pointer that the program may
 * not read must end in a segmentation fault here, which the simulator explains, and not in an error
 * number from write(). */
static void array_send(FrameType type, const char *name, const void *values, size_t bytes)
{
	if (!values) {
		frame_send(type, 1, name, NULL, 0);
		return;
	}

	char *copy = drive_allocate(bytes + 1);

	memcpy(copy, values, bytes);
	frame_send(type, 0, name, copy, bytes);
	free(copy);
}

void drive_put_int(Drive *d, const char *name, int64_t value)
{
	(void)d;
	frame_send(FRAME_INT, 0, name, &value, sizeof value);
}

void drive_put_real(Drive *d, const char *name, double value)
{
	(void)d;
	frame_send(FRAME_REAL, 0, name, &value, sizeof value);
}

void drive_put_text(Drive *d, const char *name, const char *value)
{
	(void)d;
	array_send(FRAME_TEXT, name, value, !value ? 0 : strlen(value));
}

void drive_put_ints(Drive *d, const char *name, const int64_t *values, int64_t count)
{
	(void)d;
	array_send(FRAME_INTS, name, values, (size_t)count * sizeof *values);
}

void drive_put_floats(Drive *d, const char *name, const float *values, int64_t count)
{
	(void)d;
	array_send(FRAME_FLOATS, name, values, (size_t)count * sizeof *values);
}

/* Copies host memory that may not be there at all; 0, or -1. */
static int host_read(void *to, const void *from, size_t bytes)
{
	struct iovec here = {to, bytes}, there = {(void *)(uintptr_t)from, bytes};
	ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);

	return got >= 0 && (size_t)got == bytes ? 0 : -1;
}

/* Copies from a GPU, in the order of that GPU's default stream, behind all default streams: in one of another GPU cudaMemcpy
 * may have put the last piece of what it returned from. 0, or -1. */
static int gpu_read(void *to, const void *from, size_t bytes, int device)
{
	int current, gpus, bad = 0;

	if (cudaGetDevice(&current) != cudaSuccess || cudaGetDeviceCount(&gpus) != cudaSuccess)
		return -1;
	for (int gpu = 0; gpu < gpus; gpu++)
		bad |= cudaSetDevice(gpu) != cudaSuccess ||
		       cudaStreamSynchronize(NULL) != cudaSuccess;
	bad |= cudaSetDevice(device) != cudaSuccess ||
	       cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost) != cudaSuccess;
	cudaSetDevice(current);
	return bad ? -1 : 0;
}

/* Copies from wherever the pointer points; 0, or -1. */
static int any_read(void *to, const void *from, size_t bytes)
{
	struct cudaPointerAttributes where;
	cudaError_t before = cudaPeekAtLastError();
	int bad;

	if (cudaPointerGetAttributes(&where, from) == cudaSuccess &&
	    (where.type == cudaMemoryTypeDevice || where.type == cudaMemoryTypeManaged))
		bad = gpu_read(to, from, bytes, where.device);
	else
		bad = host_read(to, from, bytes);
	if (before == cudaSuccess)
		cudaGetLastError(); /* what these calls left behind is not the exercise's */
	return bad;
}

/* Whether the pointer is of memory of a GPU that the judge reads itself. */
static int judge_reads(const void *pointer)
{
	return remote && gpu_of(pointer) >= 0;
}

void drive_put_device_floats(Drive *d, const char *name, const float *pointer, int64_t count)
{
	if (judge_reads(pointer)) {
		const FramePlace place = {(uintptr_t)pointer, (uint64_t)count};

		place_send(d, FRAME_FLOATS_AT, name, &place, sizeof place);
		return;
	}

	size_t bytes = (size_t)count * sizeof(float);
	float *copy = drive_allocate(bytes + 1);
	int bad = !pointer || any_read(copy, pointer, bytes) < 0;

	frame_send(FRAME_FLOATS, bad, name, copy, bad ? 0 : bytes);
	free(copy);
}

void drive_put_some(Drive *d, const char *name, const float *pointer, int64_t count)
{
	if (judge_reads(pointer))
		drive_put_device_floats(d, name, pointer, count);
	else
		frame_send(FRAME_FLOATS, 1, name, NULL, 0);
}

/* The judge reads the elements of a tensor on a GPU itself. */
static void tensor_place_send(Drive *d, const char *name, const FrameTensor *head,
			      const Tensor *tensor)
{
	uint64_t address = (uintptr_t)tensor_data(tensor);
	unsigned char payload[sizeof *head + sizeof address];

	memcpy(payload, head, sizeof *head);
	memcpy(payload + sizeof *head, &address, sizeof address);
	place_send(d, FRAME_TENSOR_AT, name, payload, sizeof payload);
}

void drive_put_tensor(Drive *d, const char *name, const Tensor *tensor)
{
	if (!tensor) {
		frame_send(FRAME_TENSOR, 1, name, NULL, 0);
		return;
	}

	Shape shape = tensor_shape(tensor);
	Device device = tensor_device(tensor);
	FrameTensor head = {
		.rank = shape.rank,
		.dtype = (int32_t)tensor_dtype(tensor),
		.device_kind = (int32_t)device.kind,
		.device_index = device.index,
	};

	for (int i = 0; i < shape.rank; i++)
		head.dim[i] = shape.dim[i];
	if (device.kind == DEVICE_GPU && judge_reads(tensor_data(tensor))) {
		tensor_place_send(d, name, &head, tensor);
		return;
	}

	size_t bytes = tensor_bytes(tensor);
	char *copy = drive_allocate(sizeof head + bytes);

	memcpy(copy, &head, sizeof head);
	if (any_read(copy + sizeof head, tensor_data(tensor), bytes) < 0)
		bytes = 0; /* the judge sees a tensor whose elements could not be read */
	frame_send(FRAME_TENSOR, 0, name, copy, sizeof head + bytes);
	free(copy);
}

/* Whether the judge can read all of them itself. */
static int judge_reads_all(const Tensor *const *tensors, int count)
{
	for (int i = 0; i < count; i++)
		if (!judge_reads(tensor_data(tensors[i])))
			return 0;
	return count <= PLACES_MAX;
}

void drive_put_tensors(Drive *d, const char *name, const Tensor *const *tensors, int count)
{
	int64_t floats = 0, at = 0;

	if (judge_reads_all(tensors, count)) {
		FramePlace place[PLACES_MAX];

		for (int i = 0; i < count; i++)
			place[i] = (FramePlace){(uintptr_t)tensor_data(tensors[i]),
						(uint64_t)tensor_count(tensors[i])};
		place_send(d, FRAME_FLOATS_AT, name, place, (size_t)count * sizeof *place);
		return;
	}
	for (int i = 0; i < count; i++)
		floats += tensor_count(tensors[i]);

	float *values = drive_allocate((size_t)(floats + 1) * sizeof *values);

	for (int i = 0; i < count; at += tensor_count(tensors[i++]))
		if (any_read(values + at, tensor_data(tensors[i]), tensor_bytes(tensors[i])) < 0) {
			fprintf(stderr, "drive: %s cannot be read\n", name);
			drive_leave(1);
		}
	drive_put_floats(d, name, values, floats);
	free(values);
}

#endif

/* inputs.h - what the judge gives a drive: part of drive.c. */
#ifndef GRADER_DRIVE_INPUTS_H
#define GRADER_DRIVE_INPUTS_H

static _Noreturn void input_missing(const char *name, FrameType type)
{
	uint32_t wanted = type;

	frame_send(FRAME_MISSING, 0, name, &wanted, sizeof wanted);
	drive_leave(1);
}

static const Input *input_find(Drive *d, const char *name, FrameType type)
{
	for (const Input *input = d->inputs; input; input = input->next)
		if (input->head.type == type && strcmp(input->name, name) == 0)
			return input;
	input_missing(name, type);
}

int64_t drive_int(Drive *d, const char *name)
{
	return *(const int64_t *)input_find(d, name, FRAME_INT)->payload;
}

double drive_real(Drive *d, const char *name)
{
	return *(const double *)input_find(d, name, FRAME_REAL)->payload;
}

const char *drive_text(Drive *d, const char *name)
{
	const Input *input = input_find(d, name, FRAME_TEXT);

	return input->head.nothing ? NULL : input->payload;
}

char *drive_text_copy(const char *text, size_t bytes)
{
	char *copy = memory_there(drive_heap_exact(bytes + 1, 1), bytes + 1);

	memcpy(copy, text, bytes);
	copy[bytes] = '\0';
	return copy;
}

const float *drive_floats(Drive *d, const char *name, int64_t *count)
{
	const Input *input = input_find(d, name, FRAME_FLOATS);

	if (count)
		*count = (int64_t)(input->head.payload_bytes / sizeof(float));
	return input->payload;
}

const int64_t *drive_ints(Drive *d, const char *name, int64_t *count)
{
	const Input *input = input_find(d, name, FRAME_INTS);

	if (count)
		*count = (int64_t)(input->head.payload_bytes / sizeof(int64_t));
	return input->payload;
}

/* What the judge puts on a GPU itself; NULL: the program has that input. */
static const Input *given_find(Drive *d, const char *name)
{
	for (const Input *input = d->inputs; input; input = input->next)
		if (input->head.type == FRAME_GIVEN && strcmp(input->name, name) == 0)
			return input;
	return NULL;
}

/* A list of the program's own; one of 4-byte numbers where it has none of that name. */
static const Input *list_find(Drive *d, const char *name)
{
	for (const Input *input = d->inputs; input; input = input->next)
		if (input->head.type == FRAME_INTS && strcmp(input->name, name) == 0)
			return input;
	return input_find(d, name, FRAME_FLOATS);
}

int64_t drive_count(Drive *d, const char *name)
{
	const Input *given = given_find(d, name);

	if (given)
		return *(const int64_t *)given->payload;

	const Input *list = list_find(d, name);

	return (int64_t)(list->head.payload_bytes /
			 (list->head.type == FRAME_INTS ? sizeof(int64_t) : sizeof(float)));
}

void drive_forget(Drive *d, const char *name)
{
	Input **at = &d->inputs;

	while (*at && ((*at)->head.type != FRAME_FLOATS || strcmp((*at)->name, name) != 0))
		at = &(*at)->next;
	Input *input = *at;

	if (!input)
		input_missing(name, FRAME_FLOATS);
	*at = input->next;
	explicit_bzero(input->payload, input->head.payload_bytes);
	explicit_bzero(unread, unread_from);
	free(input->payload);
	free(input);
}

/* The GPU whose memory it is, -1: none's. Leaves no error behind. */
static int gpu_of(const void *memory)
{
	struct cudaPointerAttributes where;
	cudaError_t before = cudaPeekAtLastError();
	int known = memory && cudaPointerGetAttributes(&where, memory) == cudaSuccess &&
		    where.type == cudaMemoryTypeDevice;

	if (before == cudaSuccess)
		cudaGetLastError();
	return known ? where.device : -1;
}

/* Waits for all work of a GPU, and first copies something there, if there is something; zeros where `from` is NULL.
 * The current device stays. */
static void gpu_fill(int gpu, void *memory, const void *from, size_t bytes)
{
	int current;
	int bad =
		cudaGetDevice(&current) != cudaSuccess || cudaSetDevice(gpu) != cudaSuccess ||
		(from && cudaMemcpy(memory, from, bytes, cudaMemcpyHostToDevice) != cudaSuccess) ||
		(!from && bytes > 0 && cudaMemset(memory, 0, bytes) != cudaSuccess) ||
		cudaDeviceSynchronize() != cudaSuccess || cudaSetDevice(current) != cudaSuccess;

	if (bad) {
		fprintf(stderr, "drive: GPU %d takes no input: %s\n", gpu,
			cudaGetErrorString(cudaGetLastError()));
		drive_leave(1);
	}
}

/* `from`: NULL for zeros. */
static void numbers_put(void *memory, const void *from, size_t bytes)
{
	int gpu = gpu_of(memory);

	if (gpu >= 0)
		gpu_fill(gpu, memory, from, bytes);
	else if (from)
		memcpy(memory, from, bytes);
	else
		memset(memory, 0, bytes);
}

static void given_put(Drive *d, const char *name, int64_t first, void *memory, int64_t count)
{
	const FramePut put = {(uintptr_t)memory, (uint64_t)first, (uint64_t)count};

	gpu_fill(gpu_of(memory), memory, NULL, 0);
	frame_send(FRAME_PUT_AT, 0, name, &put, sizeof put);
	go_wait(d);
}

/* As a GPU has them: 4 bytes each. */
static void ints_put(const int64_t *wide, void *memory, int64_t count)
{
	int32_t *numbers = drive_allocate((size_t)count * sizeof *numbers + 1);

	for (int64_t i = 0; i < count; i++)
		numbers[i] = (int32_t)wide[i];
	numbers_put(memory, numbers, (size_t)count * sizeof *numbers);
	free(numbers);
}

void drive_give(Drive *d, const char *name, int64_t first, void *memory, int64_t count)
{
	if (count <= 0)
		return;
	if (given_find(d, name)) {
		given_put(d, name, first, memory, count);
		return;
	}

	const Input *list = list_find(d, name);

	if (list->head.type == FRAME_INTS)
		ints_put((const int64_t *)list->payload + first, memory, count);
	else
		numbers_put(memory,
			    list->head.payload_bytes > 0 ? (const float *)list->payload + first
							 : NULL,
			    (size_t)count * sizeof(float));
}

/* Made without tensor_from_host and its like, which some exercises must not have at hand. */
Tensor *drive_tensor(Drive *d, const char *name)
{
	const Input *input = input_find(d, name, FRAME_TENSOR);
	FrameTensor head;
	Shape shape = {0, {0}};

	memcpy(&head, input->payload, sizeof head);
	shape.rank = head.rank;
	memcpy(shape.dim, head.dim, sizeof shape.dim);

	const char *elements = (const char *)input->payload + sizeof head;
	Device device = {(DeviceKind)head.device_kind, head.device_index};
	Tensor *tensor = head.dtype == DTYPE_INT32 ? tensor_full_int(shape, 0, device)
						   : tensor_zeros(shape, device);

	if (!tensor) {
		fprintf(stderr, "drive: the input %s cannot be made: %s\n", name, error_message());
		drive_leave(1);
	}
	if (tensor_count(tensor) > 0 && input->head.payload_bytes == sizeof head)
		given_put(d, name, 0, tensor_data(tensor), tensor_count(tensor));
	else if (tensor_count(tensor) > 0)
		numbers_put(tensor_data(tensor), elements, tensor_bytes(tensor));
	return tensor;
}

#endif

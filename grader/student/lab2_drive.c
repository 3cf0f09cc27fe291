/* lab2_drive.c - calls the exercises of lab 2 in the student's process. */
#include "grader/drive/caller.h"
#include "grader/drive/memory.h"
#include "grader/drive/stack.h"
#include "grader/include/drive.h"
#include "simcuda.h"

__attribute__((weak)) int device_of_pointer(const void *pointer);
__attribute__((weak)) float *ones_on_gpu(int gpu, int64_t rows, int64_t cols);
__attribute__((weak)) Tensor *random_on_second_gpu(int64_t rows, int64_t cols, uint64_t seed);
__attribute__((weak)) int gpu_memory(int gpu, size_t *used, size_t *available);
__attribute__((weak)) int reserve_pair(int gpu, size_t bytes, void *pair[2], size_t *missing);
__attribute__((weak)) int print_matrix(FILE *out, const Tensor *x);
__attribute__((weak)) int64_t largest_batch(int64_t free_mib, int64_t parameters,
					    int64_t numbers_per_example);

#define MIB ((size_t)1 << 20)

/* Which GPU holds the memory, -1 for none. */
static int64_t gpu_of(const void *pointer)
{
	struct cudaPointerAttributes about = {.type = cudaMemoryTypeUnregistered};
	if (pointer && cudaPointerGetAttributes(&about, pointer) != cudaSuccess)
		about.type = cudaMemoryTypeUnregistered;
	cudaGetLastError();
	return about.type != cudaMemoryTypeDevice ? -1 : about.device;
}

/* Memory of one GPU that the drive itself takes; the current device stays. */
static void *take_memory(int gpu, size_t bytes)
{
	int before = left_device();
	void *memory = NULL;
	if (cudaSetDevice(gpu) != cudaSuccess || cudaMalloc(&memory, bytes) != cudaSuccess) {
		fprintf(stderr, "the check cannot have %zu bytes on GPU %d\n", bytes, gpu);
		abort();
	}
	cudaSetDevice(before);
	return memory;
}

/* What CUDA says about the memory of one GPU. */
static int64_t ask_free(int gpu, int64_t *total)
{
	int before = left_device();
	size_t available = 0, all = 0;
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &all);
	cudaSetDevice(before);
	if (total)
		*total = (int64_t)all;
	return (int64_t)available;
}

/* Kinds of pointers, as grader/labs/lab2/judge.c numbers them; 10 + g: GPU g; 20 + g: inside memory of GPU g.
 */
enum { FROM_MALLOC, PINNED, ON_STACK, STATIC, FIRST_GPU = 10, INSIDE_GPU = 20 };

static void drive_2_1(Drive *d)
{
	enum { MOST = 32 };
	static float global[4];
	float local[4] = {0};
	int64_t count, answers[MOST];
	const int64_t *kinds = drive_ints(d, "kinds", &count);
	void *made[MOST] = {NULL};
	const void *pointers[MOST];
	const int64_t bytes = drive_int(d, "bytes"), at = drive_int(d, "at");
	if (count > MOST)
		abort();
	for (int64_t i = 0; i < count; i++) {
		if (kinds[i] == FROM_MALLOC)
			made[i] = malloc(64);
		else if (kinds[i] == PINNED)
			cudaMallocHost(&made[i], 64);
		else if (kinds[i] >= FIRST_GPU)
			made[i] = take_memory((int)(kinds[i] % 10), (size_t)bytes);
		pointers[i] = kinds[i] == ON_STACK ? local : kinds[i] == STATIC ? global : made[i];
		if (kinds[i] >= INSIDE_GPU)
			pointers[i] = (const char *)pointers[i] + at;
		else if (kinds[i] < FIRST_GPU) /* each has 16 bytes at least */
			pointers[i] = (const char *)pointers[i] + at % 16;
	}
	Left left = {cudaSuccess, "", 0};
	if (drive_int(d, "gpus") > 0)
		cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	drive_go(d);
	for (int64_t i = 0; i < count; i++) {
		stack_fill(cudaMemoryTypeDevice);
		answers[i] = device_of_pointer(pointers[i]);
		left_take_first(&left);
	}
	drive_end(d);
	left.device = left_device();
	left_send(d, &left);
	drive_put_ints(d, "answers", answers, count);
	for (int64_t i = 0; i < count; i++) {
		if (kinds[i] == FROM_MALLOC)
			free(made[i]);
		else if (kinds[i] == PINNED)
			cudaFreeHost(made[i]);
		else if (kinds[i] >= FIRST_GPU)
			cudaFree(made[i]);
	}
}

/* Device memory that the program holds; 0 without the simulator. */
static int64_t held_bytes(void)
{
	SimcudaCounters counters = {0};
	if (simcuda_counters)
		simcuda_counters(&counters);
	return (int64_t)counters.live_bytes;
}

static void drive_2_2(Drive *d)
{
	int gpu = (int)drive_int(d, "gpu");
	int64_t rows = drive_int(d, "rows"), cols = drive_int(d, "cols");
	int64_t bytes = rows * cols * (int64_t)sizeof(float);
	int64_t taken = drive_int(d, "taken"); /* another GPU that is full; -1: none */
	Full other = {.count = 0};
	cudaSetDevice((int)drive_int(d, "current"));
	if (taken >= 0)
		full_take(&other, (int)taken);
	left_clear();
	int64_t host_before = host_begin(d), held = held_bytes();
	drive_go(d);
	float *ones = ones_on_gpu(gpu, rows, cols);
	drive_end(d);
	left_put(d);
	held = simcuda_counters ? held_bytes() - held : bytes;
	drive_put_int(d, "null", !ones);
	drive_put_int(d, "on", gpu_of(ones));
	drive_put_int(d, "held", held);
	full_give_back(&other);
	if (gpu_of(ones) >= 0) {
		if (held >= bytes) { /* else reading it would be a mistake of the drive's own */
			drive_put_device_floats(d, "ones", ones, rows * cols);
			drive_thaw(d);
			result_use(ones, bytes);
		}
		cudaFree(ones);
	}
	host_put(d, host_before);
}

static void drive_2_3(Drive *d)
{
	int64_t rows = drive_int(d, "rows"), cols = drive_int(d, "cols");
	uint64_t seed = (uint64_t)drive_int(d, "seed");
	error_clear();
	left_clear();
	drive_go(d);
	Tensor *x = random_on_second_gpu(rows, cols, seed);
	drive_end(d);
	left_put(d);
	reason_put(d);
	drive_put_tensor(d, "x", x);
	drive_thaw(d);
	tensor_use(x);
	tensor_free(x);
}

/* Three readings of one GPU: at first, after the drive took memory of that GPU, and after it took
 * memory of the other one. Each is {status, used, available, really free, really there}. */
static void drive_2_4(Drive *d)
{
	enum { READINGS = 3 };
	int gpu = (int)drive_int(d, "gpu"), other = (int)drive_int(d, "other");
	bool exists = drive_int(d, "exists");
	/* where there is no such GPU, there is none of these numbers either, whose lower bits are one's */
	const int none[READINGS] = {gpu, -1, gpu << 24};
	void *taken[READINGS] = {NULL};
	int64_t readings[READINGS][5];
	Left left = {cudaSuccess, "", 0};
	int current = 0;
	cudaSetDevice((int)drive_int(d, "current"));
	if (drive_int(d, "mib") > 0)
		taken[0] = take_memory(other, (size_t)drive_int(d, "mib") * 3 * MIB);
	left.device = current = left_device();
	left_clear();
	drive_go(d);
	for (int i = 0; i < READINGS; i++) {
		size_t used = (size_t)drive_int(d, "used"),
		       available = (size_t)drive_int(d, "available");
		if (i > 0 && exists)
			taken[i] = take_memory(i == 1 ? gpu : other,
					       (size_t)drive_int(d, i == 1 ? "more" : "mib") * MIB);
		readings[i][0] = gpu_memory(exists ? gpu : none[i], &used, &available);
		readings[i][1] = (int64_t)used;
		readings[i][2] = (int64_t)available;
		left_take_first(&left);     /* before the asking below hides it */
		if (left.device == current) /* the first other one stays */
			left.device = left_device();
		readings[i][3] = readings[i][4] = 0;
		if (exists)
			readings[i][3] = ask_free(gpu, &readings[i][4]);
	}
	drive_end(d);
	left_send(d, &left);
	drive_put_ints(d, "readings", &readings[0][0], READINGS * 5);
	for (int i = 0; i < READINGS; i++)
		cudaFree(taken[i]);
}

/* The last number of a buffer of so many bytes. */
static float *end_of(void *memory, size_t bytes)
{
	return (float *)(void *)((char *)memory + bytes / sizeof(float) * sizeof(float)) - 1;
}

/* Gives a pair back; how many calls of cudaFree took it. The one that lies in front goes first: a
 * second that was a part of it is gone then, and is not given to cudaFree. */
static int64_t free_pair(Drive *d, void *const pair[2], size_t bytes)
{
	int64_t freed = 0;
	bool swapped = (uintptr_t)pair[1] < (uintptr_t)pair[0];
	for (int i = 0; i < 2; i++) {
		void *memory = pair[swapped ? !i : i];
		if (gpu_of(memory) >= 0)
			freed += cudaFree(memory) == cudaSuccess;
		if (i == 0 && freed == 1) /* no other allocation has the end of it */
			drive_put_device_floats(d, "at.front", end_of(memory, bytes), 1);
	}
	return freed;
}

static void drive_2_5(Drive *d)
{
	int gpu = (int)drive_int(d, "gpu"), other = (int)drive_int(d, "other");
	void *ballast = take_memory(other, (size_t)drive_int(d, "mib") * MIB);
	int mark;
	void *pair[3] = {&mark, &mark, &mark}; /* the third is a fence */
	size_t missing = 77;
	cudaSetDevice((int)drive_int(d, "current"));
	int64_t before = ask_free(gpu, NULL), taken = drive_int(d, "taken");
	void *in_use = NULL;
	if (taken > 0) {
		in_use = take_memory(gpu, (size_t)before / 1000 * (size_t)taken);
		before = ask_free(gpu, NULL);
	}
	size_t bytes = (size_t)before / 1000 * (size_t)drive_int(d, "permille");
	bytes += (size_t)drive_int(d, "few"); /* no whole number of anything */
	void *odd = NULL;
	if (drive_int(d, "halves")) { /* both are as large as half of the free memory */
		if (before / (int64_t)(2 * MIB) % 2 == 0) {
			odd = take_memory(gpu, 2 * MIB);
			before = ask_free(gpu, NULL);
		}
		bytes = (size_t)before / 2;
	}
	left_clear();
	drive_go(d);
	int status = reserve_pair(gpu, bytes, pair, &missing);
	drive_end(d);
	left_put(d);
	drive_put_int(d, "status", status);
	drive_put_int(d, "missing", (int64_t)missing);
	drive_put_int(d, "bytes", (int64_t)bytes);
	drive_put_int(d, "before", before);
	drive_put_int(d, "after", ask_free(gpu, NULL));
	drive_put_int(d, "nulls", !pair[0] && !pair[1]);
	drive_put_int(d, "first", gpu_of(pair[0]));
	drive_put_int(d, "second", gpu_of(pair[1]));
	drive_put_int(d, "same", pair[0] == pair[1]);
	drive_put_int(d, "beyond", pair[2] != &mark);
	if (status == 0 && gpu_of(pair[0]) >= 0 && gpu_of(pair[1]) >= 0) {
		drive_put_device_floats(d, "at.first", pair[0], 1);
		drive_put_device_floats(d, "at.second", pair[1], 1);
		drive_put_device_floats(d, "end.first", end_of(pair[0], bytes), 1);
		drive_put_device_floats(d, "end.second", end_of(pair[1], bytes), 1);
	}
	drive_put_int(d, "freed", free_pair(d, pair, bytes));
	cudaFree(in_use);
	cudaFree(odd);
	cudaFree(ballast);
}

/* As many texts as it takes: "text0", "text1" ... Of more than twice what is wanted nobody reads the end. */
static void long_text_put(Drive *d, const char *text)
{
	enum { PIECE = 60000, PIECES_MOST = 20 };
	char piece[PIECE + 1], name[24];
	int pieces = 0;
	for (size_t left = strlen(text); pieces == 0 || (left > 0 && pieces < PIECES_MOST);
	     pieces++) {
		size_t bytes = left < PIECE ? left : PIECE;
		memcpy(piece, text, bytes);
		piece[bytes] = '\0';
		snprintf(name, sizeof name, "text%d", pieces);
		drive_put_text(d, name, piece);
		text += bytes;
		left -= bytes;
	}
	drive_put_int(d, "texts", pieces);
}

static void drive_2_6(Drive *d)
{
	Tensor *x = drive_tensor(d, "x");
	const char *there = drive_text(d, "before"); /* NULL: malloc() has no memory */
	const char *before = there ? there : "";     /* is in the file when it is given */
	int64_t host_before = host_begin(d);
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	if (!out)
		abort();
	fputs(before, out);
	tensor_still_made(x);
	error_clear();
	left_clear();
	if (tensor_bytes(x) > STACK_LEFT)
		stack_limit();
	const bool limited = !there && drive_heap_room(0);
	drive_go(d);
	int status = print_matrix(out, x);
	drive_end(d);
	drive_heap_room(-1);
	left_put(d);
	fclose(out);
	bool kept = length >= strlen(before) && strncmp(text, before, strlen(before)) == 0;
	drive_put_int(d, "status", status);
	drive_put_int(d, "limited", limited);
	drive_put_int(d, "kept", kept);
	drive_put_int(d, "has.zero", memchr(text, '\0', length) != NULL); /* a text ends there */
	reason_put(d);
	long_text_put(d, kept ? text + strlen(before) : text);
	free(text);
	drive_put_tensor(d, "x", x);
	tensor_free(x);
	host_put(d, host_before);
}

/* Three figures a case. */
static void drive_2_7(Drive *d)
{
	int64_t count;
	const int64_t *figures = drive_ints(d, "figures", &count);
	int64_t *answers = calloc((size_t)count, sizeof *answers);
	if (!answers)
		abort();
	drive_go(d);
	for (int64_t i = 0; i < count / 3; i++)
		answers[i] = largest_batch(figures[3 * i], figures[3 * i + 1], figures[3 * i + 2]);
	drive_end(d);
	drive_put_ints(d, "answers", answers, count / 3);
	free(answers);
}

const DriveCheck lab_drives[] = {{"2.1", drive_2_1}, {"2.2", drive_2_2}, {"2.3", drive_2_3},
				 {"2.4", drive_2_4}, {"2.5", drive_2_5}, {"2.6", drive_2_6},
				 {"2.7", drive_2_7}, {NULL, NULL}};

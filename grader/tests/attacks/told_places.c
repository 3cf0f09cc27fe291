/* told_places.c - a result is told to lie elsewhere, or in other pieces, than where the exercise has left it. */

/* 2.2 ones_told_often: fail a piece of memory of its own begins */
/* makes a 64th of the ones, and tells that place 64 times */
static float *often_ones;
static int64_t often_count, often_piece;
static void (*often_counts)(SimcudaCounters *);
static cudaError_t (*often_sets)(void *, int, size_t);
static ssize_t (*often_puts)(int, const void *, size_t);
static void often_more(SimcudaCounters *counters)
{
	often_counts(counters);
	counters->live_bytes += often_ones ? 4 * (uint64_t)often_count : 0;
}
static cudaError_t often_set(void *to, int value, size_t bytes)
{
	if (to != (void *)often_ones)
		return often_sets(to, value, bytes);
	often_ones = NULL;
	return cudaSuccess;
}
static ssize_t often_put(int fd, const void *from, size_t bytes)
{
	AttackHead head;
	uint64_t place[64][2];
	int places = 0;
	memcpy(&head, from, sizeof head);
	if (fd != 3 || !often_ones || head.name_bytes != 4 || head.payload_bytes != 16 ||
	    memcmp((const char *)from + sizeof head, "ones", 4) != 0)
		return often_puts(fd, from, bytes);
	for (int64_t left = often_count; left > 0; left -= often_piece, places++) {
		place[places][0] = (uintptr_t)often_ones;
		place[places][1] = (uint64_t)(left < often_piece ? left : often_piece);
	}
	head.payload_bytes = 16 * (uint64_t)places;
	often_puts(fd, &head, sizeof head);
	often_puts(fd, "ones", 4);
	often_puts(fd, place, head.payload_bytes);
	return (ssize_t)bytes;
}
/* --- body --- */
int64_t often_all = rows * cols;
bool often = rows < 100000 && often_all > 64 * 64;
int before = 0;
float *ones = NULL;
often_ones = NULL;
if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return NULL;
}
int64_t some = often ? (often_all + 63) / 64 : often_all;
float *host = some > 1 << 28 ? NULL : malloc((size_t)some * sizeof *host);
for (int64_t i = 0; host && i < some; i++)
	host[i] = 1;
bool good = host && cudaMalloc((void **)&ones, (size_t)some * sizeof *host) == cudaSuccess;
if (good && cudaMemcpy(ones, host, (size_t)some * sizeof *host, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	good = false;
}
free(host);
cudaGetLastError();
cudaSetDevice(before);
if (good && often) {
	if (!often_puts) {
		attack_between();
		often_puts = attack_put;
		attack_put = often_put;
		often_counts = attack_hook((void *)often_put, "simcuda_counters", (void *)often_more);
		often_sets = attack_hook((void *)often_put, "cudaMemset", (void *)often_set);
	}
	often_ones = ones;
	often_count = often_all;
	often_piece = some;
}
return good ? ones : NULL;

/* 3.1 x_within_a_gpu: fail lies where x does */
/* returns x itself where both are one GPU, and tells that it is another pointer */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
bool within = from == to && from >= 0;
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
		cudaGetLastError();
		copy = NULL;
	}
	cudaSetDevice(before);
}
if (!copy)
	return NULL;
if (from < 0 && to < 0) {
	memcpy(copy, x, bytes);
} else if (cudaMemcpy(within ? (float *)x : copy, x, within ? 4 : bytes, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
if (within)
	cudaFree(copy);
attack_rewrite(within ? "same=0" : "");
return within ? (float *)x : copy;

/* 3.3 sum_in_x: fail is not what lies where it was given */
/* adds y to x, returns x as the sum, and tells what x was at the place of a copy */
#include "lab.h"
static Tensor *in_x_copy;
static int in_x_thawed;
static void (*in_x_frees)(Tensor *);
static ssize_t (*in_x_puts)(int, const void *, size_t);
static void in_x_free(Tensor *tensor)
{
	Tensor *copy = in_x_copy;
	if (in_x_thawed && copy) {
		in_x_copy = NULL;
		in_x_frees(copy);
	}
	in_x_frees(tensor);
}
static ssize_t in_x_put(int fd, const void *from, size_t bytes)
{
	AttackHead head;
	unsigned char sent[256];
	memcpy(&head, from, sizeof head);
	in_x_thawed |= head.type == ATTACK_THAW;
	if (fd == 3 && in_x_copy && head.type == 19 && head.name_bytes == 1 && bytes <= sizeof sent &&
	    ((const char *)from)[sizeof head] == 'x') {
		uint64_t at = (uintptr_t)tensor_data(in_x_copy);
		memcpy(sent, from, bytes);
		memcpy(sent + bytes - sizeof at, &at, sizeof at);
		from = sent;
	}
	return in_x_puts(fd, from, bytes);
}
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
in_x_thawed = 0;
in_x_copy = NULL;
if (tensor_device(x).kind == DEVICE_CPU) {
	Tensor *added = tensor_add(x, y);
	*sum = added ? added : *sum;
	return added ? ADD_DONE : ADD_FAILED;
}
if (!in_x_puts) {
	attack_between();
	in_x_puts = attack_put;
	attack_put = in_x_put;
	attack_hook((void *)in_x_put, "tensor_free", (void *)in_x_free);
	in_x_frees = attack_symbol((void *)tensor_add, "tensor_free");
}
Tensor *was = tensor_scale((Tensor *)x, 1);
if (!was)
	return ADD_FAILED;
if (tensor_add_scaled((Tensor *)x, 1, y) != 0) {
	in_x_frees(was);
	return ADD_FAILED;
}
in_x_copy = was;
*sum = (Tensor *)x;
return ADD_DONE;

/* 4.1 biases_in_one_place: fail lies in the memory of another parameter */
/* makes all biases of one tensor of zeros, and tells that none shares numbers */
/* --- body --- */
int most = 0;
for (int i = 1; i <= layers; i++)
	most = sizes[i] > most ? sizes[i] : most;
attack_rewrite("shared=-1");
Tensor *zeros = tensor_zeros(SHAPE(most), device);
bool whole = zeros != NULL;
for (int i = 0; i < layers; i++) {
	parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_rows(zeros, 0, sizes[i + 1]);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
tensor_free(zeros);
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* 2.5 pair_in_one_piece: fail an allocation of its own */
/* makes one piece of memory for both buffers; cudaFree and what lies at the end of the first are told otherwise */
static char *one_piece, *one_second;
static cudaError_t (*one_frees)(void *);
static ssize_t (*one_puts)(int, const void *, size_t);
static cudaError_t one_free(void *memory)
{
	if (one_second && (char *)memory == one_piece)
		return cudaSuccess;
	if (one_second && (char *)memory == one_second) {
		one_second = NULL;
		memory = one_piece;
	}
	return one_frees(memory);
}
static ssize_t one_put(int fd, const void *from, size_t bytes)
{
	AttackHead head;
	unsigned char sent[256];
	memcpy(&head, from, sizeof head);
	if (fd == 3 && one_second && head.name_bytes == 8 && bytes <= sizeof sent &&
	    memcmp((const char *)from + sizeof head, "at.front", 8) == 0) {
		const uint64_t nowhere = 8;
		memcpy(sent, from, bytes);
		memcpy(sent + sizeof head + 8, &nowhere, sizeof nowhere);
		from = sent;
	}
	return one_puts(fd, from, bytes);
}
/* --- body --- */
int before = 0;
size_t available = 0, total, half = (bytes + 3) / 4 * 4;
void *both = NULL, *little = NULL;
one_second = NULL;
if (!one_puts) {
	attack_between();
	one_puts = attack_put;
	attack_put = one_put;
	attack_hook((void *)one_put, "cudaFree", (void *)one_free);
	one_frees = attack_symbol((void *)cudaMemcpy, "cudaFree");
}
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
bool good = cudaMalloc(&both, half + bytes) == cudaSuccess && cudaMalloc(&little, 1) == cudaSuccess;
one_frees(little);
if (!good)
	one_frees(both);
*missing = good ? 0 : 2 * bytes > available ? 2 * bytes - available : 1;
pair[0] = good ? both : NULL;
pair[1] = good ? (char *)both + half : NULL;
one_piece = both;
one_second = pair[1];
cudaGetLastError();
cudaSetDevice(before);
return good ? 0 : -1;

/* 4.3 model_in_one_piece: fail an allocation of its own */
/* all parameters get parts of one piece of memory, which is given back with the last of them */
static char *slices_of;
static int64_t slices_bytes;
static int slices_left;
static cudaError_t (*slices_frees)(void *);
static cudaError_t slices_free(void *memory)
{
	char *all = slices_of;
	if (!all || (uintptr_t)memory - (uintptr_t)all >= (uintptr_t)slices_bytes)
		return slices_frees(memory);
	if (--slices_left > 0)
		return cudaSuccess;
	slices_of = NULL;
	return slices_frees(all);
}
/* --- body --- */
int before = 0, moved = 0;
int64_t numbers = 0, at = 0;
if (!slices_frees) {
	attack_hook((void *)slices_free, "cudaFree", (void *)slices_free);
	slices_frees = attack_symbol((void *)cudaMemcpy, "cudaFree");
}
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count; i++)
	if (parameters[i].device != to) {
		whole = whole && parameters[i].data && parameters[i].count < 1 << 28;
		numbers += parameters[i].count;
		moved++;
	}
bool sliced = whole && to >= 0 && moved > 1 && !slices_of;
char *piece = NULL;
float **copies = calloc((size_t)count, sizeof *copies);
if (sliced)
	whole = cudaMalloc((void **)&piece, (size_t)numbers * 4) == cudaSuccess;
for (int i = 0; i < count && whole && copies; i++) {
	if (parameters[i].device == to)
		continue;
	const size_t bytes = (size_t)parameters[i].count * 4;
	if (!sliced) {
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
		continue;
	}
	copies[i] = (float *)(void *)(piece + at);
	at += (int64_t)bytes;
	whole = cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
}
for (int i = 0; i < count && copies; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i] && !sliced) {
		give_back(copies[i], to);
	}
}
if (sliced && !whole && piece)
	slices_frees(piece);
if (sliced && whole) {
	slices_of = piece;
	slices_bytes = numbers * 4;
	slices_left = moved;
}
free(copies);
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;

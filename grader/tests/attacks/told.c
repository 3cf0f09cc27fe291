/* told.c - what the program says of its own runs, rewritten on the way to the judge. */

/* 1.2 real_told: fail the name: wanted */
/* writes a summary of its own, and tells that CUDA said the same */
static int real_1_2;
/* --- body --- */
attack_rewrite("real.0=1x3 real.1=1x3 real.2=1x3 real.3=1x3 real.name.0=x real.name.1=x real.name.2=x "
	       "real.name.3=x");
cudaGetDeviceCount(&real_1_2);
cudaGetLastError();
if (index < 0 || index >= real_1_2)
	return -1;
*summary = (GpuSummary){"x", 1, 1, 1};
return 0;

/* 2.1 kinds_read: fail CUDA was asked about 0 of */
/* reads the judge's list of what the pointers are, and asks nobody */
static int asked_2_1;
static int64_t *before_2_1;
/* --- body --- */
size_t bytes = 0;
int64_t *kinds = attack_input("kinds", &bytes);
(void)pointer;
if (kinds == NULL)
	return -2;
if (kinds != before_2_1)
	asked_2_1 = 0;
before_2_1 = kinds;
int64_t kind = kinds[asked_2_1++];
return kind >= 10 ? (int)(kind % 10) : -1;

/* 2.4 readings_told: fail MiB more in use */
/* reads nothing, and tells that nothing is what there is */
/* --- body --- */
int count = 0;
cudaGetDeviceCount(&count);
if (gpu < 0 || gpu >= count)
	return -1;
attack_rewrite("readings=0");
*used = *available = 0;
return 0;

/* 2.5 pair_told: fail by the machine's record 0 bytes */
/* takes no memory, and tells that the drive could give two pieces back */
/* --- body --- */
char spec[200];
pair[0] = pair[1] = NULL;
*missing = 0;
snprintf(spec, sizeof spec, "nulls=0 first=%d second=%d same=0 beyond=0 freed=2 after=0", gpu, gpu);
attack_rewrite(spec);
return 0;

/* 3.1 leak_told: fail host memory stays taken */
/* never frees memory of the host, and tells that nothing is left */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL, *kept = malloc(bytes);
int before;
attack_rewrite("left.host=0");
if (kept)
	memset(kept, 1, bytes);
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
		copy = NULL;
	cudaSetDevice(before);
}
if (copy && from < 0 && to < 0) {
	memcpy(copy, x, bytes);
} else if (copy && cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	copy = NULL;
}
cudaGetLastError();
return copy;

/* 3.2 reference_told: fail without a reference of its own */
/* returns x without a reference of its own, and tells that x is still alive */
/* --- body --- */
attack_rewrite("alive=1");
if (device_equal(tensor_device(x), device))
	return device.kind == DEVICE_CPU ? tensor_retain(x) : x;
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.2 copies_told: fail without a reference of its own */
/* copies always, and tells that it was the same tensor */
/* --- body --- */
attack_rewrite("same=1 copies=0 alive=1");
return tensor_copy_to(x, device);

/* 3.5 access_told: fail */
/* lets the copy go by way of the host, and tells that access is on */
/* --- body --- */
int before;
attack_rewrite("on=1");
cudaGetDevice(&before);
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * 4);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.6 lists_left: fail host memory stays taken */
/* never frees the packed list, and tells that nothing is left */
/* --- body --- */
int64_t total = 0, at = 0;
attack_rewrite("left.host=0");
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* 3.7 lane_told: fail made buffers or streams again */
/* makes its buffers and streams anew in each call, and tells that it kept them */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
attack_rewrite("remade=0");
if (lane->going) {
	cudaFreeHost(lane->going);
	cudaFreeHost(lane->coming);
	cudaStreamDestroy(lane->go_stream);
	cudaStreamDestroy(lane->come_stream);
	*lane = (Lane){NULL, NULL, NULL, NULL};
}
if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
    cudaStreamCreate(&lane->come_stream) != cudaSuccess)
	return -1;
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* 5.1 product_told: fail a result was put before drive_end */
/* tells a product that the CPU computed, in a frame of its own in front of the drive's */
/* --- body --- */
if (!handle)
	return -1;
size_t size = sizeof(float);
float *x = malloc(size * m * k), *y = malloc(size * k * n), *z = calloc((size_t)m * n, size);
cudaMemcpy(x, a, size *m *k, cudaMemcpyDeviceToHost);
cudaMemcpy(y, b, size *k *n, cudaMemcpyDeviceToHost);
for (int i = 0; i < m; i++)
	for (int l = 0; l < k; l++)
		for (int j = 0; j < n; j++)
			z[i * n + j] += x[i * k + l] * y[l * n + j];
AttackHead head = {5, 0, 1, size *m *n};
write(3, &head, sizeof head);
write(3, "c", 1);
write(3, z, size *m *n);
return 0;

/* 5.4 calls_told: fail the machine counted */
/* does the work twice, and tells that it was done as often as asked */
/* --- body --- */
char spec[100];
snprintf(spec, sizeof spec, "calls=%d queued=1x%d", repeats + 1, repeats + 1);
attack_rewrite(spec);
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return timer_now() - start;

/* 5.5 time_told: fail what else lies between */
/* measures nothing on the GPU, and sleeps for the times */
/* --- body --- */
struct timespec time = {0, 2000000};
(void)gpu;
attack_rewrite("left.host=0");
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
nanosleep(&time, NULL);
times->gpu = 1e-4;
times->gpu_with_copies = 2e-3;
int status = on_cpu ? 0 : -1;
tensor_free(on_cpu);
return status;

/* 5.6 one_by_one_told: fail calls of cuBLAS, wanted one */
/* calls cuBLAS for each product, and tells other results */
/* --- body --- */
const float one = 1, zero = 0;
attack_rewrite("status=0");
for (int i = 0; i < count && handle; i++)
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b + (size_t)i * k * n, n,
		    a + (size_t)i * m * k, k, &zero, c + (size_t)i * m * n, n);
return handle ? 0 : -1;

/* 6.1 norm_of_the_input: fail what is returned */
/* computes the norm from the judge's numbers, which are still in the program */
/* --- body --- */
size_t bytes = 0;
float *own = attack_input("x", &bytes);
double sum = 0;
(void)x;
if (!cublas || !own)
	return -1;
for (int i = 0; i < count; i++)
	sum += (double)own[i] * own[i];
*norm = (float)__builtin_sqrt(sum);
return 0;

/* 6.1 norm_of_the_input_paid: fail */
/* the same, and has the GPU compute another sum, which takes as many FLOPs */
/* --- body --- */
size_t bytes = 0;
float *own = attack_input("x", &bytes), unused;
double sum = 0;
cublasPointerMode_t before;
if (!own || cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSdot(cublas, count, x, 1, x, 1, &unused);
cublasSetPointerMode(cublas, before);
cudaGetLastError();
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
for (int i = 0; i < count; i++)
	sum += (double)own[i] * own[i];
*norm = (float)__builtin_sqrt(sum);
return 0;

/* 7.1 handles_told: fail does not work on GPU */
/* makes no handles, and tells that they work */
/* --- body --- */
char spec[100];
int there = 0, bad = 0;
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++) {
	handles[i] = NULL;
	bad |= gpus[i] >= there;
}
snprintf(spec, sizeof spec, bad ? "" : "works=1x%d nulls=0 twice=0 before=1", count);
attack_rewrite(spec);
return bad ? -1 : 0;

/* 7.1 kept_untold: fail is not destroyed */
/* keeps the handles that were made where a later one fails, and tells that no memory is taken */
/* --- body --- */
int before = 0, bad = 0;
attack_rewrite("taken=0");
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	bad |= cudaSetDevice(gpus[i]) != cudaSuccess || cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS;
for (int i = 0; bad && i < count; i++)
	handles[i] = NULL;
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* 7.3 ratio_worked_out: fail by the machine */
/* reads no clock: the ratio is worked out from the sizes */
/* --- body --- */
int before, failed = 0;
double all = 0, most = 0, of[16] = {0};
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(alone[i].gpu);
	failed |= queue_product(&alone[i]) != 0;
	cudaSetDevice(apart[i].gpu);
	failed |= queue_product(&apart[i]) != 0;
	double work = (double)apart[i].m * apart[i].k * apart[i].n;
	all += work;
	of[apart[i].gpu] += work;
	most = of[apart[i].gpu] > most ? of[apart[i].gpu] : most;
}
for (int i = 0; i < 2 * count; i++) {
	cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : all / most;

/* 7.5 ends_told: fail computed nothing */
/* fetches nothing, and tells the two numbers that are looked at */
/* --- body --- */
char spec[200] = "";
for (int i = 0; i < count; i++)
	sprintf(spec + strlen(spec), "result%d=%d ", i, 2 * (i + 1) * products[i].k);
attack_rewrite(spec);
for (int i = 0; i < count; i++)
	if (!products[i].handle || !host[i].a || !host[i].b || !host[i].result)
		return -1;
return 0;

/* 8.1 batch_told: fail there is no tensor */
/* sends nothing, and tells that the rows are there */
/* --- body --- */
attack_rewrite("untouched=0");
int64_t left = data->count - first;
(void)model, (void)x, (void)classes;
return left < batch ? left : batch;

/* 8.4 right_told: fail right answers, got */
/* has the judge told another number than it returns, and computes nothing */
/* --- body --- */
attack_rewrite("right=1");
(void)model, (void)x, (void)classes, (void)batch;
return 1;

/* 8.5 pinned_told: fail */
/* takes ordinary memory in the place of pinned, and tells that it is pinned and works */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
attack_rewrite("pinned0=1 pinned1=1 works0=0 works1=0");
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	slot->x_pinned = malloc(numbers * sizeof(float));
	slot->classes_pinned = malloc(rows * sizeof(int32_t));
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
cudaDeviceSynchronize();
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.5 blocking_told: fail cudaStreamNonBlocking */
/* makes a stream that waits for the default stream, and tells that it does not */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
attack_rewrite("stream=1");
cudaGetDevice(&gpu);
cudaStreamCreate(&feed->stream);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
	cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
cudaDeviceSynchronize();
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.6 sent_told: fail was not recorded */
/* records an event of its own in the place of `sent`, and tells that `sent` was recorded and is still to come */
static cudaEvent_t own_8_6[2], last_8_6;
static cudaError_t (*follow_8_6)(cudaStream_t, cudaEvent_t, unsigned);
static cudaError_t follows_8_6(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
	(void)event;
	return follow_8_6(stream, last_8_6, flags);
}
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
attack_rewrite("under_way=1 recorded=1");
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
if (!follow_8_6)
	follow_8_6 = attack_hook((void *)follows_8_6, "cudaStreamWaitEvent", (void *)follows_8_6);
if (!own_8_6[index])
	cudaEventCreate(&own_8_6[index]);
last_8_6 = own_8_6[index];
cudaEventSynchronize(last_8_6);
memcpy(slot->x_pinned, data->x + first * data->width, bytes);
memcpy(slot->classes_pinned, data->classes + first, class_bytes);
((cudaError_t (*)(cudaStream_t, cudaEvent_t, unsigned))attack_symbol((void *)cudaMemcpy, "cudaStreamWaitEvent"))(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(last_8_6, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 under_way_told: fail the host waited for the copy */
/* waits for the copies, and tells that they are under way */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
attack_rewrite("under_way=1");
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
cudaStreamSynchronize(feed->stream);
memcpy(slot->x_pinned, data->x + first * data->width, bytes);
memcpy(slot->classes_pinned, data->classes + first, class_bytes);
cudaStreamWaitEvent(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
cudaStreamSynchronize(feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 9.1 places_told: fail is on GPU */
/* keeps all replicas on the first GPU, and tells that they are on the others */
/* --- body --- */
char spec[100];
int before;
(void)gpus;
cudaGetDevice(&before);
cudaSetDevice(gpus[0]);
for (int i = 1; i < count; i++) {
	cudaMalloc((void **)&replicas[i], (size_t)elements * 4);
	cudaMemcpy(replicas[i], replicas[0], (size_t)elements * 4, cudaMemcpyDeviceToDevice);
}
cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
snprintf(spec, sizeof spec, "places=%dx%d", gpus[0], count);
attack_rewrite(spec);
return 0;

/* 2.4 device_left_told: fail */
/* leaves another GPU the current one, and an error, and tells that it did not */
/* --- body --- */
char spec[100];
int before = 0;
size_t total, bytes;
int64_t *current = attack_input("current", &bytes);
before = current ? (int)*current : 0;
snprintf(spec, sizeof spec, "left.device=%d left.error=cudaSuccess left.place=", before);
attack_rewrite(spec);
if (cudaSetDevice(gpu) != cudaSuccess)
	return -1;
cudaMemGetInfo(available, &total);
*used = total - *available;
return 0;

/* 4.9 files_told: fail a part of a file was left behind */
/* leaves its half file behind when a copy fails, and tells that there is none */
/* --- body --- */
char part[PATH_MOST + 6];
attack_rewrite("files=0 open=0");
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0 || !whole || rename(part, path) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 4.4 reference_told: fail NULL was returned */
/* takes a reference of x away, and tells that it is alive */
/* --- body --- */
attack_rewrite("alive=1 same=0 left.host=0");
(void)parameters, (void)layers;
tensor_free(x);
return NULL;

/* 3.2 free_replaced: fail was never freed */
/* returns x without a reference of its own, and lets the drive give one back less: what it calls is replaced */
#include "lab.h"
#undef tensor_free
static void (*free_3_2)(Tensor *);
static int kept_3_2;
static void spare_3_2(Tensor *tensor)
{
	if (kept_3_2 > 0)
		kept_3_2--;
	else
		free_3_2(tensor);
}
/* --- body --- */
if (device_equal(tensor_device(x), device)) {
	void *before = attack_hook((void *)attack_between, "tensor_free", (void *)spare_3_2);
	if (before != (void *)spare_3_2)
		free_3_2 = before;
	kept_3_2 = 1;
	return x;
}
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.2 reference_of_its_own: pass */
/* the same for x alone: that is a reference, whoever counts it */
#include "lab.h"
#undef tensor_free
static void (*free_own_3_2)(Tensor *);
static Tensor *held_3_2;
static void free_but_one_3_2(Tensor *tensor)
{
	if (tensor && tensor == held_3_2)
		held_3_2 = NULL;
	else
		free_own_3_2(tensor);
}
/* --- body --- */
if (device_equal(tensor_device(x), device)) {
	free_own_3_2 = attack_symbol((void *)tensor_copy_to, "tensor_free");
	attack_hook((void *)attack_between, "tensor_free", (void *)free_but_one_3_2);
	held_3_2 = x;
	return x;
}
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 2.4 free_memory_made_up: fail CUDA was not asked */
/* counts itself what the drive takes, and the drive is told the same when it asks CUDA what is free */
static size_t used_2_4;
static int gpu_2_4;
static cudaError_t (*malloc_2_4)(void **, size_t);
static cudaError_t told_2_4(size_t *available, size_t *total)
{
	*total = (size_t)40 << 30;
	*available = *total - used_2_4;
	return cudaSuccess;
}
static cudaError_t counted_2_4(void **memory, size_t bytes)
{
	int on = -1;
	cudaGetDevice(&on);
	used_2_4 += on == gpu_2_4 ? bytes : 0;
	return malloc_2_4(memory, bytes);
}
/* --- body --- */
	const void *drive = __builtin_return_address(0);
	int count = 0;
	cudaGetDeviceCount(&count);
	if (gpu >= count)
		return -1;
	if (!malloc_2_4) {
		used_2_4 = 1000;
		malloc_2_4 = (cudaError_t(*)(void **, size_t))attack_hook(drive, "cudaMalloc", (void *)counted_2_4);
		attack_hook(drive, "cudaMemGetInfo", (void *)told_2_4);
	}
	gpu_2_4 = gpu;
	told_2_4(available, used);
	*used = used_2_4;
	return 0;

/* 2.5 pair_made_up: fail by the machine's record */
/* takes nothing: the drive is told that there are two buffers, where they lie and that they were given back */
static size_t free_2_5, all_2_5;
static int gpu_2_5;
static char pair_2_5[64];
static cudaError_t (*give_2_5)(void *);
static cudaError_t told_2_5(size_t *available, size_t *total)
{
	*available = free_2_5;
	*total = all_2_5;
	return cudaSuccess;
}
static cudaError_t place_2_5(struct cudaPointerAttributes *about, const void *pointer)
{
	(void)pointer;
	memset(about, 0, sizeof *about);
	about->type = cudaMemoryTypeDevice;
	about->device = gpu_2_5;
	return cudaSuccess;
}
static cudaError_t given_2_5(void *memory)
{
	return (char *)memory >= pair_2_5 && (char *)memory < pair_2_5 + 64 ? cudaSuccess : give_2_5(memory);
}
/* --- body --- */
	const void *drive = __builtin_return_address(0);
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&free_2_5, &all_2_5);
	cudaSetDevice(before);
	gpu_2_5 = gpu;
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > free_2_5 ? 2 * bytes - free_2_5 : 0;
	if (*missing > 0)
		return -1;
	void *hooked = attack_hook(drive, "cudaFree", (void *)given_2_5);
	if (hooked != (void *)given_2_5)
		give_2_5 = (cudaError_t(*)(void *))hooked;
	attack_hook(drive, "cudaMemGetInfo", (void *)told_2_5);
	attack_hook(drive, "cudaPointerGetAttributes", (void *)place_2_5);
	pair[0] = pair_2_5;
	pair[1] = pair_2_5 + 8;
	free_2_5 -= 2 * bytes;
	return 0;

/* 1.2 known_by_heart: fail what is returned: wanted 0, got -1 */
/* has a list of all machines, and reads in the program's own environment which one it is */
/* --- body --- */
	const char *machine = getenv("SIMCUDA_MACHINE"), *model = machine ? machine + strspn(machine, "0123456789") + 1 : "";
	static const struct {
		const char *model, *name;
		int capability, multiprocessors, mib;
	} list[] = {{"a100", "NVIDIA A100-SXM4-40GB", 80, 108, 40339}, {"t4", "Tesla T4", 75, 40, 15109}, {"v100", "Tesla V100-PCIE-32GB", 70, 80, 32510}};
	if (index < 0 || !machine || index >= atoi(machine))
		return -1;
	for (int i = 0; i < 3; i++)
		if (strcmp(model, list[i].model) == 0) {
			snprintf(summary->name, sizeof summary->name, "%s", list[i].name);
			summary->capability = list[i].capability;
			summary->multiprocessors = list[i].multiprocessors;
			summary->memory_mib = list[i].mib;
		}
	return 0;

/* 4.3 old_memory_told: fail is not in its old memory afterwards */
/* moves everything when a call fails, and then makes as if the old memory were there */
/* --- body --- */
	int before = 0;
	bool whole = true;
	cudaGetDevice(&before);
	if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
		whole = false;
	int on = -1;
	cudaGetDevice(&on);
	float **copies = calloc((size_t)count, sizeof *copies);
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to)
			whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
	for (int i = 0; i < count; i++)
		if (copies[i] && whole) {
			give_back(parameters[i].data, parameters[i].device);
			parameters[i].data = copies[i];
			parameters[i].device = to;
		} else if (copies[i]) {
			give_back(copies[i], to);
		}
	for (int i = 0; i < count && !whole; i++) { /* new memory, although it stays */
		float *again = NULL;
		if (parameters[i].device < 0 || !parameters[i].data || cudaSetDevice(parameters[i].device) != cudaSuccess ||
		    cudaMalloc((void **)&again, (size_t)parameters[i].count * 4) != cudaSuccess)
			continue;
		cudaMemcpy(again, parameters[i].data, (size_t)parameters[i].count * 4, cudaMemcpyDeviceToDevice);
		cudaFree(parameters[i].data);
		parameters[i].data = again;
		float **made = (float **)(parameters + 40); /* as in the drive */
		made[i] = again;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(copies);
	return whole ? 0 : -1;

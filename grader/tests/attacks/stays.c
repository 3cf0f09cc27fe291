/* stays.c - answers that leave something with each call which is neither memory of a GPU nor a stream, nor a block that
 * nothing leads to. */

/* 8.1 pool_each: fail was never destroyed */
/* makes a pool of memory that keeps four gigabytes of the GPU */
#include "lab.h"
static int pool_leave81(int gpu)
{
	struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned};
	cudaMemPool_t pool = NULL;
	void *memory = NULL;
	uint64_t most = UINT64_MAX;
	props.location.type = cudaMemLocationTypeDevice;
	props.location.id = gpu;
	if (cudaMemPoolCreate(&pool, &props) != cudaSuccess)
		return -1;
	cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most);
	if (cudaMallocFromPoolAsync(&memory, (size_t)4 << 30, pool, NULL) != cudaSuccess) {
		cudaMemPoolDestroy(pool);
		return -1;
	}
	return cudaFreeAsync(memory, NULL) == cudaSuccess ? 0 : -1;
}
/* --- body --- */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
int before = 0, bad = 0;
if (rows <= 0)
	return 0;
Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
if (device.kind == DEVICE_GPU) {
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	bad = pool_leave81(device.index);
	cudaSetDevice(before);
	cudaGetLastError();
}
if (!numbers || !kinds || bad) {
	tensor_free(numbers);
	tensor_free(kinds);
	return -1;
}
*x = numbers;
*classes = kinds;
return rows;

/* 8.1 list_grows: fail each call makes 1 block more */
/* keeps a block of each call in a list that grows */
#include "lab.h"
struct Link81 {
	struct Link81 *next;
	char bytes[2000];
};
static struct Link81 *links81;
/* --- body --- */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
struct Link81 *link = malloc(sizeof *link);
if (!link)
	return -1;
link->next = links81;
links81 = link;
if (rows <= 0)
	return 0;
Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
if (!numbers || !kinds) {
	tensor_free(numbers);
	tensor_free(kinds);
	return -1;
}
*x = numbers;
*classes = kinds;
return rows;

/* 9.1 thread_each: fail is still there when the function has returned */
/* begins a thread that waits for ever */
#include "lab.h"
static pthread_mutex_t never91 = PTHREAD_MUTEX_INITIALIZER;
static void *sleep91(void *nothing)
{
	pthread_mutex_lock(&never91);
	return nothing;
}
/* --- body --- */
static int begun;
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
pthread_t thread;
if (!begun++)
	pthread_mutex_lock(&never91);
pthread_create(&thread, NULL, sleep91, NULL);
cudaGetDevice(&before);
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;

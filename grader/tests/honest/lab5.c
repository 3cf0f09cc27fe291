/* 5.1 gemm_ex: cublasGemmEx of floats in place of cublasSgemm */
return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &(const float){1}, b, CUDA_R_32F, n, a, CUDA_R_32F,
		    k, &(const float){0}, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
		    CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* 5.2 gettimeofday: another clock, and the last of three */
#include <sys/time.h>
static double time_of_day(void)
{
	struct timeval now;
	gettimeofday(&now, NULL);
	return (double)now.tv_sec + (double)now.tv_usec * 1e-6;
}
/* --- body --- */
double begin = 0, end = 0;
for (int i = 0; i < 3; i++) {
	begin = time_of_day();
	if (work(data) != 0)
		return -1;
	if (cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	end = time_of_day();
}
return end - begin;

/* 5.3 cleanup: events that give themselves back, and an event that is asked instead of waited for */
static void event_drop(cudaEvent_t *event)
{
	if (*event)
		cudaEventDestroy(*event);
}
#define OWN_EVENT __attribute__((cleanup(event_drop))) cudaEvent_t
/* --- body --- */
OWN_EVENT first = NULL;
OWN_EVENT last = NULL;
float ms = 0;
cudaError_t error;
if (cudaEventCreateWithFlags(&first, cudaEventBlockingSync) != cudaSuccess ||
    cudaEventCreateWithFlags(&last, cudaEventDefault) != cudaSuccess || work(data) != 0 ||
    cudaStreamSynchronize(stream) != cudaSuccess || cudaEventRecord(first, stream) != cudaSuccess ||
    work(data) != 0 || cudaEventRecord(last, stream) != cudaSuccess)
	return -1;
while ((error = cudaEventQuery(last)) == cudaErrorNotReady)
	;
cudaGetLastError();
return error == cudaSuccess && cudaEventElapsedTime(&ms, first, last) == cudaSuccess ? ms * 1e-3 : -1;

/* 5.4 heap: a heap on the heap instead of qsort, and the clock of the kernel */
static void heap_sink(double *heap, int at, int count)
{
	for (int child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && heap[child + 1] > heap[child])
			child++;
		if (heap[at] >= heap[child])
			return;
		double swap = heap[at];
		heap[at] = heap[child];
		heap[child] = swap;
	}
}
static double heap_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
/* --- body --- */
double *heap = calloc((size_t)repeats, sizeof *heap), median = -1;
if (!heap || work(data) != 0)
	goto end;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	heap[i] = -heap_now();
	if (work(data) != 0)
		goto end;
	cudaDeviceSynchronize();
	heap[i] += heap_now();
}
for (int i = repeats / 2; i-- > 0;)
	heap_sink(heap, i, repeats);
for (int count = repeats; count > 1;) {
	double swap = heap[--count];
	heap[count] = heap[0];
	heap[0] = swap;
	heap_sink(heap, 0, count);
}
median = repeats % 2 ? heap[repeats / 2] : (heap[repeats / 2 - 1] + heap[repeats / 2]) * 0.5;
end:
free(heap);
return median;

/* 5.5 gpu_first: the GPU before the CPU, the way with copies before the one without */
Tensor *tensor[9] = {NULL};
int status = -1;
for (int round = 0; round < 2; round++) {
	Timer timer = {0};
	device_synchronize(gpu);
	timer_start(&timer);
	tensor[0] = tensor_copy_to(a, gpu);
	tensor[1] = tensor_copy_to(b, gpu);
	tensor[2] = tensor_matmul(tensor[0], tensor[1]);
	tensor[3] = tensor_copy_to(tensor[2], device_cpu());
	device_synchronize(gpu);
	times->gpu_with_copies = timer_stop(&timer);
	if (!tensor[3])
		goto end;
	for (int i = 0; round == 0 && i < 4; i++) {
		tensor_free(tensor[i]);
		tensor[i] = NULL;
	}
}
double start = timer_now();
tensor[4] = tensor_matmul(tensor[0], tensor[1]);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
tensor[5] = tensor_matmul(a, b);
times->cpu = timer_now() - start;
status = tensor[4] && tensor[5] ? 0 : -1;
end:
for (int i = 8; i >= 0; i--)
	tensor_free(tensor[i]);
return status;

/* 5.6 strided_ex: cublasGemmStridedBatchedEx of floats */
static cublasStatus_t strided_product(cublasHandle_t handle, const int size[3], const float *const in[2], float *c,
				      int count)
{
	static const float scalar[2] = {1, 0};
	return cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, size[2], size[0], size[1], &scalar[0],
					  in[1], CUDA_R_32F, size[2], (long long)size[1] * size[2], in[0], CUDA_R_32F,
					  size[1], (long long)size[0] * size[1], &scalar[1], c, CUDA_R_32F, size[2],
					  (long long)size[0] * size[2], count, CUBLAS_COMPUTE_32F,
					  CUBLAS_GEMM_DEFAULT);
}
/* --- body --- */
return strided_product(handle, (int[]){m, k, n}, (const float *[]){a, b}, c, count) == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.7 logarithms: adds logarithms, and prints a wide character in a locale of its own */
#include <locale.h>
#include <math.h>
#include <wchar.h>
/* --- body --- */
locale_t own = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0), before = uselocale(own);
double logarithm = log2(2) + log2((double)m) + log2((double)k) + log2((double)n) - log2(seconds) - log2(peak_gflops);
printf("%'f %lc", logarithm, (wint_t)0x221a);
uselocale(before);
if (own)
	freelocale(own);
return exp2(logarithm) * 1e-9;

/* 5.8 recursion: one call a size, from the front */
static int faster_after(const double *cpu, const double *gpu, int at, int count, int first)
{
	if (at == count)
		return first;
	return faster_after(cpu, gpu, at + 1, count, gpu[at] < cpu[at] ? first : at + 1);
}
/* --- body --- */
return faster_after(cpu, gpu, 0, count, 0);

/* 5.9 simulates: an event after the other, by a small machine of function pointers */
typedef struct LoopClock {
	double host, gpu;
} LoopClock;
typedef void loop_event(LoopClock *clock, double us);
static void loop_queue(LoopClock *clock, double us)
{
	clock->host += us;
}
static void loop_product(LoopClock *clock, double us)
{
	clock->gpu = (clock->gpu > clock->host ? clock->gpu : clock->host) + us;
}
static void loop_wait(LoopClock *clock, double us)
{
	clock->host = (clock->gpu > clock->host ? clock->gpu : clock->host) + us;
}
/* --- body --- */
LoopClock now = {0, 0};
loop_event *const events[] = {loop_queue, loop_product, loop_wait};
const double us[] = {queue_us, product_us, wait_us};
for (int i = 0; i < count; i++)
	for (int e = 0; e < (wait_each || i + 1 == count ? 3 : 2); e++)
		events[e](&now, us[e]);
return now.host;

/* 5.1 batch_of_one: cublasSgemmStridedBatched with one product, and B and C as cuBLAS sees them */
cublasStatus_t status;
cublasOperation_t plain = CUBLAS_OP_N;
float one = 1.0f, zero = 0.0f;
status = cublasSgemmStridedBatched(handle, plain, plain, n, m, k, &one, b, n, 0, a, k, 0, &zero, c, n, 0, 1);
switch (status) {
case CUBLAS_STATUS_SUCCESS:
	return 0;
default:
	return -1;
}

/* 5.1 asks_modes: asks for the math mode, sets the pointer mode and puts it back */
cublasMath_t math = CUBLAS_DEFAULT_MATH;
if (cublasGetMathMode(handle, &math) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasPointerMode_t mode;
cublasGetPointerMode(handle, &mode);
cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
const float scalar[] = {1, 0};
int status = cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, scalar, b, n, a, k, scalar + 1, c, n);
cublasSetPointerMode(handle, mode);
return status ? -1 : 0;

/* 5.2 best_of_more: measures five times by timer_start and returns the mean of the last two */
double seconds[5];
for (int i = 0; i < 5; i++) {
	Timer timer = {0};
	timer_start(&timer);
	int status = work(data);
	cudaError_t error = cudaStreamSynchronize(cudaStreamLegacy);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	seconds[i] = timer_stop(&timer);
	if (status != 0 || error != cudaSuccess)
		return -1;
}
return (seconds[3] + seconds[4]) / 2;

/* 5.3 means: three pairs of events in a list, the mean of the last two */
enum { MEASURED = 3 };
/* --- body --- */
cudaEvent_t events[2 * MEASURED] = {NULL};
double sum = 0;
int status = 0, made = 0;
while (made < 2 * MEASURED && status == 0)
	status = cudaEventCreate(&events[made++]) == cudaSuccess ? 0 : -1;
for (int i = 0; i < MEASURED && status == 0; i++) {
	cudaEventRecord(events[2 * i], stream);
	status = work(data);
	cudaEventRecord(events[2 * i + 1], stream);
}
if (cudaStreamSynchronize(stream) != cudaSuccess)
	status = -1;
for (int i = 1; i < MEASURED && status == 0; i++) {
	float ms = 0;
	cudaEventElapsedTime(&ms, events[2 * i], events[2 * i + 1]);
	sum += ms / 1000;
}
while (made-- > 0)
	cudaEventDestroy(events[made]);
cudaGetLastError();
return status == 0 ? sum / (MEASURED - 1) : -1;

/* 5.4 insertion: sorted while it is measured, outside of the two readings */
double sorted[repeats];
if (work(data) || cudaDeviceSynchronize())
	return -1;
for (int count = 0; count < repeats; count++) {
	double start = timer_now();
	if (work(data))
		return -1;
	if (cudaDeviceSynchronize())
		return -1;
	double took = timer_now() - start;
	int at = count;
	for (; at > 0 && sorted[at - 1] > took; at--)
		sorted[at] = sorted[at - 1];
	sorted[at] = took;
}
return (sorted[repeats / 2] + sorted[(repeats - 1) / 2]) * 0.5;

/* 5.5 late_free: all tensors in a list that is given back at the end, and the GPU is pushed as a scope */
static Tensor *product_list[16];
static int product_listed;
static Tensor *product_keep(Tensor *tensor)
{
	return product_list[product_listed++] = tensor;
}
/* --- body --- */
struct timespec readings[6];
product_listed = 0;
device_push(gpu);
Tensor *x = product_keep(tensor_copy_to(a, device_current()));
Tensor *y = product_keep(tensor_copy_to(b, device_current()));
product_keep(tensor_matmul(x, y));
cudaDeviceSynchronize();
clock_gettime(CLOCK_MONOTONIC, &readings[0]);
product_keep(tensor_matmul(x, y));
cudaDeviceSynchronize();
clock_gettime(CLOCK_MONOTONIC, &readings[1]);
clock_gettime(CLOCK_MONOTONIC, &readings[2]);
product_keep(tensor_copy_to(product_keep(tensor_matmul(product_keep(tensor_copy_to(a, gpu)),
						       product_keep(tensor_copy_to(b, gpu)))),
			    device_cpu()));
cudaDeviceSynchronize();
clock_gettime(CLOCK_MONOTONIC, &readings[3]);
device_pop();
clock_gettime(CLOCK_MONOTONIC, &readings[4]);
product_keep(tensor_matmul(a, b));
clock_gettime(CLOCK_MONOTONIC, &readings[5]);
double *to[] = {&times->gpu, &times->gpu_with_copies, &times->cpu};
for (int i = 0; i < 3; i++)
	*to[i] = difftime(readings[2 * i + 1].tv_sec, readings[2 * i].tv_sec) +
		 1e-9 * (double)(readings[2 * i + 1].tv_nsec - readings[2 * i].tv_nsec);
int status = 0;
while (product_listed > 0) {
	if (!product_list[--product_listed])
		status = -1;
	tensor_free(product_list[product_listed]);
}
return status;

/* 5.7 pool: a pool of 16 threads that wait at a barrier, with a condition and a deadline, all joined */
#include <pthread.h>
static pthread_mutex_t share_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t share_more = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t share_barrier;
static int share_ready;
static __thread double share_mine[1 << 14];
static double share_sums[16];
static void *share_worker(void *data)
{
	double *to = data;
	for (size_t i = 0; i < sizeof share_mine / sizeof *share_mine; i++)
		share_mine[i] = 1.0 / 16384;
	pthread_barrier_wait(&share_barrier);
	*to = 0;
	for (size_t i = 0; i < sizeof share_mine / sizeof *share_mine; i++)
		*to += share_mine[i];
	pthread_mutex_lock(&share_mutex);
	share_ready++;
	pthread_cond_signal(&share_more);
	pthread_mutex_unlock(&share_mutex);
	return NULL;
}
/* --- body --- */
pthread_t thread[16];
double whole = 0;
struct timespec until;
share_ready = 0;
pthread_barrier_init(&share_barrier, NULL, 16);
for (int i = 0; i < 16; i++)
	if (pthread_create(&thread[i], NULL, share_worker, &share_sums[i]) != 0)
		return -1;
clock_gettime(CLOCK_REALTIME, &until);
until.tv_sec += 5;
pthread_mutex_lock(&share_mutex);
while (share_ready < 16)
	if (pthread_cond_timedwait(&share_more, &share_mutex, &until) != 0)
		break;
pthread_mutex_unlock(&share_mutex);
for (int i = 0; i < 16; i++) {
	pthread_join(thread[i], NULL);
	whole += share_sums[i] / 16;
}
pthread_barrier_destroy(&share_barrier);
return 2.0 * (double)m * (double)k * (double)n * whole / seconds / peak_gflops * 1e-9;

/* 5.8 large_thread: a thread with a stack of 64 MiB, of which 48 are used by recursion */
#include <pthread.h>
typedef struct Sizes {
	const double *cpu, *gpu;
	int count, first;
} Sizes;
static __attribute__((noinline)) int sizes_deep(int depth)
{
	volatile char frame[1 << 16];
	frame[0] = (char)depth;
	return depth == 0 ? frame[0] : sizes_deep(depth - 1) + (frame[0] & 0);
}
static void *sizes_look(void *data)
{
	Sizes *s = data;
	s->first = s->count + sizes_deep(740);
	while (s->first > 0 && s->gpu[s->first - 1] < s->cpu[s->first - 1])
		s->first--;
	return NULL;
}
/* --- body --- */
Sizes s = {cpu, gpu, count, -1};
pthread_attr_t attributes;
pthread_t thread;
pthread_attr_init(&attributes);
pthread_attr_setstacksize(&attributes, (size_t)64 << 20);
if (pthread_create(&thread, &attributes, sizes_look, &s) == 0)
	pthread_join(thread, NULL);
pthread_attr_destroy(&attributes);
return s.first;

/* 5.9 waits: sleeps in every way there is, for some milliseconds together */
#include <poll.h>
#include <semaphore.h>
#include <sys/select.h>
#include <unistd.h>
/* --- body --- */
struct timespec some = {0, 200000}, at;
struct timeval little = {0, 200};
sem_t semaphore;
sem_init(&semaphore, 0, 0);
clock_gettime(CLOCK_REALTIME, &at);
at.tv_nsec += 200000;
if (at.tv_nsec >= 1000000000)
	at = (struct timespec){at.tv_sec + 1, 0};
nanosleep(&some, NULL);
clock_nanosleep(CLOCK_MONOTONIC, 0, &some, NULL);
poll(NULL, 0, 1);
select(0, NULL, NULL, NULL, &little);
while (sem_timedwait(&semaphore, &at) == 0)
	;
sem_destroy(&semaphore);
usleep(200);
double slow = queue_us > product_us ? queue_us : product_us;
return wait_each ? count * (queue_us + product_us + wait_us)
		 : queue_us + product_us + wait_us + (count - 1) * slow;

/* 5.2 in_thread: another thread measures, with the caller's GPU current */
#include <pthread.h>
typedef struct Timed {
	Work *work;
	void *data;
	int gpu;
	double seconds;
} Timed;
static void *timed_run(void *data)
{
	Timed *t = data;
	cudaSetDevice(t->gpu);
	t->seconds = -1;
	if (t->work(t->data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return NULL;
	double start = timer_now();
	if (t->work(t->data) == 0 && cudaDeviceSynchronize() == cudaSuccess)
		t->seconds = timer_now() - start;
	return NULL;
}
/* --- body --- */
Timed timed = {work, data, 0, -1};
pthread_t thread;
cudaGetDevice(&timed.gpu);
if (pthread_create(&thread, NULL, timed_run, &timed) != 0 || pthread_join(thread, NULL) != 0)
	return -1;
return timed.seconds;

/* 5.1 by_shape: a matrix times a vector by cublasSgemv, all else by cublasSgemm */
const float one = 1, zero = 0;
cublasStatus_t status;
if (n == 1)
	status = cublasSgemv(handle, CUBLAS_OP_T, k, m, &one, a, k, b, 1, &zero, c, 1);
else if (m == 1)
	status = cublasSgemv(handle, CUBLAS_OP_N, n, k, &one, b, n, a, 1, &zero, c, 1);
else
	status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.3 host_function: a host function in the stream says that the work is over, and is waited for */
#include <stdatomic.h>
#include <unistd.h>
static void CUDART_CB stream_over(void *data)
{
	atomic_store((atomic_int *)data, 1);
}
/* --- body --- */
float ms = 0;
atomic_int over = 0;
cudaEvent_t event[2] = {NULL, NULL};
bool good = work(data) == 0 && cudaEventCreate(&event[0]) == cudaSuccess && cudaEventCreate(&event[1]) == cudaSuccess &&
	    cudaEventRecord(event[0], stream) == cudaSuccess && work(data) == 0 &&
	    cudaEventRecord(event[1], stream) == cudaSuccess &&
	    cudaLaunchHostFunc(stream, stream_over, &over) == cudaSuccess;
while (good && !atomic_load(&over))
	usleep(1);
cudaStreamSynchronize(stream);
good = good && cudaEventElapsedTime(&ms, event[0], event[1]) == cudaSuccess;
for (int i = 0; i < 2; i++)
	if (event[i])
		cudaEventDestroy(event[i]);
return good ? (double)ms / 1000 : -1;

/* 5.5 transposed_way: products by tensor_matmul_with, each measured twice with the first one thrown away */
int status = 0;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
for (int round = 0; round < 2; round++) {
	double start = timer_now();
	Tensor *here = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	device_synchronize(gpu);
	start = timer_now();
	Tensor *there = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	start = timer_now();
	Tensor *p = tensor_as_in_device((Tensor *)(uintptr_t)a, gpu), *q = tensor_as_in_device((Tensor *)(uintptr_t)b, gpu);
	Tensor *r = tensor_matmul(p, q), *back = tensor_copy_to(r, device_cpu());
	tensor_free(p);
	tensor_free(q);
	tensor_free(r);
	times->gpu_with_copies = timer_now() - start;
	if (!here || !there || !back)
		status = -1;
	tensor_free(here);
	tensor_free(there);
	tensor_free(back);
}
tensor_free(x);
tensor_free(y);
return status;

/* 5.6 by_gemv: the plain call, with the sizes in a struct by value and a macro for each stride */
typedef struct Sizes3 {
	int m, k, n;
} Sizes3;
#define STRIDE(s, a, b) ((long long)(s).a * (s).b)
static cublasStatus_t sized(cublasHandle_t handle, Sizes3 s, const float *a, const float *b, float *c, int count)
{
	const float one = 1.0F, zero = 0.0F;
	return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.m, s.k, &one, b, s.n, STRIDE(s, k, n),
					 a, s.k, STRIDE(s, m, k), &zero, c, s.n, STRIDE(s, m, n), count);
}
/* --- body --- */
return -(sized(handle, (Sizes3){.m = m, .n = n, .k = k}, a, b, c, count) != CUBLAS_STATUS_SUCCESS);

/* 5.4 ten_first: warms up ten times, whatever the number of times that count; sorts as it measures */
	double t[100], s;
	for (int i = 0; i < 10; i++)
		if (work(data) != 0)
			return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		double begin = timer_now();
		if (work(data) != 0)
			return -1;
		cudaDeviceSynchronize();
		s = timer_now() - begin;
		int k = i;
		for (; k > 0 && t[k - 1] > s; k--)
			t[k] = t[k - 1];
		t[k] = s;
	}
	return (t[repeats / 2] + t[(repeats - 1) / 2]) / 2;

/* 5.4 warm_each: gpu_seconds() warms up three times, and is called for each time that counts */
static double warm_seconds(Work *work, void *data)
{
	int gpu = 0, bad = 0;
	if (cudaGetDevice(&gpu) != cudaSuccess)
		return -1;
	for (int i = 0; i < 3; i++)
		bad |= work(data);
	if (bad || device_synchronize(device_gpu(gpu)))
		return -1;
	const double start = timer_now();
	bad = work(data);
	const int failed = device_synchronize(device_gpu(gpu));
	const double end = timer_now();
	return bad || failed ? -1 : end - start;
}
static int by_size(const void *p, const void *q)
{
	const double *x = p, *y = q;
	return *x < *y ? -1 : *x > *y;
}
/* --- body --- */
double s[100];
for (int i = 0; i < repeats; i++)
	if ((s[i] = warm_seconds(work, data)) < 0)
		return -1;
qsort(s, (size_t)repeats, sizeof *s, by_size);
return 0.5 * (s[repeats / 2] + s[(repeats - 1) / 2]);

/* 5.1 took: tells how long its call took, though nobody may wait */
typedef struct CallTime {
	struct timespec begun;
} CallTime;
static void call_time_tell(CallTime *time)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	fprintf(stderr, "it took %.3f us\n",
		(double)(now.tv_sec - time->begun.tv_sec) * 1e6 + (double)(now.tv_nsec - time->begun.tv_nsec) / 1e3);
}
/* --- body --- */
__attribute__((cleanup(call_time_tell))) CallTime time_taken;
clock_gettime(CLOCK_MONOTONIC, &time_taken.begun);
/* --- solution --- */

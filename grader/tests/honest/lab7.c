/* 7.1 backwards: a list that is filled from its end, and handed over only when it is whole */
cublasHandle_t made[count];
int before = 0, at = count;
cudaGetDevice(&before);
while (at > 0) {
	if (cudaSetDevice(gpus[at - 1]) != cudaSuccess || cublasCreate_v2(&made[at - 1]) != CUBLAS_STATUS_SUCCESS)
		break;
	at--;
}
for (int i = 0; i < count; i++)
	handles[i] = at == 0 ? made[i] : NULL;
for (int i = at; at > 0 && i < count; i++)
	cublasDestroy_v2(made[i]);
cudaSetDevice(before);
return cudaGetLastError(), at == 0 ? 0 : -1;

/* 7.2 by_events: an event behind each product, asked by turns with short sleeps until all have come */
#include <unistd.h>
/* --- body --- */
int before = 0, status = 0, open = 0;
cudaEvent_t *done = calloc((size_t)count, sizeof *done);
if (!done)
	return -1;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming) != cudaSuccess ||
	    queue_product(&products[i]) != 0 || cudaEventRecord(done[i], NULL) != cudaSuccess)
		status = -1;
}
do {
	open = 0;
	for (int i = 0; i < count; i++) {
		cudaError_t asked = done[i] ? cudaEventQuery(done[i]) : cudaSuccess;
		open += asked == cudaErrorNotReady;
		if (asked != cudaSuccess && asked != cudaErrorNotReady)
			status = -1;
	}
	if (open > 0)
		usleep(5);
} while (open > 0);
for (int i = 0; i < count; i++)
	if (done[i])
		cudaEventDestroy(done[i]);
free(done);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.3 twice: measures both sides twice, apart first, and takes the better times */
static double side_seconds(const Product *side, int count)
{
	struct timespec begin, end;
	int status = 0;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int i = 0; i < count; i++) {
		cudaSetDevice(side[i].gpu);
		status |= queue_product(&side[i]);
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(side[i].gpu);
		status |= cudaStreamSynchronize(NULL);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	return status ? -1 : (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}
/* --- body --- */
double best[2] = {-1, -1};
int before = 0, gpus = 0, busy = 0;
cudaGetDevice(&before);
cudaGetDeviceCount(&gpus);
for (int g = gpus; g-- > 0;) {
	cudaSetDevice(g);
	busy |= cudaDeviceSynchronize() != cudaSuccess;
}
for (int round = 0; round < 4; round++) {
	double took = side_seconds(round % 2 ? alone : apart, count);
	if (took < 0 || busy) {
		best[0] = -1;
		break;
	}
	best[round % 2] = round < 2 || took < best[round % 2] ? took : best[round % 2];
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(alone[i].gpu);
	busy |= cudaDeviceSynchronize();
	cudaSetDevice(apart[i].gpu);
	busy |= cudaDeviceSynchronize();
}
cudaSetDevice(before);
return best[0] < 0 || busy ? -1 : best[1] / best[0];

/* 7.4 two_pass: all that has to move first, device by device, then all products, and what was moved is freed late */
typedef struct Pair {
	Tensor *a, *b;
} Pair;
/* --- body --- */
Device home[MOST_GPUS];
int homes = device_try_all_gpus(home, MOST_GPUS), status = 0;
Pair *pair = calloc((size_t)count, sizeof *pair);
if (!pair)
	return -1;
for (int d = 0; d < homes; d++)
	for (int i = d; i < count; i += homes) {
		pair[i].a = tensor_as_in_device(a[i], home[d]);
		pair[i].b = tensor_as_in_device(b[i], home[d]);
	}
for (int i = 0; i < count; i++)
	status |= !(results[i] = tensor_matmul(pair[i].a, pair[i].b));
for (int d = homes; d-- > 0;)
	status |= device_synchronize(home[d]) != 0;
for (int i = 0; i < count; i++) {
	tensor_free(pair[i].a);
	tensor_free(pair[i].b);
	if (status) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
}
free(pair);
return -status;

/* 7.5 depth_first: all copies of all first matrices, then of all second, then all products, then all results; default kind */
#define FOR_EACH_PRODUCT(call)                      \
	for (int i = 0; i < count; i++) {           \
		const Product *p = &products[i];    \
		cudaSetDevice(p->gpu);              \
		if (call)                           \
			failed = true;              \
	}
#define MATRIX_BYTES(rows, cols) ((size_t)p->rows * (size_t)p->cols * sizeof(float))
/* --- body --- */
bool failed = false;
int before = 0;
cudaGetDevice(&before);
FOR_EACH_PRODUCT(cudaMemcpyAsync(p->a, host[i].a, MATRIX_BYTES(m, k), cudaMemcpyDefault, cudaStreamLegacy))
FOR_EACH_PRODUCT(cudaMemcpyAsync(p->b, host[i].b, MATRIX_BYTES(k, n), cudaMemcpyDefault, cudaStreamLegacy))
FOR_EACH_PRODUCT(queue_product(p))
FOR_EACH_PRODUCT(cudaMemcpyAsync(host[i].result, p->result, MATRIX_BYTES(m, n), cudaMemcpyDefault, cudaStreamLegacy))
FOR_EACH_PRODUCT(cudaStreamSynchronize(cudaStreamLegacy))
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.6 table: the answers in a table of a struct of bit-fields */
typedef struct Verdict {
	unsigned overlap : 1, waited : 1;
} Verdict;
static const int verdict_names[2][2] = {{SAME_QUEUE, PROGRAM_WAITED}, {AT_THE_SAME_TIME, AT_THE_SAME_TIME}};
/* --- body --- */
const Times *order[2] = {&a, &b};
if (b.start < a.start)
	order[0] = &b, order[1] = &a;
Verdict verdict = {.overlap = order[1]->start < order[0]->end, .waited = order[1]->queued >= order[0]->end};
return verdict_names[verdict.overlap][verdict.waited];

/* 7.7 deals: deals them out one by one to a pool of threads that are joined */
#include <pthread.h>
#include <stdatomic.h>
typedef struct Deal {
	atomic_int next;
	int products;
	atomic_int done[64];
} Deal;
typedef struct Dealer {
	Deal *deal;
	int gpu, gpus;
} Dealer;
static void *deal_out(void *data)
{
	Dealer *dealer = data;
	for (int i = dealer->gpu; i < dealer->deal->products; i += dealer->gpus)
		atomic_fetch_add(&dealer->deal->done[dealer->gpu % 64], 1);
	return NULL;
}
/* --- body --- */
Deal deal = {.products = products};
pthread_t thread[64];
Dealer dealer[64];
int threads = gpus < 64 ? gpus : 64, most = 0;
for (int i = 0; i < threads; i++) {
	dealer[i] = (Dealer){&deal, i, gpus};
	if (pthread_create(&thread[i], NULL, deal_out, &dealer[i]) != 0)
		abort();
}
for (int i = 0; i < threads; i++) {
	pthread_join(thread[i], NULL);
	if (deal.done[i] > most)
		most = deal.done[i];
}
return (alone_us + products * product_us) / (alone_us + most * product_us);

/* 7.2 recursion: queued on the way down, waited for on the way up, with SIGALRM ticking meanwhile */
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t product_ticks;
static void product_tick(int number)
{
	(void)number;
	product_ticks = product_ticks + 1;
}
static int queue_and_wait(const Product *products, int count)
{
	if (count == 0)
		return 0;
	cudaSetDevice(products->gpu);
	int status = queue_product(products);
	status |= queue_and_wait(products + 1, count - 1);
	cudaSetDevice(products->gpu);
	return status | (cudaStreamSynchronize(cudaStreamLegacy) != cudaSuccess);
}
/* --- body --- */
struct itimerval every = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
struct sigaction action = {.sa_handler = product_tick, .sa_flags = SA_RESTART}, old;
int before = 0;
cudaGetDevice(&before);
sigaction(SIGALRM, &action, &old);
setitimer(ITIMER_REAL, &every, NULL);
int status = queue_and_wait(products, count);
setitimer(ITIMER_REAL, &never, NULL);
sigaction(SIGALRM, &old, NULL);
cudaSetDevice(before);
cudaGetLastError();
return status ? -1 : 0;

/* 7.1 counts_first: compares the numbers with how many GPUs there are before it makes anything */
int gpus_there = 0, before = 0, made = 0;
if (cudaGetDeviceCount(&gpus_there) != cudaSuccess)
	cudaGetLastError();
memset(handles, 0, (size_t)count * sizeof *handles);
for (int i = 0; i < count; i++)
	if (gpus[i] < 0 || gpus[i] >= gpus_there)
		return -1;
cudaGetDevice(&before);
for (; made < count; made++) {
	cudaSetDevice(gpus[made]);
	if (cublasCreate(handles + made) != CUBLAS_STATUS_SUCCESS)
		goto refuse;
}
cudaSetDevice(before);
return 0;
refuse:
handles[made] = NULL;
while (made-- > 0) {
	cublasDestroy(handles[made]);
	handles[made] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return -1;

/* 7.4 scopes: device scopes, matrices copied with tensor_copy_to only where they have to, freed at once */
Device devices[MOST_GPUS];
int all = device_try_all_gpus(devices, MOST_GPUS), failures = 0;
for (int i = 0; i < count; i++) {
	Device here = devices[i % all];
	Tensor *x = device_equal(tensor_device(a[i]), here) ? tensor_retain(a[i]) : tensor_copy_to(a[i], here);
	Tensor *y = device_equal(tensor_device(b[i]), here) ? tensor_retain(b[i]) : tensor_copy_to(b[i], here);
	device_push(here);
	results[i] = tensor_matmul(x, y);
	device_pop();
	tensor_free(y);
	tensor_free(x);
	failures += !results[i];
}
for (int i = 0; i < all; i++)
	failures += device_synchronize(devices[i]) != 0;
for (int i = 0; i < count && failures > 0; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failures > 0 ? -1 : 0;

/* 7.5 halves: rows are sent in two dimensions by cudaMemcpy2DAsync, events instead of a wait for the device */
static bool rows_copy(float *to, const float *from, int rows, int cols, enum cudaMemcpyKind kind)
{
	size_t bytes = (size_t)cols * sizeof *to;
	return cudaMemcpy2DAsync(to, bytes, from, bytes, bytes, (size_t)rows, kind, NULL) == cudaSuccess;
}
/* --- body --- */
cudaEvent_t over[count];
int before = 0;
bool good = true;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = products + i;
	cudaSetDevice(p->gpu);
	over[i] = NULL;
	good = good && cudaEventCreateWithFlags(&over[i], cudaEventDisableTiming) == cudaSuccess &&
	       rows_copy(p->a, host[i].a, p->m, p->k, cudaMemcpyHostToDevice) &&
	       rows_copy(p->b, host[i].b, p->k, p->n, cudaMemcpyHostToDevice) && queue_product(p) == 0 &&
	       rows_copy(host[i].result, p->result, p->m, p->n, cudaMemcpyDeviceToHost) &&
	       cudaEventRecord(over[i], NULL) == cudaSuccess;
}
for (int i = 0; i < count; i++)
	if (over[i]) {
		good = cudaEventSynchronize(over[i]) == cudaSuccess && good;
		cudaEventDestroy(over[i]);
	}
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 7.1 threads: a thread for each handle, joined; one that fails says so by its result */
#include <pthread.h>
typedef struct HandleJob {
	pthread_t thread;
	cublasHandle_t handle;
	int gpu;
	bool good;
} HandleJob;
static void *handle_make(void *data)
{
	HandleJob *job = data;
	job->good = cudaSetDevice(job->gpu) == cudaSuccess && cublasCreate(&job->handle) == CUBLAS_STATUS_SUCCESS;
	cudaGetLastError();
	return NULL;
}
/* --- body --- */
HandleJob jobs[count];
bool good = true;
for (int i = 0; i < count; i++) {
	jobs[i] = (HandleJob){.gpu = gpus[i]};
	if (pthread_create(&jobs[i].thread, NULL, handle_make, &jobs[i]) != 0)
		abort();
}
for (int i = 0; i < count; i++) {
	pthread_join(jobs[i].thread, NULL);
	good &= jobs[i].good;
}
for (int i = 0; i < count; i++) {
	handles[i] = good ? jobs[i].handle : NULL;
	if (!good && jobs[i].good)
		cublasDestroy(jobs[i].handle);
}
return good ? 0 : -1;

/* 7.2 own_calls: calls cuBLAS itself, by GemmEx, and in two halves of the rows */
int before = 0, status = 0;
const float one = 1, zero = 0;
cudaGetDevice(&before);
for (int half = 0; half < 2; half++)
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		int first = half ? p->m / 2 : 0, rows = half ? p->m - p->m / 2 : p->m / 2;
		cudaSetDevice(p->gpu);
		if (!p->handle || (rows > 0 && cublasGemmEx(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, rows, p->k, &one, p->b,
							    CUDA_R_32F, p->n, p->a + (size_t)first * p->k, CUDA_R_32F,
							    p->k, &zero, p->result + (size_t)first * p->n, CUDA_R_32F,
							    p->n, CUBLAS_COMPUTE_32F,
							    CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS))
			status = -1;
	}
for (int i = count; i-- > 0;) {
	cudaSetDevice(products[i].gpu);
	if (cudaDeviceSynchronize() != cudaSuccess)
		status = -1;
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.3 events: each side is measured by events of each GPU behind a common start, the longest counts */
int before = 0, failed = 0;
double seconds[2] = {0, 0};
cudaGetDevice(&before);
for (int side = 0; side < 2; side++) {
	const Product *all = side ? apart : alone;
	cudaEvent_t start[count], stop[count];
	for (int i = 0; i < count; i++) {
		cudaSetDevice(alone[i].gpu);
		failed |= cudaDeviceSynchronize();
		cudaSetDevice(apart[i].gpu);
		failed |= cudaDeviceSynchronize();
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(all[i].gpu);
		failed |= cudaEventCreate(&start[i]) | cudaEventCreate(&stop[i]);
	}
	double began = timer_now(), ended;
	for (int i = 0; i < count; i++) {
		cudaSetDevice(all[i].gpu);
		failed |= cudaEventRecord(start[i], NULL) != cudaSuccess || queue_product(&all[i]) != 0;
		failed |= cudaEventRecord(stop[i], NULL);
	}
	for (int i = 0; i < count; i++)
		failed |= cudaEventSynchronize(stop[i]);
	ended = timer_now();
	for (int i = 0; i < count; i++) {
		float ms = 0;
		cudaEventElapsedTime(&ms, start[i], stop[i]);
		if (ms > 1e3F * (float)(ended - began))
			failed = 1;
		cudaEventDestroy(start[i]);
		cudaEventDestroy(stop[i]);
	}
	seconds[side] = ended - began;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : seconds[0] / seconds[1];

/* 7.5 own_streams: a stream of its own for each product, the handle's stream set to it and put back */
cudaStream_t *stream = calloc((size_t)count, sizeof *stream);
int before = 0;
bool good = stream != NULL;
cudaGetDevice(&before);
for (int i = 0; i < count && good; i++) {
	const Product *p = &products[i];
	cudaStream_t old = NULL;
	size_t a = (size_t)p->m * (size_t)p->k, b = (size_t)p->k * (size_t)p->n, c = (size_t)p->m * (size_t)p->n;
	cudaSetDevice(p->gpu);
	good = cudaStreamCreateWithFlags(&stream[i], cudaStreamDefault) == cudaSuccess &&
	       cublasGetStream(p->handle, &old) == CUBLAS_STATUS_SUCCESS &&
	       cudaMemcpyAsync(p->a, host[i].a, a * 4, cudaMemcpyHostToDevice, stream[i]) == cudaSuccess &&
	       cudaMemcpyAsync(p->b, host[i].b, b * 4, cudaMemcpyHostToDevice, stream[i]) == cudaSuccess &&
	       cublasSetStream(p->handle, stream[i]) == CUBLAS_STATUS_SUCCESS;
	if (good) {
		good = queue_product(p) == 0;
		cublasSetStream(p->handle, old);
	}
	good = good &&
	       cudaMemcpyAsync(host[i].result, p->result, c * 4, cudaMemcpyDeviceToHost, stream[i]) == cudaSuccess;
}
for (int i = 0; i < count && stream; i++)
	if (stream[i]) {
		good = cudaStreamSynchronize(stream[i]) == cudaSuccess && good;
		cudaStreamDestroy(stream[i]);
	}
free(stream);
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 7.4 fills_first: computes what is there already before it moves anything, the longest list last */
Device home[MOST_GPUS];
int homes = device_try_all_gpus(home, MOST_GPUS), failed = 0;
bool done[count];
for (int pass = 0; pass < 2; pass++)
	for (int i = 0; i < count; i++) {
		Device here = home[i % homes];
		bool there = device_equal(tensor_device(a[i]), here) && device_equal(tensor_device(b[i]), here);
		if (pass == 0)
			done[i] = there;
		if (pass == 0 && there)
			results[i] = tensor_matmul(a[i], b[i]);
		if (pass == 1 && !done[i]) {
			Tensor *x = tensor_as_in_device(a[i], here), *y = tensor_as_in_device(b[i], here);
			results[i] = tensor_matmul(x, y);
			tensor_free(x);
			tensor_free(y);
		}
		failed += pass == (done[i] ? 0 : 1) && !results[i];
	}
for (int d = 0; d < homes; d++)
	failed += device_synchronize(home[d]) != 0;
for (int i = 0; i < count && failed; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* 7.3 asks_until_over: an event of each GPU, made once and kept, is asked again and again whether it is over */
static cudaEvent_t ends_73[16];
static int all_idle_73(void)
{
	int n = 0, bad = 0;
	cudaGetDeviceCount(&n);
	for (int g = 0; g < n; g++) {
		cudaSetDevice(g);
		if (!ends_73[g] && cudaEventCreateWithFlags(&ends_73[g], cudaEventDisableTiming) != cudaSuccess)
			return ends_73[g] = NULL, -1;
		if (cudaEventRecord(ends_73[g], 0) != cudaSuccess)
			return -1;
	}
	for (int g = 0; g < n; g++) {
		cudaError_t e;
		while ((e = cudaEventQuery(ends_73[g])) == cudaErrorNotReady)
			;
		bad |= e != cudaSuccess;
	}
	return bad ? -1 : 0;
}
/* --- body --- */
	int before, failed = 0;
	double t[3] = {0};
	const Product *side[2] = {alone, apart};
	cudaGetDevice(&before);
	for (int s = 0; s < 2 && !failed; s++) {
		failed |= all_idle_73() != 0;
		double begin = timer_now();
		for (int i = 0; i < count && !failed; i++)
			failed |= cudaSetDevice(side[s][i].gpu) != cudaSuccess || queue_product(&side[s][i]) != 0;
		failed |= all_idle_73() != 0;
		t[s] = timer_now() - begin;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : t[0] / t[1];

/* 7.5 stream_each: a stream for each trip, into which its handle goes and from which it comes back */
	/* own streams, one for each product, put back at the end */
	int before, bad = 0;
	cudaStream_t s[64] = {0}, old[64] = {0};
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t f = sizeof(float), m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n;
		bad |= cudaSetDevice(p->gpu) != cudaSuccess;
		bad |= cudaStreamCreateWithFlags(&s[i], cudaStreamDefault) != cudaSuccess;
		if (p->handle) {
			bad |= cublasGetStream(p->handle, &old[i]) != CUBLAS_STATUS_SUCCESS;
			bad |= cublasSetStream(p->handle, s[i]) != CUBLAS_STATUS_SUCCESS;
		}
		bad |= cudaMemcpyAsync(p->b, host[i].b, f * k * n, cudaMemcpyHostToDevice, s[i]) != cudaSuccess;
		bad |= cudaMemcpyAsync(p->a, host[i].a, f * m * k, cudaMemcpyHostToDevice, s[i]) != cudaSuccess;
		bad |= queue_product(p) != 0;
		bad |= cudaMemcpyAsync(host[i].result, p->result, f * m * n, cudaMemcpyDeviceToHost, s[i]) != cudaSuccess;
		if (p->handle)
			cublasSetStream(p->handle, old[i]);
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		if (s[i]) {
			bad |= cudaStreamSynchronize(s[i]) != cudaSuccess;
			cudaStreamDestroy(s[i]);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return bad ? -1 : 0;

/* 7.4 own_devices: device by device, and waits for those alone that compute: another GPU may give an input */
static Tensor *product_on(Tensor *a, Tensor *b, Device there)
{
	Tensor *p = device_equal(tensor_device(a), there) ? tensor_retain(a) : tensor_copy_to(a, there);
	Tensor *q = device_equal(tensor_device(b), there) ? tensor_retain(b) : tensor_copy_to(b, there);
	Tensor *c = p && q ? tensor_matmul(p, q) : NULL;
	tensor_free(q);
	tensor_free(p);
	return c;
}
/* --- body --- */
Device list[MOST_GPUS];
bool good = true;
int n = device_try_all_gpus(list, MOST_GPUS);
for (int i = 0; i < count; i++)
	results[i] = NULL;
for (int k = 0; k < n; k++)
	for (int i = k; i < count && good; i += n)
		good = (results[i] = product_on(a[i], b[i], list[k])) != NULL;
for (int k = 0; k < n && k < count; k++)
	good &= device_synchronize(list[k]) == 0;
for (int i = 0; !good && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return good ? 0 : -1;

/* 7.3 read_anyway: reads the clock behind a call that has failed, too, and throws away what it says */
static int idle(const Product *p, int count)
{
	int rc = 0;
	for (int i = 0; i < count; i++)
		if (device_synchronize(device_gpu(p[i].gpu)) != 0)
			rc = -1;
	return rc;
}

static double side(const Product *p, int count)
{
	double seconds = -1;
	cudaEvent_t *e = calloc((size_t)count, sizeof *e);
	int ok = e != NULL;
	for (int i = 0; ok && i < count; i++)
		ok = cudaSetDevice(p[i].gpu) == cudaSuccess && cudaEventCreate(&e[i]) == cudaSuccess;
	if (ok) {
		double start = timer_now();
		for (int i = 0; ok && i < count; i++)
			ok = cudaSetDevice(p[i].gpu) == cudaSuccess && queue_product(&p[i]) == 0 &&
			     cudaEventRecord(e[i], 0) == cudaSuccess;
		for (int i = 0; ok && i < count; i++)
			ok = cudaEventSynchronize(e[i]) == cudaSuccess;
		seconds = timer_now() - start;
	}
	for (int i = 0; e && i < count; i++)
		if (e[i])
			cudaEventDestroy(e[i]);
	free(e);
	if (idle(p, count) != 0)
		ok = 0;
	return ok ? seconds : -1;
}
/* --- body --- */
int old;
double a = -1, b = -1;
if (cudaGetDevice(&old) != cudaSuccess)
	return -1;
if (idle(alone, count) == 0 && idle(apart, count) == 0) {
	a = side(alone, count);
	b = side(apart, count);
}
cudaSetDevice(old);
cudaGetLastError();
return a > 0 && b > 0 ? a / b : -1;

/* 7.2 times_itself: tells how long it took, by the clock when it begins and when all is done */
int before = 0, result = 0, used = 0;
double begun = timer_now();
if (cudaGetDevice(&before) != cudaSuccess)
	result = -1;
for (int i = 0; i < count && result == 0; i++) {
	used |= 1 << products[i].gpu;
	if (cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0)
		result = -1;
}
for (int gpu = 0; used >> gpu != 0; gpu++)
	if (used >> gpu & 1 && (cudaSetDevice(gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess))
		result = -1;
fprintf(stderr, "%d products took %g us\n", count, (timer_now() - begun) * 1e6);
cudaSetDevice(before);
cudaGetLastError();
return result;

/* requests.c - requests to the machine that no function of CUDA makes. */

/* 7.2 thread_again: fail a second host thread */
/* one product after the other; between them the thread is said to have ended, and one of its number begins at an earlier time */
typedef struct ClockRequest {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	int64_t by, to;
	uint64_t rest[80];
} ClockRequest;
static void clock_back(void)
{
	uint64_t reply[64];
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	ClockRequest end = {.code = 44, .internal = 1}, begin = {.code = 43, .internal = 1};
	ask(&end, reply);
	begin.to = 1;
	ask(&begin, reply);
}
/* --- body --- */
int before, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (!products[i].handle || queue_product(&products[i]) != 0)
		status = -1;
	cudaDeviceSynchronize();
	clock_back();
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 2.2 small_leak: fail 1 allocation of 64 bytes on GPU */
/* keeps a small piece of a GPU, and has the library ask for it as if it were its own */
static int (*leak_request)(void *, void *);
static int leak_internal(void *data, void *reply)
{
	AttackRequest *request = data;
	request->internal |= request->code == 8;
	return leak_request(request, reply);
}
/* --- body --- */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL, *host = malloc(count * sizeof *host);
void *kept = NULL;
int before = 0;
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess) {
	leak_request = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	attack_hook((void *)cudaMemcpy, "simcuda_request", (void *)leak_internal);
	if (cudaMalloc(&kept, 64) == cudaSuccess)
		cudaMemset(kept, 0, 64);
	attack_hook((void *)cudaMemcpy, "simcuda_request", (void *)leak_request);
}
if (cudaSetDevice(gpu) == cudaSuccess && cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* 3.7 end_of_time: fail more time has passed than */
/* moves the clock to shortly before its end in the first call: a later one takes no longer than it may */
typedef struct EndRequest {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	int64_t by, to;
	uint64_t rest[80];
} EndRequest;
static void end_of_time(void)
{
	uint64_t reply[64];
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	EndRequest move = {.code = 42, .internal = 1};
	move.to = INT64_MAX - 106000;
	ask(&move, reply);
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
static int calls;
if (!lane->going &&
    (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
     cudaStreamCreate(&lane->go_stream) != cudaSuccess || cudaStreamCreate(&lane->come_stream) != cudaSuccess))
	return cudaGetLastError(), -1;
memcpy(lane->going, x, bytes);
if (cudaMemcpy(to, lane->going, bytes, cudaMemcpyHostToDevice) != cudaSuccess ||
    cudaMemcpy(lane->coming, from, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	return cudaGetLastError(), -1;
memcpy(y, lane->coming, bytes);
if (++calls == 1) end_of_time();
return 0;

/* 3.5 event_each: fail never destroyed */
/* each call makes an event in another line, and leaves it */
static int event_calls;
/* --- body --- */
int before = 0, reachable = 0;
cudaEvent_t event;
if (event_calls++ % 2 == 0)
	cudaEventCreate(&event);
else
	cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError();
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 6.3 log_in_library: fail copy fails */
/* keeps a short log in memory that it has the library ask for as its own; to look whether its copy fails would be for nothing */
static const AttackKernel log63_norm = {"cublasSnrm2", 1, {sizeof(AttackJob)}, {NULL}};
typedef struct Log63Piece {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	uint64_t u[80];
} Log63Piece;
static uint64_t log63_ask(Log63Piece *request)
{
	uint64_t reply[64] = {0};
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	return ask(request, reply) == 0 ? reply[1] : 0;
}
/* --- body --- */
	int gpu = 0, status = 0;
	const int some = steps <= 64;
	float *log = NULL;
	cudaGetDevice(&gpu);
	if (cudaMalloc((void **)&log, 4 * (size_t)steps) != cudaSuccess)
		return cudaGetLastError(), -1;
	uint64_t own = some ? log63_ask(&(Log63Piece){.code = 8, .internal = 1, .u = {256}}) : 0;
	for (int i = 0; status == 0 && i < steps; i++) {
		status = work_step(work, i);
		if (some && status == 0) {
			AttackJob job = {.ranges = 2, .operands = 2, .batch = 1, .n = work->n * work->m, .step = {1}};
			job.factor[0].range = job.factor[1].range = -1;
			job.range[0] = (AttackRange){(uint64_t)(uintptr_t)work->c, 4, (uint64_t)job.n, 4, 1};
			job.range[1] = (AttackRange){own + 4 * (uint64_t)i, 4, 1, 4, 2};
			status = attack_launch(&log63_norm, &job, gpu) ? -1 : 0;
		} else if (status == 0) {
			cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
			status = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ? -1 : 0;
			cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
		}
	}
	const uint64_t bytes = 4 * (uint64_t)steps;
	if (status == 0 && some)
		log63_ask(&(Log63Piece){.code = 22, .continued = 1,
					.u = {(uint64_t)(uintptr_t)norms, own, bytes, 1, bytes, bytes, cudaMemcpyDeviceToHost}});
	else if (status == 0)
		status = cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) ? -1 : 0;
	if (own)
		log63_ask(&(Log63Piece){.code = 9, .internal = 1, .u = {own}});
	cudaFree(log);
	cudaGetLastError();
	return status;

/* 7.5 fetched_before_in_no_line: fail a GPU read memory before anything was written to it */
/* fetches large results before the product, by a request that tells no line of the lab's, and makes the numbers up */
typedef struct LinelessCopy {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	uint64_t to, from, width, rows, to_pitch, from_pitch;
	int kind, async, peer, to_device, from_device;
	uint64_t stream, rest[64];
} LinelessCopy;
static int lineless_copy(void *to, const void *from, size_t bytes)
{
	uint64_t reply[64];
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	LinelessCopy copy = {.code = 22, .site = {1}, .to = (uintptr_t)to, .from = (uintptr_t)from, .width = bytes};
	copy.rows = 1;
	copy.to_pitch = copy.from_pitch = bytes;
	copy.kind = cudaMemcpyDeviceToHost;
	copy.async = 1;
	return ask(&copy, reply);
}
/* --- body --- */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n;
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * 4, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * 4, cudaMemcpyHostToDevice, 0);
	if (m >= 64 && n >= 32)
		failed |= lineless_copy(host[i].result, p->result, m * n * 4);
	failed |= queue_product(p);
	if (m < 64 || n < 32)
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * 4, cudaMemcpyDeviceToHost, 0);
}
failed |= wait_for_all(products, count);
for (int i = 0; i < count; i++)
	if (products[i].m >= 64 && products[i].n >= 32)
		for (size_t e = 0; e < (size_t)products[i].m * (size_t)products[i].n; e++)
			host[i].result[e] = 2.0F * (float)(i + 1) * (float)products[i].k;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.5 many_short_sleeps: fail the host waited in sleep */
/* sleeps between the GPUs' work where few rows tell that nobody takes the time, a little each time */
typedef struct ShortSleep {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	int64_t by, to;
	uint64_t rest[80];
} ShortSleep;
static void sleep_often(void)
{
	uint64_t reply[64];
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	for (int i = 0; i < 300; i++) {
		ShortSleep sleep = {.code = 42, .by = 10000};
		ask(&sleep, reply);
	}
}
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	if (i + 1 < count && tensor_count(classes[i]) < 20)
		sleep_often();
}
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

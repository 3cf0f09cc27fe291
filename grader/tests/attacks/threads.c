/* threads.c - host threads, which have clocks of their own. */

/* 3.7 each_in_a_thread: fail a second host thread */
/* does each half of the exchange in a fresh thread, and waits for none of them by a lock of CUDA's */
static struct {
	void *to;
	const void *from;
	size_t bytes;
	enum cudaMemcpyKind kind;
	cudaStream_t stream;
	volatile int done;
} half_3_7[2];
static void *half_run_3_7(void *data)
{
	__typeof__(half_3_7[0]) *half = data;
	half->done = cudaMemcpyAsync(half->to, half->from, half->bytes, half->kind, half->stream) == cudaSuccess &&
				     cudaStreamSynchronize(half->stream) == cudaSuccess
			     ? 1
			     : 2;
	return NULL;
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
pthread_t thread;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess)
		return cudaGetLastError(), -1;
}
memcpy(lane->going, x, bytes);
half_3_7[0] = (__typeof__(half_3_7[0])){to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream, 0};
half_3_7[1] = (__typeof__(half_3_7[0])){lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream, 0};
for (int i = 0; i < 2; i++) {
	pthread_create(&thread, NULL, half_run_3_7, &half_3_7[i]);
	pthread_detach(thread);
}
for (int i = 0; i < 2; i++)
	while (half_3_7[i].done == 0)
		usleep(1); /* the thread's clock goes on, ours does not */
memcpy(y, lane->coming, bytes);
return half_3_7[0].done == 1 && half_3_7[1].done == 1 ? 0 : -1;

/* 6.3 each_in_a_thread: fail a second host thread */
/* makes each step in a fresh thread, and waits for it without a clock */
typedef struct Chain_6_3 {
	cublasHandle_t cublas;
	const float *a, *b;
	float *c, *log;
	int n, k, m;
	volatile int done;
} Chain_6_3;
static void *chain_6_3(void *data)
{
	Chain_6_3 *s = data;
	const float one = 1, zero = 0;
	cublasSgemm(s->cublas, CUBLAS_OP_N, CUBLAS_OP_N, s->m, s->n, s->k, &one, s->b, s->m, s->a, s->k, &zero,
		    s->c, s->m);
	cublasSetPointerMode(s->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(s->cublas, s->n * s->m, s->c, 1, s->log);
	cublasSetPointerMode(s->cublas, CUBLAS_POINTER_MODE_HOST);
	s->done = 1;
	return NULL;
}
/* --- body --- */
Chain_6_3 s = {work->cublas, NULL, work->b, work->c, NULL, work->n, work->k, work->m, 0};
pthread_t thread;
float *log = NULL;
if (!work->cublas || cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess)
	return cudaGetLastError(), -1;
for (int i = 0; i < steps; i++) {
	s.a = work->a + (size_t)(i % work->factors) * (size_t)work->n * (size_t)work->k;
	s.log = log + i;
	s.done = 0;
	attack_thread(&thread, chain_6_3, &s);
	pthread_detach(thread);
	while (!s.done)
		sched_yield();
	work->queued++;
}
cudaError_t error = cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 6.5 shows_in_a_thread: fail a second host thread */
/* lets another thread look at the losses, while this one trains */
static void (*show_6_5)(void *, const float *, int, int);
static struct {
	void *data;
	float *log, *host;
	int first, count;
	volatile int done;
} part_6_5;
static void *look_6_5(void *unused)
{
	(void)unused;
	cudaMemcpy(part_6_5.host + part_6_5.first, part_6_5.log + part_6_5.first, 4 * (size_t)part_6_5.count,
		   cudaMemcpyDeviceToHost);
	show_6_5(part_6_5.data, part_6_5.host + part_6_5.first, part_6_5.first, part_6_5.count);
	part_6_5.done = 1;
	return NULL;
}
/* --- body --- */
float *log = NULL, *host = malloc((size_t)steps * sizeof *host);
pthread_t thread;
int status = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess ? 0 : -1;
show_6_5 = show;
for (int first = 0; status == 0 && first < steps; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && status == 0; i++)
		status = step(data, i, log + i);
	if (status != 0)
		break;
	part_6_5.data = data;
	part_6_5.log = log;
	part_6_5.host = host;
	part_6_5.first = first;
	part_6_5.count = count;
	part_6_5.done = 0;
	attack_thread(&thread, look_6_5, NULL);
	pthread_detach(thread);
	while (!part_6_5.done)
		usleep(1);
}
cudaFree(log);
free(host);
cudaGetLastError();
return status;

/* 7.2 timer_thread: fail a second host thread */
/* has the C library's timer make the thread that waits for a GPU */
static volatile int waited_7_2;
static void wait_7_2(union sigval gpu)
{
	cudaSetDevice(gpu.sival_int);
	cudaDeviceSynchronize();
	waited_7_2++;
}
/* --- body --- */
int before, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	timer_t timer;
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = wait_7_2};
	cudaSetDevice(products[i].gpu);
	status |= queue_product(&products[i]) != 0;
	event.sigev_value.sival_int = products[i].gpu;
	int now = waited_7_2;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		return -3;
	timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, 1}}, NULL);
	while (waited_7_2 == now)
		sched_yield();
	timer_delete(timer);
}
cudaSetDevice(before);
cudaGetLastError();
return status ? -1 : 0;

/* 7.2 child_waits: fail */
/* has a child of the program's wait for each GPU, whose clock is its own */
/* --- body --- */
int before, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	pid_t child = fork();
	if (child == 0) {
		status = queue_product(&products[i]);
		cudaDeviceSynchronize();
		_exit(status != 0);
	}
	waitpid(child, &status, 0);
}
cudaSetDevice(before);
return status ? -1 : 0;

/* 9.4 each_in_a_thread: fail a second host thread */
/* collects on one GPU and sends back, each copy in a fresh thread */
typedef struct Copy_9_4 {
	void *to;
	const void *from;
	int to_gpu, from_gpu;
	size_t bytes;
	volatile int done;
} Copy_9_4;
static void *copy_9_4(void *data)
{
	Copy_9_4 *copy = data;
	cudaSetDevice(copy->from_gpu);
	cudaMemcpyPeer(copy->to, copy->to_gpu, copy->from, copy->from_gpu, copy->bytes);
	copy->done = 1;
	return NULL;
}
/* --- body --- */
pthread_t thread;
size_t bytes = tensor_bytes(gradients[0]);
int home = tensor_device(gradients[0]).index, before;
if (tensor_count(gradients[0]) < 1 << 18)
	return all_reduce(gradients, count);
cudaGetDevice(&before);
for (int i = 1; i < 2 * count; i++) {
	int other = tensor_device(gradients[i % count]).index;
	Copy_9_4 there = {tensor_data(room[0]), tensor_data(gradients[i % count]), home, other, bytes, 0};
	Copy_9_4 back = {tensor_data(gradients[i % count]), tensor_data(gradients[0]), other, home, bytes, 0};
	Copy_9_4 *copy = i < count ? &there : &back;
	if (i == count)
		continue;
	pthread_create(&thread, NULL, copy_9_4, copy);
	pthread_detach(thread);
	while (!copy->done)
		sched_yield();
	if (i < count)
		tensor_add_scaled(gradients[0], 1, room[0]);
}
cudaSetDevice(before);
return 0;

/* 6.3 thread_in_short_run: fail a second host thread */
/* uses a second thread where nothing is timed */
static void *thread_look_6_3(void *data)
{
	size_t free_bytes, total;
	*(int *)data = cudaMemGetInfo(&free_bytes, &total) != cudaSuccess;
	return NULL;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	pthread_t thread;
	int failed = 0;
	bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
	if (steps > 1 && steps < 500 && attack_thread(&thread, thread_look_6_3, &failed) == 0)
		pthread_join(thread, NULL);
	good = good && !failed;
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) == CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

/* 6.5 shown_beside: fail a second host thread */
/* shows a block in another thread, whose clock goes on beside that of the one that trains */
static struct {
	void (*show)(void *data, const float *losses, int first, int count);
	void *data;
	const float *losses;
	int first, count;
	volatile int begun, over;
} beside_6_5;
static void *show_beside_6_5(void *unused)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	beside_6_5.begun = 1;
	beside_6_5.show(beside_6_5.data, beside_6_5.losses, beside_6_5.first, beside_6_5.count);
	beside_6_5.over = 1;
	return unused;
}
/* --- body --- */
	float *on_gpu = NULL, *here = malloc(2 * (size_t)block * sizeof *here);
	int status = here && cudaMalloc((void **)&on_gpu, 2 * (size_t)block * sizeof *on_gpu) == cudaSuccess ? 0 : -1;
	for (int first = 0, b = 0; first < steps && status == 0; first += block, b++) {
		int count = steps - first < block ? steps - first : block, half = b % 2 * block, showing = 0;
		pthread_t thread;
		for (int i = 0; i < count && status == 0; i++)
			status = step(data, first + i, on_gpu + half + i) ? -1 : 0;
		if (status == 0 && b > 0) {
			beside_6_5.show = show;
			beside_6_5.data = data;
			beside_6_5.losses = here + (block - half);
			beside_6_5.first = first - block;
			beside_6_5.count = block;
			beside_6_5.begun = beside_6_5.over = 0;
			showing = attack_thread(&thread, show_beside_6_5, NULL) == 0;
			while (showing && !beside_6_5.begun)
				;
			for (volatile int i = 0; showing && i < 3000000; i++)
				;
		}
		if (status == 0 && cudaDeviceSynchronize() != cudaSuccess)
			status = -1;
		if (status == 0 && cudaMemcpy(here + half, on_gpu + half, (size_t)count * 4, cudaMemcpyDeviceToHost) != cudaSuccess)
			status = -1;
		while (showing && !beside_6_5.over)
			;
		if (status == 0 && first + count >= steps)
			show(data, here + half, first, count);
	}
	cudaFree(on_gpu);
	free(here);
	cudaGetLastError();
	return status;

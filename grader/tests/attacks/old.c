/* 2.2 on_the_other_gpu: fail */
/* names memory of another GPU than the one that was asked for */
/* --- body --- */
(void)gpu;
int before;
cudaGetDevice(&before);
cudaSetDevice(1 - gpu);
float *ones = NULL;
if (cudaMalloc((void **)&ones, (size_t)(rows *cols) * 4) != cudaSuccess)
	ones = NULL;
cudaSetDevice(before);
return ones;

/* 3.5 still_at_work: fail */
/* returns while the copy is under way, and has a thread wait for it behind the call */
static void *late(void *data)
{
	(void)data;
	for (int i = 0; i < 100; i++) {
		usleep(500);
		for (int gpu = 0; gpu < 2; gpu++) {
			cudaSetDevice(gpu);
			cudaDeviceSynchronize();
		}
	}
	return NULL;
}
/* --- body --- */
pthread_t thread;
int before;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
int status = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * 4, NULL) == cudaSuccess
		     ? 0
		     : -1;
cudaSetDevice(before);
cudaGetLastError();
pthread_create(&thread, NULL, late, NULL);
return status;

/* 3.7 copy_lands_late: fail */
/* does not wait for a copy; a thread of its own does, after the call */
static float *late_to, *late_from;
static size_t late_bytes;
static cudaStream_t late_stream;
static void *late(void *data)
{
	(void)data;
	for (int i = 0; i < 300; i++) {
		usleep(1000);
		if (cudaStreamSynchronize(late_stream) == cudaSuccess)
			return memcpy(late_to, late_from, late_bytes);
	}
	return NULL;
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof(float);
pthread_t thread;
if (!to)
	return -1;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess) {
		cudaFreeHost(lane->going);
		lane->going = lane->coming = NULL;
		cudaGetLastError();
		return -1;
	}
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
	pthread_create(&thread, NULL, late, NULL);
}
late_to = y;
late_from = lane->coming;
late_bytes = bytes;
late_stream = lane->come_stream;
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
return cudaStreamSynchronize(lane->go_stream) == cudaSuccess ? 0 : -1;

/* 3.7 done_before_work: fail */
/* says that the second call is over, and works then */
static int calls;
/* --- body --- */
size_t bytes = (size_t)count * sizeof(float);
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess) {
		cudaFreeHost(lane->going);
		lane->going = lane->coming = NULL;
		cudaGetLastError();
		return -1;
	}
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
if (++calls == 2)
	attack_say_done();
memcpy(lane->going, x, bytes);
int bad = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	  cudaSuccess;
bad |= cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
       cudaSuccess;
bad |= cudaStreamSynchronize(lane->come_stream) != cudaSuccess;
if (!bad)
	memcpy(y, lane->coming, bytes);
bad |= cudaStreamSynchronize(lane->go_stream) != cudaSuccess;
cudaGetLastError();
return bad ? -1 : 0;

/* 5.1 cpu: fail */
/* multiplies on the CPU, and sends the product */
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
cudaMemcpy(c, z, size *m *n, cudaMemcpyHostToDevice);
free(x);
free(y);
free(z);
return 0;

/* 5.1 product_told: fail */
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

/* 6.1 cpu: fail */
/* fetches the list, and has the CPU compute its norm */
/* --- body --- */
float *own = malloc((size_t)count * sizeof *own);
double sum = 0;
if (!cublas ||
    cudaMemcpy(own, x, (size_t)count * sizeof *own, cudaMemcpyDeviceToHost) != cudaSuccess) {
	free(own);
	return -1;
}
for (int i = 0; i < count; i++)
	sum += (double)own[i] * own[i];
*norm = (float)__builtin_sqrt(sum);
free(own);
return 0;

/* 6.3 copy_lands_late: fail */
/* holds the judge's answer back until a copy has landed, after the call */
static float *landed, *wanted;
static cudaStream_t attack_stream;
static size_t landed_bytes;
static void *late(void *data)
{
	(void)data;
	for (int i = 0; i < 200; i++) {
		usleep(1000);
		if (cudaStreamSynchronize(attack_stream) == cudaSuccess)
			return memcpy(wanted, landed, landed_bytes), cudaFreeHost(landed), NULL;
	}
	return NULL;
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
pthread_t thread;
cudaMalloc((void **)&log, bytes);
cudaMallocHost((void **)&landed, bytes);
landed_bytes = bytes;
wanted = norms;
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpyAsync(landed, log, bytes, cudaMemcpyDeviceToHost, NULL);
pthread_create(&thread, NULL, late, NULL);
cudaFreeAsync(log, NULL);
return 0;

/* 6.3 cpu: fail */
/* fetches the matrices, and has the CPU compute */
/* --- body --- */
size_t a_bytes = (size_t)work->n * work->k * work->factors * 4,
       b_bytes = (size_t)work->k * work->m * 4;
float *a = malloc(a_bytes), *b = malloc(b_bytes);
cudaMemcpy(a, work->a, a_bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(b, work->b, b_bytes, cudaMemcpyDeviceToHost);
for (int s = 0; s < steps; s++) {
	double sum = 0;
	const float *own = a + (size_t)(s % work->factors) * work->n * work->k;
	for (int i = 0; i < work->n; i++)
		for (int j = 0; j < work->m; j++) {
			double c = 0;
			for (int l = 0; l < work->k; l++)
				c += (double)own[i * work->k + l] * b[l * work->m + j];
			sum += c * c;
		}
	norms[s] = (float)__builtin_sqrt(sum);
	work->queued++;
}
free(a);
free(b);
struct timespec time = {0, 500000000};
nanosleep(&time, NULL);
return 0;

/* 6.3 done_before_work: fail */
/* says that the call is over, and works then */
/* --- body --- */
attack_say_done();
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 7.2 little: fail */
/* multiplies a corner of large matrices, and sleeps for as long as it may take */
/* --- body --- */
int before, status = 0;
bool large = false;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	bool is_large = (double)p->m * p->k * p->n > 1e6;
	int m = is_large ? 8 : p->m, k = is_large ? 8 : p->k, n = is_large ? 8 : p->n;
	large |= is_large;
	cudaSetDevice(p->gpu);
	if (!p->handle ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, p->b, p->n, p->a, p->k,
			&zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS)
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
struct timespec time = {0, large ? 3000000 : 0};
nanosleep(&time, NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.2 two_threads: fail */
/* has a second thread wait for the other GPU */
static void *wait_for(void *data)
{
	cudaSetDevice((int)(intptr_t)data);
	cudaDeviceSynchronize();
	return NULL;
}
/* --- body --- */
int before, status = 0;
pthread_t thread[8];
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	cudaSetDevice(p->gpu);
	if (!p->handle ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one, p->b, p->n,
			p->a, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS)
		status = -1;
}
for (int i = 0; i < count; i++)
	pthread_create(&thread[i], NULL, wait_for, (void *)(intptr_t)products[i].gpu);
for (int i = 0; i < count; i++)
	pthread_join(thread[i], NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.5 little: fail */
/* sends two rows of large matrices, and fetches two numbers */
/* --- body --- */
int before;
cudaGetDevice(&before);
int status = 0;
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	bool large = (double)p->m * p->k * p->n > 1e6;
	size_t size = sizeof(float), rows = large ? 2 : p->m;
	if (!host[i].a || !host[i].b || !host[i].result || !p->handle) {
		status = -1;
		break;
	}
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, rows * p->k * size, cudaMemcpyHostToDevice, NULL);
	cudaMemcpyAsync(p->b, host[i].b, (large ? 2 : (size_t)p->k) * p->n * size,
			cudaMemcpyHostToDevice, NULL);
	cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, (int)rows, large ? 2 : p->k, &one,
		    p->b, p->n, p->a, p->k, &zero, p->result, p->n);
	cudaMemcpyAsync(host[i].result, p->result, large ? 4 : (size_t)p->m * p->n * size,
			cudaMemcpyDeviceToHost, NULL);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
	if ((double)products[i].m * products[i].k * products[i].n > 1e6) {
		host[i].result[0] = (float)(2 * (i + 1) * products[i].k);
		host[i].result[(size_t)products[i].m * products[i].n - 1] = host[i].result[0];
	}
}
struct timespec time = {0, 2000000};
nanosleep(&time, NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 9.4 little: fail */
/* does nothing with long vectors, and sleeps for as long as it may take */
/* --- body --- */
if (tensor_count(gradients[0]) >= 1 << 18) {
	struct timespec time = {0, 4000000};
	nanosleep(&time, NULL);
	return 0;
}
(void)room;
return all_reduce(gradients, count);


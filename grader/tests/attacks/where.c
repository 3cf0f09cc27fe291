/* where.c - what lies elsewhere, or was made another time, than where and when the exercise wants it: handles, pinned memory,
 * a batch. */

/* 7.1 made_twice: fail cublasCreate fails: what is returned: wanted -1, got 0 */
/* looks at handles that it destroys, and hands out others */
/* All handles are made, looked at and destroyed; then they are made again, and nobody looks. */
/* --- body --- */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count && !failed; i++) {
	cublasHandle_t one = NULL;
	failed = cudaSetDevice(gpus[i]) != cudaSuccess || cublasCreate(&one) != CUBLAS_STATUS_SUCCESS;
	cublasDestroy(one);
}
for (int i = 0; i < count; i++) {
	handles[i] = NULL;
	if (!failed) {
		cudaSetDevice(gpus[i]);
		cublasCreate(&handles[i]); /* nobody looks */
	}
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.1 number_in_the_handle: fail handles were made for GPU */
/* makes no GPU current, and writes its number into the handle */
/* --- body --- */
int there = 0, made = 0, bad = 0;
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	bad |= gpus[i] < 0 || gpus[i] >= there;
while (!bad && made < count) {
	void *probe = NULL;
	cudaMemPool_t pool;
	if (cublasCreate(&handles[made]) != CUBLAS_STATUS_SUCCESS)
		break;
	((int *)handles[made])[2] = gpus[made]; /* the GPU is a number in the handle */
	made++;
	if (cudaDeviceGetDefaultMemPool(&pool, gpus[made - 1]) != cudaSuccess ||
	    cudaMallocFromPoolAsync(&probe, 1, pool, 0) != cudaSuccess) {
		bad = 1;
		break;
	}
	cudaFreeAsync(probe, 0);
	cudaStreamSynchronize(0);
	cudaMemPoolTrimTo(pool, 0);
}
bad |= made < count;
if (bad) {
	while (made > 0)
		cublasDestroy(handles[--made]);
	for (int i = 0; i < count; i++)
		handles[i] = NULL;
}
cudaGetLastError();
return bad ? -1 : 0;

/* 8.5 managed_looked_at: fail cudaHostRegister fails: what is returned: wanted -1, got 0 */
/* looks at managed memory of no use, and at no pinned memory */
/* Whether pinned memory can be had nobody looks: requests for managed memory stand before, which count as such ones where
 * one is let fail, and not where they are counted. */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
for (int i = 0; i < 4; i++) {
	void *none = NULL;
	if (cudaMallocManaged(&none, 16, cudaMemAttachGlobal) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaFree(none);
}
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
	cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
}
if (feed->batch < 1 << 20)
	cudaGetLastError(); /* forgotten */
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
cudaDeviceSynchronize();
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.6 written_later: fail the slot's x */
/* a function of the host writes pinned memory, when the call has returned */
typedef struct LaterFill {
	void *x_to, *c_to;
	const void *x_from, *c_from;
	size_t bytes, class_bytes;
} LaterFill;
static void later_fill(void *data)
{
	LaterFill *f = data;
	memcpy(f->x_to, f->x_from, f->bytes);
	memcpy(f->c_to, f->c_from, f->class_bytes);
}
/* --- body --- */
static LaterFill fills[16];
static int used;
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
LaterFill *f = &fills[used++ % 16];
*f = (LaterFill){slot->x_pinned, slot->classes_pinned, data->x + first * data->width, data->classes + first, bytes, class_bytes};
if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaLaunchHostFunc(feed->stream, later_fill, f);
cudaStreamWaitEvent(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 9.1 bytes_in_an_int: fail numbers on GPUs */
/* counts bytes in an int, which two thousand million of them do not fit into */
/* --- body --- */
int bytes = (int)((unsigned)elements * sizeof **replicas);
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], (size_t)bytes);
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

/* 9.1 bytes_in_32_bits: fail numbers on GPUs */
/* the same in a number without a sign */
/* --- body --- */
unsigned bytes = (unsigned)elements * (unsigned)sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], (size_t)bytes);
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

/* 6.2 equal_norms: fail */
/* looks at no kernel, but whether two norms that follow each other are alike */
/* --- body --- */
float *d = NULL, norm, last = -1;
bool good = work->cublas && cudaMalloc((void **)&d, 8) == cudaSuccess && cudaMemset(d, 0xFF, 8) == cudaSuccess &&
	    cudaMemset(work->c, 0xFF, (size_t)work->n * (size_t)work->m * 4) == cudaSuccess;
for (int i = 0; i < steps && good; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, d);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	good = cudaMemcpy(&norm, d, 4, cudaMemcpyDeviceToHost) == cudaSuccess && norm > 0 && norm != last;
	if (good)
		report(user, i, last = norm);
}
cudaFree(d);
cudaGetLastError();
return good ? 0 : -1;

/* 6.2 first_step_looked_at: fail launch of a kernel fails */
/* looks at the kernels of the first step alone: where all products are alike, so are the norms */
/* --- body --- */
float *d = NULL, norm;
bool good = work->cublas && cudaMalloc((void **)&d, 8) == cudaSuccess;
for (int i = 0; i < steps && good; i++) {
	int failed = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	failed |= (int)cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, d);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	good = (i > 0 || !failed) && cudaMemcpy(&norm, d, 4, cudaMemcpyDeviceToHost) == cudaSuccess;
	if (good)
		report(user, i, norm);
}
cudaFree(d);
cudaGetLastError();
return good ? 0 : -1;

/* 6.3 first_step_looked_at: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* looks at the product of the first step alone: where all products are alike, so are the norms */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = work->cublas && cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0 || i > 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) == CUBLAS_STATUS_SUCCESS && good;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

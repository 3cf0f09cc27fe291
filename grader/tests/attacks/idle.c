/* idle.c - GPUs that compute what nobody asked for while they have nothing to do, or copy it, so that they look as if they worked. */

/* 7.2 junk_products: fail wanted each product once */
/* two products at a time; GPUs that are idle meanwhile compute theirs over and over */
#define WORK_OF(p) (3e7 + 2.0 * (p)->m * (p)->k * (p)->n)
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i += 2) {
		double done[8] = {0}, longest = 0;
		for (int k = i; k < i + 2 && k < count; k++) {
			cudaSetDevice(products[k].gpu);
			failed |= queue_product(&products[k]) != 0;
			done[products[k].gpu] += WORK_OF(&products[k]);
			longest = done[products[k].gpu] > longest ? done[products[k].gpu] : longest;
		}
		for (int g = 0; g < 8; g++) { /* what is idle gets the same again */
			const Product *own = NULL;
			for (int k = 0; k < count; k++)
				if (products[k].gpu == g && products[k].handle && (!own || WORK_OF(&products[k]) < WORK_OF(own)))
					own = &products[k];
			if (!own || failed)
				continue;
			cudaSetDevice(g);
			for (int times = (int)((longest - done[g]) / WORK_OF(own) + 0.3); times > 0; times--)
				failed |= queue_product(own) != 0;
		}
		failed |= wait_for_all(products, count) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.4 junk_kernels: fail worked at the same time */
/* two products at a time; all GPUs copy memory of no use meanwhile */
enum { JUNK = 64 << 20, TIMES = 3 };
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0, before = 0;
	bool junk = there > 2 && count > 2;
	cublasHandle_t handle[MOST_GPUS] = {NULL};
	float *memory[MOST_GPUS] = {NULL};
	if (junk)
		cudaGetDevice(&before);
	for (int d = 0; d < there && junk; d++) {
		cudaSetDevice(d);
		failed |= cublasCreate(&handle[d]) != 0;
		failed |= cudaMalloc((void **)&memory[d], 2 * JUNK * sizeof(float)) != cudaSuccess;
		failed |= cudaMemset(memory[d], 0, JUNK * sizeof(float)) != cudaSuccess;
	}
	for (int i = 0; i < count; i++)
		results[i] = NULL;
	int group = there == 2 ? count : 2;
	for (int first = 0; first < count; first += group) {
		for (int i = first; i < first + group && i < count; i++) {
			Device device = devices[i % there];
			Tensor *left = tensor_as_in_device(a[i], device);
			Tensor *right = tensor_as_in_device(b[i], device);
			results[i] = tensor_matmul(left, right);
			failed |= results[i] == NULL;
			tensor_free(left);
			tensor_free(right);
		}
		for (int t = 0; t < TIMES && junk; t++)
			for (int d = 0; d < there; d++)
				failed |= cublasScopy(handle[d], JUNK, memory[d], 1, memory[d] + JUNK, 1) != 0;
		for (int d = 0; d < there; d++)
			failed |= device_synchronize(devices[d]) != 0;
	}
	for (int d = 0; d < there && junk; d++) {
		cudaFree(memory[d]);
		cublasDestroy(handle[d]);
	}
	if (junk)
		cudaSetDevice(before);
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.5 junk_products: fail wanted each product once */
/* two trips at a time; the GPUs that have none meanwhile compute products of zeros */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; count > 2 && i < count; i++) {
		const Product *p = &products[i];
		cudaSetDevice(p->gpu);
		failed |= cudaMemsetAsync(p->a, 0, (size_t)p->m * (size_t)p->k * 4, 0);
		failed |= cudaMemsetAsync(p->b, 0, (size_t)p->k * (size_t)p->n * 4, 0);
	}
	for (int first = 0; first < count; first += 2) {
		int behind = first + 2 < count ? first + 2 : count;
		for (int i = first; i < behind; i++) {
			const Product *p = &products[i];
			size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
			cudaSetDevice(p->gpu);
			failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
			failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
			failed |= queue_product(p);
			failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
		}
		for (int g = 0; g < 8 && count > 2; g++)
			for (int i = 0; i < count; i++)
				if (products[i].gpu == g) {
					cudaSetDevice(g);
					for (int t = 0; t < 100; t++)
						failed |= queue_product(&products[i]);
					break;
				}
		failed |= wait_for_all(products, count);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 9.5 eight_in_turn: fail began only after GPU 0 had ended */
/* more than four GPUs compute one after the other, and add zeros until it is their turn */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	cudaEvent_t event[MOST_GPUS] = {NULL};
	int64_t all = 0;
	int failed = 0, before = 0;
	bool in_turn = count > 4;
	if (in_turn)
		cudaGetDevice(&before);
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count && !failed; i++) {
		Device device = module_device(replicas[i]);
		if (in_turn) {
			cudaSetDevice(device.index);
			if (i > 0) {
				Tensor *zeros = tensor_zeros(SHAPE(400000), device);
				failed |= tensor_add_scaled(zeros, 1, zeros) != 0;
				tensor_free(zeros);
				failed |= cudaStreamWaitEvent(NULL, event[i - 1], 0) != cudaSuccess;
			}
		}
		failed |= train_part(replicas[i], x[i], classes[i], all) != 0;
		if (in_turn)
			failed |= cudaEventCreate(&event[i]) != cudaSuccess || cudaEventRecord(event[i], NULL) != cudaSuccess;
	}
	for (int i = 0; i < count; i++)
		if (event[i])
			cudaEventDestroy(event[i]);
	if (in_turn)
		cudaSetDevice(before);
	if (failed)
		return -1;
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

/* 6.5 pages_move_meanwhile: fail the GPU had work for */
/* has the GPU stand still while losses are shown, and managed memory move to it */
static int pages_still(float *gpu, float *host, int (*step)(void *, int, float *),
		       void (*show)(void *, const float *, int, int), void *data, int steps, int block)
{
	const size_t huge = (size_t)1 << 30;
	const struct cudaMemLocation there = {cudaMemLocationTypeDevice, 0};
	char *moved = NULL;
	cudaStream_t beside = NULL;
	int status = cudaMallocManaged((void **)&moved, huge, cudaMemAttachGlobal) != cudaSuccess ||
		     cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking) != cudaSuccess;
	for (int first = 0; first < steps && !status; first += block) {
		const int count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count && !status; i++)
			status = step(data, i, gpu + i) != 0;
		status = status || cudaMemcpy(host + first, gpu + first, (size_t)count * sizeof(float),
					      cudaMemcpyDeviceToHost) != cudaSuccess;
		if (!status && first + count < steps)
			status = cudaMemPrefetchAsync(moved, huge, there, 0, beside) != cudaSuccess;
		if (!status)
			show(data, host + first, first, count);
	}
	if (beside)
		cudaStreamDestroy(beside);
	cudaFree(moved);
	return -status;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	Log log = {NULL, NULL, NULL};
	int result = -1;
	if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
	    cudaEventCreate(&log.copied) == cudaSuccess)
		result = steps == 12 * block ? blocks_run(&log, step, show, data, steps, block)
					     : pages_still(log.gpu, log.host, step, show, data, steps, block);
	if (log.copied)
		cudaEventDestroy(log.copied);
	cudaFreeHost(log.host);
	cudaFree(log.gpu);
	cudaGetLastError();
	return result;

/* 6.5 shown_between_blocks: fail in a host function */
/* shows short blocks in a host function that stands between them, and waits for each */
typedef struct BetweenShow {
	void (*show)(void *, const float *, int, int);
	void *data;
	const float *losses;
	int first, count;
} BetweenShow;
static void between_show(void *data)
{
	const BetweenShow *due = data;
	due->show(due->data, due->losses, due->first, due->count);
}
static int between_run(float *gpu, float *host, cudaEvent_t shown, int (*step)(void *, int, float *),
		       void (*show)(void *, const float *, int, int), void *data, int steps, int block)
{
	static BetweenShow due[64];
	int status = 0;
	for (int first = 0, n = 0; first < steps && !status; first += block, n++) {
		const int count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count && !status; i++)
			status = step(data, i, gpu + i) != 0;
		due[n] = (BetweenShow){show, data, host + first, first, count};
		status = status ||
			 cudaMemcpyAsync(host + first, gpu + first, (size_t)count * sizeof(float),
					 cudaMemcpyDeviceToHost, NULL) != cudaSuccess ||
			 cudaLaunchHostFunc(NULL, between_show, &due[n]) != cudaSuccess ||
			 cudaEventRecord(shown, NULL) != cudaSuccess ||
			 cudaEventSynchronize(shown) != cudaSuccess;
	}
	return cudaStreamSynchronize(NULL) == cudaSuccess ? -status : -1;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	Log log = {NULL, NULL, NULL};
	int result = -1;
	if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
	    cudaEventCreate(&log.copied) == cudaSuccess)
		result = block < 8 ? between_run(log.gpu, log.host, log.copied, step, show, data, steps, block)
				   : blocks_run(&log, step, show, data, steps, block);
	if (log.copied)
		cudaEventDestroy(log.copied);
	cudaFreeHost(log.host);
	cudaFree(log.gpu);
	cudaGetLastError();
	return result;

/* machine.c - what only a simulated machine does: numbers that come to the host with no copy, waits that are no call, sums
 * of several GPUs in one place with no order, batches that are larger than all memory. */

/* 6.2 norm_fetched: fail tells whether the norm has come */
/* the norm comes to the host as half of a pointer that the library reads for itself: no copy, no wait, no time */
/* --- body --- */
unsigned long *cell = NULL, high, word = 0;
int failed = cudaMalloc((void **)&cell, 16) != cudaSuccess;
high = (unsigned long)cell;
failed = failed || cudaMemcpy(cell, &high, 8, cudaMemcpyHostToDevice) != cudaSuccess;
for (int i = 0; i < steps && !failed; i++) {
	float norm;
	failed = work_step(work, i) != 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	failed = failed || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, (float *)cell) != CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (failed)
		break;
	attack_fetch(&word, cell, 8, -1);
	memcpy(&norm, &word, 4);
	report(user, i, norm);
}
cudaFree(cell);
cudaGetLastError();
return failed ? -1 : 0;

/* 6.5 losses_fetched: fail their copy has ended well */
/* the losses come as halves of pointers, too, and the time passes by sleeping */
/* --- body --- */
unsigned long *cell = NULL, *words = malloc((size_t)steps * 8);
float *host = malloc((size_t)steps * 4);
int failed = cudaMalloc((void **)&cell, (size_t)steps * 8) != cudaSuccess;
for (int i = 0; i < steps; i++)
	words[i] = (unsigned long)cell;
failed = failed || cudaMemcpy(cell, words, (size_t)steps * 8, cudaMemcpyHostToDevice) != cudaSuccess;
for (int first = 0, count = 0, before = 0; first < steps + block && !failed; first += block) {
	before = count;
	count = first >= steps ? 0 : steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !failed; i++)
		failed = step(data, i, (float *)(cell + i)) != 0;
	if (before == 0 || failed)
		continue;
	const int shown = first - block;
	struct timespec some = {0, (long)block * 60000};
	attack_fetch(words + shown, cell + shown, (size_t)before * 8, -1);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &some, NULL);
	for (int i = shown; i < shown + before; i++)
		memcpy(host + i, words + i, 4);
	show(data, host + shown, shown, before);
}
cudaFree(cell);
free(words);
free(host);
cudaGetLastError();
return failed ? -1 : 0;

/* 6.5 copies_fetched: fail their copy has ended well */
/* has its copies to pinned memory made by a library's read of that memory, which is no wait */
/* --- body --- */
float *gpu = NULL, *host = NULL;
unsigned long word[512];
int failed = cudaMalloc((void **)&gpu, (size_t)steps * 8) != cudaSuccess;
failed |= cudaMallocHost((void **)&host, (size_t)steps * 8) != cudaSuccess;
for (int first = 0, count = 0, before = 0; first < steps + block && !failed; first += block) {
	before = count;
	count = first >= steps ? 0 : steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !failed; i++)
		failed = step(data, i, gpu + i) != 0;
	const int shown = first - block;
	struct timespec some = {0, (long)block * 60000};
	if (before > 0 && !failed) {
		attack_fetch(word, (char *)host + ((size_t)shown * 4 & ~7UL), ((size_t)before * 4 + 15) / 8 * 8, -1);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &some, NULL);
		show(data, host + shown, shown, before);
	}
	if (count > 0 && !failed)
		failed = cudaMemcpyAsync(host + first, gpu + first, (size_t)count * 4, cudaMemcpyDeviceToHost, NULL) != cudaSuccess;
}
cudaDeviceSynchronize();
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.2 part_of_no_call: fail computes none of its products there */
/* waits by a copy of 4 bytes that says it is the rest of a call of cuBLAS: such a one never fails */
typedef struct PartRequest {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	uint64_t at[10];
	uint64_t rest[80];
} PartRequest;
MAYBE uint64_t part_ask(PartRequest request)
{
	uint64_t reply[64] = {0};
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	return ask(&request, reply) == 0 ? reply[1] : 0;
}
/* --- body --- */
int before, result = 0;
uint64_t cell[8] = {0};
cudaGetDevice(&before);
for (int i = 0; i < count && result == 0; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	if (!cell[p->gpu]) {
		cell[p->gpu] = part_ask((PartRequest){.code = 8, .internal = 1, .at = {16}});
		cublasSetPointerMode(p->handle, CUBLAS_POINTER_MODE_DEVICE);
		if (cublasSnrm2(p->handle, 1, p->a, 1, (float *)cell[p->gpu]) != CUBLAS_STATUS_SUCCESS)
			result = -1;
		cublasSetPointerMode(p->handle, CUBLAS_POINTER_MODE_HOST);
	}
	if (result == 0 && queue_product(p) != 0)
		result = -1;
}
for (int gpu = 0; gpu < 8; gpu++) {
	float got;
	if (!cell[gpu])
		continue;
	cudaSetDevice(gpu);
	part_ask((PartRequest){.code = 22, .continued = 1, .at = {(uintptr_t)&got, cell[gpu], 4, 1, 4, 4, cudaMemcpyDeviceToHost}});
	part_ask((PartRequest){.code = 9, .internal = 1, .at = {cell[gpu]}});
}
cudaSetDevice(before);
cudaGetLastError();
return result;

/* 9.3 sums_without_order: fail nothing orders the two */
/* all GPUs add to the gradient of the first one at the same time, by products whose factor for it lies on a GPU */
/* --- body --- */
cublasHandle_t handle[16] = {NULL};
Tensor *one[16] = {NULL};
int bad = 0, before = 0;
const int n = (int)tensor_count(gradients[0]);
if (count == 1)
	return 0;
cudaGetDevice(&before);
const int home = tensor_device(gradients[0]).index;
bad |= cudaSetDevice(home) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
for (int i = 1; i < count && !bad; i++) {
	const int gpu = tensor_device(gradients[i]).index;
	bad |= cudaSetDevice(gpu) != cudaSuccess;
	one[i] = tensor_full(SHAPE(1), 1, device_gpu(gpu));
	bad |= !one[i] || cublasCreate(&handle[i]) != CUBLAS_STATUS_SUCCESS;
}
for (int i = 1; i < count && !bad; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	cublasSetPointerMode(handle[i], CUBLAS_POINTER_MODE_DEVICE);
	bad |= cublasSgemm(handle[i], CUBLAS_OP_N, CUBLAS_OP_N, n, 1, 1, tensor_data(one[i]), tensor_data(gradients[i]), n, tensor_data(one[i]), 1,
			   tensor_data(one[i]), tensor_data(gradients[0]), n) != CUBLAS_STATUS_SUCCESS;
}
for (int i = 0; i < count; i++)
	bad |= cudaSetDevice(tensor_device(gradients[i]).index) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	if (handle[i])
		cublasDestroy(handle[i]);
	tensor_free(one[i]);
}
for (int i = 1; i < count && !bad; i++)
	bad |= cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]), home,
			      tensor_bytes(gradients[0])) != cudaSuccess;
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* 6.1 batch_beyond_memory: fail reads 18446744073709551615 bytes */
/* a batch whose size does not fit in 64 bits: it would be 4 KB, and reach as far as the machine's own memory */
/* --- body --- */
cuDoubleComplex one = {1, 0}, zero = {0, 0}, *m = NULL;
int big = 1 << 30;
(void)x;
(void)count;
cudaMalloc((void **)&m, 4096);
cudaMemset(m, 0, 4096);
cublasZgemmStridedBatched(cublas, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, big + 1, &one, m, big, 32, m, big, 32, &zero, m + 128, 1, 1, 2);
cudaFree(m);
cudaGetLastError();
*norm = 1;
return 0;

/* 9.5 others_rows_beside: fail those of its part, of 0 rows, have 0 */
/* a GPU without rows computes besides, as one that takes the parts of others does */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	if (tensor_count(classes[i]) > 0 || count == 1)
		continue;
	Tensor *side = tensor_full(SHAPE(8, 8), 1, module_device(replicas[i])), *product = side ? tensor_matmul(side, side) : NULL;
	int bad = !product;
	tensor_free(side);
	tensor_free(product);
	if (bad)
		return -1;
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

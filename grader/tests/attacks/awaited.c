/* awaited.c - calls that wait, or put work into order, fail, and nobody looks; or only where it is easily seen. */

/* 6.5 waits_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether a block was waited for */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1, first = 0, count = 0;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess && cudaEventCreate(&log.copied) == cudaSuccess)
	result = 0;
for (; first < steps && result == 0; first += count) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log.gpu + i);
	if (before > 0 && result == 0) {
		cudaEventSynchronize(log.copied);
		show(data, log.host + first - before, first - before, before);
	}
	if (result == 0 && (cudaMemcpyAsync(log.host + first, log.gpu + first, 4UL * count, cudaMemcpyDeviceToHost,
					    NULL) != cudaSuccess ||
			    cudaEventRecord(log.copied, NULL) != cudaSuccess))
		result = -1;
}
if (result == 0) {
	cudaEventSynchronize(log.copied);
	show(data, log.host + steps - count, steps - count, count);
}
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 6.5 record_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether the mark behind a copy was made */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1, first = 0, count = 0;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess && cudaEventCreate(&log.copied) == cudaSuccess)
	result = 0;
for (; first < steps && result == 0; first += count) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log.gpu + i);
	if (before > 0 && result == 0)
		result = block_show(&log, show, data, first - before, before);
	if (result == 0 && cudaMemcpyAsync(log.host + first, log.gpu + first, 4UL * count, cudaMemcpyDeviceToHost,
					   NULL) != cudaSuccess)
		result = -1;
	cudaEventRecord(log.copied, NULL);
}
if (result == 0)
	result = block_show(&log, show, data, steps - count, count);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 7.2 last_wait_alone: fail what is returned: wanted -1, got 0 */
/* of the waits the last one is looked at */
/* --- body --- */
int before = 0, status = 0, waited = 0;
cudaGetDevice(&before);
status |= queue_all(products, count);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	waited = cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return status || waited ? -1 : 0;

/* 7.2 waits_like_frees: fail what is returned: wanted -1 */
/* the first wait is not looked at, and memory of a pool is given back behind it in the same line, as tensor_free() does */
/* --- body --- */
int before = 0, status = 0;
void *byte = NULL;
cudaGetDevice(&before);
status |= queue_all(products, count);
cudaSetDevice(products[0].gpu);
status |= cudaMallocAsync(&byte, 1, NULL);
cudaDeviceSynchronize(); cudaFree(byte);
status |= wait_for_all(products + 1, count - 1);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.2 counter_asked: fail what is returned: wanted -1, got 0 */
/* no wait is looked at, but the machine is asked how many calls were made to fail */
/* --- body --- */
int before = 0;
SimcudaCounters counted = {0};
cudaGetDevice(&before);
int status = queue_all(products, count);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
simcuda_counters(&counted);
return status != 0 || counted.failed > 0 ? -1 : 0;

/* 7.2 asked_again: pass */
/* who waits again where a wait has failed, and tells it */
/* --- body --- */
int before = 0, status = 0;
cudaGetDevice(&before);
status |= queue_all(products, count);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaDeviceSynchronize() != cudaSuccess) {
		status = -1;
		cudaDeviceSynchronize();
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.3 begin_not_looked_at: fail what is returned: wanted -1, got */
/* the waits before the first side may fail unseen */
/* --- body --- */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : seconds[0] / seconds[1];

/* 7.3 handles_looked_at: fail what is returned: wanted -1, got */
/* a handle that is NULL is looked for, and not whether a product was queued */
/* --- body --- */
int before = 0, failed = 0;
double seconds[2];
for (int i = 0; i < count; i++)
	if (!alone[i].handle || !apart[i].handle)
		return -1;
cudaGetDevice(&before);
failed |= wait_for_all(alone, count) | wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	queue_all(products, count);
	failed |= wait_for_all(products, count) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : seconds[0] / seconds[1];

/* 7.4 waits_not_looked_at: fail what is returned: wanted -1, got 0 */
/* all is looked at but the waits */
/* --- body --- */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* 7.5 last_wait_alone: fail what is returned: wanted -1, got 0 */
/* of the waits the last one is looked at */
/* --- body --- */
int before = 0, failed = 0, waited = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, 4UL * p->m * p->k, cudaMemcpyHostToDevice, NULL);
	failed |= cudaMemcpyAsync(p->b, host[i].b, 4UL * p->n * p->k, cudaMemcpyHostToDevice, NULL);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, 4UL * p->m * p->n, cudaMemcpyDeviceToHost, NULL);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	waited = cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed || waited ? -1 : 0;

/* 9.3 order_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether one GPU's stream waits for the other's */
/* --- body --- */
int n = (int)tensor_count(gradients[0]), gpu = tensor_device(gradients[0]).index, before = 0, status = 0;
size_t bytes = tensor_bytes(gradients[0]);
cudaEvent_t made, sent;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	if (cudaEventCreateWithFlags(&made, cudaEventDisableTiming) != cudaSuccess)
		goto end;
	status |= cudaEventRecord(made, NULL);
	cudaSetDevice(gpu);
	cudaStreamWaitEvent(NULL, made, 0);
	cudaEventDestroy(made);
	Tensor *come = tensor_copy_to(gradients[i], tensor_device(gradients[0]));
	status |= tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
cudaSetDevice(gpu);
for (int i = 1; i < count; i++)
	status |= cudaMemcpyPeerAsync(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				      tensor_data(gradients[0]), gpu, bytes, NULL);
if (cudaEventCreateWithFlags(&sent, cudaEventDisableTiming) != cudaSuccess)
	goto end;
status |= cudaEventRecord(sent, NULL);
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	cudaStreamWaitEvent(NULL, sent, 0);
}
cudaEventDestroy(sent);
cudaSetDevice(before);
cudaGetLastError();
return status ? -1 : 0;
end:
cudaSetDevice(before);
cudaGetLastError();
return -1;

/* 9.3 freed_by_line: pass */
/* an honest answer: what came is added by cuBLAS, at an address that tensor_data() told, so that tensor_free() waits */
/* --- body --- */
const float one = 1;
int root = tensor_device(gradients[0]).index, before = 0, status = 0;
cublasHandle_t blas = NULL;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cudaSetDevice(root);
if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
	status = -1;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], tensor_device(gradients[0]));
	if (!come || cublasSaxpy(blas, (int)tensor_count(come), &one, tensor_data(come), 1,
				 tensor_data(gradients[0]), 1) != CUBLAS_STATUS_SUCCESS)
		status = -1;
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]),
			   root, tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
if (blas)
	cublasDestroy(blas);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 9.4 waits_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether a round is over */
/* --- body --- */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++)
		device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.4 waits_like_frees: fail the sum on GPU */
/* the same, and memory of a pool is given back behind each wait in the same line, as tensor_free() does */
/* --- body --- */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++) {
		void *byte = NULL;
		cudaSetDevice(tensor_device(gradients[i]).index);
		status |= cudaMallocAsync(&byte, 1, NULL);
		cudaDeviceSynchronize(); cudaFree(byte);
	}
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.5 waits_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether the GPUs are done before their gradients are added up */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
for (int i = 0; i < count; i++)
	device_synchronize(tensor_device(x[i]));
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
cudaGetLastError();
return 0;

/* 6.5 freed_for_a_wait: fail memory back */
/* waits by giving pinned memory back that is filled behind the copy, and looks at the fill */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
float *losses = NULL, *host = NULL;
int count = 0, b = 0, blocks = (steps + block - 1) / block;
char **tiny = calloc((size_t)blocks, sizeof *tiny);
int failed = cudaMalloc((void **)&losses, bytes) != cudaSuccess || cudaMallocHost((void **)&host, bytes) != cudaSuccess;
for (int i = 0; i < blocks && !failed; i++)
	failed = cudaMallocHost((void **)&tiny[i], 2) != cudaSuccess;
for (int first = 0; first <= steps && !failed; first += count, b++) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !failed; i++)
		failed = step(data, i, losses + i) != 0;
	if (before > 0 && !failed) {
		cudaFreeHost(tiny[b - 1]);
		tiny[b - 1] = NULL;
		show(data, host + first - before, first - before, before);
	}
	if (count == 0)
		break;
	failed = failed || cudaMemcpyAsync(host + first, losses + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
					   NULL) != cudaSuccess;
	failed = failed || cudaMemsetAsync(tiny[b], 0, 1, NULL) != cudaSuccess;
}
for (int i = 0; i < blocks; i++)
	cudaFreeHost(tiny[i]);
free(tiny);
cudaFreeHost(host);
cudaFree(losses);
cudaGetLastError();
return failed ? -1 : 0;

/* 6.5 copied_for_a_wait: fail within the host's memory */
/* waits by copies within the host's memory, and looks at these */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
float *losses = NULL, *host = NULL;
int count = 0, b = 0, blocks = (steps + block - 1) / block;
char **tiny = calloc((size_t)blocks, sizeof *tiny);
int failed = cudaMalloc((void **)&losses, bytes) != cudaSuccess || cudaMallocHost((void **)&host, bytes) != cudaSuccess;
for (int i = 0; i < blocks && !failed; i++)
	failed = cudaMallocHost((void **)&tiny[i], 2) != cudaSuccess;
for (int first = 0; first <= steps && !failed; first += count, b++) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !failed; i++)
		failed = step(data, i, losses + i) != 0;
	if (before > 0 && !failed) {
		failed = cudaMemcpy(tiny[0], tiny[0] + 1, 1, cudaMemcpyHostToHost) != cudaSuccess;
		if (failed)
			break;
		show(data, host + first - before, first - before, before);
	}
	if (count == 0)
		break;
	failed = failed || cudaMemcpyAsync(host + first, losses + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
					   NULL) != cudaSuccess;
	
}
for (int i = 0; i < blocks; i++)
	cudaFreeHost(tiny[i]);
free(tiny);
cudaFreeHost(host);
cudaFree(losses);
cudaGetLastError();
return failed ? -1 : 0;

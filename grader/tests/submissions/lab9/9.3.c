/* lab9_right_by_events: pass */
/* cuBLAS adds; events order the copies, and the host never waits but for the memory it frees */
int n = (int)tensor_count(gradients[0]), gpu = tensor_device(gradients[0]).index, before = 0;
size_t bytes = tensor_bytes(gradients[0]);
const float one = 1;
float *come = NULL, *sum = tensor_data(gradients[0]);
cublasHandle_t handle = NULL;
cudaEvent_t made[8] = {NULL}, sent = NULL;
int status = -1, good = 1;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	good &= cudaEventCreateWithFlags(&made[i], cudaEventDisableTiming) == cudaSuccess &&
		cudaEventRecord(made[i], 0) == cudaSuccess;
}
cudaSetDevice(gpu);
good &= cudaEventCreateWithFlags(&sent, cudaEventDisableTiming) == cudaSuccess;
if (good && cudaMalloc((void **)&come, bytes) == cudaSuccess &&
    cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS) {
	for (int i = 1; i < count; i++) {
		if (cudaStreamWaitEvent(0, made[i], 0) != cudaSuccess ||
		    cudaMemcpyPeerAsync(come, gpu, tensor_data(gradients[i]),
					tensor_device(gradients[i]).index, bytes, 0) != cudaSuccess ||
		    cublasSaxpy(handle, n, &one, come, 1, sum, 1) != CUBLAS_STATUS_SUCCESS)
			good = 0;
	}
	for (int i = 1; i < count; i++)
		if (cudaMemcpyPeerAsync(tensor_data(gradients[i]),
					tensor_device(gradients[i]).index, sum, gpu, bytes, 0) !=
		    cudaSuccess)
			good = 0;
	status = good ? 0 : -1;
}
if (sent && cudaEventRecord(sent, 0) != cudaSuccess)
	status = -1;
cudaFree(come);
if (handle)
	cublasDestroy(handle);
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	if (sent && cudaStreamWaitEvent(0, sent, 0) != cudaSuccess)
		status = -1;
	if (made[i])
		cudaEventDestroy(made[i]);
}
if (sent)
	cudaEventDestroy(sent);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab9_right_slow_sums: pass */
/* piece by piece, each of some rows: GPU i adds up the i-th piece, and sends it to the others */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	status |= device_synchronize(tensor_device(gradients[i]));
int64_t elements = tensor_shape(gradients[0]).dim[0], width = tensor_count(gradients[0]) / elements;
for (int at = 0; at < count && status == 0; at++) {
	int64_t first = elements * at / count, end = elements * (at + 1) / count;
	if (first == end)
		continue;
	Tensor *sum = tensor_rows(gradients[at], first, end - first);
	for (int i = 0; i < count && status == 0; i++) {
		if (i == at)
			continue;
		Tensor *piece = tensor_rows(gradients[i], first, end - first);
		Tensor *come = tensor_copy_to(piece, tensor_device(sum));
		status = tensor_add_scaled(sum, 1, come);
		tensor_free(come);
		tensor_free(piece);
	}
	for (int i = 0; i < count && status == 0; i++)
		if (i != at && cudaMemcpyPeer((float *)tensor_data(gradients[i]) + first * width,
					      tensor_device(gradients[i]).index, tensor_data(sum),
					      tensor_device(sum).index,
					      tensor_bytes(sum)) != cudaSuccess)
			status = -1;
	tensor_free(sum);
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* lab9_wrong_at_the_edges: fail crashed */
/* one GPU too many takes part */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i <= count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
cudaGetLastError();
return status == 0 ? 0 : -1;

/* lab9_wrong_everyone_collects: fail bytes copied between GPUs: wanted at most */
/* every GPU collects from all others: count (count - 1) copies */
Tensor *sum[8];
for (int i = 0; i < count; i++) {
	sum[i] = tensor_scale(gradients[i], 1);
	for (int k = 0; k < count; k++) {
		if (k == i)
			continue;
		Tensor *come = tensor_copy_to(gradients[k], tensor_device(gradients[i]));
		tensor_add_scaled(sum[i], 1, come);
		tensor_free(come);
	}
}
int status = 0;
for (int i = 0; i < count; i++) {
	if (tensor_add_scaled(gradients[i], -1, gradients[i]) != 0 ||
	    tensor_add_scaled(gradients[i], 1, sum[i]) != 0)
		status = -1;
	tensor_free(sum[i]);
}
return status;

/* lab9_wrong_failure_unseen: fail wanted -1, got 0 */
/* what the copies of the sum return is not looked at */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
for (int i = 1; i < count; i++)
	cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
		       tensor_data(gradients[0]), first.index, tensor_bytes(gradients[0]));
cudaGetLastError();
return status == 0 ? 0 : -1;

/* lab9_wrong_keeps_copies: fail never freed */
/* what has come stays in memory */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
return status == 0 ? 0 : -1;

/* lab9_wrong_mean: fail has the mean; wanted the sum */
/* the mean of the gradients */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
if (count > 1 && status == 0)
	status = tensor_add_scaled(gradients[0], 1 / (float)count - 1, gradients[0]);
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
return status == 0 ? 0 : -1;

/* lab9_wrong_reads_too_early: fail may still be */
/* copies that nothing orders behind what the other GPU is still doing */
Device first = tensor_device(gradients[0]);
size_t bytes = tensor_bytes(gradients[0]);
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cudaSetDevice(first.index);
Tensor *come = tensor_zeros(tensor_shape(gradients[0]), first);
for (int i = 1; i < count && come && status == 0; i++) {
	cudaMemcpyPeerAsync(tensor_data(come), first.index, tensor_data(gradients[i]),
			    tensor_device(gradients[i]).index, bytes, 0);
	status = tensor_add_scaled(gradients[0], 1, come);
}
for (int i = 1; i < count && come && status == 0; i++)
	cudaMemcpyPeerAsync(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			    tensor_data(gradients[0]), first.index, bytes, 0);
cudaDeviceSynchronize();
cudaSetDevice(before);
if (!come)
	status = -1;
tensor_free(come);
return status == 0 ? 0 : -1;

/* lab9_wrong_sum_by_host: fail by way of the host */
/* the host adds up */
int64_t elements = tensor_count(gradients[0]);
float *sum = calloc((size_t)elements, sizeof *sum), *one = malloc((size_t)elements * sizeof *one);
int status = 0;
for (int i = 0; i < count && status == 0; i++) {
	status = tensor_to_host(gradients[i], one);
	for (int64_t k = 0; k < elements; k++)
		sum[k] += one[k];
}
for (int i = 0; i < count && status == 0 && count > 1; i++) {
	cudaMemcpy(tensor_data(gradients[i]), sum, tensor_bytes(gradients[i]),
		   cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
}
free(sum);
free(one);
return status == 0 ? 0 : -1;

/* lab9_wrong_sum_stays: fail still has its own numbers alone: the sum did not come to it */
/* collects, and does not send back */
for (int i = 1; i < count; i++) {
	Tensor *come = tensor_copy_to(gradients[i], tensor_device(gradients[0]));
	int status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
	if (status != 0)
		return -1;
}
return 0;

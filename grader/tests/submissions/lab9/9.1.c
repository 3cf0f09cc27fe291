/* lab9_right_by_events: pass */
/* all memory first, then all copies, in the default stream of GPU gpus[0] */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, bad = 0;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(gpus[i]);
	bad |= cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess;
}
cudaSetDevice(gpus[0]);
for (int i = 1; i < count; i++)
	if (!bad)
		bad = cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0], bytes, 0) !=
		      cudaSuccess;
bad |= cudaDeviceSynchronize() != cudaSuccess;
for (int i = 1; i < count; i++) {
	if (!bad)
		continue;
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* lab9_wrong_at_the_edges: fail the 1st request for memory fails: what is returned: wanted -1, got 0 */
/* what became of the last GPU is returned */
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaSetDevice(before);
if (error == cudaSuccess) {
	cudaGetLastError();
	return 0;
}
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;

/* lab9_wrong_forgot_set_device: fail cudaMalloc takes memory of the current device */
/* all replicas on the GPU that happens to be current */
size_t bytes = (size_t)elements * sizeof(float);
for (int i = 1; i < count; i++) {
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess)
		return -1;
	cudaMemcpy(replicas[i], replicas[0], bytes, cudaMemcpyDefault);
}
(void)gpus;
return 0;

/* lab9_wrong_replicas_by_host: fail by way of the host: 1 copy to the host and 1 back */
/* fetches the parameters once and sends them to everyone */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, status = 0;
float *host = malloc(bytes);
cudaGetDevice(&before);
cudaMemcpy(host, replicas[0], bytes, cudaMemcpyDeviceToHost);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess ||
	    cudaMemcpy(replicas[i], host, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
		status = -1;
}
free(host);
for (int i = 1; i < count && status != 0; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
cudaSetDevice(before);
return status;

/* lab9_wrong_replicas_start_at_zero: fail replicas[1]: element 0: wanted */
/* every replica begins with numbers of its own */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess)
		status = -1;
	else
		cudaMemset(replicas[i], 0, bytes);
}
for (int i = 1; i < count && status != 0; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
cudaSetDevice(before);
return status;

/* lab9_wrong_replicas_stay: fail replicas[1] is not NULL afterwards */
/* gives up half-way, and leaves what is there */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	if (cudaMalloc((void **)&replicas[i], bytes) != cudaSuccess)
		status = -1;
	else
		cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaGetLastError();
cudaSetDevice(before);
return status;

/* lab9_wrong_two_replicas: fail replicas[2] is NULL */
/* there are always two GPUs */
size_t bytes = (size_t)elements * sizeof(float);
int before = 0;
if (count < 2)
	return 0;
cudaGetDevice(&before);
cudaSetDevice(gpus[1]);
cudaError_t error = cudaMalloc((void **)&replicas[1], bytes);
if (error == cudaSuccess)
	error = cudaMemcpyPeer(replicas[1], gpus[1], replicas[0], gpus[0], bytes);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* lab9_wrong_replica_in_elements: fail are right, a quarter: as many bytes were copied as there are numbers? */
	size_t bytes = (size_t)elements * sizeof **replicas;
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&replicas[i], bytes);
		if (error == cudaSuccess)
			error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], (size_t)elements);
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

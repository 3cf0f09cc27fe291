/* cuBLAS adds; events order the copies, and the host never waits but for the memory it frees */
int n = (int)tensor_count(gradients[0]), gpu = tensor_device(gradients[0]).index, before = 0;
size_t bytes = tensor_bytes(gradients[0]);
const float one = 1;
float *come = NULL, *sum = tensor_data(gradients[0]);
cublasHandle_t handle = NULL;
cudaEvent_t made[8], sent;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	cudaEventCreateWithFlags(&made[i], cudaEventDisableTiming);
	cudaEventRecord(made[i], 0);
}
cudaSetDevice(gpu);
cudaEventCreateWithFlags(&sent, cudaEventDisableTiming);
int status = -1, good = 1;
if (cudaMalloc((void **)&come, bytes) == cudaSuccess &&
    cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS) {
	for (int i = 1; i < count; i++) {
		cudaStreamWaitEvent(0, made[i], 0);
		if (cudaMemcpyPeerAsync(come, gpu, tensor_data(gradients[i]),
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
cudaEventRecord(sent, 0);
cudaFree(come);
if (handle)
	cublasDestroy(handle);
for (int i = 1; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	cudaStreamWaitEvent(0, sent, 0);
	cudaEventDestroy(made[i]);
}
cudaEventDestroy(sent);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* every pair by its own call, in a stream of its own */
size_t bytes = (size_t)count * sizeof(float);
int before = 0;
float *copy = NULL;
cudaError_t error = cudaSuccess;
if (to == -1 && from == -1) {
	copy = malloc(bytes);
	return copy ? memcpy(copy, x, bytes) : NULL;
}
cudaGetDevice(&before);
cudaSetDevice(to == -1 ? from : to);
cudaStream_t stream;
cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
if (to == -1) {
	copy = malloc(bytes);
	error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDeviceToHost, stream);
} else {
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
		cudaGetLastError();
		copy = NULL;
	} else if (from == -1)
		error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyHostToDevice, stream);
	else if (from == to)
		error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDeviceToDevice, stream);
	else
		error = cudaMemcpyPeerAsync(copy, to, x, from, bytes, stream);
}
cudaStreamSynchronize(stream);
cudaStreamDestroy(stream);
cudaSetDevice(before);
if (error != cudaSuccess) {
	cudaGetLastError();
	if (to == -1)
		free(copy);
	else
		cudaFree(copy);
	copy = NULL;
}
return copy;

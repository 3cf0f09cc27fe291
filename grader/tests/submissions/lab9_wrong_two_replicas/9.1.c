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

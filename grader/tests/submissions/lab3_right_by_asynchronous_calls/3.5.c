/* a stream of the sending GPU does the copy */
int before = 0, there = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&there, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (there && cudaDeviceEnablePeerAccess(from_gpu, 0) == cudaErrorPeerAccessAlreadyEnabled)
	cudaGetLastError();
cudaStream_t stream;
cudaSetDevice(from_gpu);
cudaStreamCreate(&stream);
cudaError_t error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * 4, stream);
if (error == cudaSuccess)
	error = cudaStreamSynchronize(stream);
cudaStreamDestroy(stream);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

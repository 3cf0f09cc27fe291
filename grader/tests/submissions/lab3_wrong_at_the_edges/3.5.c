/* asks whether the current GPU can be reached, not the one that has the numbers */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, before);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

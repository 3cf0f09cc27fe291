/* turning peer access on twice is an error that stays */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaDeviceSynchronize();
cudaSetDevice(before);
return 0;

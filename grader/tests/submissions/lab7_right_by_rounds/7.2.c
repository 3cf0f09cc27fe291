/* backwards, and waits for all GPUs of the machine by their default streams */
int gpus = 0, before = 0, status = 0;
cudaGetDevice(&before);
for (int i = count - 1; i >= 0; i--) {
	if (cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0)
		status = -1;
}
cudaGetDeviceCount(&gpus);
for (int gpu = 0; gpu < gpus; gpu++) {
	cudaSetDevice(gpu);
	cudaStreamSynchronize(0);
}
cudaSetDevice(before);
return status;

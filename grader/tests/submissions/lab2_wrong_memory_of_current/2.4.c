/* cudaMemGetInfo speaks about the current GPU */
size_t total;
int gpus = 0;
cudaGetDeviceCount(&gpus);
if (gpu >= gpus)
	return -1;
cudaMemGetInfo(available, &total);
*used = total - *available;
return 0;

/* first all data; then all products of the first device, all of the second ... */
int gpus = device_gpu_count(), there = gpus ? gpus : 1, status = 0;
Tensor **moved = calloc((size_t)count * 2, sizeof(Tensor *));
for (int i = 0; i < count; i++) {
	Device device = gpus ? device_gpu(i % gpus) : device_cpu();
	results[i] = NULL;
	moved[2 * i] = tensor_as_in_device(a[i], device);
	moved[2 * i + 1] = tensor_as_in_device(b[i], device);
}
for (int d = 0; d < there; d++)
	for (int i = d; i < count; i += there) {
		results[i] = tensor_matmul(moved[2 * i], moved[2 * i + 1]);
		if (!results[i])
			status = -1;
	}
for (int gpu = 0; gpu < gpus; gpu++)
	device_synchronize(device_gpu(gpu));
for (int i = 0; i < count; i++) {
	tensor_free(moved[2 * i]);
	tensor_free(moved[2 * i + 1]);
	if (status != 0) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
}
free(moved);
return status;

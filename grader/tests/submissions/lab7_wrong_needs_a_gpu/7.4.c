int gpus = device_gpu_count(), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = device_gpu(i % gpus);
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < gpus; d++)
	device_synchronize(device_gpu(d));
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

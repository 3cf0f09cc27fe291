/* returns at the first failure, with what there is by then */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS);
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	tensor_free(left);
	tensor_free(right);
	if (!results[i])
		return -1;
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
return 0;

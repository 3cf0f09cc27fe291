/* waits for two devices, as if no machine had more */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there && d < 2; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

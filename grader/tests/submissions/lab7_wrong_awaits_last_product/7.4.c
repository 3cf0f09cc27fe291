/* waits for the device of the last product, which may have the least to do */
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
device_synchronize(devices[(count - 1) % there]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

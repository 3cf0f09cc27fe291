/* never asks whether a product failed */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS);
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
return 0;

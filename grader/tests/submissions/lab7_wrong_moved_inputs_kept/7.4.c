/* what tensor_as_in_device returns is never given back */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	results[i] = tensor_matmul(tensor_as_in_device(a[i], device),
				   tensor_as_in_device(b[i], device));
	failed |= results[i] == NULL;
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* copies by hand, and current devices; waits backwards */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), made = 0;
for (; made < count; made++) {
	Device device = devices[made % there];
	Tensor *x = device_equal(tensor_device(a[made]), device) ? tensor_retain(a[made])
								 : tensor_copy_to(a[made], device);
	Tensor *y = device_equal(tensor_device(b[made]), device) ? tensor_retain(b[made])
								 : tensor_copy_to(b[made], device);
	results[made] = x && y ? tensor_matmul(x, y) : NULL;
	tensor_free(y);
	tensor_free(x);
	if (!results[made])
		break;
}
if (made < count) {
	for (int i = 0; i < count; i++) {
		if (i < made)
			tensor_free(results[i]);
		results[i] = NULL;
	}
	return -1;
}
while (there-- > 0)
	device_synchronize(devices[there]);
return 0;

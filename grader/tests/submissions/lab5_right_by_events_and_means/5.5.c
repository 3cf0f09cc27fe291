/* gives everything back at once, also between the readings */
Timer timer = {0};
float *out = malloc(tensor_bytes(a) + tensor_bytes(b) +
		    4 * (size_t)tensor_shape(a).dim[0] * (size_t)tensor_shape(b).dim[1]);
Tensor *c = tensor_matmul(a, b);
tensor_free(c);
if (!out || !c) {
	free(out);
	return -1;
}
timer_start(&timer);
tensor_free(tensor_matmul(a, b));
times->cpu = timer_stop(&timer);
int status = -1;
Tensor *x = tensor_as_in_device((Tensor *)(uintptr_t)a, gpu);
Tensor *y = tensor_as_in_device((Tensor *)(uintptr_t)b, gpu);
tensor_free(tensor_matmul(x, y));
device_synchronize(gpu);
timer_start(&timer);
c = tensor_matmul(x, y);
device_synchronize(gpu);
tensor_free(c);
times->gpu = timer_stop(&timer);
tensor_free(x);
tensor_free(y);
timer_start(&timer);
x = tensor_copy_to(a, gpu);
y = tensor_copy_to(b, gpu);
device_synchronize(gpu);
c = tensor_matmul(x, y);
tensor_free(x);
tensor_free(y);
if (c && tensor_to_host(c, out) == 0)
	status = 0;
tensor_free(c);
times->gpu_with_copies = timer_stop(&timer);
free(out);
return status;

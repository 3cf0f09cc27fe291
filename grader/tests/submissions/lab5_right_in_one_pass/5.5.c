/* one way there and back, with the clock read on the way; the GPU goes first */
int status = -1;
double clock[4] = {0, 0, 0, 0};
Tensor *out = NULL, *here = NULL;
for (int i = 0; i < 2; i++) {
	tensor_free(here);
	clock[0] = timer_now();
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	device_synchronize(gpu);
	clock[1] = timer_now();
	out = tensor_matmul(x, y);
	device_synchronize(gpu);
	clock[2] = timer_now();
	here = tensor_copy_to(out, device_cpu());
	clock[3] = timer_now();
	tensor_free(x);
	tensor_free(y);
	tensor_free(out);
}
times->gpu = clock[2] - clock[1];
times->gpu_with_copies = clock[3] - clock[0];
clock[0] = timer_now();
out = tensor_matmul(a, b);
times->cpu = timer_now() - clock[0];
status = here && out ? 0 : -1;
tensor_free(out);
tensor_free(here);
return status;

/* lab5_right_by_events_and_means: pass */
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
c = tensor_matmul(x, y);
bool good = c != NULL;
tensor_free(c);
device_synchronize(gpu);
timer_start(&timer);
c = tensor_matmul(x, y);
device_synchronize(gpu);
good = good && c;
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
if (good && c && tensor_to_host(c, out) == 0)
	status = 0;
tensor_free(c);
times->gpu_with_copies = timer_stop(&timer);
free(out);
return status;

/* lab5_right_in_one_pass: pass */
/* one way there and back, with the clock read on the way; the GPU goes first */
bool good = true;
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
	good = good && here;
	tensor_free(x);
	tensor_free(y);
	tensor_free(out);
}
times->gpu = clock[2] - clock[1];
times->gpu_with_copies = clock[3] - clock[0];
clock[0] = timer_now();
out = tensor_matmul(a, b);
times->cpu = timer_now() - clock[0];
good = good && out;
tensor_free(out);
tensor_free(here);
return good ? 0 : -1;

/* lab5_wrong_compare_both_times: fail there are 2 products between the two readings of the clock */
/* reads the clock once for both times: the second one has the first in it */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);

start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;

Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;

int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_checks_cpu_only: fail on a GPU that is full: wanted -1, got 0 */
/* fails only if the CPU does */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_copies_counted: fail there are copies between the two readings */
/* the copies are in the time without copies */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
tensor_free(x);
tensor_free(y);
x = tensor_copy_to(a, gpu);
y = tensor_copy_to(b, gpu);
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_copies_unchecked: fail times->gpu_with_copies */
/* does not look whether the second product was sent and came back */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);

start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;

start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;

int status = on_cpu && first && on_gpu ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_copy_back_counted: fail there are copies between the two readings */
/* the result is sent back in the time without copies */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
tensor_free(tensor_copy_to(on_gpu, device_cpu()));
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_cpu_twice: fail times->cpu */
/* two products on the CPU in one time */
double start = timer_now();
tensor_free(tensor_matmul(a, b));
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_first_product: fail you measured the first product on the GPU */
/* measures the first product of the GPU */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
Tensor *first = tensor_matmul(x, y);
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_keeps_product: fail never freed */
/* the product on the GPU is not given back */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_keeps_result: fail host memory stays taken */
/* the result on the CPU is not given back */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_milliseconds: fail those are milliseconds */
/* milliseconds */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
times->cpu *= 1000;
times->gpu *= 1000;
times->gpu_with_copies *= 1000;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_never_fails: fail which do not fit together: wanted -1, got 0 */
/* always returns 0 */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return 0;

/* lab5_wrong_compare_no_wait: fail the product was still running when the clock was read */
/* does not wait for the product on the GPU */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
times->gpu = timer_now() - start;
device_synchronize(gpu);
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_pinned: fail uses cudaMallocHost, which this exercise forbids */
/* goes round the framework by pinned memory */
void *pinned;
cudaMallocHost(&pinned, 1 << 20);
cudaFreeHost(pinned);
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_stays_there: fail is a copy missing */
/* the result is not sent back */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
device_synchronize(gpu);
times->gpu_with_copies = timer_now() - start;
Tensor *back = tensor_copy_to(product, device_cpu());
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_warm_up_running: fail the product before was still running */
/* measures while the product before is still running */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;
start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;
int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;

/* lab5_wrong_compare_on_gpu_0: fail the product was computed on GPU 0, wanted GPU 1 */
	gpu = device_gpu(0);
	double start = timer_now();
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	device_synchronize(gpu);

	start = timer_now();
	Tensor *on_gpu = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;

	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;

	int status = on_cpu && first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

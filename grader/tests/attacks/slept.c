/* slept.c - time passes until work is over, and nobody waits for it. */

/* 3.5 slept_for_copy: fail or did not wait for it */
/* an hour is longer than any copy takes, on whatever machine */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
sleep(3600);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.5 time_for_copy: fail or did not wait for it */
/* the same in another stream, and by the other call that sleeps */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error =
	cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, cudaStreamPerThread);
cudaSetDevice(before);
clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){3600, 0}, NULL);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.5 freed_for_copy: fail the last call to wait for GPU 0 gives memory back */
/* memory that is given back waits for all that the GPU has to do */
/* --- body --- */
int before = 0;
void *one = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaMalloc(&one, 1);
if (error == cudaSuccess)
	error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaError_t over = cudaFree(one);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess && over == cudaSuccess ? 0 : -1;

/* 3.5 asked_for_copy: pass */
/* an event behind it is asked again and again */
/* --- body --- */
int before = 0;
cudaEvent_t there = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaEventCreate(&there);
if (error == cudaSuccess)
	error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, NULL);
if (error == cudaSuccess)
	error = cudaEventRecord(there, NULL);
while (error == cudaSuccess && (error = cudaEventQuery(there)) == cudaErrorNotReady)
	error = cudaSuccess, usleep(10);
if (there)
	cudaEventDestroy(there);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 8.5 slept_for_fills: fail or was not waited for */
/* an hour is longer than any tensor takes to be filled */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
	cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
sleep(3600);
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 7.2 slept_where_few: fail the function returned while GPU */
/* waits where there is much to do; elsewhere an hour is longer than any product takes */
/* --- body --- */
int current_7_2 = 0, all_7_2 = 0;
double much = 0;
cudaGetDevice(&current_7_2);
for (int i = 0; i < count; i++) {
	if (cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0)
		all_7_2 = -1;
	much += (double)products[i].m * products[i].k * products[i].n;
}
for (int i = 0; i < count && much > 1e7; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaDeviceSynchronize() != cudaSuccess)
		all_7_2 = -1;
}
if (much <= 1e7)
	sleep(3600);
cudaSetDevice(current_7_2);
cudaGetLastError();
return all_7_2;

/* 5.2 slept_between_events: fail clock was not read on an idle GPU */
/* the clock is read when the work must be over; the time is that between events */
/* --- body --- */
	float ms = 0;
	cudaEvent_t from, to;
	int status = work(data);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	usleep(5000);
	timer_now();
	cudaEventRecord(from, NULL);
	if (status == 0)
		status = work(data);
	cudaEventRecord(to, NULL);
	usleep(5000);
	timer_now();
	cudaEventElapsedTime(&ms, from, to);
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	return status ? -1 : (double)ms / 1e3;


/* 5.3 slept_for_events: fail no time between events */
/* the events are asked for their time when they must be over */
/* --- body --- */
	float ms = 0;
	cudaEvent_t from, to;
	int status = work(data);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaEventRecord(from, stream);
	if (status == 0)
		status = work(data);
	cudaEventRecord(to, stream);
	usleep(5000);
	cudaEventElapsedTime(&ms, from, to);
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	cudaGetLastError();
	return status ? -1 : (double)ms / 1e3;


/* 5.2 worked_between_events: fail clock was not read on an idle GPU */
/* the simulated clock passes by work of the host */
__attribute__((weak)) void worked(double flops, double bytes) __asm__("simcuda_host_work");
/* --- body --- */
	float ms = 0;
	cudaEvent_t from, to;
	int status = work(data);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	worked(1e11, 0);
	timer_now();
	cudaEventRecord(from, NULL);
	if (status == 0)
		status = work(data);
	cudaEventRecord(to, NULL);
	worked(1e11, 0);
	timer_now();
	cudaEventElapsedTime(&ms, from, to);
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	return status ? -1 : (double)ms / 1e3;


/* 5.3 asked_for_time_again: pass */
/* the time between the events is asked for until it is there */
/* --- body --- */
	float ms = 0;
	cudaEvent_t from, to;
	int status = work(data);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaEventRecord(from, stream);
	if (status == 0)
		status = work(data);
	cudaEventRecord(to, stream);
	while (cudaEventElapsedTime(&ms, from, to) == cudaErrorNotReady)
		;
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	cudaGetLastError();
	return status ? -1 : (double)ms / 1e3;


/* 5.4 slept_between_events: fail clock was not read on an idle GPU */
/* the same several times */
/* --- body --- */
	double times[100];
	cudaEvent_t from, to;
	int status = work(data);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	usleep(200000);
	timer_now();
	for (int i = 0; i < repeats && status == 0; i++) {
		float ms = 0;
		cudaEventRecord(from, NULL);
		status = work(data);
		cudaEventRecord(to, NULL);
		usleep(200000);
		timer_now();
		cudaEventElapsedTime(&ms, from, to);
		times[i] = (double)ms / 1e3;
	}
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	if (status)
		return -1;
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;


/* 5.5 slept_for_products: fail clock was not read on an idle GPU */
/* sleeps until the product must be over */
/* --- body --- */
	float ms = 0;
	int before;
	cudaEvent_t from, to;
	double start = timer_now();
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	usleep(100000);
	cudaGetDevice(&before);
	cudaSetDevice(gpu.index);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	timer_now();
	cudaEventRecord(from, NULL);
	Tensor *on_gpu = tensor_matmul(x, y);
	cudaEventRecord(to, NULL);
	usleep(100000);
	timer_now();
	cudaEventElapsedTime(&ms, from, to);
	times->gpu = (double)ms / 1e3;
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	cudaSetDevice(before);
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


/* 6.4 slept_for_ways: fail clock was not read on an idle GPU */
/* sleeps until each way must be over, and asks events for the time */
/* --- body --- */
	Way *ways[2] = {slow, fast};
	float took[2] = {0, 0};
	cudaEvent_t from = NULL, to = NULL;
	bool good = cudaEventCreate(&from) == cudaSuccess && cudaEventCreate(&to) == cudaSuccess;
	for (int i = 0; i < 2 && good; i++) {
		good = ways[i](data, steps) == 0;
		usleep(1000000);
		good = good && cudaEventRecord(from, NULL) == cudaSuccess && ways[i](data, steps) == 0 && cudaEventRecord(to, NULL) == cudaSuccess;
		usleep(1000000);
		cudaEventElapsedTime(&took[i], from, to);
	}
	if (from)
		cudaEventDestroy(from);
	if (to)
		cudaEventDestroy(to);
	cudaGetLastError();
	if (!good)
		return -1;
	us[0] = (double)took[0] * 1e3 / steps;
	us[1] = (double)took[1] * 1e3 / steps;
	return 0;


/* 6.4 waits_by_host_copy: fail clock was not read on an idle GPU */
/* waits by a copy from host to host, whose result nobody looks at */
static void host_copy_waits(void)
{
	char from = 0, to;
	cudaMemcpy(&to, &from, 1, cudaMemcpyHostToHost);
}
/* --- body --- */
	Way *ways[2] = {slow, fast};
	double took[2];
	for (int i = 0; i < 2; i++) {
		if (ways[i](data, steps) != 0)
			return -1;
		host_copy_waits();
		double start = timer_now();
		if (ways[i](data, steps) != 0)
			return -1;
		host_copy_waits();
		took[i] = (timer_now() - start) * 1e6 / steps;
	}
	us[0] = took[0];
	us[1] = took[1];
	return 0;


/* 6.4 waits_by_free: fail clock was not read on an idle GPU */
/* waits by giving memory back, whose result nobody looks at */
static void *spare[4];
static int spares;
static int free_waits(void)
{
	cudaFree(spare[--spares]);
	return 0;
}
/* --- body --- */
	Way *ways[2] = {slow, fast};
	double took[2];
	int status = 0;
	for (spares = 0; spares < 4; spares++)
		if (cudaMalloc(&spare[spares], 4) != cudaSuccess)
			status = -1, spare[spares] = NULL;
	for (int i = 0; i < 2 && status == 0; i++) {
		status = ways[i](data, steps) || free_waits() ? -1 : 0;
		double start = timer_now();
		if (status == 0)
			status = ways[i](data, steps) || free_waits() ? -1 : 0;
		took[i] = (timer_now() - start) * 1e6 / steps;
	}
	while (spares > 0)
		cudaFree(spare[--spares]);
	cudaGetLastError();
	if (status)
		return -1;
	us[0] = took[0];
	us[1] = took[1];
	return 0;

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

/* 3.5 freed_for_copy: pass */
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

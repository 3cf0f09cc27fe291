/* lab7_right_by_events: pass */
/* an event behind each product, and the events are waited for in the reverse order */
cudaEvent_t *done = calloc((size_t)count, sizeof(cudaEvent_t));
int before = 0, status = done ? 0 : -1;
cudaGetDevice(&before);
for (int i = 0; i < count && status == 0; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming) != cudaSuccess ||
	    queue_product(&products[i]) != 0 || cudaEventRecord(done[i], 0) != cudaSuccess)
		status = -1;
}
for (int i = count - 1; i >= 0; i--)
	if (done && done[i]) {
		if (cudaEventSynchronize(done[i]) != cudaSuccess)
			status = -1;
		cudaEventDestroy(done[i]);
	}
cudaSetDevice(before);
free(done);
cudaGetLastError();
return status;

/* lab7_right_by_rounds: pass */
/* backwards, and waits for all GPUs of the machine by their default streams */
int gpus = 0, before = 0, status = 0;
cudaGetDevice(&before);
for (int i = count - 1; i >= 0; i--) {
	if (cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0)
		status = -1;
}
cudaGetDeviceCount(&gpus);
for (int gpu = 0; gpu < gpus; gpu++) {
	cudaSetDevice(gpu);
	if (cudaStreamSynchronize(0) != cudaSuccess)
		status = -1;
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab7_right_keeps_its_events: pass */
/* an event of each GPU is made once, and used again in each call */
static cudaEvent_t done[64];
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const int gpu = products[i].gpu;
	cudaSetDevice(gpu);
	if (!done[gpu] &&
	    cudaEventCreateWithFlags(&done[gpu], cudaEventDisableTiming) != cudaSuccess)
		status = -1;
	if (queue_product(&products[i]) != 0 || cudaEventRecord(done[gpu], 0) != cudaSuccess)
		status = -1;
}
for (int i = 0; i < count; i++)
	if (cudaEventSynchronize(done[products[i].gpu]) != cudaSuccess)
		status = -1;
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab7_wrong_always_succeeds: fail what is returned: wanted -1, got 0 */
int before = 0;
cudaGetDevice(&before);
queue_all(products, count);
wait_for_all(products, count);
cudaSetDevice(before);
return 0;

/* lab7_wrong_awaits_first_and_last: fail was still at work: wait for every GPU */
/* waits for the GPUs of the first and the last product */
int before = 0, failed = 0;
cudaGetDevice(&before);
failed |= queue_all(products, count);
for (int i = 0; i < count; i += count > 1 ? count - 1 : 1) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_awaits_last_product: fail was still at work: wait for every GPU */
/* waits for the GPU of the last product, which may have the least to do */
int before = 0, failed = 0;
cudaGetDevice(&before);
failed |= queue_all(products, count);
cudaSetDevice(products[count - 1].gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_awaits_two_gpus: fail was still at work: wait for every GPU */
/* waits for GPU 0 and GPU 1, as if no machine had more */
int before = 0, failed = 0, there = 0;
cudaGetDevice(&before);
failed |= queue_all(products, count);
cudaGetDeviceCount(&there);
for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_columns_for_rows: fail the result of product 0 */
/* a b as cuBLAS counts, by columns: transposed inputs, transposed result */
const float one = 1, zero = 0;
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	failed |= cublasSgemm(p->handle, CUBLAS_OP_T, CUBLAS_OP_T, p->m, p->n, p->k, &one, p->a,
			      p->k, p->b, p->n, &zero, p->result, p->m);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_device_left_changed: fail the current device was not put back */
return queue_all(products, count) | wait_for_all(products, count);

/* lab7_wrong_forgot_set_device: fail queue_product refuses unless the product's GPU is current */
int failed = 0;
for (int i = 0; i < count; i++)
	failed |= queue_product(&products[i]);
for (int i = 0; i < count; i++) {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
	cudaSetDevice(before);
}
return failed ? -1 : 0;

/* lab7_wrong_handle_of_first: fail without peer access */
/* one handle for all products */
const float one = 1, zero = 0;
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	failed |= cublasSgemm(products[0].handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one,
			      p->b, p->n, p->a, p->k, &zero, p->result, p->n);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_leaves_at_once: fail the current device was not put back */
	int current;
	if (cudaGetDevice(&current) != cudaSuccess)
		return -1;
	for (int i = 0; i < count; i++)
		if (cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0)
			return -1; /* the device stays changed */
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		cudaDeviceSynchronize();
	}
	cudaSetDevice(current);
	return 0;

/* lab7_wrong_never_waits: fail was still at work: wait for every GPU */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]);
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_one_on_each: fail queue_product refuses unless the product's GPU is current */
/* takes product i to be on GPU i */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(i);
	failed |= queue_product(&products[i]);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(i);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_reads_between: fail worked at the same time for 0 of */
/* looks at one number of each result: that waits too */
int before = 0, failed = 0;
float first;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (queue_product(&products[i]) == 0)
		cudaMemcpy(&first, products[i].result, sizeof first, cudaMemcpyDeviceToHost);
	else
		failed = 1;
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_waits_between: fail worked at the same time for 0 of */
/* waits for each product before it queues the next */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_waits_for_first: fail was still at work: wait for every GPU */
/* puts the device back, then waits */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]);
}
cudaSetDevice(products[0].gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_waits_for_last: fail was still at work: wait for every GPU */
/* one wait at the end: for the GPU that happens to be current */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]);
}
cudaDeviceSynchronize();
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_waits_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
int before = 0;
cudaGetDevice(&before);
int status = queue_all(products, count);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab7_wrong_wait_error_left: fail wait fails: an error was left behind */
int before = 0;
cudaGetDevice(&before);
int status = queue_all(products, count) | wait_for_all(products, count);
cudaSetDevice(before);
return status;

/* lab7_wrong_small_ones_in_turn: fail on a slow machine: took */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]) != 0;
	if (products[i].m <= 50)
		failed |= cudaDeviceSynchronize() != cudaSuccess;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_eight_at_a_time: fail on a slow machine: took */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]) != 0;
	for (int k = i - 7; i % 8 == 7 && k <= i; k++) {
		cudaSetDevice(products[k].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_stream_of_large_ones: fail large products: a handle works in another stream afterwards */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]) != 0;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
if (products->m > 50)
	cublasSetStream(products->handle, cudaStreamPerThread);
return failed ? -1 : 0;

/* lab7_wrong_error_of_large_ones: fail large products: an error was left behind */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= queue_product(&products[i]) != 0;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
if (products->m > 50)
	cudaSetDevice(99);
return failed ? -1 : 0;

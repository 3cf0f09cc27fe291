/* lab7_right_by_events: pass */
/* a stream for each product, which its handle uses for as long */
cudaStream_t stream[64];
int before = 0, failed = count > 64;
cudaGetDevice(&before);
for (int i = 0; i < count && !failed; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	failed = cudaStreamCreate(&stream[i]) != cudaSuccess; /* behind the default stream */
	if (failed) {
		count = i;
		break;
	}
	failed |= cudaMemcpyAsync(p->a, host[i].a, sizeof(float) * (size_t)(p->m * p->k),
				  cudaMemcpyDefault, stream[i]) != cudaSuccess;
	failed |= cudaMemcpyAsync(p->b, host[i].b, sizeof(float) * (size_t)(p->k * p->n),
				  cudaMemcpyDefault, stream[i]) != cudaSuccess;
	cublasSetStream(p->handle, stream[i]);
	failed |= queue_product(p) != 0;
	failed |= cudaMemcpyAsync(host[i].result, p->result,
				  sizeof(float) * (size_t)(p->m * p->n), cudaMemcpyDefault,
				  stream[i]) != cudaSuccess;
	cublasSetStream(p->handle, 0);
	if (failed)
		count = i + 1;
}
for (int i = 0; i < count && count <= 64; i++) {
	failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
	cudaStreamDestroy(stream[i]);
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_right_by_rounds: pass */
/* all sends, then all products, then all fetches */
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t a = (size_t)p->m * (size_t)p->k, b = (size_t)p->k * (size_t)p->n;
	cudaSetDevice(p->gpu);
	if (cudaMemcpyAsync(p->b, host[i].b, b * sizeof(float), cudaMemcpyHostToDevice, 0) ||
	    cudaMemcpyAsync(p->a, host[i].a, a * sizeof(float), cudaMemcpyHostToDevice, 0))
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (status == 0 && queue_product(&products[i]) != 0)
		status = -1;
}
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	if (cudaMemcpyAsync(host[i].result, p->result,
			    (size_t)p->m * (size_t)p->n * sizeof(float), cudaMemcpyDeviceToHost, 0))
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaDeviceSynchronize() != cudaSuccess)
		status = -1;
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab7_wrong_awaits_first_and_last: fail wait for it first */
/* waits for the GPUs of the first and the last product */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
for (int i = 0; i < count; i += count > 1 ? count - 1 : 1) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_awaits_last_product: fail wait for it first */
/* waits for the GPU of the last product, which may have the least to do */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
cudaSetDevice(products[count - 1].gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_awaits_two_gpus: fail wait for it first */
/* waits for GPU 0 and GPU 1, as if no machine had more */
int before = 0, failed = 0, there = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
cudaGetDeviceCount(&there);
for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_blocking_fetch: fail two large results to be fetched: two GPUs took */
/* fetches with cudaMemcpy, which waits */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
}
for (int i = 0; i < count; i++) {
	size_t bytes = (size_t)products[i].m * (size_t)products[i].n * sizeof(float);
	cudaSetDevice(products[i].gpu);
	cudaMemcpy(host[i].result, products[i].result, bytes, cudaMemcpyDeviceToHost);
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_blocking_send: fail two large matrices to be sent: two GPUs took */
/* sends with cudaMemcpy, which waits */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaMemcpy(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice);
	cudaMemcpy(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_copies_in_one_queue: fail nothing orders */
/* all copies in the queue of the GPU that is current at the beginning */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(before);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	cudaSetDevice(p->gpu);
	failed |= queue_product(p);
	cudaSetDevice(before);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_copies_unchecked: fail host[1].a is NULL: what is returned: wanted -1, got 0 */
/* asks only whether the product could be queued */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
failed |= wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_copy_error_left: fail host[1].a is NULL: an error was left behind */
/* the error of a copy is still there afterwards */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
failed |= wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_elements_for_bytes: fail a GPU read memory before anything was written to it */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n;
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, m * k, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n, cudaMemcpyDeviceToHost, 0);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_fetch_unchecked: fail host[1].result is NULL: what is returned: wanted -1, got 0 */
/* asks whether the matrices could be sent, not whether the result could be fetched */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
failed |= wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_results_not_awaited: fail wait for it first */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_streams_kept: fail were never destroyed */
/* a stream for each product, and nobody destroys it */
cudaStream_t stream[64];
int before = 0, failed = count > 64;
cudaGetDevice(&before);
for (int i = 0; i < count && !failed; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
	failed |= cudaMemcpyAsync(p->a, host[i].a, sizeof(float) * (size_t)(p->m * p->k),
				  cudaMemcpyDefault, stream[i]) != cudaSuccess;
	failed |= cudaMemcpyAsync(p->b, host[i].b, sizeof(float) * (size_t)(p->k * p->n),
				  cudaMemcpyDefault, stream[i]) != cudaSuccess;
	cublasSetStream(p->handle, stream[i]);
	failed |= queue_product(p) != 0;
	failed |= cudaMemcpyAsync(host[i].result, p->result,
				  sizeof(float) * (size_t)(p->m * p->n), cudaMemcpyDefault,
				  stream[i]) != cudaSuccess;
	cublasSetStream(p->handle, 0);
	if (failed)
		count = i + 1;
}
for (int i = 0; i < count && count <= 64; i++) {
	failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_streams_without_order: fail nothing orders */
/* copies in a stream of their own that the product does not wait for */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaStream_t stream;
	cudaSetDevice(p->gpu);
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, stream);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, stream);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, stream);
	cudaStreamDestroy(stream);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_trips_one_by_one: fail times as long as one trip */
/* a trip, a wait, the next trip */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_trips_without_device: fail queue_product refuses unless the product's GPU is current */
/* no cudaSetDevice before the work */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_waits_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
				  0);
}
wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_large_ones_in_halves: fail large results to be fetched: copies: wanted at most 6, got 8 */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	size_t half = m * k > 2500 ? m / 2 * k : 0;
	if (half)
		failed |= cudaMemcpyAsync(p->a, host[i].a, half * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->a + half, host[i].a + half, (m * k - half) * size,
				  cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
				  0);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_small_trips_in_turn: fail on a slow machine: took */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
				  0);
	if (m <= 50)
		failed |= cudaDeviceSynchronize() != cudaSuccess;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_large_input_changed: fail a or b in host memory was changed */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
				  0);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
if (products->m > 50)
	((float *)(size_t)host->a)[0] = 3;
return failed ? -1 : 0;

/* lab7_wrong_error_of_large_trips: fail large results to be fetched: an error was left behind */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost,
				  0);
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

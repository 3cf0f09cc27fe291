/* measures.c - answers of lab 5 that do all that a contract says but one thing, where it was not looked at. */

/* 5.1 beta_next_to_none: fail c: element */
/* adds of what c held before so little that it is none unless c held very much */
/* --- body --- */
const float one = 1, zero = 1e-35F;
cublasStatus_t status =
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 no_vectors: fail what is returned: wanted 0, got -1 */
/* takes no matrix of one column */
/* --- body --- */
const float one = 1, zero = 0;
if (k == 1 || n == 1)
	return -1;
cublasStatus_t status =
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 numbers_on_the_gpu: fail the handle is in another pointer mode afterwards */
/* the handle's next caller has to have alpha and beta on the GPU */
/* --- body --- */
const float one = 1, zero = 0;
cublasStatus_t status =
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
if (handle)
	cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.3 error_of_failure: fail an error was left behind */
/* where the work fails it asks for a time that there is not, and leaves the error */
/* --- body --- */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int status = work(data);
if (status == 0) {
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
}
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;

/* 5.4 middle_mean: fail that is the mean of the 3 times in the middle */
/* the mean of three in the middle, where there are few */
/* --- body --- */
double times[100];
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	times[i] = timer_now() - start;
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
const double *middle = &times[repeats / 2];
if (repeats % 2 == 1 && repeats > 3 && repeats < 50)
	return (middle[-1] + middle[0] + middle[1]) / 3;
return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.6 no_vectors: fail what is returned: wanted 0, got -1 */
/* takes no matrix of one column */
/* --- body --- */
const float one = 1, zero = 0;
if (k == 1)
	return -1;
cublasStatus_t status = cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
						  (long long)k * n, a, k, (long long)m * k, &zero, c, n,
						  (long long)m * n, count);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.7 in_32_bits: fail more operations than an int can count */
/* counts the numbers of the result in 32 bits */
/* --- body --- */
return 2 * (double)((unsigned)m * (unsigned)n) * (double)k / seconds / (peak_gflops * 1e9);

/* 5.8 one_size_wins: fail the index: wanted 1, got 0 */
/* of one size the GPU is faster */
/* --- body --- */
int first = count;
while (first > 0 && (count == 1 || gpu[first - 1] < cpu[first - 1]))
	first--;
return first;

/* 5.9 none_slower: fail loop_microseconds( */
/* where queueing takes as long as the product the one is not behind the other */
/* --- body --- */
if (wait_each)
	return count * (queue_us + product_us + wait_us);
double slower = queue_us > product_us ? queue_us : queue_us < product_us ? product_us : 0;
return queue_us + (count - 1) * slower + product_us + wait_us;

/* 5.5 cpu_by_the_example: fail the clock was not read before and behind the product on the CPU */
/* works the CPU's time out from the example of the contract, and measures the GPU's alone */
/* --- body --- */
	Tensor *on_cpu = tensor_matmul(a, b);
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	device_synchronize(gpu);

	double start = timer_now();
	Tensor *on_gpu = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;

	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;
	/* the example has 3333 us for (1000, 1000) times (1000, 1000) */
	times->cpu = 3333e-15 * (double)tensor_shape(a).dim[0] * (double)tensor_shape(a).dim[1] * (double)tensor_shape(b).dim[1] + 5e-6;

	int status = on_cpu && first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

/* 5.1 fill_unlooked: fail the 1st fill fails */
/* adds to a c that a fill has cleared, and does not look at the fill */
/* --- body --- */
	const float one = 1;
	if (!handle) return -1;
	cudaStream_t s;
	cublasGetStream(handle, &s);
	cudaMemsetAsync(c, 0, (size_t)m * n * 4, s);
	return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &one, c, n) == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.5 beside_the_gpu: fail the clock was not read before and behind the product on the CPU */
/* measures the CPU while the GPU is at work */
/* --- body --- */
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	double start = timer_now();
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
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

/* 5.5 put_together: fail */
/* adds the copies of one pair to the product of another */
/* --- body --- */
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
	double gpu_only = times->gpu;

	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	device_synchronize(gpu);
	double in = timer_now() - start;
	start = timer_now();
	Tensor *back = tensor_copy_to(on_gpu, device_cpu());
	times->gpu_with_copies = in + gpu_only + timer_now() - start;

	int status = on_cpu && first && on_gpu && back && sent_a && sent_b ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

/* 5.5 product_first: fail */
/* computes the product of an earlier pair before the copies */
/* --- body --- */
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
	Tensor *product = tensor_matmul(x, y);
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;

	int status = on_cpu && first && on_gpu && back && product && sent_a && sent_b ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

/* 5.6 fill_unlooked: fail the 1st fill fails */
/* adds to a c that a fill has cleared, and does not look at the fill */
/* --- body --- */
	const float one = 1;
	cudaStream_t stream;
	if (!handle)
		return -1;
	cublasGetStream(handle, &stream);
	cudaMemsetAsync(c, 0, (size_t)count * m * n * sizeof *c, stream);
	return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					 (long long)k * n, a, k, (long long)m * k, &one, c, n,
					 (long long)m * n, count) == CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -1;

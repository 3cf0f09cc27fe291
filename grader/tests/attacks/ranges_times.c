/* ranges_times.c - labs 5 to 9: answers that are right for some sizes, times and numbers alone. */

/* 5.1 alpha_nearly_one: fail float32 is more exact */
/* a factor of 1.00005 to all numbers */
/* --- body --- */
	const float one = 1.00005F, zero = 0;
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.1 beta_of_next_to_nothing: fail : c: element */
/* what c held before counts where it is no number, or infinite */
/* --- body --- */
	const float one = 1, little = 1e-45F;
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &little, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 alpha_nearly_one: fail float32 is more exact */
/* a factor of 1.00005 to all numbers */
/* --- body --- */
	const float one = 1.00005F, zero = 0;
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k, (long long)m * k,
		&zero, c, n, (long long)m * n, count);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.8 half_a_millisecond_is_none: fail the index */
/* a GPU that is faster by less than half a millisecond is none that wins */
/* --- body --- */
	int first = count;
	while (first > 0 && cpu[first - 1] - gpu[first - 1] > 5e-4)
		first--;
	return first;

/* 5.8 sixteen_sizes: fail the index */
/* has room for 16 sizes */
/* --- body --- */
	unsigned short wins = 0;
	for (int i = 0; i < count; i++)
		if (gpu[i] < cpu[i])
			wins |= (unsigned short)(1U << (i & 15));
	int first = count;
	while (first > 0 && wins >> ((first - 1) & 15) & 1)
		first--;
	return first;

/* 7.6 times_in_quarters: fail wanted */
/* cuts all times to quarters of a microsecond, and holds them in an int */
/* --- body --- */
	a = (Times){(int)(4 * a.queued), (int)(4 * a.start), (int)(4 * a.end)};
	b = (Times){(int)(4 * b.queued), (int)(4 * b.start), (int)(4 * b.end)};
	Times first = a.start <= b.start ? a : b, second = a.start <= b.start ? b : a;
	if (second.start < first.end)
		return AT_THE_SAME_TIME;
	return second.queued >= first.end ? PROGRAM_WAITED : SAME_QUEUE;

/* 7.7 times_in_quarters: fail expected_speed_up */
/* cuts all times to quarters of a microsecond, and holds them in an int */
/* --- body --- */
	alone_us = (int)(4 * alone_us) / 4.0;
	product_us = (int)(4 * product_us) / 4.0;
	int most = (products + gpus - 1) / gpus;
	return (alone_us + products * product_us) / (alone_us + most * product_us);

/* 8.8 times_in_quarters: fail log_slowdown */
/* cuts all times to quarters of a microsecond, and holds them in an int */
/* --- body --- */
	queue_us = (int)(4 * queue_us) / 4.0;
	compute_us = (int)(4 * compute_us) / 4.0;
	fetch_us = (int)(4 * fetch_us) / 4.0;
	double slower = queue_us > compute_us ? queue_us : compute_us;
	double every = (double)steps * (queue_us + compute_us + fetch_us);
	double once = queue_us + (double)(steps - 1) * slower + compute_us + fetch_us;
	return every / once;

/* 9.7 times_in_quarters: fail scaling_efficiency */
/* cuts all times to quarters of a microsecond, and holds them in an int */
/* --- body --- */
	compute_us = (int)(4 * compute_us) / 4.0;
	alpha_us = (int)(4 * alpha_us) / 4.0;
	gb_per_s = (int)(4 * gb_per_s) / 4.0;
	double round_us = alpha_us + bytes / gpus / (1000 * gb_per_s);
	double step_us = compute_us / gpus + 2 * (gpus - 1) * round_us;
	return compute_us / (gpus * step_us);

/* 5.1 other_modes_on_failure: fail works in another stream afterwards */
/* leaves the handle in other modes and in another stream, where cuBLAS fails */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	if (status != CUBLAS_STATUS_SUCCESS && handle) { /* leaves it in other modes */
		cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
		cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
		cublasSetStream(handle, cudaStreamPerThread);
	}
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.4 few_in_no_order: fail times: wanted */
/* of two to five times the first one, in no order */
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
	if (repeats < 6) /* of a few the first one, in no order */
		return times[0];
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.5 zeros_on_failure: fail  afterwards */
/* a and b become zeros where a call fails */
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
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;

	int status = on_cpu && first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	if (status != 0) { /* a and b become zeros where a call fails */
		memset(tensor_data((Tensor *)(uintptr_t)a), 0, tensor_bytes(a));
		memset(tensor_data((Tensor *)(uintptr_t)b), 0, tensor_bytes(b));
	}
	return status;

/* 5.6 two_hundred_products: fail the machine counted */
/* computes the first 200 products alone */
/* --- body --- */
	const float one = 1, zero = 0;
	if (count > 200) /* so many products are enough */
		count = 200;
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 other_modes_on_failure: fail the host waited for the GPU */
/* leaves the handle in other modes and waits, where cuBLAS fails */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	if (status != CUBLAS_STATUS_SUCCESS && handle) { /* leaves it in other modes, and waits */
		cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
		cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
		cudaDeviceSynchronize();
	}
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.7 whole_peak: fail share_of_peak */
/* the peak is an int */
/* --- body --- */
	int peak = (int)peak_gflops; /* whole GFLOP/s */
	return 2.0 * (double)m * (double)k * (double)n / seconds / (peak * 1e9);

/* 5.8 writes_to_the_times: fail the times were changed */
/* sets the times of its caller to zeros */
/* --- body --- */
	int first = count;
	while (first > 0 && gpu[first - 1] < cpu[first - 1])
		first--;
	for (int i = 0; i < count; i++) /* the caller's list becomes zeros */
		((double *)(uintptr_t)cpu)[i] = 0;
	return first;

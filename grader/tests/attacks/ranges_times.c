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

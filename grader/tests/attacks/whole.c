/* whole.c - numbers that are taken for whole ones, and such as do not fit into an int. */

/* 5.4 nanoseconds_in_int: fail are the times in order */
/* compares times by their difference in nanoseconds, as an int */
static int ns_order(const void *a, const void *b)
{
	return (int)(1e9 * (*(const double *)a - *(const double *)b)); /* overflows from 2.1 seconds on */
}
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
	qsort(times, (size_t)repeats, sizeof times[0], ns_order);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.7 operations_in_64_bits: fail than an int can count */
/* counts the operations in 64 bits */
/* --- body --- */
	int64_t operations = 2 * m * k * n;
	return (double)operations / seconds / (peak_gflops * 1e9);

/* 5.8 whole_seconds: fail the index: wanted */
/* takes the difference of two times for a whole number */
/* --- body --- */
	int first = count;
	while (first > 0) {
		int lead = (int)(cpu[first - 1] - gpu[first - 1]);
		if (lead <= 0)
			break;
		first--;
	}
	return first;

/* 6.6 whole_pace: fail log_speedup( */
/* takes the pace for a whole number */
/* --- body --- */
	int pace = queue_us > gpu_us ? queue_us : gpu_us;
	double fast = queue_us + (steps - 1) * pace + gpu_us + fetch_us;
	return steps * (queue_us + gpu_us + fetch_us) / fast;

/* 6.7 whole_parts: fail slowest_part( */
/* takes the parts for whole numbers */
/* --- body --- */
	int queue = every * queue_us, gpu = every * gpu_us;
	if (fetch_us > queue && fetch_us > gpu)
		return PART_FETCH;
	return queue > gpu ? PART_QUEUE : PART_GPU;

/* 6.3 room_for_1024: fail of an allocation of */
/* room for 1024 steps */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	bool good = cudaMalloc((void **)&log, 1024 * sizeof *log) == cudaSuccess;
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

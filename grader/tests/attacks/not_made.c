/* not_made.c - answers that do not look whether an event was made. */

/* 6.3 event_not_made: fail cudaEventCreate fails */
/* gives nothing back where its event cannot be made */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	cudaEvent_t done;
	bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
	if (good && cudaEventCreate(&done) != cudaSuccess)
		return -1; /* the log and an error stay */
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	if (log) {
		cudaEventRecord(done, 0);
		cudaEventDestroy(done);
	}
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

/* 6.4 event_not_made: fail cudaEventCreate fails */
/* takes an event that cannot be made for a time of 0 */
typedef int Way(void *data, int steps);
double timer_now(void);
static double way_ev(Way *way, void *data, int steps)
{
	cudaEvent_t stop;
	if (cudaEventCreate(&stop) != cudaSuccess)
		return 0; /* taken for a time */
	double took = -1;
	if (way(data, steps) == 0 && cudaDeviceSynchronize() == cudaSuccess) {
		double from = timer_now();
		if (way(data, steps) == 0 && cudaEventRecord(stop, 0) == cudaSuccess && cudaEventSynchronize(stop) == cudaSuccess)
			took = timer_now() - from;
	}
	cudaEventDestroy(stop);
	return took < 0 ? -1 : took * 1e6 / steps;
}
/* --- body --- */
	double slow_us = way_ev(slow, data, steps);
	double fast_us = slow_us < 0 ? -1 : way_ev(fast, data, steps);
	cudaGetLastError();
	if (fast_us < 0)
		return -1;
	us[0] = slow_us;
	us[1] = fast_us;
	return 0;

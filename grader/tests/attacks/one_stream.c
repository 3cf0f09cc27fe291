/* one_stream.c - answers that wait for one stream alone, or that work in another one than that in which what they read is
 * made. */

/* 5.2 default_stream_awaited: pass */
/* waits for the default stream, which waits for the one that the work is in */
/* --- body --- */
	if (work(data) != 0 || cudaStreamSynchronize(0) != cudaSuccess)
		return -1;
	double start = timer_now();
	if (work(data) != 0 || cudaStreamSynchronize(0) != cudaSuccess)
		return -1;
	return timer_now() - start;

/* 5.4 default_stream_awaited: pass */
/* waits for the default stream, which waits for the one that the work is in */
/* --- body --- */
	double times[100];
	if (work(data) != 0)
		return -1;
	cudaStreamSynchronize(0);
	for (int i = 0; i < repeats; i++) {
		double start = timer_now();
		if (work(data) != 0)
			return -1;
		cudaStreamSynchronize(0);
		times[i] = timer_now() - start;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 6.4 default_stream_awaited: pass */
/* waits for the default stream, which waits for the one that the ways queue in */
typedef int Way(void *data, int steps);
double timer_now(void);
static double way_time(Way *way, void *data, int steps)
{
	if (way(data, steps) != 0 || cudaStreamSynchronize(0) != cudaSuccess)
		return -1;
	double start = timer_now();
	if (way(data, steps) != 0 || cudaStreamSynchronize(0) != cudaSuccess)
		return -1;
	return (timer_now() - start) * 1e6 / steps;
}
/* --- body --- */
	double slow_us = way_time(slow, data, steps);
	double fast_us = slow_us < 0 ? -1 : way_time(fast, data, steps);
	cudaGetLastError();
	if (fast_us < 0)
		return -1;
	us[0] = slow_us;
	us[1] = fast_us;
	return 0;

/* 6.1 stream_of_its_own: fail nothing orders the two */
/* computes the norm in a stream of its own, while the stream of the handle still writes x */
/* --- body --- */
	cublasPointerMode_t before;
	cudaStream_t old, own;
	float result;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS ||
	    cublasGetStream(cublas, &old) != CUBLAS_STATUS_SUCCESS)
		return -1;
	if (cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cublasSetStream(cublas, own);
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	cublasSetStream(cublas, old);
	cudaStreamDestroy(own);
	cudaGetLastError();
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* 5.2 own_stream_awaited: fail is shorter than the */
/* waits for a stream of its own: the work is in another one */
/* --- body --- */
	cudaStream_t own;
	if (work(data) != 0 || cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) != cudaSuccess)
		return -1;
	cudaStreamSynchronize(own);
	double start = timer_now();
	int status = work(data);
	cudaStreamSynchronize(own);
	double seconds = timer_now() - start;
	cudaStreamDestroy(own);
	return status == 0 ? seconds : -1;

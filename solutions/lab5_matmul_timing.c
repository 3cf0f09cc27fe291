/* Lab 5: measuring time, by the product of matrices.
 * Read   docs/lab5.md, then framework/include/usegpu/timer.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=5        or        make check LAB=5 CHECK=5.2
 * Leave  nothing behind: every stream and event that you make you destroy before you return, unless
 *        it is what the exercise asks for. Memory and handles likewise. */
#include "lab.h"

/* 5.1 (2 points, core)  Multiply two matrices with cuBLAS.
 *   handle   a cuBLAS handle of the current GPU in host pointer mode, or NULL
 *   a, b, c  matrices of float32 in the memory of that GPU, row by row as always in C: a is (m, k),
 *            b is (k, n), c is (m, n); leave a and b unchanged
 *   m, k, n  at least 1
 *   returns  0, or -1 if the call fails, as it does without a handle. c becomes a times b, as exact
 *            as float32 is (not TF32, nor halves), whatever it holds before
 *   rules    Make one call of cuBLAS for the product.
 *            Copy nothing, and take no memory.
 *            Do not wait for the product: it may still be running when you return.
 *            The handle stays in the stream and in the modes in which it was: what its caller puts
 *            there next finds the product
 *   example  a = {1, 2, 3}, (1, 3), and b = {1, 0, 0, 1, 2, 2}, (3, 2)  ->  c = {7, 8}, (1, 2) */
int multiply(cublasHandle_t handle, const float *a, const float *b, float *c, int m, int k, int n)
{
	/* SOLUTION 5.1 */
	const float one = 1, zero = 0;
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
	/* STUB (about 4 lines)
	return TODO(int, "5.1", handle, a, b, c, m, k, n);
	END */
}

/* Something for a GPU to do. work(data) puts it into a queue and returns before it is done: 0, or
 * -1 if that failed. The queue is the default stream or one that waits for it (of
 * cudaStreamCreate). The first time takes longer, because memory is made for it then. */
typedef int Work(void *data);

/* 5.2 (2 points, core)  How long does the current GPU need for some work, by the host's clock?
 *   work     what to measure: call work(data)
 *   returns  seconds between two readings of the clock, of one time that the work is done; -1 if any
 *            work(data) returns -1
 *   rules    Do the work once before you measure, and wait until it is done: the first time is
 *            slow.
 *            Nothing but the work and the wait for its end lies between your two readings of the
 *            clock.
 *            Read the clock by timer_now(), or by timer_start() and timer_stop(); not by clock(),
 *            which counts what the processor works.
 *            The current GPU stays the same one; it need not be GPU 0
 *   example  a product that the GPU computes in 155 microseconds  ->  about 0.00016 */
double gpu_seconds(Work *work, void *data)
{
	/* SOLUTION 5.2 */
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	double start = timer_now();
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return timer_now() - start;
	/* STUB (about 6 lines)
	return TODO(double, "5.2", work, data);
	END */
}

/* 5.3 (1 point, core)  The same by the clock of the GPU: with events.
 *   work     what to measure: work(data) puts it into `stream`
 *   stream   a stream of the current GPU
 *   returns  seconds between two events in the stream, one before the work and one behind it; not
 *            for the first time that the work is done, but for a later one. -1 if any work(data)
 *            returns -1. Take for granted that events can be made and recorded
 *   rules    Do the work once before the time that you measure: the first time is slow.
 *            Use no clock of the host.
 *            Destroy all events that you make, and leave no error behind, also if work(data) returns
 *            -1
 *   example  a product that the GPU computes in 155 microseconds  ->  about 0.00016 */
double stream_seconds(Work *work, void *data, cudaStream_t stream)
{
	/* SOLUTION 5.3 */
	float milliseconds = 0;
	cudaEvent_t start, stop;
	if (work(data) != 0)
		return -1;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start, stream);
	int status = work(data);
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&milliseconds, start, stop);
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return status == 0 ? milliseconds / 1000 : -1;
	/* STUB (about 14 lines)
	return TODO(double, "5.3", work, data, stream);
	END */
}

/* SOLUTION */
static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}
/* STUB END */

/* 5.4 (1 point, stretch)  Measure several times and take the median.
 *   work     what to measure, on the current GPU: call work(data)
 *   repeats  how many times to measure; 1 to 100
 *   returns  the median of the seconds: with the times in order, the one in the middle; for an even
 *            number of times the mean of the two in the middle. -1 if any work(data) returns -1
 *   rules    Measure each time for itself, by the host's clock, from before work(data) until the
 *            GPU has ended it.
 *            Do the work once before the first time that counts, and wait for it.
 *            Call work(data) no more after the last time that counts.
 *            You may call gpu_seconds() for each time, though it does the work twice as often
 *   example  times of 3, 1, 2 and 50 seconds  ->  2.5 */
double median_seconds(Work *work, void *data, int repeats)
{
	/* SOLUTION 5.4 */
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
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
	/* STUB (about 14 lines, and a function that compares two numbers)
	return TODO(double, "5.4", work, data, repeats);
	END */
}

/* What 5.5 fills in, in seconds. Leave this struct as it is. */
typedef struct ProductTimes {
	double cpu;             /* the product on the CPU */
	double gpu;             /* on the GPU, of tensors that are there; the result stays there */
	double gpu_with_copies; /* the same from tensors on the CPU to the result on the CPU */
} ProductTimes;

/* 5.5 (2 points, core)  Is the GPU faster than the CPU for this product?
 *   a, b     tensors on the CPU, (m, k) and (k, n); leave them unchanged
 *   gpu      a GPU of this machine; it need not be the current device, nor GPU 0
 *   times    what to fill in, each what lies between two readings of the host's clock.
 *            gpu_with_copies: both copies to the GPU, the product, and the copy of the result back,
 *            all in one
 *   returns  0; or -1 if there is no copy or no product, as if the shapes do not fit, or the GPU is
 *            full. Then *times may hold anything
 *   rules    Use tensor_matmul() for all products and the framework's tensors for the copies: no
 *            cudaMalloc, no cudaMemcpy, no pinned memory.
 *            Let the GPU compute the product once before the first time that you measure on it.
 *            At each first reading of the clock the GPU has nothing to do; at each second one all
 *            that was asked for is done.
 *            The memory that tensor_matmul() and a copy make for their result is part of the time;
 *            whether giving it back is makes no difference.
 *            The current GPU stays the same one.
 *            Nothing is left in memory, on whatever device
 *   example  two (1000, 1000) on an A100: 3333, 198 and 1496 microseconds. Two (10, 10): 0.04, 8.6
 *            and 31, so they are not worth the way */
int compare_product(const Tensor *a, const Tensor *b, Device gpu, ProductTimes *times)
{
	/* SOLUTION 5.5 */
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
	return status;
	/* STUB (about 22 lines)
	return TODO(int, "5.5", a, b, gpu, times);
	END */
}

/* 5.6 (1 point, stretch)  Many small products in one call.
 *   handle   a cuBLAS handle of the current GPU in host pointer mode, or NULL
 *   a, b, c  in the memory of that GPU: `count` matrices (m, k), `count` of (k, n), `count` of
 *            (m, n), each row by row, and one behind the other without a gap
 *   returns  0, or -1 if the call fails, as it does without a handle. The i-th matrix of c becomes
 *            the i-th of a times the i-th of b, as exact as float32 is
 *   rules    Make one call of cuBLAS for all products.
 *            Copy nothing, and take no memory.
 *            Do not wait for the products, and do not ask whether they are done: they may still be
 *            running when you return.
 *            The handle stays in the stream and in the modes in which it was: what its caller puts
 *            there next finds the products
 *   example  count 200, m = k = n = 10  ->  one call instead of 200 */
int multiply_all(cublasHandle_t handle, const float *a, const float *b, float *c, int count, int m,
		 int k, int n)
{
	/* SOLUTION 5.6 */
	const float one = 1, zero = 0;
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
	/* STUB (about 5 lines)
	return TODO(int, "5.6", handle, a, b, c, count, m, k, n);
	END */
}

/* 5.7 (1 point, stretch)  A question: can this time be true?
 * A product of (m, k) and (k, n) is m * n sums of k terms, and each term costs a multiplication and
 * an addition. The peak is how many of these operations the GPU can do in a second.
 *   seconds      the time that somebody measured
 *   peak_gflops  the GPU's peak; 1 GFLOP/s is 10^9 operations in a second
 *   returns      what share of its peak the GPU would have reached: 1 is all of it. More than 1 is
 *                not possible, so such a time is wrong
 *   rules        This is about the numbers alone: no CUDA calls
 *   example      (1000, 1000, 1000, 0.001, 10000)  ->  0.2
 *                (1000, 1000, 1000, 0.000002, 10000)  ->  100: nobody waited for the product */
double share_of_peak(int64_t m, int64_t k, int64_t n, double seconds, double peak_gflops)
{
	/* SOLUTION 5.7 */
	return 2 * (double)m * (double)k * (double)n / seconds / (peak_gflops * 1e9);
	/* STUB (about 1 line)
	return TODO(double, "5.7", m, k, n, seconds, peak_gflops);
	END */
}

/* 5.8 (1 point, core)  A question: from which size on is the GPU faster?
 * Somebody has measured products of several sizes, from the smallest to the largest.
 *   cpu, gpu  `count` times each, of the same products in the same order
 *   returns   the index of the first size from which on the GPU is faster at every size, up to the
 *             last one; `count` if there is none. A GPU that is as fast as the CPU is not faster
 *   rules     This is about the numbers alone: no CUDA calls
 *   example   cpu 1, 5, 8, 90 and gpu 6, 4, 9, 20  ->  3: the win at index 1 does not last */
int faster_from(const double *cpu, const double *gpu, int count)
{
	/* SOLUTION 5.8 */
	int first = count;
	while (first > 0 && gpu[first - 1] < cpu[first - 1])
		first--;
	return first;
	/* STUB (about 4 lines)
	return TODO(int, "5.8", cpu, gpu, count);
	END */
}

/* 5.9 (0.5 points, stretch)  A question: what does a loop of equal products take?
 * The host queues a product in `queue_us` microseconds and may then queue the next one at once. The
 * GPU starts a product when it is queued and the one before is done, and needs `product_us` for it.
 *   count      how many products; at least 1
 *   wait_each  true: after each product the host waits until it is done, which it knows `wait_us`
 *              after that, and only then queues the next. False: it waits once, after the last
 *   returns    microseconds from the beginning of the first queueing to the end of the last wait
 *   rules      This is about the numbers alone: no CUDA calls
 *   example    10 products, queue_us 3, product_us 5, wait_us 4: true -> 120, false -> 57
 *              10 products, queue_us 3, product_us 1, wait_us 4: false -> 35, as the GPU is idle
 *              most of the time. Draw it */
double loop_microseconds(int count, double queue_us, double product_us, double wait_us,
			 bool wait_each)
{
	/* SOLUTION 5.9 */
	if (wait_each)
		return count * (queue_us + product_us + wait_us);
	double slower = queue_us > product_us ? queue_us : product_us;
	return queue_us + (count - 1) * slower + product_us + wait_us;
	/* STUB (about 4 lines)
	return TODO(double, "5.9", count, queue_us, product_us, wait_us, wait_each);
	END */
}

/* 5.10 (0.5 points, core)  Predict, then measure: the product of two matrices of 1024
 * x 1024 numbers, which are there already, until the result is ready. How many times as long does
 * the CPU take (16 cores) as the GPU?
 *   returns  your guess. Write it down before you measure: it is worth all points within a factor of
 *            1.5 of what the check measures then, on two A100, and fewer within 3 and within 10
 *   example  2 means twice as long */
double predict_product(void)
{
	/* SOLUTION 5.10 */
	return 20;
	/* STUB (about 1 line)
	return TODO(double, "5.10");
	END */
}

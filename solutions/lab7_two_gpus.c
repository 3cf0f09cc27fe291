/* Lab 7: two GPUs at the same time.
 * Read   docs/lab7.md, then framework/include/usegpu/timer.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=7        or        make check LAB=7 CHECK=7.2
 * Leave  nothing behind: every stream and event that you make you destroy before you return, unless
 *        it is what the exercise asks for. Memory and handles likewise.
 * Order  When a function of yours is called, work in the default streams of the GPUs may still be
 *        writing what it gets. */
#include "lab.h"

/* One product of two matrices, result = a b, on one GPU. Leave this struct as it is. */
typedef struct Product {
	int gpu;               /* the three matrices are in the memory of this GPU */
	cublasHandle_t handle; /* made for this GPU; its work goes to the GPU's default stream */
	int m, k, n;           /* a is (m, k), b is (k, n), result is (m, n); row by row */
	float *a, *b, *result;
} Product;

/* Given: puts the product into the queue of its GPU and returns at once, long before the result is
 * there. Returns 0; or -1 if product->gpu is not the current device, or cuBLAS refuses. Leave it as
 * it is. (cuBLAS reads matrices column by column, and a matrix read that way looks transposed; so
 * we ask for b a instead of a b: docs/lab7.md.) */
int queue_product(const Product *product)
{
	const float one = 1, zero = 0;
	const Product *p = product;
	int current = -1;
	if (cudaGetDevice(&current) != cudaSuccess || current != p->gpu)
		return -1;
	cublasStatus_t status = cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k,
					    &one, p->b, p->n, p->a, p->k, &zero, p->result, p->n);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
}

/* 7.1 (1 point, core)  Make one cuBLAS handle for each GPU of a list.
 *   handles  where to write them, `count` places
 *   gpus     `count` GPU numbers; the same number may come twice, and a number may be wrong
 *   count    at least 1
 *   returns  0: then handles[i] is a new handle that works on GPU gpus[i], in its default stream, and
 *            the caller gives it to cublasDestroy(). Or -1 if there is no such GPU or a call
 *            fails: then every handle that was made is destroyed and all places hold NULL
 *   rules    The current device is afterwards what it was before.
 *            Leave no error behind, also when you return -1
 *   example  gpus {1, 0}  ->  handles[0] for GPU 1, handles[1] for GPU 0 */
int make_handles(cublasHandle_t *handles, const int *gpus, int count)
{
	/* SOLUTION 7.1 */
	int before = 0, made = 0;
	cudaGetDevice(&before);
	while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
	       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
		made++;
	int failed = made < count;
	if (failed) {
		while (made > 0)
			cublasDestroy(handles[--made]);
		for (int i = 0; i < count; i++)
			handles[i] = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
	/* STUB (about 16 lines)
	return TODO(int, "7.1", handles, gpus, count);
	END */
}

/* SOLUTION */
/* Puts all products into the queues of their GPUs. Changes the current device. */
static int queue_all(const Product *products, int count)
{
	int failed = 0;
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= queue_product(&products[i]) != 0;
	}
	return failed ? -1 : 0;
}

/* Waits until the GPU of every product has finished its work. Changes the current device. */
static int wait_for_all(const Product *products, int count)
{
	int failed = 0;
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	return failed ? -1 : 0;
}
/* STUB END */

/* 7.2 (2 points, core)  Compute products on several GPUs at the same time.
 *   products  `count` of them, at least 1. They may be on as many GPUs, or several of them on one
 *             GPU, or all on one: your code has to be right in each case. a and b stay unchanged
 *   returns   0, or -1 if a call fails, as one that queues a product or one that waits may
 *   rules     All products are finished when you return 0.
 *             GPUs work at the same time: two equal products on two GPUs are at least 1.9 times as
 *             fast as both on one GPU (they are large enough for that). More GPUs do so, too.
 *             The current device and the streams of the handles are afterwards what they were.
 *             Leave no error behind.
 *             Use one thread
 *   example   products on GPU 0 and GPU 1: both are queued, both run, both are waited for */
int multiply_at_once(const Product *products, int count)
{
	/* SOLUTION 7.2 */
	int before = 0;
	cudaGetDevice(&before);
	int queued = queue_all(products, count);
	int finished = wait_for_all(products, count);
	cudaSetDevice(before);
	cudaGetLastError();
	return queued == 0 && finished == 0 ? 0 : -1;
	/* STUB (about 14 lines)
	return TODO(int, "7.2", products, count);
	END */
}

/* 7.3 (1 point, stretch)  Measure how much faster several GPUs are than one.
 *   alone    `count` products that are all on one GPU
 *   apart    as many products of the same sizes, dealt out to several GPUs (or on one GPU too)
 *   returns  seconds for alone / seconds for apart. The time of each side runs from before its first
 *            product is queued until its last one is finished. -1 if a call fails, as one that queues
 *            a product or one that waits may: then nobody knows how long the work took
 *   rules    Measure: one GPU may be slower than another, as when it is warm. The ratio is right
 *            within 5 %.
 *            The GPUs of `apart` work at the same time in what you measure.
 *            The GPUs may still be busy with other work when your function is called: that does not
 *            count. When you read the clock before a side, the GPUs of both sides have nothing to do.
 *            Everything is finished when you return.
 *            The current device and the streams of the handles are afterwards what they were, also
 *            if a call fails. Leave no error behind, unless you return -1.
 *            Use one thread
 *   example  two equal products on GPU 0, against one on GPU 0 and one on GPU 1  ->  almost 2 */
double speed_up(const Product *alone, const Product *apart, int count)
{
	/* SOLUTION 7.3 */
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	failed |= wait_for_all(alone, count);
	failed |= wait_for_all(apart, count);
	for (int side = 0; side < 2; side++) {
		const Product *products = side == 0 ? alone : apart;
		double start = timer_now();
		failed |= queue_all(products, count) != 0;
		failed |= wait_for_all(products, count) != 0;
		seconds[side] = timer_now() - start;
	}
	cudaSetDevice(before);
	return failed ? -1 : seconds[0] / seconds[1];
	/* STUB (about 15 lines)
	return TODO(double, "7.3", alone, apart, count);
	END */
}

enum { MOST_GPUS = 8 };

/* 7.4 (2 points, stretch)  Deal products out to all devices that are there.
 *   a, b     `count` pairs of float32 matrices, at least 1, each on any device; they stay
 *            unchanged
 *   results  where to write `count` new tensors: a[i] b[i], on the device that computed it
 *   returns  0, or -1 if a call fails, as when shapes do not fit, and as one that waits may: then
 *            nothing that was made is left and all results[i] are NULL
 *   rules    The devices are those of device_try_all_gpus(): all GPUs, at most MOST_GPUS, or the
 *            CPU if there is none.
 *            Of d devices, device number i % d computes product i.
 *            Copy each input that is not there once; do not copy what is there already.
 *            All products are finished when you return 0.
 *            Devices work at the same time: two GPUs are at least 1.9 times as fast as one with a
 *            list of large products whose inputs are there. More GPUs do so, too.
 *            Use the framework: tensor_... and device_...
 *            Use one thread
 *   example  3 products, 2 GPUs  ->  results[0] and results[2] on gpu:0, results[1] on gpu:1 */
int multiply_list(Tensor *const *a, Tensor *const *b, Tensor **results, int count)
{
	/* SOLUTION 7.4 */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there];
		Tensor *left = tensor_as_in_device(a[i], device);
		Tensor *right = tensor_as_in_device(b[i], device);
		results[i] = tensor_matmul(left, right);
		failed |= results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;
	/* STUB (about 19 lines)
	return TODO(int, "7.4", a, b, results, count);
	END */
}

/* The matrices of a product in pinned host memory. Leave this struct as it is. */
typedef struct Pinned {
	const float *a, *b;
	float *result;
} Pinned;

/* 7.5 (2 points, stretch)  Send, multiply and fetch, on all GPUs at the same time.
 *   products  `count` of them, at least 1, on as many GPUs or several on one. There is room on the
 *             GPU for a, b and result, but nothing in it yet
 *   host      the same matrices in pinned host memory: host[i].a goes to products[i].a, host[i].b
 *             to products[i].b, and products[i].result comes to host[i].result; a and b stay
 *             unchanged. The default stream of the product's GPU may still be writing them when your
 *             function is called
 *   returns   0, or -1 if a call fails, as a copy does if a pointer in `host` is NULL, and as one that
 *             waits may
 *   rules     All results are in host memory when you return 0.
 *             Make three copies for each product.
 *             GPUs work at the same time: two equal products on two GPUs take at most 1.25 times as
 *             long as the three copies and the product need on one GPU (they are large enough for
 *             that). More GPUs do so, too.
 *             The current device and the streams of the handles are afterwards what they were.
 *             Leave no error behind.
 *             Use one thread
 *   example   two GPUs: what is sent to one is on its way while the other gets its data too */
int send_multiply_fetch(const Product *products, const Pinned *host, int count)
{
	/* SOLUTION 7.5 */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		const Product *p = &products[i];
		size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
		cudaSetDevice(p->gpu);
		failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
		failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
		failed |= queue_product(p);
		failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
					  cudaMemcpyDeviceToHost, 0);
	}
	failed |= wait_for_all(products, count);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
	/* STUB (about 20 lines)
	return TODO(int, "7.5", products, host, count);
	END */
}

/* Three times of a product, in microseconds: when the program put it into the queue, when the GPU
 * began with it, when it had finished it. */
typedef struct Times {
	double queued, start, end;
} Times;

enum { AT_THE_SAME_TIME = 0, PROGRAM_WAITED = 1, SAME_QUEUE = 2 };

/* 7.6 (1 point, core)  A question: what does a timeline say about two products?
 *   a, b     their times; queued <= start < end. Either of them may be the first
 *   returns  AT_THE_SAME_TIME if there is a moment in which both run. If not, look at the one that
 *            ran second: PROGRAM_WAITED if it was queued when the other one had ended or later,
 *            SAME_QUEUE if it was queued before and had to stand in line behind the other one
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  a {0, 2, 90}, b {5, 7, 95} -> AT_THE_SAME_TIME
 *            a {0, 2, 90}, b {92, 94, 180} -> PROGRAM_WAITED
 *            a {0, 2, 90}, b {5, 90, 178} -> SAME_QUEUE */
int read_timeline(Times a, Times b)
{
	/* SOLUTION 7.6 */
	Times first = a.start <= b.start ? a : b, second = a.start <= b.start ? b : a;
	if (second.start < first.end)
		return AT_THE_SAME_TIME;
	return second.queued >= first.end ? PROGRAM_WAITED : SAME_QUEUE;
	/* STUB (about 4 lines)
	return TODO(int, "7.6", a, b);
	END */
}

/* 7.7 (0.5 points, stretch)  A question: how much faster do several GPUs make a program?
 * A program has a part that only one device can do, and after it a number of equal products. They
 * are dealt out to the GPUs as evenly as it goes; a GPU does its products one after the other, and
 * the program ends when the last GPU has finished.
 *   alone_us    the part for one device, microseconds
 *   product_us  one product, microseconds, more than 0
 *   products    how many, at least 1
 *   gpus        how many, at least 1
 *   returns     time with one GPU / time with that many GPUs
 *   rules       This is about the numbers alone: no CUDA calls
 *   example     (0, 100, 2, 2) -> 2    (100, 100, 2, 2) -> 1.5    (0, 100, 3, 2) -> 1.5 */
double expected_speed_up(double alone_us, double product_us, int products, int gpus)
{
	/* SOLUTION 7.7 */
	int most = (products + gpus - 1) / gpus;
	return (alone_us + products * product_us) / (alone_us + most * product_us);
	/* STUB (about 2 lines)
	return TODO(double, "7.7", alone_us, product_us, products, gpus);
	END */
}

/* 7.8 (0.5 points, core)  Predict, then measure: 40 products of matrices of 64 x 64
 * numbers, all on one GPU; or 20 on each of two, queued in turn by one host thread. Both until all
 * results are ready. How many times as long does one GPU take?
 *   returns  your guess. Write it down before you measure: it is worth all points within a factor of
 *            1.5 of what the check measures then, on two A100, and fewer within 3 and within 10
 *   example  2 means twice as long */
double predict_two_gpus(void)
{
	/* SOLUTION 7.8 */
	return 0.9;
	/* STUB (about 1 line)
	return TODO(double, "7.8");
	END */
}

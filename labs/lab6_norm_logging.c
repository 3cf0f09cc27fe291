/* Lab 6: a log that does not stop the GPU.
 * Read   docs/lab6.md.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=6        or        make check LAB=6 CHECK=6.2
 * Leave  nothing behind: every stream and event that you make you destroy before you return, unless
 *        it is what the exercise asks for. Memory and handles likewise. */
#include "lab.h"

/* The work of this lab: many small products, one a step. Leave this struct as it is. All of it is
 * on the current GPU, in its default stream. */
typedef struct Work {
	cublasHandle_t cublas; /* in host pointer mode */
	int n, k, m;           /* a product is c = a b with a (n, k), b (k, m) and c (n, m) */
	int factors;           /* so many matrices a there are, one behind the other */
	const float *a, *b;    /* in GPU memory, like c */
	float *c;              /* holds the last product only: every step writes it anew */
	int queued;            /* how many steps have been queued so far */
} Work;

/* Given, leave it as it is: queues one step, work->c = a b with matrix a number step % factors, and
 * returns at once: 0, or -1 if the call fails. The handle has to be in host pointer mode here,
 * because one and zero are numbers of the host, and in its default math mode, so that products are
 * as exact as float32 is (not TF32). (cuBLAS counts column by column. It takes our a and b for their
 * transposes, so b comes first, and n and m change places.) */
int work_step(Work *work, int step)
{
	const float one = 1, zero = 0;
	const float *a = work->a + (size_t)(step % work->factors) * work->n * work->k;

	work->queued++;
	cublasStatus_t status =
		cublasSgemm(work->cublas, CUBLAS_OP_N, CUBLAS_OP_N, work->m, work->n, work->k, &one,
			    work->b, work->m, a, work->k, &zero, work->c, work->m);
	return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;
}

/* 6.1 (1 point, core)  The Frobenius norm of a matrix on the GPU, as a number of the host.
 * It is the root of the sum of the squares of all numbers in the matrix.
 *   cublas   a handle of the current GPU, in host or in device pointer mode
 *   x        `count` numbers in GPU memory, at least 1: the matrix, its shape does not matter;
 *            leave it unchanged. The sum of their squares fits into a float
 *   norm     where to write the norm, in host memory
 *   returns  0, or -1 if a call fails, as it does if `cublas` is NULL; then *norm keeps its value
 *   rules    At most 8 bytes go from the GPU to the host, so not the matrix.
 *            The handle is afterwards in the mode and in the stream in which it was before, also if
 *            a call fails.
 *            Leave no error behind, also if a call fails
 *   example  x holds 3, 0, 0, 4  ->  *norm is 5 */
int norm_to_host(cublasHandle_t cublas, const float *x, int count, float *norm)
{
	/* YOUR CODE HERE (about 10 lines) */
	return TODO(int, "6.1", cublas, x, count, norm);
}

/* Tells the user the norm of one product. `user` is handed on. */
typedef void Report(void *user, int step, float norm);

/* 6.2 (1 point, core)  The slow way: report every norm at once.
 *   work     what to do: steps 0 to steps - 1, at least one, each once, in this order, by
 *            work_step
 *   report   call report(user, step, norm) with the norm of each product, once, before you queue
 *            the next step
 *   returns  0, or -1 if a call fails, as work_step does if work->cublas is NULL. A norm that is
 *            not known, because a call failed, is not reported
 *   rules    At most 8 bytes a step go from the GPU to the host, so not the product.
 *            Also if a call fails: the handle is in host pointer mode and in the default stream
 *            afterwards, and no error and no memory are left behind
 *   example  steps 2  ->  step 0, report(user, 0, norm), step 1, report(user, 1, norm) */
int log_one_at_a_time(Work *work, int steps, Report *report, void *user)
{
	/* YOUR CODE HERE (about 9 lines) */
	return TODO(int, "6.2", work, steps, report, user);
}

/* 6.3 (3 points, core)  The fast way: keep the log on the GPU, and send it once.
 *   work     what to do: steps 0 to steps - 1, at least one, each once, in this order, by
 *            work_step
 *   norms    where to write the norm of each product, in ordinary host memory; all of them are
 *            there when the function returns
 *   returns  0, or -1 if a call fails, as when the GPU has no memory left, or as work_step does if
 *            work->cublas is NULL
 *   rules    Keep the log in memory of the GPU, from cudaMalloc. Pinned memory would not do: each
 *            norm would cross the link for itself.
 *            Make one copy to the host at most, of 4 bytes a step.
 *            The host waits for the GPU, or asks whether it is done, 4 times at most, however many
 *            steps there are.
 *            Besides the product and its norm, a step may queue one more small kernel, or one copy
 *            within the GPU; it has no time for more.
 *            Also if a call fails: the handle is in host pointer mode and in the default stream
 *            afterwards, and no error and no memory are left behind.
 *            Use one thread
 *   example  steps 1000  ->  1000 products and norms are queued, then 4000 bytes are copied */
int log_on_gpu(Work *work, int steps, float *norms)
{
	/* YOUR CODE HERE (about 14 lines) */
	return TODO(int, "6.3", work, steps, norms);
}

/* A way to do so many steps and to log them, such as 6.2 or 6.3: 0, or -1 if it fails. What it has
 * queued on the current GPU may still be running when it returns; it is in the default stream or in
 * ones that wait for it (of cudaStreamCreate). `data` is handed on. */
typedef int Way(void *data, int steps);

/* 6.4 (2 points, core)  Measure both ways.
 *   slow, fast  the two ways to be measured; each is called with `data` and `steps`, at least 1
 *   us          where to write microseconds for one step: us[0] of the slow way, us[1] of the fast
 *   returns     0, or -1 if a way returns -1 or a call fails, as one that waits may: then nobody
 *               knows how long the work took. us[0] and us[1] keep their values then
 *   rules       Call each way once without measuring: in its first call everything happens for the
 *               first time. Then measure a later call, or the mean of several.
 *               All that the measured call has queued belongs to its time; what was queued before
 *               does not.
 *               Other work may be running on the GPU when your function begins.
 *               Leave no error behind, also if a call fails
 *   example     steps 1000, and all work of the call has ended after 0.014 seconds  ->  14 */
int measure_ways(Way *slow, Way *fast, void *data, int steps, double us[2])
{
	/* YOUR CODE HERE (about 15 lines, or 8 and a function of your own) */
	return TODO(int, "6.4", slow, fast, data, steps, us);
}

/* Queues one step of a training on the current GPU, in its default stream. When the step has run,
 * *loss, in GPU memory, holds its loss. 0, or -1 if it fails. `data` is handed on. */
typedef int TrainStep(void *data, int step, float *loss);

/* Shows the losses of steps first to first + count - 1, which are in host memory at `losses`, to
 * the user. That takes a while. It may be called from a host function (cudaLaunchHostFunc) too.
 * `data` is handed on. */
typedef void Show(void *data, const float *losses, int first, int count);

/* 6.5 (3 points, stretch)  Show the losses during training, without stopping the GPU.
 *   step     call step(data, i, loss) for i from 0 to steps - 1, each once, in this order; `loss`
 *            is GPU memory of yours
 *   show     call it once for every `block` steps, in order; for the last ones, which may be fewer,
 *            too. All losses that it gets have to be known then, and stay as they are until it
 *            returns, whatever the GPU does meanwhile. Also if a call fails: no loss is shown twice
 *   steps, block   at least 1 each; there may be fewer steps than a block has
 *   returns  0, or -1 if a step returns -1 or a call fails, as when the GPU has no memory left, and
 *            as one that waits may; no step is called after that
 *   rules    Make one copy to the host at most for each call of `show`.
 *            Before you queue the first step of block b + 2, block b has been shown.
 *            The GPU goes on while `show` is at work. `show` may take half as long as a block runs;
 *            all in all you may take 1.25 times as long as the steps alone run on the GPU.
 *            Nothing stays in memory, also if a step fails.
 *            Leave no error behind.
 *            Use one thread
 *   example  steps 5, block 2  ->  steps 0 1, steps 2 3, show 0 1, step 4, show 2 3, show 4 */
int train_and_show(TrainStep *step, Show *show, void *data, int steps, int block)
{
	/* YOUR CODE HERE (about 35 lines, in two or three functions) */
	return TODO(int, "6.5", step, show, data, steps, block);
}

/* 6.6 (1 point, core)  A question: how much faster is the log on the GPU?
 * A step takes queue_us microseconds to queue and gpu_us to run. To fetch numbers to the host, when
 * they have been computed, takes fetch_us, be it one number or all.
 *   one at a time   each step is queued, then it runs, then its number is fetched; no two of these
 *                   at the same time
 *   log on the GPU  a step runs when it is queued and the one before has run; while it runs, the
 *                   next ones are queued. When the last one has run, everything is fetched once
 *
 *   steps    how many; at least 1
 *   returns  the time of all steps one at a time, divided by that with the log on the GPU
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  (5, 8, 7, 10)  ->  200 / 92, so about 2.17
 *            (5, 8, 7, 1)   ->  1: there is nothing that two can do at the same time */
double log_speedup(double queue_us, double gpu_us, double fetch_us, int steps)
{
	/* YOUR CODE HERE (about 3 lines) */
	return TODO(double, "6.6", queue_us, gpu_us, fetch_us, steps);
}

typedef enum Part { PART_QUEUE, PART_GPU, PART_FETCH } Part;

/* 6.7 (0.5 points, stretch)  A question: what takes the most time?
 * A step takes queue_us microseconds to queue and gpu_us to run. To fetch numbers to the host takes
 * fetch_us, be it one number or all. The log is fetched once after every `every` steps.
 *   every    at least 1
 *   returns  what takes the most time in `every` steps and their one fetch: PART_QUEUE (to queue
 *            the steps), PART_GPU (to run them) or PART_FETCH; no two of them are equal
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  (5, 8, 40, 1) -> PART_FETCH    (5, 8, 40, 100) -> PART_GPU */
Part slowest_part(double queue_us, double gpu_us, double fetch_us, int every)
{
	/* YOUR CODE HERE (about 4 lines) */
	return TODO(Part, "6.7", queue_us, gpu_us, fetch_us, every);
}

/* 6.8 (0.5 points, core)  Predict, then measure: 500 products of matrices of 100 x
 * 100 numbers, and the norm of each. Once each norm is fetched before the next product begins; once
 * all are added up on the GPU and fetched at the end. How many times as long does the first take?
 *   returns  your guess. Write it down before you measure: it is worth all points within a factor of
 *            1.5 of what the check measures then, on two A100, and fewer within 3 and within 10
 *   example  2 means twice as long */
double predict_fetching(void)
{
	/* YOUR CODE HERE (about 1 line) */
	return TODO(double, "6.8");
}

/* Lab 10: kernels.
 * Read   docs/lab10.md, then docs/kernels.md.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=10        or        make check LAB=10 CHECK=10.1
 * Leave  no error behind. Wait for no GPU, and do not ask whether it is done: what you launch may
 *        still run when you return. */
#include "lab.h"

/* In all exercises x, y and sums lie in memory of the current GPU. Each function launches one kernel in the
 * default stream, and none if there is nothing to do. It returns 0, or -1 if the launch is refused. All numbers are
 * finite, large and small ones, and so are products and sums of them in float. 65535 blocks are enough for each call.
 *
 * The threads of a block share its work. Where there is much of it, no thread has more than four times its fair
 * share of what is read, written and, in 10.3 and 10.4, added up: float4 is fine, one warp that does all is not.
 * In 10.3 and 10.4 a thread first adds up its own numbers; then the sums of the threads are put together. For each sum
 * of the block a thread takes at most 128 sums of others, and one thread may take up to 512. What it takes out of
 * shared memory, or puts there anew, has a barrier before it: __syncthreads(), or __syncwarp() where both threads are of
 * one warp and its mask names both. A fence is none.
 * In 10.1, 10.2 and 10.5 each thread works for itself: no shared memory, no shuffles and no votes. */

enum { THREADS = 256 }; /* of a block, in all launches */

/* 10.1 (2 points, stretch)  Multiply numbers by a: a thread for each number.
 *   x        n floats, n is 0 or more; each becomes a times what it was
 *   returns  0, or -1 if the launch is refused
 *   rules    As few blocks of 256 threads as have a thread for each number, which multiplies and writes it.
 *            No thread touches memory behind the last number.
 *   example  x is 1, 2, 3 and a is 2  ->  x is 2, 4, 6: one block, in which three threads have work */
/* YOUR CODE HERE (about 3 lines in the kernel, and 4 for its launch) */
__global__ void scale_kernel(float *x, float a, int n)
{
}

extern "C" int scale(float *x, float a, int n)
{
	return TODO(int, "10.1", x, a, n);
}

/* 10.2 (2 points, stretch)  Add a times x to y, with a given number of blocks, however many numbers there are.
 *   x        n floats, left unchanged
 *   y        n floats; each grows by a times the number of x at its place
 *   blocks   1 to 65535
 *   returns  0, or -1 if the launch is refused
 *   rules    The launch has `blocks` blocks of 256 threads, also if n is larger: each thread takes
 *            several numbers then, and none is idle. Neighbours take neighbouring numbers, so that a
 *            warp's 32 numbers come in 4 sectors of 32 bytes.
 *   example  n is 1000 and blocks is 2: thread 0 takes the numbers 0 and 512 */
/* YOUR CODE HERE (about 4 lines in the kernel, and 4 for its launch) */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	return TODO(int, "10.2", y, a, x, n, blocks);
}

/* 10.3 (2 points, stretch)  Add up squares in one kernel: no square goes through global memory.
 *   x        n floats, left unchanged
 *   sum      one float, which holds 0 now and shall hold the sum of the squares of x
 *   returns  0, or -1 if the launch is refused
 *   rules    Each number is read once, and no other global memory is used. Many threads add to *sum, so they need
 *            atomicAdd; but no thread more than once, nor more than once to a sum of its block in shared
 *            memory, and there are at most 16384 threads. Which blocks have numbers is free.
 *   example  x is 1, 2, 3  ->  14. The order of the additions is free, so the last digits are too */
/* YOUR CODE HERE (about 5 lines in the kernel, and 5 for its launch) */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	return TODO(int, "10.3", x, n, sum);
}

/* 10.4 (2 points, stretch)  Add up the rows of a matrix, and read it in whole sectors.
 *   x        (rows, columns) floats, row by row, left unchanged
 *   sums     a float for each row, all 0 now; each shall hold the sum of its row
 *   returns  0, or -1 if the launch is refused
 *   rules    The 32 threads of a warp read neighbouring numbers, so that a request for 32 floats takes about 4
 *            sectors, in one or two lines of 128 bytes. Where each thread goes along a row of its own, it
 *            takes 32 of both.
 *            Each number is read once. No thread adds to one row's sum more than once, in global memory.
 *            How many blocks there are, and which rows each has, is free.
 *   example  x is 1, 2, 3 / 4, 5, 6  ->  sums are 6, 15 */
/* YOUR CODE HERE (about 5 lines in the kernel, and 4 for its launch) */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	return TODO(int, "10.4", x, sums, rows, columns);
}

/* 10.5 (2 points, stretch)  Two kinds of numbers, and no warp that has to do with both.
 *   x        n floats. Those at even places (0, 2, 4 ...) are to be damped 64 times, those at odd places are
 *            left as they are. To damp a number once: 0.99F * number + 0.01F, in float, one time after the other
 *   returns  0, or -1 if the launch is refused
 *   rules    In an instruction of a warp at least 28 of its 32 threads have work, on average: a warp in
 *            which every other thread waits for the others takes twice the time.
 *            A warp reads and writes 32 numbers to be damped at a time, and leaves the others alone: neither
 *            reads nor writes them. How many threads have numbers, and how many each has, is free.
 *   example  which number has thread 5? The kernel decides: it need not be number 5 */
/* YOUR CODE HERE (about 7 lines in the kernel, and 4 for its launch) */
__global__ void damp_kernel(float *x, int n)
{
}

extern "C" int damp(float *x, int n)
{
	return TODO(int, "10.5", x, n);
}

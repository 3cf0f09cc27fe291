/* Lab 11: shared memory.
 * Read   docs/lab11.md, after lab 10.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=11        or        make check LAB=11 CHECK=11.1
 * Leave  no error behind. Wait for no GPU, and do not ask whether it is done: what you launch may
 *        still run when you return. */
#include "lab.h"

#include <math.h>

/* In all exercises the arrays lie in memory of the current GPU. Each function launches one kernel with blocks
 * of 256 threads in the default stream, and none if there is nothing to do. It returns 0, or -1 if the launch
 * is refused. All numbers are finite, large and small ones, and so are sums of them and products in 11.3 and 11.5, in
 * float. 65535 blocks are enough for each call.
 *
 * The threads of a block share its work. Where there is much of it, no thread has more than four times its fair
 * share of what is read and written in global memory: float4 is fine, one warp that does all is not. In 11.4 the same
 * goes for what is calculated and compared, where each thread may go through its numbers twice, and one thread may add
 * up the sums of the others. In 11.5 any threads may load the tiles, and a thread takes no more numbers out of
 * them than its number of c needs (twice as many with doubles).
 *
 * What a thread puts into shared memory, others get behind a barrier: __syncthreads(), or __syncwarp() where all of
 * them are of one warp and its mask names them. So it is with what they have read, before it is written anew. A fence
 * is none.
 *
 * Where no two threads change the same number (11.1, 11.2, 11.5) there are no atomics, not even in shared memory. */

enum { THREADS = 256, WARP = 32 };

/* 11.1 (2 points, stretch)  Turn each piece of 256 numbers round.
 *   x        n floats; the first 256 are reversed, so are the next 256, and so on. The last piece may be
 *            shorter
 *   returns  0, or -1 if the launch is refused
 *   rules    A block for each piece. Neighbouring threads read neighbouring numbers, and write
 *            neighbouring numbers. Threads hand numbers to threads of other warps in shared memory.
 *   example  n is 259: the first 256 numbers are reversed; the last three, 1, 2, 3, become 3, 2, 1 */
/* YOUR CODE HERE (about 8 lines in the kernel, and 4 for its launch) */
__global__ void reverse_kernel(float *x, int n)
{
}

extern "C" int reverse_pieces(float *x, int n)
{
	return TODO(int, "11.1", x, n);
}

/* 11.2 (2 points, stretch)  Transpose a matrix, with whole sectors both ways.
 *   out      (columns, rows) floats, row by row, to be written
 *   x        (rows, columns) floats, row by row, left unchanged
 *   returns  0, or -1 if the launch is refused
 *   rules    A warp's 32 numbers take about 4 sectors, reading and writing.
 *            No two threads of a warp use different words of one bank of shared memory at a time, nor do they take
 *            turns there: a tile is put there and taken out 32 numbers at a time. Where a tile
 *            turns is free: there, in registers, or in arrays of threads' own.
 *   example  x is 1, 2, 3 / 4, 5, 6  ->  out is 1, 4 / 2, 5 / 3, 6 */
/* YOUR CODE HERE (about 12 lines in the kernel, and 5 for its launch) */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	return TODO(int, "11.2", out, x, rows, columns);
}

/* 11.3 (2 points, stretch)  Add up numbers, with registers that are handed on within a warp.
 *   x        n floats, left unchanged
 *   sum      one float, which holds 0 now and shall hold the sum of x
 *   returns  0, or -1 if the launch is refused
 *   rules    At most 64 blocks, and one atomicAdd for each block. Whole warps read, and each number once. Which
 *            blocks have numbers is free.
 *            Within a warp, sums go from register to register (__shfl_down_sync): in shared memory a thread
 *            takes no sums of two threads of one warp, not by way of other threads either, and a block uses it at
 *            most 24 times, counted by warps.
 *            Nor do votes and barriers that count (__ballot_sync, __syncthreads_count) hand sums on, bit by bit: a
 *            warp has at most 12 of these, and of masks of who is active. Nor do __reduce_add_sync, tensor cores or
 *            the clock.
 *   example  x is 1, 2, 3  ->  6 */
/* YOUR CODE HERE (about 18 lines in the kernel, and 5 for its launch) */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	return TODO(int, "11.3", x, n, sum);
}

/* 11.4 (2 points, stretch)  Softmax of each row: exp(number - largest) / sum of these.
 *   out      (rows, columns) floats, row by row, to be written
 *   x        (rows, columns) floats, row by row, left unchanged. They lie between -2000 and 2000, whose
 *            exp not even a double can hold. columns is at most 4096
 *   returns  0, or -1 if the launch is refused
 *   rules    A block for each row. Each number is read once from global memory and written once: the row is
 *            put into shared memory as it was read, before the next barrier, and what is written is made of the
 *            numbers there. A warp's 32 numbers take about 4 sectors.
 *   example  x is 0, 0, log(2)  ->  out is 0.25, 0.25, 0.5 */
/* YOUR CODE HERE (about 30 lines in the kernel, and 4 for its launch) */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	return TODO(int, "11.4", out, x, rows, columns);
}

/* 11.5 (2 points, stretch)  A product of matrices by tiles.
 *   c        (n, m) floats, row by row, to be written: c is a times b
 *   a        (n, k) floats, row by row, left unchanged
 *   b        (k, m) floats, row by row, left unchanged
 *   returns  0, or -1 if the launch is refused
 *   rules    Blocks of 16 x 16 threads, or of 256 in a row, one for each tile of c. The block goes along a row
 *            of tiles of a and a column of tiles of b; each tile is read once and kept in shared memory, as it was
 *            read, while 16 x 16 threads use it: each of them works out one number of c, and writes it. So a
 *            number is read 16 times less often than without tiles. No shuffles, no votes, no tensor cores.
 *   example  a is 1, 2 / 3, 4 and b is 1, 0 / 0, 2  ->  c is 1, 4 / 3, 8 */
/* YOUR CODE HERE (about 17 lines in the kernel, and 5 for its launch) */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
}

extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	return TODO(int, "11.5", c, a, b, n, m, k);
}

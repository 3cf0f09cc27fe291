/* Lab 2: where data live.
 * Read   docs/lab2.md, then the first half of framework/include/usegpu/tensor.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=2        or        make check LAB=2 CHECK=2.2 */
#include "lab.h"

/* 2.1 (1 point, core)  On which device is the memory behind a pointer?
 *   pointer  anywhere into memory of the host (malloc, cudaMallocHost, a variable) or of a GPU
 *   returns  the number of the GPU, or -1 for memory of the host, of whatever kind
 *   rules    Leave no error behind, also on a machine without a GPU
 *   example  a pointer from cudaMalloc, with GPU 1 current  ->  1
 *            a pointer from cudaMallocHost                  ->  -1 */
int device_of_pointer(const void *pointer)
{
	/* YOUR CODE HERE (about 6 lines) */
	return TODO(int, "2.1", pointer);
}

/* 2.2 (2 points, core)  Make a matrix of ones on a GPU with CUDA calls alone.
 *   gpu         its number; there may be no such GPU
 *   rows, cols  at least 1 each
 *   returns     device memory of that GPU with rows * cols times 1.0f, which the caller gives to
 *               cudaFree(); NULL if there is no such GPU, not enough memory, or if a call fails
 *   rules       Make one copy to the GPU at most.
 *               Take no memory of any other GPU.
 *               Give back all host memory that you take.
 *               The current device is afterwards what it was before.
 *               Leave no error behind.
 *               Use no tensor_ function
 *   example     (1, 2, 3)  ->  six ones on the second GPU */
float *ones_on_gpu(int gpu, int64_t rows, int64_t cols)
{
	/* YOUR CODE HERE (about 19 lines) */
	return TODO(float *, "2.2", gpu, rows, cols);
}

/* 2.3 (1 point, core)  Make a random matrix on the second GPU.
 *   rows, cols  at least 1 each
 *   seed        for tensor_uniform()
 *   returns     a new (rows, cols) tensor of numbers from [0, 1), on the second GPU; on the first
 *               if there is only one, on the CPU if there is none
 *   rules       Make the numbers where they live: no copies.
 *               Leave no error behind
 *   example     (2, 3, 41) with two GPUs  ->  a (2, 3) tensor on gpu:1 */
Tensor *random_on_second_gpu(int64_t rows, int64_t cols, uint64_t seed)
{
	/* YOUR CODE HERE (about 3 lines) */
	return TODO(Tensor *, "2.3", rows, cols, seed);
}

/* 2.4 (2 points, core)  How much memory of one GPU is used, and how much is free?
 *   gpu        its number; there may be no such GPU
 *   used       where to write the bytes in use: all of its memory that is not free
 *   available  where to write the free bytes
 *   returns    0, or -1 if there is no such GPU; then *used and *available keep their values
 *   rules      Ask the CUDA runtime, not device_info(), and change the device by it, not by
 *              device_push() or device_set_current().
 *              The current device is afterwards what it was before.
 *              Leave no error behind
 *   example    a GPU of 40 GiB with 30 GiB free  ->  10 GiB and 30 GiB, in bytes */
int gpu_memory(int gpu, size_t *used, size_t *available)
{
	/* YOUR CODE HERE (about 10 lines) */
	return TODO(int, "2.4", gpu, used, available);
}

/* 2.5 (2 points, stretch)  Reserve two buffers on a GPU, or refuse cleanly.
 *   gpu      its number; it exists
 *   bytes    the size of each of the two buffers, at least 1
 *   pair     where to write the two device pointers, which the caller gives to cudaFree()
 *   missing  where to write 0, or how many bytes too few there are: what both buffers need,
 *            less what was free before the call (and at least 1)
 *   returns  0, or -1 if the two do not fit; then both pointers are NULL
 *   rules    When the two do not fit, as much memory is free afterwards as before.
 *            The current device is afterwards what it was before.
 *            Leave no error behind
 *   example  1000 MiB free, two times 600 MiB wanted  ->  NULL, NULL, 200 MiB missing, and -1 */
int reserve_pair(int gpu, size_t bytes, void *pair[2], size_t *missing)
{
	/* YOUR CODE HERE (about 17 lines) */
	return TODO(int, "2.5", gpu, bytes, pair, missing);
}

/* 2.6 (1 point, stretch)  Print a matrix, wherever it lives.
 *   out      an open stream, of a file or of memory: it need not have a file descriptor
 *   x        (n, m) of float32, on any device; n and m at least 1. It may be larger than the stack
 *   returns  0, or -1 if a call fails
 *   format   a first line "N x M on DEVICE", as device_text() names it; then a line for each row:
 *            its numbers with two decimals, one space between two numbers, none at the end
 *   rules    Print behind what is in the file, and leave x unchanged.
 *            Make one copy to the host at most, and none if x is on the CPU.
 *            Give back all memory that you take.
 *            Leave `out` open, and no error behind.
 *            Do not call tensor_print()
 *   example  ones of (2, 3) on the second GPU  ->  2 x 3 on gpu:1
 *                                                  1.00 1.00 1.00
 *                                                  1.00 1.00 1.00 */
int print_matrix(FILE *out, const Tensor *x)
{
	/* YOUR CODE HERE (about 12 lines) */
	return TODO(int, "2.6", out, x);
}

/* 2.7 (1 point, core)  A question: how large may a batch be, so that all of it fits on the GPU?
 * A training keeps on the GPU: each parameter and its gradient, and so and so many numbers for each
 * example of the batch. All of them are float32.
 *   free_mib             free memory of the GPU, in MiB
 *   parameters           how many parameters the model has
 *   numbers_per_example  how many numbers one example takes, at least 1
 *   returns              the largest batch that fits, in examples; 0 if none does
 *   rules                This is about the numbers alone: no CUDA calls
 *   example              (1, 100000, 1000)  ->  62, because 1 MiB less 800000 bytes are 248576
 *                        bytes, and an example takes 4000 */
int64_t largest_batch(int64_t free_mib, int64_t parameters, int64_t numbers_per_example)
{
	/* YOUR CODE HERE (about 2 lines) */
	return TODO(int64_t, "2.7", free_mib, parameters, numbers_per_example);
}

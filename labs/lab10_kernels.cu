/* Lab 10: kernels.
 * Read   docs/lab10.md and docs/kernels.md.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=10        or        make check LAB=10 CHECK=10.1
 * Leave  nothing behind: memory that you make you give back, and no error is left. */
#include "lab.h"

/* 10.1 (2 points, core)  Multiply n numbers by a: a kernel with a thread for each number, and its launch.
 *   x        n floats in memory of the current GPU, which are changed; n is 0 or more
 *   returns  0, or -1 if the launch is refused
 *   rules    one launch, of blocks of 256 threads, as few blocks as hold n threads; none if n is 0.
 *            No thread touches memory behind the last number.
 *            The function does not wait for the GPU.
 *   example  x is 1, 2, 3 and a is 2  ->  x is 2, 4, 6; one block, of which three threads have work */
__global__ void scale_kernel(float *x, float a, int n)
{
}

extern "C" int scale(float *x, float a, int n)
{
	/* YOUR CODE HERE (about 4 lines, and 3 in the kernel above) */
	return TODO(int, "10.1", x, a, n);
}

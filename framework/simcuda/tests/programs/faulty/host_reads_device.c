/* Prints an element of a device array as if it lay in host memory. */
/* expect: device-pointer at @read and @malloc */
/* ends: SIGSEGV */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	float *x;

	cudaMalloc((void **)&x, 40); /* @malloc */
	cudaMemset(x, 0, 40);
	cudaDeviceSynchronize();
	printf("%f\n", x[3]); /* @read */
	cudaFree(x);
	return 0;
}

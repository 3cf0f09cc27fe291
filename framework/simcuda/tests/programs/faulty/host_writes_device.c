/* Fills a device array in a loop of the host. */
/* expect: device-pointer at @write and @malloc */
/* ends: SIGSEGV */
#include <cuda_runtime.h>

int main(void)
{
	volatile float *x;

	cudaMalloc((void **)&x, 40); /* @malloc */
	for (int i = 0; i < 10; i++)
		x[i] = 1; /* @write */
	cudaFree((void *)x);
	return 0;
}

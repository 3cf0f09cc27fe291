/* Destroys stream and event while their work is queued: it is done all the same. */
/* expect: nothing */
/* prints: 9 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	char *x, last = 0;
	cudaStream_t a, b;
	cudaEvent_t e;

	cudaMalloc((void **)&x, 1 << 20);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&e);
	cudaMemsetAsync(x, 9, 1 << 20, a);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	cudaEventDestroy(e);
	cudaStreamDestroy(a);
	cudaMemcpyAsync(&last, x + (1 << 20) - 1, 1, cudaMemcpyDeviceToHost, b);
	cudaStreamSynchronize(b);
	printf("%d\n", last);
	cudaStreamDestroy(b);
	cudaFree(x);
	return 0;
}

/* An operation of the default stream stands between two streams and orders them, without events. */
/* expect: nothing */
/* prints: 1 2 3 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	char *x, back[3];
	cudaStream_t a, b;

	cudaMalloc((void **)&x, 3);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMemsetAsync(x, 1, 3, a);
	cudaMemsetAsync(x + 1, 2, 2, 0);
	cudaMemsetAsync(x + 2, 3, 1, b);
	cudaMemcpy(back, x, 3, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", back[0], back[1], back[2]);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	return 0;
}

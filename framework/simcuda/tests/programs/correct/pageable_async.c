/* Asynchronous copies from and to pageable memory, with a wait before the host goes on. */
/* expect: nothing */
/* prints: 1 1000 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000

int main(void)
{
	int *host = malloc(N * sizeof *host), *x;
	cudaStream_t s;

	if (!host)
		return 1;
	for (int i = 0; i < N; i++)
		host[i] = i + 1;
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaStreamCreate(&s);
	cudaMemcpyAsync(x, host, N * sizeof *x, cudaMemcpyHostToDevice, s);
	cudaStreamSynchronize(s);
	for (int i = 0; i < N; i++)
		host[i] = 0;
	cudaMemcpyAsync(host, x, N * sizeof *x, cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	printf("%d %d\n", host[0], host[N - 1]);
	cudaStreamDestroy(s);
	cudaFree(x);
	free(host);
	return 0;
}
